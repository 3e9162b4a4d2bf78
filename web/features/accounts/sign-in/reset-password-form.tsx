import { useEffect, useState } from 'react';
import { resetPassword } from '#shared/contract/accounts.ts';
import { sendChange } from '#web/api/changes.ts';
import { ApiError, getErrorMessage } from '#web/api/client.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import { resetPasswordSchema } from '#web/features/accounts/password-schemas.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { removeUrlToken, useUrlToken } from './address-token.ts';
import { PasswordField } from './form-fields.tsx';

const resetRedirectMs = 3000;

export function ResetPasswordForm() {
  const token = useUrlToken();
  const [done, setDone] = useState(false);
  const missing = token === '' && !done;
  useEffect(() => {
    if (missing)
      showToast({
        kind: 'error',
        title: t('account.reset.invalidTitle'),
        description: t('account.reset.invalidText'),
      });
    if (!missing && !done) return;
    const timer = setTimeout(() => location.replace(done ? '/?dialog=login' : '/'), resetRedirectMs);
    return () => clearTimeout(timer);
  }, [missing, done]);

  if (done) {
    return (
      <Notice kind="success" live title={t('account.reset.successTitle')}>
        {t('account.reset.successText')}
      </Notice>
    );
  }
  if (missing) {
    return (
      // As tall as the form that the server rendered, so that little moves below.
      <div className="min-h-96">
        <Notice kind="danger" title={t('account.reset.invalidTitle')}>
          <p>{t('account.reset.invalidText')}</p>
          <NewLinkRequest />
        </Notice>
      </div>
    );
  }
  return <NewPasswordForm token={token ?? ''} onDone={() => setDone(true)} />;
}

function NewPasswordForm({ token, onDone }: { token: string; onDone(): void }) {
  const form = useSchemaForm(resetPasswordSchema, { newPassword: '', confirmPassword: '' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ newPassword }) => {
    try {
      await sendChange(resetPassword, { body: { token, newPassword } });
    } catch (error) {
      if (error instanceof ApiError && error.fields.newPassword) return showServerErrors(form, error);
      if (error instanceof ApiError && error.code === 'invalid_token')
        form.setError('newPassword', { type: 'server', message: error.message }, { shouldFocus: true });
      const description = getErrorMessage(error, t('account.reset.failedText'));
      return showToast({
        kind: 'error',
        title: t('account.reset.failedTitle'),
        description: description || t('account.reset.failedFallback'),
      });
    }
    removeUrlToken();
    onDone();
  });
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-[22px]">
      <p className="text-ui text-ink-2">{t('account.reset.hint')}</p>
      {errors.newPassword?.type === 'server' && <NewLinkRequest />}
      <PasswordField
        label={t('account.reset.new')}
        help={t('common.field.passwordAdvice')}
        error={errors.newPassword}
        field={form.register('newPassword')}
        autoComplete="new-password"
      />
      <PasswordField
        label={t('account.reset.confirm')}
        error={errors.confirmPassword}
        field={form.register('confirmPassword')}
        autoComplete="new-password"
      />
      <Button type="submit" block busy={isSubmitting} busyLabel={t('account.reset.submitting')}>
        {t('account.reset.submit')}
      </Button>
    </form>
  );
}

/** For a used or expired link: opens the form that sends another one. */
function NewLinkRequest() {
  return (
    <a href="/?dialog=reset" className="link inline-flex min-h-tap items-center">
      {t('account.reset.askAgain')}
    </a>
  );
}
