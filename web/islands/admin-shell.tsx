import type { ReactNode } from 'react';
import type { User } from '#shared/contract/users.ts';
import { t } from '#web/i18n.ts';
import { BottomBar } from '#web/ui/bottom-bar.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { type AdminPlace, adminNavigation, adminThumbNavigation } from './admin-navigation.ts';
import { type StaffPageProps, StaffShell, Switches } from './staff-shell.tsx';

interface AdminShellProps extends StaffPageProps {
  at: AdminPlace;
  title: string;
  subtitle?: ReactNode;
  /** In place of the switches at the end of the heading. */
  headerEnd?: ReactNode;
  /** False where another bar stands at the bottom of a phone. */
  thumbBar?: boolean;
  children(user: User): ReactNode;
}

/** A page of the admin: the shell with her places, the heading, and the bar under her thumb. */
export function AdminShell({ at, title, subtitle, headerEnd, thumbBar = true, children, ...page }: AdminShellProps) {
  return (
    <StaffShell
      {...page}
      items={adminNavigation()}
      current={at}
      navLabel={t('admin.nav.label')}
      bottomBar={thumbBar && <BottomBar label={t('admin.bottomBar.label')} items={adminThumbNavigation()} current={at} />}
    >
      {(user) => (
        <>
          <PageHeader title={title} subtitle={subtitle} end={headerEnd ?? <Switches lang={page.lang} user={user} />} />
          {children(user)}
        </>
      )}
    </StaffShell>
  );
}
