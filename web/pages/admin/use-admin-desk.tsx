import { type ReactNode, useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { User } from '#shared/contract/users.ts';
import type { PatientActions } from '#web/features/patients/admin-patients-table.tsx';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { type StaffDesk, useStaffDesk } from '#web/shell/staff-desk.tsx';
import { lazyPreloaded } from '#web/ui/overlay/lazy-preloaded.tsx';

const AppointmentDelete = lazyPreloaded(() =>
  import('#web/features/appointments/visit/admin-delete-dialog.tsx').then((m) => m.AppointmentDelete),
);
const EditPatientDialog = lazyPreloaded(() =>
  loadWithMessages(['account', 'account-own'], () =>
    import('#web/features/patients/edit-patient-dialog.tsx').then((m) => m.EditPatientDialog),
  ),
);

export interface AdminDesk extends StaffDesk {
  patients: Pick<PatientActions, 'onProfile' | 'onBook' | 'onEdit'>;
  /** All dialogs; render them once in the page. */
  dialogs: ReactNode;
}

/** The staff desk with the actions only an admin has: deleting appointments and managing patient records. */
export function useAdminDesk(now: Date): AdminDesk {
  const [deleting, setDeleting] = useState<Appointment | null>(null);
  const [editing, setEditing] = useState<User | null>(null);
  const desk = useStaffDesk({ kind: 'admin', now, remove: setDeleting });
  return {
    ...desk,
    patients: {
      onProfile: desk.openFile,
      onBook: (patient) => desk.newAppointment(undefined, patient),
      onEdit: setEditing,
    },
    dialogs: (
      <>
        {desk.dialogs}
        {deleting && <AppointmentDelete row={deleting} onClose={() => setDeleting(null)} />}
        {editing && <EditPatientDialog patient={editing} onClose={() => setEditing(null)} />}
      </>
    ),
  };
}
