import {
  CalendarOff,
  CircleCheck,
  CircleOff,
  KeyRound,
  LogOut,
  Pencil,
  Power,
  ShieldOff,
} from 'lucide-react';
import type { Location } from '#shared/contract/locations.ts';
import type { StaffMember } from '#shared/contract/staff.ts';
import type { User } from '#shared/contract/users.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { openAfterProof } from '#web/api/changes.ts';
import { currentLang, joinWithComma, pickLanguage, t } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { Menu, MenuItem, MenuRule } from '#web/ui/overlay/menu.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { TableCell, TableRow, TwoLines } from '#web/ui/table.tsx';
import { getStaffRights } from './staff-rights.ts';

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

interface StaffRowProps {
  member: StaffMember;
  viewer: User;
  locations: readonly Location[];
  onTask(kind: 'edit' | 'absences' | 'password' | 'sessions' | 'steps' | 'turn'): void;
}

export function StaffRow({ member, viewer, locations, onTask }: StaffRowProps) {
  const { user } = member;
  const rights = getStaffRights(viewer, user);
  const branches = locations
    .filter(({ id }) => member.locationIds.includes(id))
    .map(({ name, nameAr }) => pickLanguage(name, nameAr));
  const speciality = pickLanguage(member.speciality, member.specialityAr);
  return (
    <TableRow>
      <TableCell place="who">
        <StaffIdentity member={member} />
      </TableCell>
      <TableCell place="meta">
        <span className="flex flex-wrap gap-1">
          <Badge>{t(user.isSuperAdmin ? 'role.superAdmin' : `role.${user.role}`)}</Badge>
          {user.id === viewer.id && <Badge>{t('admin.admins.you')}</Badge>}
        </span>
      </TableCell>
      <TableCell className={speciality ? undefined : 'max-lg:hidden'}>{speciality || '-'}</TableCell>
      <TableCell>{branches.length > 0 ? joinWithComma(...branches) : t('admin.staff.noBranches')}</TableCell>
      <TableCell className={user.phone || user.email ? undefined : 'max-lg:hidden'}>
        <span className="grid justify-items-start gap-[2px] text-xs">
          {user.phone && <span className="ltr num">{user.phone}</span>}
          {user.email && <span className="ltr break-all">{user.email}</span>}
          {!user.phone && !user.email && '-'}
        </span>
      </TableCell>
      <TableCell place="status">
        <Pill
          tone={user.deactivated ? 'neutral' : 'success'}
          icon={user.deactivated ? CircleOff : CircleCheck}
        >
          {t(user.deactivated ? 'admin.staff.deactivated' : 'admin.staff.active')}
        </Pill>
      </TableCell>
      <TableCell place="actions">
        <Menu trigger={<MoreButton name={user.name} />}>
          <MenuItem icon={<Pencil {...icon} />} disabled={!rights.edit} onSelect={() => onTask('edit')}>
            {t('common.action.edit')}
          </MenuItem>
          {isActiveDoctor(user) && (
            <MenuItem icon={<CalendarOff {...icon} />} onSelect={() => onTask('absences')}>
              {t('staff.absence.title')}
            </MenuItem>
          )}
          <MenuItem
            icon={<KeyRound {...icon} />}
            disabled={!rights.handOver}
            onSelect={() => onTask('password')}
          >
            {t('staff.handOver.reset')}
          </MenuItem>
          <MenuItem
            icon={<LogOut {...icon} />}
            disabled={!rights.handOver}
            onSelect={() => onTask('sessions')}
          >
            {t('staff.endSessions.title')}
          </MenuItem>
          <MenuItem
            icon={<ShieldOff {...icon} />}
            disabled={!rights.handOver}
            onSelect={() => openAfterProof(() => onTask('steps'))}
          >
            {t('admin.staff.resetSteps')}
          </MenuItem>
          <MenuRule />
          <MenuItem
            icon={<Power {...icon} />}
            danger={!user.deactivated}
            disabled={!rights.deactivate}
            onSelect={() => onTask('turn')}
          >
            {t(user.deactivated ? 'admin.staff.reactivate' : 'admin.staff.deactivate')}
          </MenuItem>
          {!rights.deactivate && (
            <p className="max-w-64 px-[10px] py-2 text-xs text-ink-2">
              {t(getProtectionReasonKey(viewer, user))}
            </p>
          )}
        </Menu>
      </TableCell>
    </TableRow>
  );
}

function StaffIdentity({ member }: { member: StaffMember }) {
  const { user, nameAr } = member;
  const name =
    user.role === 'doctor'
      ? doctorName(currentLang(), { ...member, name: user.name })
      : pickLanguage(user.name, nameAr);
  return (
    <span className="flex items-center gap-3">
      {member.photoUrl ? (
        <img src={member.photoUrl} alt="" className="petal petal-small size-9 flex-none object-cover" />
      ) : (
        <Avatar name={pickLanguage(user.name, nameAr)} />
      )}
      <TwoLines first={name} second={<span className="ltr">{user.username}</span>} />
    </span>
  );
}

const isActiveDoctor = ({ role, deactivated }: User): boolean => role === 'doctor' && !deactivated;

function getProtectionReasonKey(viewer: User, user: User) {
  if (viewer.id === user.id) return 'admin.staff.protectedSelf';
  return user.isSuperAdmin ? 'admin.staff.protectedSuper' : 'admin.staff.protected';
}
