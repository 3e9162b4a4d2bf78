import { Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { useCurrentTime } from '#web/features/appointments/use-now.ts';
import { AdminPatientsPanel } from '#web/features/patients/admin-patients-panel.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { ClinicClockLine } from '#web/shell/clinic-clock-line.tsx';
import { type SharedPageProps, SharedStaffPage } from '#web/shell/shared-staff-page.tsx';
import { useStaffDesk } from '#web/shell/staff-desk.tsx';
import { FloatingButton } from '#web/ui/frame/floating-button.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import { type AdminDesk, useAdminDesk } from './use-admin-desk.tsx';

const DuplicatePairs = lazyPart(() =>
  import('#web/features/patients/merging/file-duplicates.tsx').then((m) => m.DuplicatePairs),
);

/** The page of patients. A doctor searches and opens files; an admin also edits the records. */
function PatientsIsland(props: SharedPageProps) {
  return (
    <SharedStaffPage
      {...props}
      at="/admin/patients"
      ownSearch
      title={t('admin.patients.title')}
      subtitle={<ClinicClockLine />}
    >
      {(role) => (role === 'admin' ? <AdminsPatients /> : <DoctorsPatients />)}
    </SharedStaffPage>
  );
}

/** The admin's bottom bar has space for the floating button in the middle. */
const AdminsPatients = () => (
  <>
    <Suspense>
      <DuplicatePairs />
    </Suspense>
    <Patients desk={useAdminDesk(useCurrentTime())} addFloats />
  </>
);

function DoctorsPatients() {
  const desk = useStaffDesk({ kind: 'doctor', now: useCurrentTime() });
  const patients = {
    onProfile: desk.openFile,
    onBook: (patient: Parameters<AdminDesk['patients']['onBook']>[0]) =>
      desk.newAppointment(undefined, patient),
  };
  return <Patients desk={{ ...desk, patients }} />;
}

interface PatientsProps {
  desk: Pick<AdminDesk, 'newPatient' | 'patients' | 'dialogs'>;
  addFloats?: boolean;
}

function Patients({ desk, addFloats = false }: PatientsProps) {
  const [params, setParams] = useSearchParams();
  return (
    <div className="max-lg:pb-[70px]">
      <AdminPatientsPanel
        q={params.get('q') ?? ''}
        onSearch={(q) => setParams(q ? { q } : {}, { replace: true })}
        onAdd={desk.newPatient}
        title={t('admin.patients.all')}
        addFloats={addFloats}
        {...desk.patients}
      />
      {addFloats && <FloatingButton label={t('admin.floating.addPatient')} onClick={desk.newPatient} />}
      {desk.dialogs}
    </div>
  );
}

export const island = defineIsland({
  name: 'patients',
  areas: ['common', 'errors', 'staff', 'admin', 'doctor', 'desk'],
  component: PatientsIsland,
});
