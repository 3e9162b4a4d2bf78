import type { ReactNode } from 'react';
import type { User } from '#shared/contract/users.ts';
import { t } from '#web/i18n.ts';
import { BottomBar } from '#web/ui/frame/bottom-bar.tsx';
import { receptionNavigation } from './reception-navigation.ts';
import { type StaffPageProps, StaffShell } from './staff-shell.tsx';

interface ReceptionShellProps extends StaffPageProps {
  /** URL of the current navigation item. */
  at: string;
  children(user: User): ReactNode;
}

/** A page of the front desk: staff shell with its navigation and the bottom bar. */
export function ReceptionShell({ at, children, ...page }: ReceptionShellProps) {
  const items = receptionNavigation();
  // The bottom bar has no room for six items; disruptions are only in the menu.
  const nearest = items.filter(({ href }) => href !== '/clinic/disruptions');
  return (
    <StaffShell
      {...page}
      items={items}
      current={at}
      navLabel={t('desk.nav.label')}
      bottomBar={<BottomBar label={t('common.nav.quickMenu')} items={nearest} current={at} />}
    >
      {children}
    </StaffShell>
  );
}
