import { dayClock } from '#shared/domain/clinic-time.ts';
import { AppointmentsPanel } from '#web/features/appointments/list/appointments-panel.tsx';
import { useNow } from '#web/features/appointments/use-now.ts';
import { BranchesNow } from '#web/features/arrivals/branches-now.tsx';
import { audienceOf, openNoticeDialog } from '#web/features/notices/open-notice-dialog.ts';
import { NeedsAttention } from '#web/features/waiting/needs-attention.tsx';
import { OnceKnown } from '#web/features/waiting/once-known.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { ClinicClockLine } from '#web/shell/clinic-clock-line.tsx';
import { ReceptionShell } from '#web/shell/reception-shell.tsx';
import { useStaffDesk } from '#web/shell/staff-desk.tsx';
import { StaffRouter } from '#web/shell/staff-router.tsx';
import { type StaffPageProps, Switches } from '#web/shell/staff-shell.tsx';
import { Folds } from '#web/ui/fold.tsx';
import { PageHeader } from '#web/ui/frame/page-header.tsx';

const here = '/clinic/appointments';

/** The list of appointments of the receptionist's branches. */
function DeskAppointmentsIsland(props: StaffPageProps) {
  return (
    <StaffRouter path={here}>
      <ReceptionShell {...props} at={here}>
        {(user) => (
          <>
            <PageHeader
              title={t('desk.nav.appointments')}
              subtitle={<ClinicClockLine />}
              end={<Switches lang={props.lang} user={user} />}
            />
            <OnceKnown>
              <Visits />
            </OnceKnown>
          </>
        )}
      </ReceptionShell>
    </StaffRouter>
  );
}

function Visits() {
  const now = useNow();
  const desk = useStaffDesk({ kind: 'doctor', now });
  const today = dayClock(now).date;
  return (
    <div className="grid min-w-0 gap-4">
      <Folds>
        <NeedsAttention list={here} today={today} />
        <BranchesNow now={now} ofSeveral />
      </Folds>
      <AppointmentsPanel
        today={today}
        actions={desk.actions}
        onAddPatient={desk.newPatient}
        onWrite={(shown) => void openNoticeDialog({ today, audience: audienceOf(shown) })}
        onAddAppointment={(locationId) => desk.newAppointment({ locationId })}
      />
      {desk.dialogs}
    </div>
  );
}

export const island = defineIsland({
  name: 'desk-appointments',
  areas: ['common', 'errors', 'staff', 'desk'],
  component: DeskAppointmentsIsland,
});
