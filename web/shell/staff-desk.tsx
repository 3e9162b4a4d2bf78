import { type ReactNode, useMemo, useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { useSession } from '#web/api/session.ts';
import type { PatientField } from '#web/features/appointments/day/slot-booking.tsx';
import type { RowActions } from '#web/features/appointments/list/row-menu.tsx';
import type { VisitTime } from '#web/features/appointments/new/visit-time-fields.tsx';
import { openDraft } from '#web/features/appointments/notes/note-draft.ts';
import type { NotesMode } from '#web/features/appointments/notes/note-merge.ts';
import type { PanelTools } from '#web/features/appointments/panel/appointment-details.tsx';
import type { Followed } from '#web/features/appointments/series/use-follow-up.ts';
import { patientName } from '#web/features/appointments/visit/appointment-names.ts';
import { useStatusChange } from '#web/features/appointments/visit/use-status-change.tsx';
import { AlertChips } from '#web/features/patients/file/alert-chips.tsx';
import { PatientPicker, type PickedPatient } from '#web/features/patients/patient-picker.tsx';
import { withWords } from '#web/islands/words.ts';
import { later } from '#web/ui/overlay/later.tsx';

const AppointmentPanel = later(() =>
  import('#web/features/appointments/panel/appointment-panel.tsx').then((m) => m.AppointmentPanel),
);
const AppointmentDetails = later(() =>
  import('#web/features/appointments/panel/appointment-details.tsx').then((m) => m.AppointmentDetails),
);
const ArrivalSteps = later(() =>
  withWords(['desk'], () => import('#web/features/arrivals/arrival-steps.tsx').then((m) => m.ArrivalSteps)),
);
const NewAppointmentDialog = later(() =>
  import('#web/features/appointments/new/new-appointment-dialog.tsx').then((m) => m.NewAppointmentDialog),
);
const FollowUpDialog = later(() =>
  import('#web/features/appointments/series/follow-up-dialog.tsx').then((m) => m.FollowUpDialog),
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
  | { dialog: 'file'; patient: { id: number; name: string } }
  | { dialog: 'appointment'; preset?: Partial<VisitTime> | undefined; caller?: string | undefined };

/** What one appointment is asked about, over its panel or by itself. */
type Asked =
  | { dialog: 'doctor'; row: Appointment }
  | { dialog: 'missed'; visit: MissedVisit }
  | { dialog: 'follow-up'; visit: Followed }
  | { dialog: 'note'; visit: { id: number; name: string } };

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
  /** Opens the panel of an appointment, over a patient's profile too. */
  openVisit(visit: { id: number }): void;
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

/** The menu of an appointment in a list that is in the page: its note is written there. */
const isListed = ({ id }: Appointment) => document.querySelector(`[data-row-menu="${id}"]`) !== null;
const followedOf = (row: Appointment): Followed => ({
  id: row.id,
  name: patientName(row.patient),
  date: row.appointmentDate,
  time: row.appointmentTime,
});

/** What is open: a file or a new appointment, the panel of an appointment above it, a question above both. */
function useLayers(onDone: (() => void) | undefined) {
  const [open, setOpen] = useState<Open | null>(null);
  const [panel, setPanel] = useState<number | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [picked, setPicked] = useState<PickedPatient | null>(null);
  // The same functions for as long as the page stands, so that opening a dialog draws no row anew.
  const openers = useMemo(
    () => ({
      openFile(patient: { id: number; name: string }) {
        setPanel(null);
        setOpen({ dialog: 'file', patient });
      },
      openVisit: ({ id }: { id: number }) => setPanel(id),
      followUp: (visit: Followed) => setAsked({ dialog: 'follow-up', visit }),
      openNote: (visit: { id: number; name: string }) => setAsked({ dialog: 'note', visit }),
      openMissed: (visit: MissedVisit) => setAsked({ dialog: 'missed', visit }),
      nameDoctor: (row: Appointment) => setAsked({ dialog: 'doctor', row }),
      newAppointment(preset?: Partial<VisitTime>, patient?: PickedPatient) {
        setPicked(patient ?? null);
        setOpen({ dialog: 'appointment', preset });
      },
      newCaller(caller: string, date: string) {
        setPicked(null);
        setOpen({ dialog: 'appointment', caller, preset: { date } });
      },
    }),
    [],
  );
  return {
    open,
    panel,
    asked,
    picked,
    setPicked,
    openers,
    close() {
      setOpen(null);
      onDone?.();
    },
    closePanel() {
      setPanel(null);
      if (!open) onDone?.();
    },
    closeAsked() {
      setAsked(null);
      if (!open && panel === null) onDone?.();
    },
    closeAll() {
      setOpen(null);
      setPanel(null);
      setAsked(null);
      onDone?.();
    },
  };
}

/** The dialogs every staff page works with: an appointment, a patient's file, a new appointment or patient. */
export function useStaffDesk({ kind, now, remove, onDone }: DeskOptions): Desk {
  const { open, panel, asked, picked, setPicked, openers, ...layers } = useLayers(onDone);
  const [addingPatient, setAddingPatient] = useState(false);
  const { setStatus, questions } = useStatusChange();
  const isDoctor = useSession().user?.role === 'doctor';
  const today = dayClock(now).date;
  const { openFile, openVisit, followUp, openNote, openMissed, newAppointment } = openers;
  const actions = useMemo<RowActions>(
    () => ({
      role: kind,
      notes: notesOf[kind],
      setStatus,
      editNotes: (row) => openDraft(row, kind === 'admin' ? row.notes : ''),
      ...(isDoctor ? { writeClinical: (row: Appointment) => openDraft(row, '', 'clinical') } : {}),
      alerts,
      open: openVisit,
      ...(remove ? { remove } : {}),
    }),
    [kind, isDoctor, setStatus, openVisit, remove],
  );
  const tools: PanelTools = {
    role: kind,
    kind,
    today,
    setStatus,
    write(row) {
      if (!isListed(row)) return openNote({ id: row.id, name: patientName(row.patient) });
      layers.closeAll();
      (actions.writeClinical ?? actions.editNotes)(row);
    },
    nameDoctor: openers.nameDoctor,
    followUp: (row) => followUp(followedOf(row)),
    openMissed: (row) => openMissed({ id: row.id, userId: row.userId, name: patientName(row.patient) }),
    openFile,
    remove,
    alerts,
    arrival: (row, done) => <ArrivalSteps visit={row} onDone={done} />,
  };
  // The search of a popover that lies over the page: whoever is new is made in the same place.
  return {
    actions,
    patientField,
    newPatient: () => setAddingPatient(true),
    newAppointment,
    newCaller: (caller) => openers.newCaller(caller, today),
    openFile,
    openVisit,
    followUp,
    openNote,
    openMissed,
    dialogs: (
      <>
        {open?.dialog === 'file' && (
          <PatientFileDialog
            key={open.patient.id}
            patient={open.patient}
            visits={
              <PatientVisits
                patientId={open.patient.id}
                now={now}
                onOpen={openVisit}
                next={(row) => (
                  <AppointmentDetails
                    key={row.id}
                    visit={row}
                    tools={{ ...tools, openFile: undefined }}
                    onDone={() => undefined}
                  />
                )}
              />
            }
            changes={<PatientChanges patientId={open.patient.id} />}
            onBook={(patient) => newAppointment(undefined, patient)}
            onClose={layers.close}
          />
        )}
        {open?.dialog === 'appointment' && (
          <NewAppointmentDialog
            kind={kind}
            today={today}
            preset={open.preset}
            patient={picked}
            onClose={layers.close}
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
        {panel !== null && <AppointmentPanel id={panel} tools={tools} onClose={layers.closePanel} />}
        {asked?.dialog === 'doctor' && <DoctorDialog row={asked.row} onClose={layers.closeAsked} />}
        {asked?.dialog === 'follow-up' && <FollowUpDialog visit={asked.visit} onClose={layers.closeAsked} />}
        {asked?.dialog === 'missed' && <MissedDialog visit={asked.visit} onClose={layers.closeAsked} />}
        {asked?.dialog === 'note' && (
          <NoteDialog
            visit={asked.visit}
            kind={isDoctor ? 'clinical' : 'desk'}
            mode={notesOf[kind]}
            onClose={layers.closeAsked}
          />
        )}
        {questions}
      </>
    ),
  };
}
