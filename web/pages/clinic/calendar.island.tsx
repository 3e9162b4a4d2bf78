import { type ClinicClock, dayClock } from '#shared/domain/clinic-time.ts';
import { CalendarView } from '#web/features/appointments/calendar/calendar-view.tsx';
import { doctorListColumns } from '#web/features/appointments/list/appointments-panel.tsx';
import { useCurrentTime } from '#web/features/appointments/use-now.ts';
import { useDoctorScope } from '#web/features/staff/use-doctor-scope.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { ClinicClockLine } from '#web/shell/clinic-clock-line.tsx';
import { type SharedPageProps, SharedStaffPage } from '#web/shell/shared-staff-page.tsx';
import { useStaffDesk } from '#web/shell/staff-desk.tsx';
import { StaffRouter } from '#web/shell/staff-router.tsx';

const calendarPath = '/clinic/calendar';

/** The calendar of the front desk, for all staff; the URL contains the view. */
function CalendarIsland(props: SharedPageProps) {
  return (
    <StaffRouter path={calendarPath}>
      <SharedStaffPage
        {...props}
        at={calendarPath}
        title={t('common.nav.calendar')}
        subtitle={<ClinicClockLine />}
      >
        {(role) => <Calendar kind={role} />}
      </SharedStaffPage>
    </StaffRouter>
  );
}

function Calendar({ kind }: { kind: 'admin' | 'doctor' }) {
  const now = useCurrentTime();
  const clock: ClinicClock = dayClock(now);
  const desk = useStaffDesk({ kind, now });
  const whose = useDoctorScope();
  return (
    <>
      <CalendarView
        kind={kind}
        first="day"
        whose={whose}
        clock={clock}
        columns={doctorListColumns}
        actions={desk.actions}
        patientField={desk.patientField}
        onNew={desk.newAppointment}
      />
      {desk.dialogs}
    </>
  );
}

export const island = defineIsland({
  name: 'calendar',
  areas: ['common', 'errors', 'staff', 'admin', 'doctor', 'desk'],
  component: CalendarIsland,
});
