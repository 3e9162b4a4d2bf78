import { AbsencesPanel } from '#web/features/schedules/absences-panel.tsx';
import { StaffList } from '#web/features/staff/staff-list.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { AdminShell } from '#web/shell/admin-shell.tsx';
import type { StaffPageProps } from '#web/shell/staff-shell.tsx';
import { useDisplacement } from './use-displacement.tsx';

/** All staff of the clinic. */
function StaffIsland(props: StaffPageProps) {
  const displacement = useDisplacement();
  return (
    <AdminShell {...props} at="/admin/staff" title={t('admin.staff.title')}>
      {(user) => (
        <StaffList
          viewer={user}
          displacement={displacement}
          absencesOf={(userId) => <AbsencesPanel userId={userId} />}
        />
      )}
    </AdminShell>
  );
}

export const island = defineIsland({
  name: 'staff',
  areas: ['common', 'errors', 'admin', 'staff', 'plans'],
  component: StaffIsland,
});
