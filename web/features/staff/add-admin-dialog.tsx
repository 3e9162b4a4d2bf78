import { X } from 'lucide-react';
import { useDeferredValue, useId, useState } from 'react';
import { changeUser, createUser, listUsers, type User } from '#shared/contract/users.ts';
import { allRoles } from '#shared/domain/people/roles.ts';
import { sendChange, useChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import { generateInitialPassword } from '#web/api/fresh-password.ts';
import { useRead } from '#web/api/hooks.ts';
import { joinWithComma, t, translateValidation } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Combobox, Marked } from '#web/ui/form/combobox.tsx';
import { Field, FieldError } from '#web/ui/form/field.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { TabPanel } from '#web/ui/frame/tab-list.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { TwoLines } from '#web/ui/table.tsx';
import { InitialPasswordField } from './fresh-password-field.tsx';
import type { InitialSignIn } from './hand-over-dialog.tsx';
import { newAdminSchema } from './staff-forms.ts';

interface AddAdminDialogProps {
  onClose(): void;
  onCreated(person: InitialSignIn): void;
}

/** Makes an existing account an admin, or creates a new admin. */
export function AddAdminDialog({ onClose, onCreated }: AddAdminDialogProps) {
  const [tab, setTab] = useState('existing');
  const idBase = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('admin.admins.addTitle')}
      description={t('admin.admins.text')}
      closeLabel={t('common.action.close')}
    >
      <Segmented
        label={t('admin.admins.addTitle')}
        idBase={idBase}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'existing', label: t('admin.admins.tab.existing') },
          { value: 'new', label: t('admin.admins.tab.new') },
        ]}
      />
      <TabPanel idBase={idBase} value={tab}>
        {tab === 'existing' ? <ExistingUser onDone={onClose} /> : <NewUser onCreated={onCreated} />}
      </TabPanel>
    </Dialog>
  );
}

const nonAdminRoles = allRoles.filter((role) => role !== 'admin').join(',');
const maxUserResults = 10;

function ExistingUser({ onDone }: { onDone(): void }) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<User | null>(null);
  const [missing, setMissing] = useState(false);
  const asked = useDeferredValue(query.trim());
  const { data: found = [], isFetching } = useRead(
    listUsers,
    { query: { q: asked, role: nonAdminRoles, sort: 'match', limit: maxUserResults, uncounted: '1' } },
    { enabled: asked !== '', keepPrevious: true },
  );
  const change = useChange(changeUser, { untilRead: true });
  // Only the list of staff shows the appointments that a doctor's new role displaces.
  const isDoctor = chosen?.role === 'doctor';
  const searchId = useId();

  async function promote() {
    if (!chosen) return setMissing(true);
    const { id, name, version } = chosen;
    try {
      await change.mutateAsync({ params: { id }, body: { role: 'admin', version } });
      showToast({
        kind: 'success',
        title: t('admin.admins.promotedTitle'),
        description: t('admin.admins.promotedText', { name }),
      });
      onDone();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'stale') setChosen(error.current as User);
      showErrorToast(t('staff.toast.error'), error, t('admin.admins.promoteFailed'));
    }
  }
  const message = isFetching
    ? t('staff.newAppointment.searching')
    : found.length === 0
      ? t('common.combobox.noMatch')
      : undefined;
  return (
    <div className="grid gap-4">
      {chosen ? (
        <>
          <div className="flex items-center gap-3 rounded-item bg-tint p-3">
            <Avatar name={chosen.name} plain />
            <span className="min-w-0 flex-1">
              <TwoLines
                first={chosen.name}
                second={<span className="ltr">{chosen.username ?? chosen.phone ?? chosen.email}</span>}
              />
            </span>
            <IconButton
              label={t('staff.newAppointment.clearPatient', { name: chosen.name })}
              onClick={() => setChosen(null)}
            >
              <X size={18} strokeWidth={1.7} aria-hidden="true" />
            </IconButton>
          </div>
          {isDoctor ? (
            <Notice kind="warn">
              {t('admin.admins.doctorText', { name: chosen.name })}{' '}
              <a className="link" href="/admin/staff">
                {t('admin.admins.toStaff')}
              </a>
            </Notice>
          ) : (
            <Notice kind="warn">{t('admin.admins.promoteText', { name: chosen.name })}</Notice>
          )}
        </>
      ) : (
        <div className="grid gap-[6px]">
          <label htmlFor={searchId} className="text-small font-strong">
            {t('admin.admins.search')}
          </label>
          <Combobox
            id={searchId}
            query={query}
            onQueryChange={(next) => {
              setMissing(false);
              setQuery(next);
            }}
            results={asked ? found : []}
            keyOf={(user) => String(user.id)}
            listLabel={t('admin.admins.tab.existing')}
            message={message}
            onChoose={(user) => {
              setChosen(user);
              setMissing(false);
            }}
            render={(user) => (
              <>
                <Avatar name={user.name} />
                <TwoLines
                  first={<Marked text={user.name} query={query} />}
                  second={joinWithComma(t(`role.${user.role}`), user.username ?? user.phone ?? user.email)}
                />
              </>
            )}
          />
          {missing && <FieldError>{t('admin.admins.selectUser')}</FieldError>}
        </div>
      )}
      {!isDoctor && (
        <Button
          block
          busy={change.isPending}
          busyLabel={t('common.action.saving')}
          onClick={() => void promote()}
        >
          {t('admin.admins.promote')}
        </Button>
      )}
    </div>
  );
}

