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
import type { VisitToFollowUp } from '#web/features/appointments/series/use-follow-up.ts';
import { formatPatientName } from '#web/features/appointments/visit/appointment-names.ts';
import { useStatusChange } from '#web/features/appointments/visit/use-status-change.tsx';
import { useIsCheckedIn } from '#web/features/arrivals/use-is-here.ts';
import { AlertChips } from '#web/features/patients/file/alert-chips.tsx';
import { PatientPicker, type PickedPatient } from '#web/features/patients/patient-picker.tsx';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { lazyPreloaded } from '#web/ui/overlay/lazy-preloaded.tsx';

const AppointmentPanel = lazyPreloaded(() =>
  import('#web/features/appointments/panel/appointment-panel.tsx').then((m) => m.AppointmentPanel),
);
const AppointmentDetails = lazyPreloaded(() =>
  import('#web/features/appointments/panel/appointment-details.tsx').then((m) => m.AppointmentDetails),
);
const ArrivalSteps = lazyPreloaded(() =>
  loadWithMessages(['desk'], () =>
    import('#web/features/arrivals/arrival-steps.tsx').then((m) => m.ArrivalSteps),
  ),
);
const NewAppointmentDialog = lazyPreloaded(() =>
  import('#web/features/appointments/new/new-appointment-dialog.tsx').then((m) => m.NewAppointmentDialog),
);
const FollowUpDialog = lazyPreloaded(() =>
  import('#web/features/appointments/series/follow-up-dialog.tsx').then((m) => m.FollowUpDialog),
);
const PatientChanges = lazyPreloaded(() =>
  import('#web/features/appointments/visit/change-list.tsx').then((m) => m.PatientChanges),
);
const DoctorDialog = lazyPreloaded(() =>
  import('#web/features/appointments/doctors/doctor-dialog.tsx').then((m) => m.DoctorDialog),
);
const PatientVisits = lazyPreloaded(() =>
  import('#web/features/appointments/visit/patient-visits.tsx').then((m) => m.PatientVisits),
);
const NewPatientDialog = lazyPreloaded(() =>
  import('#web/features/patients/new-patient-dialog.tsx').then((m) => m.NewPatientDialog),
);
const PatientFileDialog = lazyPreloaded(() =>
  loadWithMessages(['account', 'account-own'], () =>
    import('#web/features/patients/patient-file-dialog.tsx').then((m) => m.PatientFileDialog),
  ),
);
const NoteDialog = lazyPreloaded(() =>
  import('#web/features/appointments/notes/note-dialog.tsx').then((m) => m.NoteDialog),
);

const MissedDialog = lazyPreloaded(() =>
  import('#web/features/no-shows/missed-dialog.tsx').then((m) => m.MissedDialog),
);

type MissedVisit = { id: number; userId: number; name: string };

/** The dialog that is open. */
type OpenDeskDialog =
  | { dialog: 'file'; patient: { id: number; name: string } }
  | { dialog: 'appointment'; preset?: Partial<VisitTime> | undefined; caller?: string | undefined };

/** A question about one appointment, shown over its panel or alone. */
type OpenQuestion =
  | { dialog: 'doctor'; row: Appointment }
  | { dialog: 'missed'; visit: MissedVisit }
  | { dialog: 'follow-up'; visit: VisitToFollowUp }
  | { dialog: 'note'; visit: { id: number; name: string } };

interface DeskOptions {
  /** Role that determines the calendar grid, form validation, messages and notes. */
  kind: 'doctor' | 'admin';
  now: Date;
  /** Deletes an appointment, on pages that allow it. Must keep its identity between renders. */
  remove?: (row: Appointment) => void;
  /** Called when the last dialog has closed. */
  onDone?(): void;
}

export interface StaffDesk {
  actions: RowActions;
  newPatient(): void;
  newAppointment(preset?: Partial<VisitTime>, patient?: PickedPatient): void;
  /** Opens the dialog of a new patient, with the typed text, and a first appointment. */
  newCaller(typed: string): void;
  openFile(patient: { id: number; name: string }): void;
  /** Opens the panel of an appointment, also over a patient's file. */
  openVisit(visit: { id: number }): void;
  followUp(visit: VisitToFollowUp): void;
  /** Opens the note of an appointment on pages without a row in which to write it. */
  openNote(visit: { id: number; name: string }): void;
  /** Opens the reason for a missed appointment and whether it counts. */
  openMissed(visit: MissedVisit): void;
  /** Field that chooses the patient for a free time slot of the calendar. */
  patientField: PatientField;
  /** All dialogs; render them once in the page. */
  dialogs: ReactNode;
}

