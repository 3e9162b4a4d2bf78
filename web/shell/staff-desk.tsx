import { type ReactNode, useMemo, useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { useSession } from '#web/api/session.ts';
import type { PatientField } from '#web/features/appointments/day/slot-booking.tsx';
import type { RowActions } from '#web/features/appointments/list/row-menu.tsx';
import type { VisitTime } from '#web/features/appointments/new/visit-time-fields.tsx';
import { openDraft } from '#web/features/appointments/notes/note-draft.ts';
import type { NotesMode } from '#web/features/appointments/notes/note-merge.ts';
import type { Followed } from '#web/features/appointments/series/use-follow-up.ts';
import { patientName } from '#web/features/appointments/visit/appointment-names.ts';
import { useStatusChange } from '#web/features/appointments/visit/use-status-change.tsx';
import { AlertChips } from '#web/features/patients/file/alert-chips.tsx';
import { PatientPicker, type PickedPatient } from '#web/features/patients/patient-picker.tsx';
import { withWords } from '#web/islands/words.ts';
import { later } from '#web/ui/frame/later.tsx';

const StaffMoveDialog = later(() =>
  import('#web/features/appointments/moving/staff-move-dialog.tsx').then((m) => m.StaffMoveDialog),
);
const NewAppointmentDialog = later(() =>
  import('#web/features/appointments/new/new-appointment-dialog.tsx').then((m) => m.NewAppointmentDialog),
);
const FollowUpDialog = later(() =>
  import('#web/features/appointments/series/follow-up-dialog.tsx').then((m) => m.FollowUpDialog),
);
const HistoryDialog = later(() =>
  import('#web/features/appointments/visit/change-list.tsx').then((m) => m.HistoryDialog),
);
const PatientChanges = later(() =>
  import('#web/features/appointments/visit/change-list.tsx').then((m) => m.PatientChanges),
);
const DoctorDialog = later(() =>
  import('#web/features/appointments/doctors/doctor-dialog.tsx').then((m) => m.DoctorDialog),
);
const PatientVisits = later(() =>
  import('#web/features/appointments/visit/patient-visits.tsx').then((m) => m.PatientVisits),
);
const NewPatientDialog = later(() =>
  import('#web/features/patients/new-patient-dialog.tsx').then((m) => m.NewPatientDialog),
);
const PatientFileDialog = later(() =>
  withWords(['account', 'account-own'], () =>
    import('#web/features/patients/patient-file-dialog.tsx').then((m) => m.PatientFileDialog),
  ),
);
const NoteDialog = later(() =>
  import('#web/features/appointments/notes/note-dialog.tsx').then((m) => m.NoteDialog),
);

const MissedDialog = later(() =>
  import('#web/features/no-shows/missed-dialog.tsx').then((m) => m.MissedDialog),
);

type MissedVisit = { id: number; userId: number; name: string };

/** What lies open on the desk. */
type Open =
  | { dialog: 'move' | 'doctor' | 'history'; row: Appointment }
  | { dialog: 'missed'; visit: MissedVisit }
  | { dialog: 'follow-up'; visit: Followed }
  | { dialog: 'note'; visit: { id: number; name: string } }
  | { dialog: 'file'; patient: { id: number; name: string } }
  | { dialog: 'appointment'; preset?: Partial<VisitTime> | undefined; caller?: string | undefined };

interface DeskOptions {
  /** Whose grid, checks, messages and notes. */
  kind: 'doctor' | 'admin';
  now: Date;
  /** Deleting, where the page offers it; the same function every time. */
  remove?: (row: Appointment) => void;
  /** The last of the dialogs was closed. */
  onDone?(): void;
}

export interface Desk {
  actions: RowActions;
  newPatient(): void;
  newAppointment(preset?: Partial<VisitTime>, patient?: PickedPatient): void;
  /** A new patient, of whom this was typed, and her first visit. */
  newCaller(typed: string): void;
  openFile(patient: { id: number; name: string }): void;
  followUp(visit: Followed): void;
  /** The note of a visit, on a page without a row to write in. */
  openNote(visit: { id: number; name: string }): void;
  /** Of a visit that was missed: why, and whether it counts. */
  openMissed(visit: MissedVisit): void;
  /** Whom a free time of the calendar is booked for. */
  patientField: PatientField;
  /** Every dialog; once in the page. */
  dialogs: ReactNode;
}

/** The alerts of a patient beside her name; for who may not see them nothing. */
export const alerts = (patientId: number, brief?: 'brief'): ReactNode => (
  <AlertChips patientId={patientId} brief={brief !== undefined} />
);

const notesOf: Record<DeskOptions['kind'], NotesMode> = { doctor: 'append', admin: 'overwrite' };
/** How many patients stand in the search before anything is typed. */
const firstFew: Record<DeskOptions['kind'], number> = { doctor: 5, admin: 10 };

/** Who a free time is booked for, where it stands. */
const patientField: PatientField = (field) => <PatientPicker {...field} firstFew={3} takesFocus />;

/** What opens by itself, from any place of the page: the same functions every time. */
const useOpeners = (setOpen: (open: Open) => void, setPicked: (patient: PickedPatient | null) => void) =>
  useMemo(
    () => ({
      openFile: (patient: { id: number; name: string }) => setOpen({ dialog: 'file', patient }),
      followUp: (visit: Followed) => setOpen({ dialog: 'follow-up', visit }),
      openNote: (visit: { id: number; name: string }) => setOpen({ dialog: 'note', visit }),
      openMissed: (visit: MissedVisit) => setOpen({ dialog: 'missed', visit }),
      newAppointment(preset?: Partial<VisitTime>, patient?: PickedPatient) {
        setPicked(patient ?? null);
        setOpen({ dialog: 'appointment', preset });
      },
    }),
    [setOpen, setPicked],
  );

/** The dialogs every staff page works with: patients, appointments, a patient's file, history, moving. */
export function useStaffDesk({ kind, now, remove, onDone }: DeskOptions): Desk {
  const [open, setOpen] = useState<Open | null>(null);
  const [picked, setPicked] = useState<PickedPatient | null>(null);
  const [addingPatient, setAddingPatient] = useState(false);
  const { setStatus, questions } = useStatusChange();
  const isDoctor = useSession().user?.role === 'doctor';
  const today = dayClock(now).date;
  const close = () => {
    setOpen(null);
    onDone?.();
  };

  function newCaller(caller: string) {
    setPicked(null);
    setOpen({ dialog: 'appointment', caller, preset: { date: today } });
  }
  const { openFile, followUp, openNote, openMissed, newAppointment } = useOpeners(setOpen, setPicked);
  // The same for as long as the page stands, so that opening a dialog draws no row anew.
  const actions = useMemo<RowActions>(
    () => ({
      role: kind,
      notes: notesOf[kind],
      setStatus,
      editNotes: (row) => openDraft(row, kind === 'admin' ? row.notes : ''),
      ...(isDoctor ? { writeClinical: (row: Appointment) => openDraft(row, '', 'clinical') } : {}),
      alerts,
      move: (row) => setOpen({ dialog: 'move', row }),
      nameDoctor: (row) => setOpen({ dialog: 'doctor', row }),
      followUp: (row) =>
        followUp({
          id: row.id,
          name: patientName(row.patient),
          date: row.appointmentDate,
          time: row.appointmentTime,
        }),
      showHistory: (row) => setOpen({ dialog: 'history', row }),
      openMissed: (row) => openMissed({ id: row.id, userId: row.userId, name: patientName(row.patient) }),
      openFile,
      ...(remove ? { remove } : {}),
    }),
    [kind, isDoctor, setStatus, openFile, openMissed, followUp, remove],
  );
  // The search of a popover that lies over the page: whoever is new is made in the same place.
  return {
    actions,
    patientField,
    newPatient: () => setAddingPatient(true),
    newAppointment,
    newCaller,
    openFile,
    followUp,
    openNote,
    openMissed,
    dialogs: (
      <>
        {questions}
        {open?.dialog === 'move' && (
          <StaffMoveDialog row={open.row} kind={kind} today={today} onClose={close} />
        )}
        {open?.dialog === 'doctor' && <DoctorDialog row={open.row} onClose={close} />}
        {open?.dialog === 'follow-up' && <FollowUpDialog visit={open.visit} onClose={close} />}
        {open?.dialog === 'history' && <HistoryDialog row={open.row} onClose={close} />}
        {open?.dialog === 'missed' && <MissedDialog visit={open.visit} onClose={close} />}
        {open?.dialog === 'note' && (
          <NoteDialog
            visit={open.visit}
            kind={isDoctor ? 'clinical' : 'desk'}
            mode={notesOf[kind]}
            onClose={close}
          />
        )}
        {open?.dialog === 'file' && (
          <PatientFileDialog
            key={open.patient.id}
            patient={open.patient}
            visits={<PatientVisits patientId={open.patient.id} now={now} />}
            changes={<PatientChanges patientId={open.patient.id} />}
            onBook={(patient) => newAppointment(undefined, patient)}
            onClose={close}
          />
        )}
        {open?.dialog === 'appointment' && (
          <NewAppointmentDialog
            kind={kind}
            today={today}
            preset={open.preset}
            patient={picked}
            onClose={close}
            patientField={({ id, error }) => (
              <PatientPicker
                id={id}
                error={error}
                picked={picked}
                takesFocus
                caller={open.caller}
                onPick={setPicked}
                onAdd={() => setAddingPatient(true)}
                firstFew={firstFew[kind]}
              />
            )}
          />
        )}
        {addingPatient && (
          <NewPatientDialog
            kind={kind}
            onCreated={(patient) => open?.dialog === 'appointment' && setPicked(patient)}
            onUse={(patient) => (open?.dialog === 'appointment' ? setPicked(patient) : openFile(patient))}
            onClose={() => setAddingPatient(false)}
          />
        )}
      </>
    ),
  };
}
