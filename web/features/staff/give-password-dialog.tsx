import * as z from 'zod/mini';
import { handOverPassword, type User } from '#shared/contract/users.ts';
import { sendChange } from '#web/api/changes.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import { generateInitialPassword } from '#web/api/fresh-password.ts';
import { t, translateValidation } from '#web/i18n.ts';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { InitialPasswordField } from './fresh-password-field.tsx';
import type { InitialSignIn } from './hand-over-dialog.tsx';
import { newStaffSchema } from './staff-forms.ts';

const initialPasswordSchema = z.pick(newStaffSchema, { password: true });

interface GivePasswordDialogProps {
  person: Pick<User, 'id' | 'name' | 'username'>;
  onClose(): void;
  onGiven(person: InitialSignIn): void;
}

/** Sets a new first password for a user who lost theirs; the current password stops working at once. */
export function ResetPasswordDialog({ person, onClose, onGiven }: GivePasswordDialogProps) {
  const { id, name, username } = person;
  const form = useSchemaForm(initialPasswordSchema, { password: generateInitialPassword() });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await sendChange(handOverPassword, { params: { id }, body: { password } });
    } catch (error) {
      return showServerErrors(form, error);
    }
    onGiven({ name, username, password });
  });
  return (
    <FormDialog
      title={t('staff.handOver.reset')}
      description={t('admin.staff.resetText', { name })}
      submitLabel={t('admin.staff.resetSubmit')}
      problem={errors.root?.message}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <InitialPasswordField
        field={form.register('password')}
        error={translateValidation(errors.password?.message)}
        onAnother={() => form.setValue('password', generateInitialPassword(), { shouldValidate: true })}
      />
    </FormDialog>
  );
}
