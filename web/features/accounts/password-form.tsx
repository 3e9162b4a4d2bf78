import { putPassword, type User } from '#shared/contract/users.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { sendChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import { t } from '#web/i18n.ts';
import { openAuthDialog } from '#web/islands/auth-dialog.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { describeAccountError } from './own-account-refusal.ts';
import { createChangePasswordSchema } from './password-schemas.ts';
import { PasswordField } from './sign-in/form-fields.tsx';

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

/**
 * Changes the user's password after checking the current one; ends the user's sessions on other devices. The
 * doctor's dashboard has its own form with other texts (`OwnPasswordForm`).
 */
export function PasswordForm({ user }: { user: User }) {
  const staff = isStaff(user.role);
  const form = useSchemaForm(createChangePasswordSchema(staff), empty);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ currentPassword, newPassword }) => {
    try {
      await sendChange(putPassword, { params: { id: user.id }, body: { currentPassword, newPassword } });
    } catch (error) {
      if (error instanceof ApiError && (error.fields.currentPassword || error.fields.newPassword))
        showServerErrors(form, error);
      return showToast({ kind: 'error', ...describeAccountError(error, 'password') });
    }
    form.reset();
    showToast({
      kind: 'success',
      title: t('account.password.changedTitle'),
      description: t('account.password.changedText'),
    });
  });
  if (!user.username)
    return (
      <Card className="grid max-w-[520px] justify-items-start gap-4 p-5 md:p-9">
        <p className="text-ui text-ink-2">
          {t(user.emailConfirmed ? 'account.password.none' : 'account.password.noneNoEmail')}
        </p>
        {user.emailConfirmed ? (
          <Button kind="sec" onClick={() => void openAuthDialog({ tab: 'reset' })}>
            {t('account.password.set')}
          </Button>
        ) : (
          <ButtonLink kind="sec" href="/profile">
            {t('account.password.addEmail')}
          </ButtonLink>
        )}
      </Card>
    );
  return (
    <Card className="max-w-[520px]">
      <form noValidate onSubmit={submit} className="grid gap-[22px] p-5 md:p-9">
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <PasswordField
          label={t('account.password.current')}
          error={errors.currentPassword}
          field={form.register('currentPassword')}
          autoComplete="current-password"
        />
        <PasswordField
          label={t('account.password.new')}
          help={`${t(staff ? 'account.password.newHintStaff' : 'account.password.newHint')}. ${t('common.field.passwordAdvice')}`}
          error={errors.newPassword}
          field={form.register('newPassword')}
          autoComplete="new-password"
        />
        <PasswordField
          label={t('account.password.confirm')}
          error={errors.confirmPassword}
          field={form.register('confirmPassword')}
          autoComplete="new-password"
        />
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
          <p className="text-small text-ink-2">
            {t('account.password.endsOthers')}
            {user.channels.includes('push') && ` ${t('account.sessions.pushEnds')}`}
          </p>
          <Button
            type="submit"
            busy={isSubmitting}
            busyLabel={t('account.password.submitting')}
            className="ms-auto max-sm:w-full"
          >
            {t('account.password.submit')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
