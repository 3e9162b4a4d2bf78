import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Location, listLocations } from '#shared/contract/locations.ts';
import { listStaff, type StaffMember } from '#shared/contract/staff.ts';
import type { User } from '#shared/contract/users.ts';
import { doctorName, lacksArabic } from '#shared/domain/people/doctor-name.ts';
import type { Displacement } from '#web/api/displacement.ts';
import { useEndSessions } from '#web/api/end-sessions.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, formatNumberInLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Count } from '#web/ui/count.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchInput } from '#web/ui/form/search-input.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { SectionHeader } from '#web/ui/frame/page-header.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { Table, TableBody, TableHead, TableHeading } from '#web/ui/table.tsx';
import { AccountActivationDialog } from './account-activation-dialog.tsx';
import { ResetPasswordDialog } from './give-password-dialog.tsx';
import { HandOverDialog, type InitialSignIn } from './hand-over-dialog.tsx';
import { ResetStepsDialog } from './reset-steps-dialog.tsx';
import { EditStaffDialog, NewStaffDialog } from './staff-dialog.tsx';
import { getStaffRights } from './staff-rights.ts';
import { StaffRow } from './staff-row.tsx';
import { matchesStaffSearch } from './staff-search.ts';

type StaffTask =
  | { kind: 'new' }
  | { kind: 'arabicName'; member: StaffMember }
  | { kind: 'edit' | 'absences' | 'password' | 'sessions' | 'steps' | 'turn'; member: StaffMember };

interface StaffListProps {
  viewer: User;
  displacement: Displacement;
  /** Absences of a doctor. */
  absencesOf(userId: number): ReactNode;
}

interface TaskDialogProps {
  task: StaffTask;
  viewer: User;
  locations: readonly Location[];
  absencesOf: StaffListProps['absencesOf'];
  displacement: Displacement;
  onEnd(): void;
  onHandOver(person: InitialSignIn): void;
}

/** The dialog of the current action on a staff member. */
function TaskDialog({
  task,
  viewer,
  locations,
  absencesOf,
  displacement,
  onEnd,
  onHandOver,
}: TaskDialogProps) {
  switch (task.kind) {
    case 'new':
      return <NewStaffDialog locations={locations} onClose={onEnd} onCreated={onHandOver} />;
    case 'edit':
    case 'arabicName':
      return (
        <EditStaffDialog
          member={task.member}
          atArabicName={task.kind === 'arabicName'}
          {...{ viewer, locations, displacement }}
          onClose={onEnd}
        />
      );
    case 'absences':
      return (
        <Dialog
          open
          size="md"
          title={t('staff.absence.title')}
          description={`${doctorName(currentLang(), { ...task.member, name: task.member.user.name })}: ${t('staff.absence.text')}`}
          closeLabel={t('common.action.close')}
          onClose={onEnd}
        >
          {absencesOf(task.member.user.id)}
        </Dialog>
      );
    case 'password':
      return <ResetPasswordDialog person={task.member.user} onClose={onEnd} onGiven={onHandOver} />;
    case 'steps':
      return <ResetStepsDialog person={task.member.user} onClose={onEnd} />;
    case 'sessions':
      return <EndSessionsDialog member={task.member} onClose={onEnd} />;
    case 'turn':
      return <AccountActivationDialog member={task.member} displacement={displacement} onClose={onEnd} />;
  }
}

