import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#web/api/client.ts';
import { placeRefusal, useSchemaForm } from '#web/api/forms.ts';
import {
  type FirstField,
  FormNotice,
  PasswordField,
  TextField,
} from '#web/features/accounts/sign-in/form-fields.tsx';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { sixDigits } from '#web/ui/form/six-digits.ts';
import { canUsePasskeys, NotAnswered, passkeyAnswer } from './passkeys.ts';

type Passkey = Awaited<ReturnType<typeof passkeyAnswer>>;
/** What she may type, as the answer that it is. */
const answers = {
  otp: (otp: string) => ({ otp }),
  recoveryCode: (recoveryCode: string) => ({ recoveryCode }),
  password: (password: string) => ({ password }),
};
type Typed = keyof typeof answers;
export type Answer = ReturnType<(typeof answers)[Typed]> | { passkey: Passkey };

interface StepFormProps {
  /** By what she may answer besides a passkey: the field that stands first. */
  by: Typed;
  submitLabel: string;
  /** Of the code, where it is not asked for as a second step. */
  label?: string;
  /** Whether a passkey answers as well. */
  passkeys?: boolean;
  first?: FirstField;
  /** Sends the answer; what it refuses is said in the form. */
  onAnswer(answer: Answer): Promise<unknown>;
}

const typed = z.object({
  typed: z.string().check(z.trim(), z.minLength(1, 'validation.required'), z.maxLength(128)),
});

/** Shows that it is she: by what she types, or by a passkey where the browser can. */
export function StepForm({ by, submitLabel, label, passkeys = true, first, onAnswer }: StepFormProps) {
  const form = useSchemaForm(typed, { typed: '' });
  const { errors, isSubmitting } = form.formState;
  const [asking, setAsking] = useState(false);
  const refuse = (error: unknown) => {
    const field = error instanceof ApiError ? error.fields[by] : undefined;
    if (field) return form.setError('typed', { type: 'server', message: field }, { shouldFocus: true });
    if (error instanceof NotAnswered)
      return form.setError('root', { type: 'server', message: error.message });
    placeRefusal(form, error);
  };
  const submit = form.handleSubmit(({ typed: value }) => onAnswer(answers[by](value)).catch(refuse));
  async function byPasskey() {
    setAsking(true);
    form.clearErrors();
    try {
      await onAnswer({ passkey: await passkeyAnswer() });
    } catch (error) {
      refuse(error);
    }
    setAsking(false);
  }
  const field = { error: errors.typed, field: form.register('typed'), first };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <FormNotice error={errors.root} />
      {by === 'password' && (
        <PasswordField label={t('account.proof.password')} autoComplete="current-password" {...field} />
      )}
      {by === 'otp' && <TextField label={label ?? t('account.secondStep.code')} {...sixDigits} {...field} />}
      {by === 'recoveryCode' && (
        <TextField
          label={t('account.secondStep.recovery')}
          help={t('account.secondStep.recoveryHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          className="num"
          {...field}
        />
      )}
      <Button type="submit" block busy={isSubmitting} busyLabel={t('account.secondStep.submitting')}>
        {submitLabel}
      </Button>
      {passkeys && canUsePasskeys() && (
        <Button
          kind="out"
          block
          busy={asking}
          busyLabel={t('account.twoStep.adding')}
          icon={<Fingerprint size={18} strokeWidth={1.7} aria-hidden="true" />}
          onClick={() => void byPasskey()}
        >
          {t('account.secondStep.passkey')}
        </Button>
      )}
    </form>
  );
}
