import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { User } from '#shared/contract/users.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { MonthHeat } from '#web/features/appointments/calendar/admin-month-heat.tsx';
import { TodayByBranch } from '#web/features/appointments/calendar/admin-today.tsx';
import { AdminTiles } from '#web/features/appointments/figures/admin-tiles.tsx';
import { AdminAppointmentsPanel } from '#web/features/appointments/list/admin-appointments-panel.tsx';
import { defaultListFilters } from '#web/features/appointments/list/list-filters.ts';
import { useListFilters } from '#web/features/appointments/list/use-list-filters.ts';
import { useCurrentTime } from '#web/features/appointments/use-now.ts';
import { BranchesNow } from '#web/features/arrivals/branches-now.tsx';
import { BackupAlarm, SystemLine } from '#web/features/backups/backup-status.tsx';
import { Alarms } from '#web/features/logs/alarms.tsx';
import { buildAudience, openNoticeDialog } from '#web/features/notices/open-notice-dialog.ts';
import { NeedsAttention } from '#web/features/waiting/needs-attention.tsx';
import { t } from '#web/i18n.ts';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { CollapsibleGroup } from '#web/ui/collapsible-section.tsx';
import { FloatingButton } from '#web/ui/frame/floating-button.tsx';
import { TabPanel } from '#web/ui/frame/tab-list.tsx';
import { Tabs } from '#web/ui/frame/tabs.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import { lazyPreloaded } from '#web/ui/overlay/lazy-preloaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type DashboardTab, dashboardTabs } from './admin-dashboard-tabs.ts';
import { type AdminDesk, useAdminDesk } from './use-admin-desk.tsx';

const LocationsTab = lazyPreloaded(() => import('./locations-tab.tsx').then((m) => m.LocationsTab));
const AdminPatientsPanel = lazyPreloaded(() =>
  import('#web/features/patients/admin-patients-panel.tsx').then((m) => m.AdminPatientsPanel),
);
/** Code and texts of the guide are loaded only when it is shown. */
const Guide = lazyPart(() =>
  loadWithMessages(['guide'], () => import('#web/features/guide/guide.tsx').then((m) => m.Guide)),
);
const ProfileTab = lazyPreloaded(() =>
  loadWithMessages(['account-own'], () => import('./profile-tab.tsx').then((m) => m.ProfileTab)),
);

interface DashboardProps {
  user: User;
  idBase: string;
  tab: DashboardTab;
  /** Whether the guide for the first days is shown. */
  guided: boolean;
  onTab(tab: DashboardTab): void;
}

export function AdminDashboard({ user, idBase, tab, guided, onTab }: DashboardProps) {
  const now = useCurrentTime();
  const [guideShown, setGuideShown] = useState(guided);
  const today = dayClock(now).date;
  const desk = useAdminDesk(now);
  const { actions, newAppointment } = desk;
  const add = tab === 'patients' ? desk.newPatient : () => newAppointment();
  // Memoized, so that opening a dialog does not render the list of hundreds of rows again.
  const list = useMemo(
    () => (
      <AdminAppointmentsPanel
        today={today}
        actions={actions}
        onAdd={() => newAppointment()}
        onWrite={(shown) => void openNoticeDialog({ today, audience: buildAudience(shown) })}
      />
    ),
    [today, actions, newAppointment],
  );
  return (
    <div className="grid min-w-0 gap-4 max-lg:pb-[70px]">
      <Alarms />
      <BackupAlarm />
      {!(guideShown && tab === 'appointments') && <AdminTiles />}
      <CollapsibleGroup>
        <NeedsAttention list="/admin/dashboard" today={today} />
        {tab === 'appointments' && (
          <BranchesNow now={now}>{!guideShown && <Pictures today={today} />}</BranchesNow>
        )}
      </CollapsibleGroup>
      <Tabs
        label={t('admin.tabs.label')}
        idBase={idBase}
        value={tab}
        onChange={(value) => onTab(value as DashboardTab)}
        tabs={dashboardTabs.map((value) => ({ value, label: t(`admin.tab.${value}`) }))}
      />
      <TabPanel idBase={idBase} value={tab} className="min-h-dvh">
        {tab === 'appointments' &&
          (guideShown ? (
            <Guided onAway={() => setGuideShown(false)}>
              <AdminTiles />
              {list}
            </Guided>
          ) : (
            list
          ))}
        {tab === 'patients' && <PatientsTab desk={desk} />}
        {tab === 'locations' && <LocationsTab today={today} />}
        {tab === 'profile' && <ProfileTab user={user} />}
      </TabPanel>
      {(tab === 'appointments' || tab === 'patients') && (
        <FloatingButton
          label={t(tab === 'patients' ? 'admin.floating.addPatient' : 'admin.floating.addAppointment')}
          onClick={add}
        />
      )}
      <SystemLine />
      {desk.dialogs}
    </div>
  );
}

function Guided(props: { onAway(): void; children: ReactNode }) {
  return (
    <Suspense fallback={<Skeleton className="h-[560px]" />}>
      <Guide {...props} />
    </Suspense>
  );
}

/** Charts of the day and the month, on a desktop; pressing a part filters the list below. */
function Pictures({ today }: { today: string }) {
  const { change } = useListFilters();
  return (
    <div className="grid gap-3 max-lg:hidden xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] 2xl:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]">
      <TodayByBranch
        today={today}
        onChoose={(locationId) => change({ ...defaultListFilters, locationId, period: 'today' })}
      />
      <MonthHeat
        today={today}
        onChoose={(date) => change({ ...defaultListFilters, period: 'custom', from: date, to: date })}
      />
    </div>
  );
}

const patientSearchParam = 'patient';

/** The search is in the URL, under a name of its own beside that of the appointments. */
function PatientsTab({ desk }: { desk: AdminDesk }) {
  const [params, setParams] = useSearchParams();
  const search = (q: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (q) next.set(patientSearchParam, q);
        else next.delete(patientSearchParam);
        return next;
      },
      { replace: true },
    );
  return (
    <AdminPatientsPanel
      title={t('admin.tab.patients')}
      q={params.get(patientSearchParam) ?? ''}
      onSearch={search}
      onAdd={desk.newPatient}
      addFloats
      {...desk.patients}
    />
  );
}
