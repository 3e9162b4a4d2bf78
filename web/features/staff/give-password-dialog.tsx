import * as z from 'zod/mini';
import { handOverPassword, type User } from '#shared/contract/users.ts';
import { change } from '#web/api/changes.ts';
import { placeRefusal, useSchemaForm } from '#web/api/forms.ts';
import { freshPassword } from '#web/api/fresh-password.ts';
import { said, t } from '#web/i18n.ts';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { FreshPasswordField } from './fresh-password-field.tsx';
import type { HandedOver } from './hand-over-dialog.tsx';
import { newStaffForm } from './staff-forms.ts';

const passwordForm = z.pick(newStaffForm, { password: true });

interface GivePasswordDialogProps {
  person: Pick<User, 'id' | 'name' | 'username'>;
  onClose(): void;
  onGiven(person: HandedOver): void;
}

/** Sets a new first password for a user who lost theirs; the current password stops working at once. */
export function GivePasswordDialog({ person, onClose, onGiven }: GivePasswordDialogProps) {
  const { id, name, username } = person;
  const form = useSchemaForm(passwordForm, { password: freshPassword() });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await change(handOverPassword, { params: { id }, body: { password } });
    } catch (error) {
      return placeRefusal(form, error);
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
      <FreshPasswordField
        field={form.register('password')}
        error={said(errors.password?.message)}
        onAnother={() => form.setValue('password', freshPassword(), { shouldValidate: true })}
      />
    </FormDialog>
  );
}
