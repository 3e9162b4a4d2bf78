import { useSearchParams } from 'wouter';
import { ownPlace } from '#shared/contract/staff.ts';
import type { User } from '#shared/contract/users.ts';
import { type ClinicClock, dayClock, monthKey } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { isClosedForGood } from '#shared/domain/visits/closed-branch.ts';
import { useRead } from '#web/api/hooks.ts';
import { useIsLiveDisconnected } from '#web/api/live.ts';
import { SummaryTiles } from '#web/features/appointments/figures/summary-tiles.tsx';
import { AppointmentsPanel, doctorListColumns } from '#web/features/appointments/list/appointments-panel.tsx';
import { defaultListFilters, setFilterParams } from '#web/features/appointments/list/list-filters.ts';
import { useCurrentTime } from '#web/features/appointments/use-now.ts';
import { BranchesNow } from '#web/features/arrivals/branches-now.tsx';
import { useDoctorScope } from '#web/features/staff/use-doctor-scope.tsx';
import { DelayUntilKnown } from '#web/features/waiting/delay-until-known.tsx';
import { NeedsAttention } from '#web/features/waiting/needs-attention.tsx';
import { t } from '#web/i18n.ts';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { ClinicClockLine } from '#web/shell/clinic-clock-line.tsx';
import { useStaffDesk } from '#web/shell/staff-desk.tsx';
import { DisplaySwitches } from '#web/shell/staff-shell.tsx';
import { CollapsibleGroup } from '#web/ui/collapsible-section.tsx';
import { PageHeader } from '#web/ui/frame/page-header.tsx';
import { TabPanel } from '#web/ui/frame/tab-list.tsx';
import { Tabs } from '#web/ui/frame/tabs.tsx';
import { lazyPreloaded } from '#web/ui/overlay/lazy-preloaded.tsx';

const CalendarView = lazyPreloaded(() =>
  import('#web/features/appointments/calendar/calendar-view.tsx').then((m) => m.CalendarView),
);
const LocationsPanel = lazyPreloaded(() =>
  import('#web/features/locations/locations-panel.tsx').then((m) => m.LocationsPanel),
);
const WeeklyHours = lazyPreloaded(() =>
  import('#web/features/schedules/weekly-hours.tsx').then((m) => m.WeeklyHours),
);
const DoctorProfile = lazyPreloaded(() =>
  loadWithMessages(['account', 'account-own'], () =>
    import('./doctor-profile.tsx').then((m) => m.DoctorProfile),
  ),
);

export const doctorTabs = ['appointments', 'calendar', 'locations', 'profile'] as const;
export type DoctorTab = (typeof doctorTabs)[number];

const idBase = 'doctor';
const noonMinutes = 12 * 60;
const eveningMinutes = 17 * 60;

const getGreetingKey = ({ minutes }: ClinicClock) =>
  minutes < noonMinutes
    ? 'doctor.greeting.morning'
    : minutes < eveningMinutes
      ? 'doctor.greeting.afternoon'
      : 'doctor.greeting.evening';

/** The clinic's time, and a mark if the data shown may be outdated. */
function Now() {
  const lost = useIsLiveDisconnected();
  return (
    <>
      <ClinicClockLine />
      <span role="status" className="ms-2 font-medium text-accent empty:ms-0">
        {lost && t('staff.live.reconnecting')}
      </span>
    </>
  );
}

interface DoctorDashboardProps {
  user: User;
  lang: Lang;
  tab: DoctorTab;
}

export function DoctorDashboard({ user, lang, tab }: DoctorDashboardProps) {
  const now = useCurrentTime();
  const clock = dayClock(now);
  const [, setParams] = useSearchParams();
  const { data: place, isLoading } = useRead(ownPlace);
  const called = place?.called ?? { name: user.name, nameAr: null, title: '', titleAr: null };
  const desk = useStaffDesk({ kind: 'doctor', now });
  const { actions } = desk;
  const whose = useDoctorScope();
  return (
    <>
      <PageHeader
        // Empty until the name in the page's script is known: it may need one more line and would move the
        // content below.
        title={isLoading ? '\u00a0' : t(getGreetingKey(clock), { name: doctorName(lang, called) })}
        subtitle={<Now />}
        end={<DisplaySwitches lang={lang} user={user} />}
      />
      <DelayUntilKnown>
        <div className="grid gap-4">
          <SummaryTiles thisMonth={monthKey(clock.date)} />
          <CollapsibleGroup>
            <NeedsAttention list="/doctor/dashboard" today={clock.date} />
            {tab === 'appointments' && <BranchesNow now={now} ofSeveral />}
          </CollapsibleGroup>
        </div>
        <Tabs
          label={t('doctor.tabs.label')}
          idBase={idBase}
          value={tab}
          onChange={(next) => setParams(new URLSearchParams({ tab: next }))}
          tabs={doctorTabs.map((value) => ({ value, label: t(`doctor.tab.${value}`) }))}
        />
        <TabPanel idBase={idBase} value={tab}>
          {tab === 'appointments' && (
            <AppointmentsPanel
              today={clock.date}
              actions={actions}
              whose={whose}
              onAddPatient={desk.newPatient}
              onAddAppointment={(locationId) => desk.newAppointment({ locationId })}
            />
          )}
          {tab === 'calendar' && (
            <CalendarView
              kind="doctor"
              first="month"
              whose={whose}
              patientField={desk.patientField}
              clock={clock}
              columns={doctorListColumns}
              actions={actions}
              onNew={desk.newAppointment}
            />
          )}
          {tab === 'locations' && (
            <LocationsPanel
              hours={(location) =>
                isClosedForGood(location, clock.date) ? (
                  t('doctor.locations.closed')
                ) : (
                  <WeeklyHours locationId={location.id} />
                )
              }
              onSeeAppointments={({ id }) =>
                setParams(setFilterParams(new URLSearchParams(), { ...defaultListFilters, locationId: id }))
              }
            />
          )}
          {tab === 'profile' && <DoctorProfile user={user} />}
        </TabPanel>
        {desk.dialogs}
      </DelayUntilKnown>
    </>
  );
}