function NewUser({ onCreated }: Pick<AddAdminDialogProps, 'onCreated'>) {
  const form = useSchemaForm(newAdminSchema, {
    name: '',
    username: '',
    email: '',
    phone: '',
    password: generateInitialPassword(),
    role: 'admin',
    authProvider: 'local',
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(
    async (body) => {
      try {
        await sendChange(createUser, { body });
      } catch (error) {
        return showServerErrors(form, error, (message) => message || t('admin.admins.createFailed'));
      }
      showToast({
        kind: 'success',
        title: t('admin.admins.promotedTitle'),
        description: t('admin.admins.promotedText', { name: body.name }),
      });
      onCreated({ name: body.name, username: body.username, password: body.password });
    },
    () => {
      const { username, password } = form.getValues();
      if (!username || !password) form.setError('root', { message: t('admin.admins.required') });
    },
  );
  const optional = t('common.field.optional');
  const latin = { dir: 'ltr', autoComplete: 'off' } as const;
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {errors.root?.message && (
        <Notice kind="danger" live>
          {errors.root.message}
        </Notice>
      )}
      <Field label={t('admin.profile.name')} error={translateValidation(errors.name?.message)}>
        <TextInput {...form.register('name')} maxLength={200} autoComplete="off" dir="auto" />
      </Field>
      <Field label={t('admin.profile.username')} error={translateValidation(errors.username?.message)}>
        <TextInput
          {...form.register('username')}
          {...latin}
          maxLength={60}
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <InitialPasswordField
        field={form.register('password')}
        error={translateValidation(errors.password?.message)}
        onAnother={() => form.setValue('password', generateInitialPassword(), { shouldValidate: true })}
      />
      <Field
        label={t('admin.profile.email')}
        optional={optional}
        error={translateValidation(errors.email?.message)}
      >
        <TextInput {...form.register('email')} {...latin} type="email" maxLength={254} />
      </Field>
      <Field
        label={t('admin.profile.phone')}
        optional={optional}
        error={translateValidation(errors.phone?.message)}
      >
        <TextInput {...form.register('phone')} {...latin} type="tel" maxLength={30} />
      </Field>
      <Button type="submit" block busy={isSubmitting} busyLabel={t('common.action.creating')}>
        {t('admin.admins.create')}
      </Button>
    </form>
  );
}
