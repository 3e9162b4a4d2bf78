import { type UseFormRegisterReturn, useFormState } from 'react-hook-form';
import { keyLifetimes, makeApiKey, newApiKeyBody } from '#shared/contract/connections/api-keys.ts';
import { apiScopes, fhirScopes } from '#shared/domain/key-scopes.ts';
import { sendChange } from '#web/api/changes.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import { t, translateValidation } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { CopyBox } from '#web/ui/form/copy-box.tsx';
import { Field, FieldError } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { formatScope } from './scope-words.ts';

export interface CreatedKey {
  readonly name: string;
  readonly key: string;
}

interface NewKeyDialogProps {
  onClose(): void;
  onMade(key: CreatedKey): void;
}

/** Creates an API key: name, expiry, rate limit and scopes. */
export function NewKeyDialog({ onClose, onMade }: NewKeyDialogProps) {
  const form = useSchemaForm(newApiKeyBody, { name: '', scopes: [], days: 365, perMinute: 120 });
  const { errors, isSubmitting } = useFormState({ control: form.control });
  const submit = form.handleSubmit(async (body) => {
    try {
      const { key } = await sendChange(makeApiKey, { body }, { untilRead: true });
      onMade({ name: body.name, key });
    } catch (error) {
      showServerErrors(form, error);
    }
  });
  const days = form.register('days', { setValueAs: (value) => (value === '' ? null : Number(value)) });
  const scopes = form.register('scopes');
  const origin = window.location.origin;
  return (
    <FormDialog
      size="md"
      title={t('connections.key.title')}
      description={t('connections.key.text')}
      submitLabel={t('connections.key.make')}
      problem={errors.root?.message}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('connections.key.name')}
        help={t('connections.key.nameHelp')}
        error={translateValidation(errors.name?.message)}
      >
        <TextInput {...form.register('name')} maxLength={60} autoComplete="off" dir="auto" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('connections.key.days')} error={translateValidation(errors.days?.message)}>
          <Select {...days}>
            {keyLifetimes.map((n) => (
              <option key={n} value={n}>
                {t('connections.key.dayCount', { n })}
              </option>
            ))}
            <option value="">{t('connections.key.endless')}</option>
          </Select>
        </Field>
        <Field label={t('connections.key.perMinute')} error={translateValidation(errors.perMinute?.message)}>
          <TextInput
            {...form.register('perMinute', { valueAsNumber: true })}
            type="number"
            min={1}
            max={6000}
            dir="ltr"
          />
        </Field>
      </div>
      <Scopes
        title={t('connections.key.api')}
        text={t('connections.key.apiText', { address: `\u2066${origin}/api\u2069` })}
        scopes={apiScopes}
        field={scopes}
      />
      <Scopes
        title={t('connections.key.fhir', { standard: '\u2066FHIR R4\u2069' })}
        text={t('connections.key.fhirText', { address: `\u2066${origin}/fhir/R4\u2069` })}
        scopes={fhirScopes}
        field={scopes}
      />
      {errors.scopes && <FieldError>{t('connections.key.scopesNeeded')}</FieldError>}
    </FormDialog>
  );
}

interface ScopesProps {
  title: string;
  text: string;
  scopes: readonly string[];
  field: UseFormRegisterReturn;
}

const Scopes = ({ title, text, scopes, field }: ScopesProps) => (
  <fieldset>
    <legend className="text-small font-strong">{title}</legend>
    <p className="text-xs text-ink-2">{text}</p>
    <div className="grid sm:grid-cols-2 sm:gap-x-4">
      {scopes.map((scope) => (
        <Checkbox key={scope} {...field} value={scope} label={formatScope(scope)} />
      ))}
    </div>
  </fieldset>
);

/** A line of a protocol; not translated. */
const formatKeyHeader = (key: string): string => ['Authorization: Bearer', `${key.slice(0, 7)}…`].join(' ');

/** The key, shown only once: the user confirms that it is stored. */
export function CreatedKeyDialog({ made: { name, key }, onKept }: { made: CreatedKey; onKept(): void }) {
  return (
    <Dialog
      open
      locked
      size="md"
      onClose={onKept}
      title={t('connections.key.title')}
      description={t('connections.key.once', { name })}
      closeLabel={t('common.action.close')}
      actions={<Button onClick={onKept}>{t('connections.key.kept')}</Button>}
    >
      <CopyBox label={t('connections.key.value')} value={key} />
      <p className="text-small text-ink-2">
        {t('connections.key.how')}
        <code className="ltr mt-1 block overflow-x-auto rounded-sm bg-tint px-3 py-2 text-xs text-ink">
          {formatKeyHeader(key)}
        </code>
      </p>
    </Dialog>
  );
}
