import { UserRound } from 'lucide-react';
import type { User } from '#shared/contract/users.ts';
import { t } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { SidebarPerson } from '#web/ui/frame/sidebar.tsx';
import { Menu, MenuItem } from '#web/ui/overlay/menu.tsx';
import { useTextSwitch } from './text-switch.tsx';
import { useThemeSwitch } from './theme-switch.tsx';

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** Link to the user's own account. Admins and doctors have their profile as a tab of the dashboard. */
export const ownAccountLink = ({ role }: User): { href: string; label: string } =>
  role === 'receptionist'
    ? { href: '/clinic/profile', label: t('common.nav.myProfile') }
    : { href: '/clinic/profile?tab=password', label: t('common.nav.ownDevices') };

/** Menu of the signed-in user: account, text size and theme of this device. */
export function PersonMenu({ user, name }: { user: User; name: string }) {
  const text = useTextSwitch();
  const theme = useThemeSwitch();
  const { href, label } = ownAccountLink(user);
  return (
    <Menu
      align="start"
      trigger={
        <SidebarPerson
          avatar={<Avatar name={name} />}
          name={name}
          role={t(user.isSuperAdmin ? 'role.superAdmin' : `role.${user.role}`)}
        />
      }
    >
      <MenuItem icon={<UserRound {...icon} />} href={href}>
        {label}
      </MenuItem>
      <MenuItem icon={<text.Icon {...icon} />} onSelect={text.toggle}>
        {text.label}
      </MenuItem>
      <MenuItem icon={<theme.Icon {...icon} />} onSelect={theme.toggle}>
        {theme.label}
      </MenuItem>
    </Menu>
  );
}
