import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { changeUser, postPassword, type User } from '#shared/contract/users.ts';
import { sendChange } from '#web/api/changes.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import { buildOwnDetailsBody, ownDetailsSchema } from '#web/api/own/own-details-checks.ts';
import { useRecordForm } from '#web/api/record-forms.ts';
import { refreshSession, useSession } from '#web/api/session.ts';
import { t, translateValidation } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CurrentPasswordBox } from '#web/ui/form/current-password-box.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { PasswordBoxes } from '#web/ui/form/password-boxes.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { AdminManagement } from './admin-management.tsx';
import { adminPasswordSchema } from './staff-forms.ts';

/** Profile tab of an admin: own details, password, and management of admins. */
export function AdminProfile({ user }: { user: User }) {
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <ProfileCard user={user} />
      <PasswordCard user={user} />
      <div className="xl:col-span-2">
        <AdminManagement viewer={user} />
      </div>
    </div>
  );
}

function ProfileCard({ user }: { user: User }) {
  const [editing, setEditing] = useState(false);
  const facts = [
    [t('admin.profile.username'), user.username, true],
    [t('admin.profile.email'), user.email, true],
    [t('admin.profile.phone'), user.phone, true],
    [t('common.field.secondaryPhone'), user.secondaryPhone, true],
    [t('admin.profile.role'), t(user.isSuperAdmin ? 'role.superAdmin' : `role.${user.role}`), false],
  ] as const;
  return (
    <Card as="section" className="grid gap-5 p-5 md:p-6">
      <h2 className="card-title">{t('admin.profile.title')}</h2>
      <div className="flex items-center gap-3">
        <Avatar name={user.name} className="size-12! text-ui!" />
        <b className="min-w-0 text-body">{user.name}</b>
      </div>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {facts.map(([label, value, latin]) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-ink-2">{label}</dt>
            <dd className="text-ui break-words">
              {value ? <span className={latin ? 'ltr' : undefined}>{value}</span> : '-'}
            </dd>
          </div>
        ))}
      </dl>
      <Button
        kind="sec"
        className="justify-self-start"
        icon={<Pencil size={18} strokeWidth={1.7} aria-hidden="true" />}
        onClick={() => setEditing(true)}
      >
        {t('admin.profile.edit')}
      </Button>
      {editing && <EditProfileDialog user={user} onClose={() => setEditing(false)} />}
    </Card>
  );
}

const profileFields = ['name', 'email', 'phone', 'secondaryPhone'] as const;
const profileInputTypes = { name: 'text', email: 'email', phone: 'tel', secondaryPhone: 'tel' } as const;

const toProfileValues = (user: User | null) => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  phone: user?.phone ?? '',
  secondaryPhone: user?.secondaryPhone ?? '',
  currentPassword: '',
});

function EditProfileDialog({ user, onClose }: { user: User; onClose(): void }) {
  const { form, shown, version, placeRefusal } = useRecordForm(ownDetailsSchema, user, toProfileValues);
  const { errors, isSubmitting, dirtyFields } = form.formState;
  const { isProven } = useSession();
  const submit = form.handleSubmit(async (typed) => {
    const body = buildOwnDetailsBody(shown, typed);
    if (Object.keys(body).length === 0) {
      showToast({
        kind: 'info',
        title: t('admin.profile.noChangesTitle'),
        description: t('admin.profile.noChangesText'),
      });
      return onClose();
    }
    try {
      await sendChange(changeUser, { params: { id: user.id }, body: { ...body, version } });
    } catch (error) {
      return placeRefusal(error);
    }
    await refreshSession();
    showToast({
      kind: 'success',
      title: t('admin.profile.updatedTitle'),
      description: t('admin.profile.updatedText'),
    });
    onClose();
  });
  return (
    <FormDialog
      title={t('admin.profile.edit')}
      description={t('admin.profile.editText')}
      submitLabel={t('admin.profile.save')}
      problem={errors.root?.message}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      {profileFields.map((box) => (
        <Field key={box} label={t(`admin.profile.${box}`)} error={translateValidation(errors[box]?.message)}>
          <TextInput
            {...form.register(box)}
            type={profileInputTypes[box]}
            dir={box === 'name' ? 'auto' : 'ltr'}
            maxLength={254}
          />
        </Field>
      ))}
      <CurrentPasswordBox
        field={form.register('currentPassword')}
        value={form.watch('currentPassword')}
        error={errors.currentPassword}
        expected={user.username !== null && !isProven && Boolean(dirtyFields.email || dirtyFields.phone)}
      />
    </FormDialog>
  );
}

const emptyPasswords = { currentPassword: '', newPassword: '', confirmPassword: '' };
const passwordFieldRows = [
  ['currentPassword', 'admin.password.current', 'current-password'],
  ['newPassword', 'admin.password.new', 'new-password'],
  ['confirmPassword', 'admin.password.confirm', 'new-password'],
] as const;

function PasswordCard({ user }: { user: User }) {
  const form = useSchemaForm(adminPasswordSchema, emptyPasswords);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ currentPassword, newPassword }) => {
    try {
      await sendChange(postPassword, { params: { id: user.id }, body: { currentPassword, newPassword } });
    } catch (error) {
      showServerErrors(form, error);
      return showErrorToast(t('admin.password.failedTitle'), error, t('admin.password.failed'));
    }
    form.reset(emptyPasswords);
    showToast({
      kind: 'success',
      title: t('admin.password.changedTitle'),
      description: t('admin.password.changedText'),
    });
  });
  return (
    <Card as="section" className="p-5 md:p-6">
      <form noValidate onSubmit={submit} className="grid gap-4">
        <h2 className="card-title">{t('admin.password.title')}</h2>
        <PasswordBoxes
          username={user.username}
          boxes={passwordFieldRows.map(([box, label, autoComplete]) => ({
            label: t(label),
            autoComplete,
            help: box === 'newPassword' ? t('common.field.passwordAdvice') : undefined,
            error: translateValidation(errors[box]?.message),
            field: form.register(box),
          }))}
        />
        <Button
          type="submit"
          busy={isSubmitting}
          busyLabel={t('common.action.saving')}
          className="justify-self-start max-sm:w-full"
        >
          {t('admin.password.submit')}
        </Button>
      </form>
    </Card>
  );
}
