import { type MouseEvent, useId } from 'react';
import { Router, useSearchParams } from 'wouter';
import type { User } from '#shared/contract/users.ts';
import { LastBackup } from '#web/features/backups/backup-status.tsx';
import { DelayUntilKnown } from '#web/features/waiting/delay-until-known.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import type { AdminNavHref } from '#web/shell/admin-navigation.ts';
import { AdminShell } from '#web/shell/admin-shell.tsx';
import { ClinicClockLine } from '#web/shell/clinic-clock-line.tsx';
import type { StaffPageProps } from '#web/shell/staff-shell.tsx';
import { AdminDashboard } from './admin-dashboard.tsx';
import { type DashboardTab, readDashboardTab } from './admin-dashboard-tabs.ts';

const dashboardPath = '/admin/dashboard';

/** The navigation item that is current for each tab. */
const navItemByTab: Record<DashboardTab, AdminNavHref> = {
  appointments: '/admin/dashboard?tab=appointments',
  patients: '/admin/patients',
  locations: '/admin/dashboard?tab=locations',
  profile: dashboardPath,
};

interface DashboardPageProps extends StaffPageProps {
  guided: boolean;
}

/**
 * The admin's dashboard: figures and four tabs. The tab is in the query string, which the server does not
 * read.
 */
function AdminDashboardIsland(props: DashboardPageProps) {
  return (
    <Router ssrPath={dashboardPath} ssrSearch="">
      <Dashboard {...props} />
    </Router>
  );
}

function Dashboard({ guided, ...props }: DashboardPageProps) {
  const idBase = useId();
  const [params, setParams] = useSearchParams();
  const tab = readDashboardTab(params);
  const show = (next: DashboardTab) =>
    setParams((before) => {
      const changed = new URLSearchParams(before);
      changed.set('tab', next);
      return changed;
    });
  function follow(event: MouseEvent, href: string) {
    if (!href.startsWith(dashboardPath) || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const next = new URLSearchParams(href.split('?')[1] ?? '');
    event.preventDefault();
    setParams(next);
  }
  return (
    <AdminShell
      {...props}
      at={params.has('tab') ? navItemByTab[tab] : dashboardPath}
      title={t('admin.nav.dashboard')}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-4">
          <ClinicClockLine />
          <LastBackup />
        </span>
      }
      onFollow={follow}
    >
      {(user: User) => (
        <DelayUntilKnown>
          <AdminDashboard {...{ user, idBase, tab, guided }} onTab={show} />
        </DelayUntilKnown>
      )}
    </AdminShell>
  );
}

export const island = defineIsland({
  name: 'admin-dashboard',
  areas: ['common', 'errors', 'staff', 'admin', 'plans', 'account-details'],
  component: AdminDashboardIsland,
});
