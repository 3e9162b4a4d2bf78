import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { dayClock, isRealDate } from '#shared/domain/clinic-time.ts';
import { formatWeekdayDate } from '#shared/domain/format-time.ts';
import { useSession } from '#web/api/session.ts';
import { useCurrentTime } from '#web/features/appointments/use-now.ts';
import { DayBoard } from '#web/features/arrivals/day-board.tsx';
import type { BoardSelection } from '#web/features/arrivals/use-board-place.ts';
import { openNoticeDialog } from '#web/features/notices/open-notice-dialog.ts';
import { PatientSearch } from '#web/features/patients/patient-search.tsx';
import {
  ScreensDialog,
  type ScreensDialogProps,
  ScreensItems,
} from '#web/features/screens/screens-dialog.tsx';
import { useDoctorScope } from '#web/features/staff/use-doctor-scope.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { ClinicClockLine } from '#web/shell/clinic-clock-line.tsx';
import { type SharedPageProps, SharedStaffPage } from '#web/shell/shared-staff-page.tsx';
import { renderAlerts, useStaffDesk } from '#web/shell/staff-desk.tsx';
import { StaffRouter } from '#web/shell/staff-router.tsx';
import { Button } from '#web/ui/button.tsx';

const dayPath = '/clinic/day';

/** The board of a branch's day; the URL contains branch and day. */
function DayIsland(props: SharedPageProps) {
  return (
    <StaffRouter path={dayPath}>
      <DayNavigation {...props} />
    </StaffRouter>
  );
}

function DayNavigation(props: SharedPageProps) {
  const [params] = useSearchParams();
  const now = useCurrentTime();
  const asked = params.get('date') ?? '';
  const shown = isRealDate(asked) ? asked : dayClock(now).date;
  return (
    <SharedStaffPage
      {...props}
      at={dayPath}
      ownSearch
      title={formatWeekdayDate(props.lang, shown)}
      subtitle={<ClinicClockLine beside={shown} />}
    >
      {() => <Day now={now} />}
    </SharedStaffPage>
  );
}

function Day({ now }: { now: Date }) {
  const [params, setParams] = useSearchParams();
  const desk = useStaffDesk({ kind: 'doctor', now });
  const whose = useDoctorScope();
  const [screens, setScreens] = useState<Omit<ScreensDialogProps, 'onClose'> | null>(null);
  const today = dayClock(now).date;
  const role = useSession().user?.role;
  const writes = role === 'receptionist' || role === 'admin';
  const [branch, date] = [Number(params.get('branch')), params.get('date') ?? ''];
  const place: BoardSelection = { locationId: branch || null, date: isRealDate(date) ? date : null };
  function go(next: Partial<BoardSelection>) {
    const to = { ...place, ...next };
    const words = new URLSearchParams();
    if (to.locationId !== null) words.set('branch', String(to.locationId));
    if (to.date !== null) words.set('date', to.date);
    setParams(words);
  }
  return (
    <>
      <DayBoard
        place={place}
        onPlace={go}
        now={now}
        whose={whose}
        PatientSearch={PatientSearch}
        openFile={desk.openFile}
        book={(patient) => desk.newAppointment({ date: today }, patient)}
        followUp={desk.followUp}
        openNote={desk.openNote}
        openMissed={desk.openMissed}
        openVisit={desk.openVisit}
        alerts={renderAlerts}
        tools={({ id }) =>
          writes && (
            <Button
              kind="gho"
              size="sm"
              icon={
                <MessageSquareText size={18} strokeWidth={1.7} aria-hidden="true" className="max-sm:hidden" />
              }
              onClick={() => {
                const day = place.date ?? today;
                void openNoticeDialog({ today, audience: { locationId: id, from: day, to: day } });
              }}
            >
              {t('staff.notice.open')}
            </Button>
          )
        }
        more={({ id, name }) => (
          <ScreensItems onOpen={(kind) => setScreens({ kind, locationId: id, branch: name })} />
        )}
      />
      {screens && <ScreensDialog {...screens} onClose={() => setScreens(null)} />}
      {desk.dialogs}
    </>
  );
}

export const island = defineIsland({
  name: 'day',
  areas: ['common', 'errors', 'staff', 'admin', 'doctor', 'desk'],
  component: DayIsland,
});
