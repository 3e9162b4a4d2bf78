import { type MouseEvent, useId } from 'react';
import { useSearchParams } from 'wouter';
import type { User } from '#shared/contract/users.ts';
import { t } from '#web/i18n.ts';
import { AdminDashboard } from './admin-dashboard.tsx';
import { type DashboardTab, tabOf } from './admin-dashboard-tabs.ts';
import type { AdminPlace } from './admin-navigation.ts';
import { AdminShell } from './admin-shell.tsx';
import { ClinicClockLine } from './clinic-clock-line.tsx';
import type { StaffPageProps } from './staff-shell.tsx';

const here = '/admin/dashboard';

/** The place in the sidebar that a tab belongs to. */
const placeOf = (tab: DashboardTab, isNamed: boolean): AdminPlace => {
  if (tab === 'locations') return '/admin/dashboard?tab=locations';
  return tab === 'appointments' && isNamed ? '/admin/dashboard?tab=appointments' : here;
};

/** The admin's dashboard: figures, and four tabs that stand in the address. */
export function AdminDashboardIsland(props: StaffPageProps) {
  const idBase = useId();
  const [params, setParams] = useSearchParams();
  const tab = tabOf(params);
  const show = (next: DashboardTab) =>
    setParams((before) => {
      const changed = new URLSearchParams(before);
      changed.set('tab', next);
      return changed;
    });
  function follow(event: MouseEvent, href: string) {
    if (!href.startsWith(here) || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setParams(new URLSearchParams(href.split('?')[1] ?? ''));
  }
  return (
    <AdminShell
      {...props}
      at={placeOf(tab, params.has('tab'))}
      title={t('admin.nav.dashboard')}
      subtitle={<ClinicClockLine />}
      onFollow={follow}
    >
      {(user: User) => <AdminDashboard user={user} idBase={idBase} tab={tab} onTab={show} />}
    </AdminShell>
  );
}
