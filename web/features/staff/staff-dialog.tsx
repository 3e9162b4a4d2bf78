import { useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Location } from '#shared/contract/locations.ts';
import { changeStaff, changeStaffBody, createStaff, type StaffMember } from '#shared/contract/staff.ts';
import type { User } from '#shared/contract/users.ts';
import { doctorPath } from '#shared/domain/people/doctor-address.ts';
import { sendChange } from '#web/api/changes.ts';
import { type Displacement, getPreviewFailure } from '#web/api/displacement.ts';
import { pickChangedFields, toFormValues } from '#web/api/form-values.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import { generateInitialPassword } from '#web/api/fresh-password.ts';
import { useRecordForm } from '#web/api/record-forms.ts';
import { pickLanguage, t, translateValidation } from '#web/i18n.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { InitialPasswordField } from './fresh-password-field.tsx';
import type { InitialSignIn } from './hand-over-dialog.tsx';
import { AccountFields, PresentationFields } from './staff-fields.tsx';
import { newStaffSchema } from './staff-forms.ts';
import { getStaffRights } from './staff-rights.ts';
import { useDepartureDisplacement } from './use-departure.ts';

interface StaffDialogProps {
  locations: readonly Location[];
  onClose(): void;
}

/** Adds a staff member: the account, and how the clinic presents a doctor. */
export function NewStaffDialog({
  locations,
  onClose,
  onCreated,
}: StaffDialogProps & { onCreated(person: InitialSignIn): void }) {
  const form = useSchemaForm(
    newStaffSchema,
    toFormValues(newStaffSchema, null, { password: generateInitialPassword(), role: 'doctor' }),
  );
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await sendChange(createStaff, { body });
    } catch (error) {
      return showServerErrors(form, error);
    }
    showToast({
      kind: 'success',
      title: t('admin.staff.addedTitle'),
      description: t('admin.staff.addedText', { name: body.name }),
    });
    onCreated({ name: body.name, username: body.username, password: body.password });
  });
  return (
    <FormProvider {...form}>
      <FormDialog
        size="md"
        title={t('admin.staff.addTitle')}
        description={t('admin.staff.addDescription')}
        submitLabel={t('common.action.create')}
        problem={errors.root?.message}
        busy={isSubmitting}
        onSubmit={submit}
        onClose={onClose}
      >
        <AccountFields rights={{ signIn: true, role: true }} withUsername />
        <InitialPasswordField
          field={form.register('password')}
          error={translateValidation(errors.password?.message)}
          onAnother={() => form.setValue('password', generateInitialPassword(), { shouldValidate: true })}
        />
        <PresentationFields locations={locations} />
      </FormDialog>
    </FormProvider>
  );
}

const staffFormSchema = z.omit(changeStaffBody, { version: true });

function toStaffFormValues(member: StaffMember | null) {
  if (!member) throw new Error('a member of staff is edited, not created, in this form');
  const { user } = member;
  const role = user.role === 'admin' || user.role === 'receptionist' ? user.role : ('doctor' as const);
  return toFormValues(staffFormSchema, { ...user, ...member, role });
}

interface StaffAssignment {
  readonly role?: string | undefined;
  readonly locationIds?: number[] | undefined;
}

/**
 * The part of an edit that may displace a doctor's appointments; null if nothing does. `saved`: as it was saved
 * last, also by another admin.
 */
function findDeparture(saved: StaffAssignment, { role, locationIds = [] }: StaffAssignment) {
  const { locationIds: kept = [] } = saved;
  if (saved.role !== 'doctor') return null;
  if (role === 'admin' || role === 'receptionist') return { role } as const;
  const leaves =
    locationIds.length > 0 && (kept.length === 0 || kept.some((id) => !locationIds.includes(id)));
  return leaves ? { locationIds } : null;
}

/** Edits a staff member; only changed fields are sent. */
export function EditStaffDialog({
  member,
  viewer,
  locations,
  atArabicName = false,
  displacement,
  onClose,
}: StaffDialogProps & {
  member: StaffMember;
  viewer: User;
  displacement: Displacement;
  atArabicName?: boolean;
}) {
  const { user } = member;
  const rights = getStaffRights(viewer, user);
  const own = viewer.id === user.id;
  const nameArBox = useRef<HTMLInputElement>(null);
  const { form, shown, version, placeRefusal } = useRecordForm(staffFormSchema, member, toStaffFormValues);
  const { errors, isSubmitting } = form.formState;
  const [role, locationIds] = form.watch(['role', 'locationIds']);
  const preview = useDepartureDisplacement(user.id, findDeparture(shown, { role, locationIds }));
  const { data: displaced, isLoading } = preview;
  const failed = getPreviewFailure(preview);
  const departs = displaced !== undefined && displaced.count > 0;
  const submit = form.handleSubmit(async (typed) => {
    if (failed) return;
    const body = pickChangedFields(shown, typed);
    if (Object.keys(body).length === 0) return onClose();
    try {
      await sendChange(changeStaff, { params: { id: user.id }, body: { ...body, version } });
    } catch (error) {
      return placeRefusal(error);
    }
    const name = pickLanguage(typed.name ?? user.name, typed.nameAr ?? member.nameAr);
    showToast({
      kind: 'success',
      title: t('admin.staff.savedTitle'),
      description: t('admin.staff.savedText', { name }),
    });
    if (displaced) await displacement.onSaved(displaced, departs);
    onClose();
  });
  return (
    <FormProvider {...form}>
      <FormDialog
        size="md"
        title={t('admin.staff.editTitle', { name: pickLanguage(user.name, member.nameAr) })}
        submitLabel={t(departs ? 'plans.save.offer' : 'admin.staff.save')}
        {...(atArabicName ? { initialFocus: nameArBox } : {})}
        problem={errors.root?.message}
        busy={isSubmitting || isLoading}
        onSubmit={submit}
        onClose={onClose}
      >
        {!rights.signIn && (
          <Notice>{t(own ? 'admin.staff.signInOwn' : 'admin.staff.signInProtected')}</Notice>
        )}
        <AccountFields
          rights={rights}
          nameArBox={(box) => {
            nameArBox.current = box;
          }}
        />
        <PresentationFields locations={locations} page={member.onSite ? doctorPath(user) : undefined} />
        {failed && <LoadFailed title={t('plans.previewFailed')} {...failed} />}
        {departs && (
          <Notice kind="warn" live title={t('admin.staff.departs', { n: displaced.count })}>
            {t('admin.staff.departsNow')}
          </Notice>
        )}
        {displaced && displacement.list(displaced)}
      </FormDialog>
    </FormProvider>
  );
}
