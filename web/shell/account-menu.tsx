import { ChevronDown, LayoutGrid, LogOut, UserRound } from 'lucide-react';
import type { User } from '#shared/contract/users.ts';
import { t } from '#web/i18n.ts';
import { buttonLook } from '#web/ui/button-look.ts';
import { Menu, MenuItem, MenuRule } from '#web/ui/overlay/menu.tsx';
import { accountEntries, accountName } from './account-entries.ts';

const icon = { size: 20, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** The menu of whoever is signed in, on a desktop; a phone has the same entries in its side menu. */
export function AccountMenu({ user, onLogOut }: { user: User; onLogOut: () => void }) {
  return (
    <Menu
      trigger={
        <button type="button" className={buttonLook({ kind: 'out' }, 'ms-2 max-w-60')}>
          <UserRound {...icon} />
          <span className="truncate">{accountName(user)}</span>
          <ChevronDown {...icon} size={16} />
        </button>
      }
    >
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
