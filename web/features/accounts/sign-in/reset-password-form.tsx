import { useEffect, useState } from 'react';
import { resetPassword } from '#shared/contract/accounts.ts';
import { change } from '#web/api/changes.ts';
import { ApiError, reasonOf } from '#web/api/client.ts';
import { placeRefusal, useSchemaForm } from '#web/api/forms.ts';
import { resetPasswordForm } from '#web/features/accounts/password-schemas.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { forgetToken, useAddressToken } from './address-token.ts';
import { PasswordField } from './form-fields.tsx';

const redirectAfter = 3000;

export function ResetPasswordForm() {
  const token = useAddressToken();
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
    const timer = setTimeout(() => location.replace(done ? '/?dialog=login' : '/'), redirectAfter);
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
          <NewLink />
        </Notice>
      </div>
    );
  }
  return <NewPasswordForm token={token ?? ''} onDone={() => setDone(true)} />;
}

function NewPasswordForm({ token, onDone }: { token: string; onDone(): void }) {
  const form = useSchemaForm(resetPasswordForm, { newPassword: '', confirmPassword: '' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ newPassword }) => {
    try {
      await change(resetPassword, { body: { token, newPassword } });
    } catch (error) {
      if (error instanceof ApiError && error.fields.newPassword) return placeRefusal(form, error);
      if (error instanceof ApiError && error.code === 'invalid_token')
        form.setError('newPassword', { type: 'server', message: error.message }, { shouldFocus: true });
      const description = reasonOf(error, t('account.reset.failedText'));
      return showToast({
        kind: 'error',
        title: t('account.reset.failedTitle'),
        description: description || t('account.reset.failedFallback'),
      });
    }
    forgetToken();
    onDone();
  });
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-[22px]">
      <p className="text-ui text-ink-2">{t('account.reset.hint')}</p>
      {errors.newPassword?.type === 'server' && <NewLink />}
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
function NewLink() {
  return (
    <a href="/?dialog=reset" className="link inline-flex min-h-tap items-center">
      {t('account.reset.askAgain')}
    </a>
  );
}
