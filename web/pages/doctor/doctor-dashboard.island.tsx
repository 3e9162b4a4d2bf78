import type { MouseEvent } from 'react';
import { useSearchParams } from 'wouter';
import { defineIsland } from '#web/islands/define.ts';
import { doctorNavigation } from '#web/shell/doctor-navigation.ts';
import { DoctorShell } from '#web/shell/doctor-shell.tsx';
import { StaffRouter } from '#web/shell/staff-router.tsx';
import type { StaffPageProps } from '#web/shell/staff-shell.tsx';
import { DoctorDashboard, type DoctorTab, doctorTabs } from './doctor-dashboard.tsx';

const doctorHomePath = '/doctor/dashboard';
const buildDoctorTabHref = (tab: DoctorTab) => `${doctorHomePath}?tab=${tab}`;

/** The doctor's day; the URL contains the view. */
function DoctorDashboardIsland(props: StaffPageProps) {
  return (
    <StaffRouter path={doctorHomePath}>
      <DoctorPlaces {...props} />
    </StaffRouter>
  );
}

function DoctorPlaces(props: StaffPageProps) {
  const [params, setParams] = useSearchParams();
  const named = doctorTabs.find((tab) => tab === params.get('tab'));
  const tab = named ?? 'appointments';
  const items = doctorNavigation();
  const current =
    named && items.some(({ href }) => href === buildDoctorTabHref(named))
      ? buildDoctorTabHref(named)
      : doctorHomePath;
  function follow(event: MouseEvent, href: string) {
    if (!href.startsWith(doctorHomePath) || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    setParams(href.split('?')[1] ?? '');
  }
  return (
    <DoctorShell {...props} at={current} onFollow={follow}>
      {(user) => <DoctorDashboard user={user} lang={props.lang} tab={tab} />}
    </DoctorShell>
  );
}

export const island = defineIsland({
  name: 'doctor-dashboard',
  areas: ['common', 'errors', 'staff', 'doctor'],
  component: DoctorDashboardIsland,
});
