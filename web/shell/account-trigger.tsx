import { ChevronDown, UserRound } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { User } from '#shared/contract/users.ts';
import { createOnDemandButton } from '#web/islands/on-demand.tsx';
import { getButtonClass } from '#web/ui/button-look.ts';
import { accountName } from './account-entries.ts';

const icon = { size: 20, strokeWidth: 1.7, 'aria-hidden': true } as const;

export interface AccountMenuProps {
  user: User;
  onLogOut(): void;
}

/** The button of the account menu, with the user's name. */
export function AccountTrigger({ user, ...rest }: { user: User } & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={getButtonClass({ kind: 'out' }, 'ms-2 max-w-60')}>
      <UserRound {...icon} />
      <span className="truncate">{accountName(user)}</span>
      <ChevronDown {...icon} size={16} />
    </button>
  );
}

/** The account menu on a desktop; its code is loaded on hover or focus. */
export const AccountMenu = createOnDemandButton<AccountMenuProps>(
  () => import('./account-menu.tsx').then((m) => m.AccountMenu),
  ({ user, trigger }) => (
    <AccountTrigger user={user} aria-haspopup="menu" aria-expanded={false} {...trigger} />
  ),
);
