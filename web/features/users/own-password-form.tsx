import * as z from 'zod/mini';
import { putPassword, type User } from '#shared/contract/users.ts';
import { maxPassword, minPassword, minStaffPassword } from '#shared/domain/people/password-rules.ts';
import { sendChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import { t, translateValidation } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PasswordBoxes } from '#web/ui/form/password-boxes.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

const createMinPasswordSchema = (min: number, message: string) =>
  z.string().check(z.minLength(min, message), z.maxLength(maxPassword, 'validation.passwordTooLong'));

const ownPasswordSchema = z
  .object({
    currentPassword: createMinPasswordSchema(minPassword, 'validation.currentPasswordShort'),
    newPassword: createMinPasswordSchema(minStaffPassword, 'validation.newPasswordShortStaff'),
    confirmPassword: createMinPasswordSchema(minPassword, 'validation.confirmPasswordShort'),
  })
  .check(
    z.refine((typed) => typed.newPassword === typed.confirmPassword, {
      error: 'validation.newPasswordsDiffer',
      path: ['confirmPassword'],
    }),
  );

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };
const fields = [
  ['currentPassword', 'doctor.password.current', 'current-password'],
  ['newPassword', 'doctor.password.new', 'new-password'],
  ['confirmPassword', 'doctor.password.confirm', 'new-password'],
] as const;

/**
 * Changes a doctor's password, with the current one; logs out the doctor's other devices. Separate from
 * `PasswordForm` of `/profile`, for which the specification requires other texts and fields.
 */
export function OwnPasswordForm({ user }: { user: User }) {
  const form = useSchemaForm(ownPasswordSchema, empty);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ currentPassword, newPassword }) => {
    try {
      await sendChange(putPassword, { params: { id: user.id }, body: { currentPassword, newPassword } });
      form.reset(empty);
      showToast({
        kind: 'success',
        title: t('doctor.password.changedTitle'),
        description: t('doctor.password.changedText'),
      });
    } catch (error) {
      if (error instanceof ApiError && (error.fields.currentPassword || error.fields.newPassword))
        showServerErrors(form, error);
      showErrorToast(t('doctor.password.failedTitle'), error, t('doctor.password.failed'));
    }
  });
  return (
    <Card as="section" aria-labelledby="own-password">
      <form noValidate onSubmit={submit} className="grid gap-[18px] p-5 lg:p-6">
        <h2 id="own-password" className="card-title">
          {t('doctor.password.title')}
        </h2>
        <PasswordBoxes
          username={user.username}
          boxes={fields.map(([name, label, autoComplete]) => ({
            label: t(label),
            autoComplete,
            help: name === 'newPassword' ? t('common.field.passwordAdvice') : undefined,
            error: translateValidation(errors[name]?.message),
            field: form.register(name),
          }))}
        />
        <Button type="submit" busy={isSubmitting} busyLabel={t('common.action.saving')}>
          {t('doctor.password.submit')}
        </Button>
      </form>
    </Card>
  );
}
