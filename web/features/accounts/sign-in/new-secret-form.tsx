import { chooseNewSecret } from '#shared/contract/accounts.ts';
import type { User } from '#shared/contract/users.ts';
import { sendChange } from '#web/api/changes.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import { logOut } from '#web/features/accounts/log-out.ts';
import { firstPasswordSchema } from '#web/features/accounts/password-schemas.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { type FirstFieldRef, FormNotice, PasswordField } from './form-fields.tsx';

/**
 * Replaces a password that was handed over with one that the user chooses; until then the account can do
 * nothing else.
 */
export function FirstPasswordForm({ first, onChosen }: { first: FirstFieldRef; onChosen(user: User): void }) {
  const form = useSchemaForm(firstPasswordSchema, { newPassword: '', confirmPassword: '' });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const submit = form.handleSubmit(async ({ newPassword }) => {
    try {
      onChosen((await sendChange(chooseNewSecret, { body: { newPassword } })).user);
    } catch (error) {
      showServerErrors(form, error);
    }
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <FormNotice error={errors.root} />
      <PasswordField
        label={t('account.newSecret.new')}
        help={t('common.field.passwordAdvice')}
        error={errors.newPassword}
        field={form.register('newPassword')}
        first={first}
        autoComplete="new-password"
      />
      <PasswordField
        label={t('account.newSecret.confirm')}
        error={errors.confirmPassword}
        field={form.register('confirmPassword')}
        autoComplete="new-password"
      />
      <Button
        type="submit"
        block
        busy={isSubmitting || isSubmitSuccessful}
        busyLabel={t('account.newSecret.submitting')}
      >
        {t('account.newSecret.submit')}
      </Button>
      <Button kind="gho" block onClick={() => void logOut()}>
        {t('account.newSecret.logout')}
      </Button>
    </form>
  );
}
