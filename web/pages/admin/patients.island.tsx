import { useSearchParams } from 'wouter';
import { useNow } from '#web/features/appointments/use-now.ts';
import { AdminPatientsPanel } from '#web/features/patients/admin-patients-panel.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { AdminShell } from '#web/shell/admin-shell.tsx';
import { ClinicClockLine } from '#web/shell/clinic-clock-line.tsx';
import type { StaffPageProps } from '#web/shell/staff-shell.tsx';
import { FloatingButton } from '#web/ui/frame/floating-button.tsx';
import { useAdminDesk } from './use-admin-desk.tsx';

/** Patient Management on a page of its own. */
function PatientsIsland(props: StaffPageProps) {
  return (
    <AdminShell
      {...props}
      at="/admin/patients"
      title={t('admin.patients.title')}
      subtitle={<ClinicClockLine />}
    >
      {() => <Patients />}
    </AdminShell>
  );
}

function Patients() {
  const [params, setParams] = useSearchParams();
  const desk = useAdminDesk(useNow());
  return (
    <div className="max-lg:pb-[70px]">
      <AdminPatientsPanel
        q={params.get('q') ?? ''}
        onSearch={(q) => setParams(q ? { q } : {}, { replace: true })}
        onAdd={desk.newPatient}
        {...desk.patients}
      />
      <FloatingButton label={t('admin.floating.addPatient')} onClick={desk.newPatient} />
      {desk.dialogs}
    </div>
  );
}

export const island = defineIsland({
  name: 'patients',
  areas: ['common', 'errors', 'account', 'staff', 'admin'],
  component: PatientsIsland,
});