/** All staff: names, places of work, and whether they may sign in. */
export function StaffList({ viewer, absencesOf, displacement }: StaffListProps) {
  const { data: members, error } = useRead(listStaff);
  const { data: locations = [] } = useRead(listLocations);
  const [query, setQuery] = useState('');
  const [role, setRole] = useState('');
  const [task, setTask] = useState<StaffTask | null>(null);
  const [handedOver, setHandedOver] = useState<InitialSignIn | null>(null);
  const end = () => setTask(null);
  const hand = (person: InitialSignIn) => {
    setTask(null);
    setHandedOver(person);
  };
  const shown = members?.filter(
    (member) => (role === '' || member.user.role === role) && matchesStaffSearch(member, query),
  );
  return (
    <>
      <SectionHeader
        title={t('admin.staff.listTitle')}
        count={members && <Count>{formatNumberInLang(members.length)}</Count>}
        actions={
          <Button
            icon={<Plus size={18} strokeWidth={1.7} aria-hidden="true" />}
            onClick={() => setTask({ kind: 'new' })}
          >
            {t('admin.staff.add')}
          </Button>
        }
      />
      <search className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <SearchInput
          dense
          isFilter
          label={t('admin.staff.search')}
          placeholder={t('admin.staff.search')}
          clearLabel={t('common.action.clearSearch')}
          value={query}
          onChange={setQuery}
        />
        <Select
          dense
          aria-label={t('common.field.role')}
          value={role}
          onChange={({ target }) => setRole(target.value)}
        >
          <option value="">{t('admin.staff.allRoles')}</option>
          <option value="receptionist">{t('admin.staff.role.receptionist')}</option>
          <option value="doctor">{t('admin.staff.role.doctor')}</option>
          <option value="admin">{t('admin.staff.role.admin')}</option>
        </Select>
      </search>
      <WithoutArabicName
        members={members ?? []}
        viewer={viewer}
        onEnter={(member) => setTask({ kind: 'arabicName', member })}
      />
      {error && <EmptyState title={t('common.state.loadFailed')}>{error.message}</EmptyState>}
      {!members && !error && (
        <LoadingRegion label={t('common.state.loading')} className="grid gap-3">
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} className="h-15" />
          ))}
        </LoadingRegion>
      )}
      {shown?.length === 0 && (
        <EmptyState title={t('admin.staff.emptyTitle')}>{t('admin.staff.emptyText')}</EmptyState>
      )}
      {shown && shown.length > 0 && (
        <Table label={t('admin.staff.listTitle')}>
          <TableHead>
            <TableHeading>{t('common.field.name')}</TableHeading>
            <TableHeading>{t('common.field.role')}</TableHeading>
            <TableHeading>{t('admin.staff.presented')}</TableHeading>
            <TableHeading>{t('admin.staff.branches')}</TableHeading>
            <TableHeading>{t('admin.staff.reach')}</TableHeading>
            <TableHeading>{t('common.field.status')}</TableHeading>
            <TableHeading>
              <span className="sr-only">{t('common.field.actions')}</span>
            </TableHeading>
          </TableHead>
          <TableBody>
            {shown.map((member) => (
              <StaffRow
                key={member.user.id}
                member={member}
                viewer={viewer}
                locations={locations}
                onTask={(kind) => setTask({ kind, member })}
              />
            ))}
          </TableBody>
        </Table>
      )}
      {members && <p className="text-small text-ink-2">{t('admin.staff.protection')}</p>}
      {task && (
        <TaskDialog
          task={task}
          viewer={viewer}
          locations={locations}
          displacement={displacement}
          absencesOf={absencesOf}
          onEnd={end}
          onHandOver={hand}
        />
      )}
      {handedOver && <HandOverDialog person={handedOver} onClose={() => setHandedOver(null)} />}
    </>
  );
}

interface WithoutProps {
  members: readonly StaffMember[];
  viewer: User;
  onEnter(member: StaffMember): void;
}

/** Staff without an Arabic name; pressing one opens the form to enter it. */
function WithoutArabicName({ members, viewer, onEnter }: WithoutProps) {
  const without = members.filter(
    ({ user, nameAr }) =>
      !user.deactivated && lacksArabic({ name: user.name, nameAr }) && getStaffRights(viewer, user).edit,
  );
  if (without.length === 0) return null;
  return (
    <Notice title={t('admin.staff.noArabicTitle', { n: without.length })}>
      <p>{t('admin.staff.noArabicText')}</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {without.map((member) => (
          <li key={member.user.id}>
            <Button
              kind="out"
              size="sm"
              aria-label={t('admin.staff.enterArabic', { name: member.user.name })}
              onClick={() => onEnter(member)}
            >
              <bdi>{member.user.name}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function EndSessionsDialog({ member, onClose }: { member: StaffMember; onClose(): void }) {
  return <ConfirmDialog {...useEndSessions(member.user, onClose)} />;
}
