import { LayoutGrid, LogOut, UserRound } from 'lucide-react';
import { t } from '#web/i18n.ts';
import { Menu, MenuItem, MenuRule } from '#web/ui/overlay/menu.tsx';
import { accountEntries } from './account-entries.ts';
import { type AccountMenuProps, AccountTrigger } from './account-trigger.tsx';

const icon = { size: 20, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** The account menu on a desktop; a phone has the same entries in its side menu. */
export function AccountMenu({ user, onLogOut, defaultOpen }: AccountMenuProps & { defaultOpen: boolean }) {
  return (
    <Menu defaultOpen={defaultOpen} trigger={<AccountTrigger user={user} />}>
      {accountEntries(user.role).map(({ href, label, isDashboard }) => (
        <MenuItem
          key={href}
          href={href}
          icon={isDashboard ? <LayoutGrid {...icon} /> : <UserRound {...icon} />}
        >
          {t(label)}
        </MenuItem>
      ))}
      <MenuRule />
      <MenuItem icon={<LogOut {...icon} className="flip" />} onSelect={onLogOut}>
        {t('common.header.logout')}
      </MenuItem>
    </Menu>
  );
}
