import * as z from 'zod/mini';
import { forgotPassword } from '#shared/contract/accounts.ts';
import { sendChange } from '#web/api/changes.ts';
import { ApiError, getErrorMessage } from '#web/api/client.ts';
import { useSchemaForm } from '#web/api/forms.ts';
import { t } from '#web/i18n.ts';
import { toast } from '#web/islands/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { personInputProps } from '#web/ui/form/person-inputs.ts';
import { type FirstFieldRef, TextField } from './form-fields.tsx';

const forgotFormSchema = z.object({ email: z.string().check(z.trim(), z.maxLength(254), z.includes('@')) });

export function ForgotForm({
  first,
  onSent,
  onPhone,
  onReturn,
}: {
  first: FirstFieldRef;
  onSent(email: string): void;
  /** Opens sign-in by phone, for accounts without password or e-mail. */
  onPhone(): void;
  onReturn(): void;
}) {
  const form = useSchemaForm(forgotFormSchema, { email: '' });
  const say = (title: string, description: string) => toast({ kind: 'error', title, description });
  const sayInvalid = () => say(t('account.forgot.invalidTitle'), t('account.forgot.invalidText'));
  const submit = form.handleSubmit(async ({ email }) => {
    try {
      await sendChange(forgotPassword, { body: { email } });
    } catch (error) {
      if (error instanceof ApiError && error.fields.email) {
        form.setError('email', { type: 'server' }, { shouldFocus: true });
        return sayInvalid();
      }
      return say(t('account.forgot.failedTitle'), getErrorMessage(error, t('account.forgot.failedText')));
    }
    onSent(email);
  }, sayInvalid);
  const { errors, isSubmitting } = form.formState;
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-ui leading-[1.55] text-ink-2">{t('account.forgot.text')}</p>
      <TextField
        label={t('account.forgot.email')}
        error={errors.email && { type: 'value', message: t('account.forgot.invalidText') }}
        field={form.register('email')}
        first={first}
        {...personInputProps.email}
      />
      <Button type="submit" block busy={isSubmitting} busyLabel={t('account.forgot.submitting')}>
        {t('account.forgot.submit')}
      </Button>
      <Button kind="out" block onClick={onPhone}>
        {t('account.login.phoneLong')}
      </Button>
      <Button kind="gho" block onClick={onReturn}>
        {t('account.forgot.return')}
      </Button>
    </form>
  );
}
