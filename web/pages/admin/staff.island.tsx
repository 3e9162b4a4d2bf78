import { clinicClock } from '#shared/domain/clinic-time.ts';
import { now } from '#web/api/clock.ts';
import { dayFormat, monthTurns } from '#web/features/appointments/day-format.ts';
import { AbsencesPanel } from '#web/features/schedules/absences-panel.tsx';
import { StaffList } from '#web/features/staff/staff-list.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { AdminShell } from '#web/shell/admin-shell.tsx';
import type { StaffPageProps } from '#web/shell/staff-shell.tsx';

/** Doctors and admins of the clinic. */
function StaffIsland(props: StaffPageProps) {
  return (
    <AdminShell {...props} at="/admin/staff" title={t('admin.staff.title')} subtitle={t('admin.staff.text')}>
      {(user) => (
        <StaffList
          viewer={user}
          absencesOf={(userId) => (
            <AbsencesPanel
              userId={userId}
              today={clinicClock(now()).date}
              dates={{ format: dayFormat(), labels: monthTurns() }}
              listHref="/admin/dashboard?tab=appointments&"
            />
          )}
        />
      )}
    </AdminShell>
  );
}

export const island = defineIsland({
  name: 'staff',
  areas: ['common', 'errors', 'account', 'admin', 'staff'],
  component: StaffIsland,
});
