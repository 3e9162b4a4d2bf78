import type { MouseEvent, ReactNode } from 'react';
import type { User } from '#shared/contract/users.ts';
import { t } from '#web/i18n.ts';
import { BottomBar } from '#web/ui/frame/bottom-bar.tsx';
import { PageHeader } from '#web/ui/frame/page-header.tsx';
import { type AdminNavHref, adminNavigation, buildAdminBottomNav } from './admin-navigation.ts';
import { DisplaySwitches, type StaffPageProps, StaffShell } from './staff-shell.tsx';

interface AdminShellProps extends StaffPageProps {
  at: AdminNavHref;
  title: string;
  subtitle?: ReactNode;
  /** The page has its own patient search. */
  ownSearch?: boolean | undefined;
  /** Shown at the end of the heading at every width, after the switches. */
  headerAlways?: ReactNode;
  onFollow?(event: MouseEvent, href: string): void;
  /** False if the page has another bar at the bottom of a phone. */
  thumbBar?: boolean;
  children(user: User): ReactNode;
}

/** A page of an admin: staff shell with the admin's navigation, the heading and the bottom bar. */
export function AdminShell({
  at,
  title,
  subtitle,
  ownSearch,
  headerAlways,
  onFollow,
  thumbBar = true,
  children,
  ...page
}: AdminShellProps) {
  return (
    <StaffShell
      {...page}
      items={adminNavigation()}
      current={at}
      navLabel={t('admin.nav.label')}
      onFollow={onFollow}
      bottomBar={
        thumbBar && <BottomBar label={t('common.nav.quickMenu')} items={buildAdminBottomNav()} current={at} />
      }
    >
      {(user) => (
        <>
          <PageHeader
            title={title}
            subtitle={subtitle}
            end={<DisplaySwitches lang={page.lang} user={user} ownSearch={ownSearch} />}
            always={headerAlways}
          />
          {children(user)}
        </>
      )}
    </StaffShell>
  );
}
