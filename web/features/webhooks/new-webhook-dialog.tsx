import { useFormState } from 'react-hook-form';
import { makeWebhook, newWebhookBody } from '#shared/contract/connections/webhooks.ts';
import { webhookEvents } from '#shared/domain/connections/webhook-events.ts';
import { sendChange } from '#web/api/changes.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import { t, translateValidation } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { CopyBox } from '#web/ui/form/copy-box.tsx';
import { Field, FieldError } from '#web/ui/form/field.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';

export interface CreatedWebhookSecret {
  readonly name: string;
  readonly secret: string;
}

interface NewWebhookDialogProps {
  onClose(): void;
  onMade(secret: CreatedWebhookSecret): void;
}

/** Creates a webhook: URL, events, and whether details are included. */
export function NewWebhookDialog({ onClose, onMade }: NewWebhookDialogProps) {
  const form = useSchemaForm(newWebhookBody, { name: '', url: '', events: [], details: false });
  const { errors, isSubmitting } = useFormState({ control: form.control });
  const submit = form.handleSubmit(async (body) => {
    try {
      const { secret } = await sendChange(makeWebhook, { body }, { untilRead: true });
      onMade({ name: body.name, secret });
    } catch (error) {
      showServerErrors(form, error);
    }
  });
  const events = form.register('events');
  return (
    <FormDialog
      size="md"
      title={t('webhook.new.title')}
      submitLabel={t('webhook.new.make')}
      problem={errors.root?.message}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('webhook.new.name')}
        help={t('webhook.new.nameHelp')}
        error={translateValidation(errors.name?.message)}
      >
        <TextInput {...form.register('name')} maxLength={60} autoComplete="off" dir="auto" />
      </Field>
      <Field
        label={t('webhook.new.url')}
        help={t('webhook.new.urlHelp')}
        error={translateValidation(errors.url?.message)}
      >
        <TextInput {...form.register('url')} type="url" maxLength={500} autoComplete="off" dir="ltr" />
      </Field>
      <fieldset>
        <legend className="text-small font-strong">{t('webhook.new.events')}</legend>
        <div className="grid sm:grid-cols-2 sm:gap-x-4">
          {webhookEvents.map((event) => (
            <Checkbox key={event} {...events} value={event} label={t(`webhook.event.${event}`)} />
          ))}
        </div>
      </fieldset>
      {errors.events && <FieldError>{t('webhook.new.eventsNeeded')}</FieldError>}
      <div>
        <Checkbox {...form.register('details')} label={t('webhook.new.details')} />
        <p className="text-xs text-ink-2">{t('webhook.new.detailsHelp')}</p>
      </div>
    </FormDialog>
  );
}

/** The secret, shown once; the user confirms that it was saved. */
export function WebhookSecretDialog({
  made: { name, secret },
  onKept,
}: {
  made: CreatedWebhookSecret;
  onKept(): void;
}) {
  return (
    <Dialog
      open
      locked
      size="md"
      onClose={onKept}
      title={t('webhook.secret.title')}
      description={t('webhook.secret.once', { name })}
      closeLabel={t('common.action.close')}
      actions={<Button onClick={onKept}>{t('webhook.secret.kept')}</Button>}
    >
      <CopyBox label={t('webhook.secret.value')} value={secret} />
      <p className="text-small text-ink-2">{t('webhook.secret.how')}</p>
    </Dialog>
  );
}
