import type { User } from '#shared/contract/users.ts';
import { type Role, roles } from '#shared/domain/people/roles.ts';
import { type MessageKey, t } from '#web/i18n.ts';

interface AccountEntry {
  readonly href: string;
  readonly label: MessageKey;
  readonly isDashboard: boolean;
}

/** Links of the account menu by role. */
export function accountEntries(role: Role): AccountEntry[] {
  const entries: AccountEntry[] = [{ href: '/profile', label: 'common.header.profile', isDashboard: false }];
  if (roles[role].books)
    entries.push({
      href: '/profile?tab=appointments',
      label: 'common.header.appointments',
      isDashboard: false,
    });
  if (role === 'admin')
    entries.push({ href: '/admin', label: 'common.header.adminDashboard', isDashboard: true });
  if (role === 'doctor')
    entries.push({ href: '/doctor', label: 'common.header.doctorDashboard', isDashboard: true });
  if (role === 'receptionist')
    entries.push({ href: '/clinic/day', label: 'common.header.deskDashboard', isDashboard: true });
  return entries;
}

/** The user's name, else the username, else "My Account". */
export const accountName = (user: Pick<User, 'name' | 'username'>): string =>
  user.name || user.username || t('common.header.myAccount');
