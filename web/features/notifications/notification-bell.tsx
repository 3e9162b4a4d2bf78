import { Bell } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { User } from '#shared/contract/users.ts';
import { useSession } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { createOnDemandButton } from '#web/islands/on-demand.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

export interface BellProps {
  user: User;
}

/** The bell button with the number of unread notifications. */
export function BellTrigger(rest: ComponentProps<'button'>) {
  const { unread } = useSession();
  const label = unread > 0 ? t('common.notifications.unread', { n: unread }) : t('common.notifications.open');
  return (
    <IconButton {...rest} label={label} dot={unread > 0}>
      <Bell size={20} strokeWidth={1.7} aria-hidden="true" />
    </IconButton>
  );
}

/** The bell in the header and, after a press, the panel with the newest fifty notifications. */
export const NotificationBell = createOnDemandButton<BellProps>(
  () =>
    loadWithMessages(['account-details'], () =>
      import('./notification-panel.tsx').then((m) => m.NotificationPanel),
    ),
  ({ trigger }) => <BellTrigger aria-haspopup="dialog" aria-expanded={false} {...trigger} />,
);
