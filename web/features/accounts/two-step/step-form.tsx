import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#web/api/client.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import {
  type FirstFieldRef,
  FormNotice,
  PasswordField,
  TextField,
} from '#web/features/accounts/sign-in/form-fields.tsx';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { codeInputProps } from '#web/ui/form/six-digits.ts';
import { canUsePasskeys, getPasskeyAssertion, PasskeyCancelledError } from './passkeys.ts';

type Passkey = Awaited<ReturnType<typeof getPasskeyAssertion>>;
/** Maps each kind of input to an answer for the server. */
const answerBuilders = {
  otp: (otp: string) => ({ otp }),
  recoveryCode: (recoveryCode: string) => ({ recoveryCode }),
  password: (password: string) => ({ password }),
};
type TypedAnswerKind = keyof typeof answerBuilders;
export type ProofAnswer = ReturnType<(typeof answerBuilders)[TypedAnswerKind]> | { passkey: Passkey };

interface StepFormProps {
  /** Kind of answer that the user can type, besides a passkey. */
  by: TypedAnswerKind;
  submitLabel: string;
  /** Label of the field, if it is not a second step. */
  label?: string;
  /** Whether a passkey is accepted too. */
  passkeys?: boolean;
  first?: FirstFieldRef;
  /** Sends the answer; the form shows an error. */
  onAnswer(answer: ProofAnswer): Promise<unknown>;
}

const stepFormSchema = z.object({
  typed: z.string().check(z.trim(), z.minLength(1, 'validation.required'), z.maxLength(128)),
});

/** Proves the user's identity by a typed answer, or by a passkey if the browser supports it. */
export function StepForm({ by, submitLabel, label, passkeys = true, first, onAnswer }: StepFormProps) {
  const form = useSchemaForm(stepFormSchema, { typed: '' });
  const { errors, isSubmitting } = form.formState;
  const [asking, setAsking] = useState(false);
  const refuse = (error: unknown) => {
    const field = error instanceof ApiError ? error.fields[by] : undefined;
    if (field) return form.setError('typed', { type: 'server', message: field }, { shouldFocus: true });
    if (error instanceof PasskeyCancelledError)
      return form.setError('root', { type: 'server', message: error.message });
    showServerErrors(form, error);
  };
  const submit = form.handleSubmit(({ typed: value }) => onAnswer(answerBuilders[by](value)).catch(refuse));
  async function byPasskey() {
    setAsking(true);
    form.clearErrors();
    try {
      await onAnswer({ passkey: await getPasskeyAssertion() });
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
      {by === 'otp' && (
        <TextField label={label ?? t('account.secondStep.code')} {...codeInputProps} {...field} />
      )}
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
