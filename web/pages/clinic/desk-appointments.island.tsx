import { dayClock } from '#shared/domain/clinic-time.ts';
import { AppointmentsPanel } from '#web/features/appointments/list/appointments-panel.tsx';
import { useCurrentTime } from '#web/features/appointments/use-now.ts';
import { BranchesNow } from '#web/features/arrivals/branches-now.tsx';
import { buildAudience, openNoticeDialog } from '#web/features/notices/open-notice-dialog.ts';
import { DelayUntilKnown } from '#web/features/waiting/delay-until-known.tsx';
import { NeedsAttention } from '#web/features/waiting/needs-attention.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { ClinicClockLine } from '#web/shell/clinic-clock-line.tsx';
import { ReceptionShell } from '#web/shell/reception-shell.tsx';
import { useStaffDesk } from '#web/shell/staff-desk.tsx';
import { StaffRouter } from '#web/shell/staff-router.tsx';
import { DisplaySwitches, type StaffPageProps } from '#web/shell/staff-shell.tsx';
import { CollapsibleGroup } from '#web/ui/collapsible-section.tsx';
import { PageHeader } from '#web/ui/frame/page-header.tsx';

const deskAppointmentsPath = '/clinic/appointments';

/** The list of appointments of the receptionist's branches. */
function DeskAppointmentsIsland(props: StaffPageProps) {
  return (
    <StaffRouter path={deskAppointmentsPath}>
      <ReceptionShell {...props} at={deskAppointmentsPath}>
        {(user) => (
          <>
            <PageHeader
              title={t('desk.nav.appointments')}
              subtitle={<ClinicClockLine />}
              end={<DisplaySwitches lang={props.lang} user={user} />}
            />
            <DelayUntilKnown>
              <Visits />
            </DelayUntilKnown>
          </>
        )}
      </ReceptionShell>
    </StaffRouter>
  );
}

function Visits() {
  const now = useCurrentTime();
  const desk = useStaffDesk({ kind: 'doctor', now });
  const today = dayClock(now).date;
  return (
    <div className="grid min-w-0 gap-4">
      <CollapsibleGroup>
        <NeedsAttention list={deskAppointmentsPath} today={today} />
        <BranchesNow now={now} ofSeveral />
      </CollapsibleGroup>
      <AppointmentsPanel
        today={today}
        actions={desk.actions}
        onAddPatient={desk.newPatient}
        onWrite={(shown) => void openNoticeDialog({ today, audience: buildAudience(shown) })}
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