/** A patient's alerts beside the name; nothing for users who may not see them. */
export const renderAlerts = (patientId: number, brief?: 'brief'): ReactNode => (
  <AlertChips patientId={patientId} brief={brief !== undefined} />
);

const notesModeByKind: Record<DeskOptions['kind'], NotesMode> = { doctor: 'append', admin: 'overwrite' };
/** Number of patients that the search lists before anything is typed. */
const suggestedPatientCount: Record<DeskOptions['kind'], number> = { doctor: 5, admin: 10 };

/** Chooses the patient for a free time slot, inside the slot's popover. */
const renderPatientField: PatientField = (field) => <PatientPicker {...field} firstFew={3} takesFocus />;

/** Whether the page lists the appointment: its note is then written in its row. */
const isListed = ({ id }: Appointment) => document.querySelector(`[data-row-menu="${id}"]`) !== null;
const toFollowedVisit = (row: Appointment): VisitToFollowUp => ({
  id: row.id,
  name: formatPatientName(row.patient),
  date: row.appointmentDate,
  time: row.appointmentTime,
});

/**
 * State of the dialogs: a file or a new appointment, the panel of an appointment above it, a question above
 * both.
 */
function useDialogLayers(onDone: (() => void) | undefined) {
  const [open, setOpen] = useState<OpenDeskDialog | null>(null);
  const [panel, setPanel] = useState<number | null>(null);
  const [asked, setAsked] = useState<OpenQuestion | null>(null);
  const [picked, setPicked] = useState<PickedPatient | null>(null);
  // Stable functions, so that opening a dialog does not render every row again.
  const openers = useMemo(
    () => ({
      openFile(patient: { id: number; name: string }) {
        setPanel(null);
        setOpen({ dialog: 'file', patient });
      },
      openVisit: ({ id }: { id: number }) => setPanel(id),
      followUp: (visit: VisitToFollowUp) => setAsked({ dialog: 'follow-up', visit }),
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

/** Dialogs used by every staff page: an appointment, a patient's file, a new appointment or patient. */
export function useStaffDesk({ kind, now, remove, onDone }: DeskOptions): StaffDesk {
  const { open, panel, asked, picked, setPicked, openers, ...layers } = useDialogLayers(onDone);
  const [addingPatient, setAddingPatient] = useState(false);
  const { setStatus, questions } = useStatusChange();
  const isDoctor = useSession().user?.role === 'doctor';
  const today = dayClock(now).date;
  const { openFile, openVisit, followUp, openNote, openMissed, newAppointment } = openers;
  const actions = useMemo<RowActions>(
    () => ({
      role: kind,
      notes: notesModeByKind[kind],
      setStatus,
      editNotes: (row) => openDraft(row, kind === 'admin' ? row.notes : ''),
      ...(isDoctor ? { writeClinical: (row: Appointment) => openDraft(row, '', 'clinical') } : {}),
      alerts: renderAlerts,
      open: openVisit,
      useIsHere: useIsCheckedIn,
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
      if (!isListed(row)) return openNote({ id: row.id, name: formatPatientName(row.patient) });
      layers.closeAll();
      (actions.writeClinical ?? actions.editNotes)(row);
    },
    nameDoctor: openers.nameDoctor,
    followUp: (row) => followUp(toFollowedVisit(row)),
    openMissed: (row) => openMissed({ id: row.id, userId: row.userId, name: formatPatientName(row.patient) }),
    openFile,
    remove,
    alerts: renderAlerts,
    useIsHere: useIsCheckedIn,
    arrival: (row, done) => <ArrivalSteps visit={row} onDone={done} />,
  };
  // `patientField` is the search inside a popover; a new patient is added in the same popover.
  return {
    actions,
    patientField: renderPatientField,
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
                firstFew={suggestedPatientCount[kind]}
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
            mode={notesModeByKind[kind]}
            onClose={layers.closeAsked}
          />
        )}
        {questions}
      </>
    ),
  };
}
