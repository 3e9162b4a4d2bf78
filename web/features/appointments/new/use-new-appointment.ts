import { type FormEvent, useState } from 'react';
import type { Service } from '#shared/contract/services.ts';
import { ApiError, reasonOf } from '#web/api/client.ts';
import { readAgain } from '#web/api/hooks.ts';
import { type DoctorChoice, wantedOf } from '#web/features/appointments/doctors/doctor-choice.ts';
import { isTimeGone } from '#web/features/appointments/time-is-gone.ts';
import { useNames } from '#web/features/appointments/visit/appointment-names.ts';
import { withNotified } from '#web/features/appointments/visit/notified-text.ts';
import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { useCreateAppointment } from './create-appointment.ts';
import { useHomeBranch } from './home-branch.ts';
import { checkNewVisit } from './new-appointment-checks.ts';
import {
  doubtAbout,
  isOverbooking,
  type StaffGrid,
  type TimeDoubt,
  useStaffTimes,
} from './use-staff-times.ts';
import type { FieldErrors, VisitField, VisitTime } from './visit-time-fields.tsx';

const defaultService = 'Consultation in the Clinic';
/** Begins the ids of the dialog's controls. */
export const idBase = 'new-appointment';

const usualService = (services: readonly Service[] | undefined): number | null =>
  (services?.find(({ name }) => name === defaultService) ?? services?.[0])?.id ?? null;

/** A complaint goes as soon as its field is filled. */
export const errorsLeft = (errors: FieldErrors, { locationId, date, time }: VisitTime): FieldErrors => ({
  location: locationId === null ? errors.location : undefined,
  date: date === null ? errors.date : undefined,
  time: time === null ? errors.time : undefined,
});

export interface NewAppointment {
  /** Whose grid, checks and messages. */
  kind: StaffGrid;
  today: string;
  /** Where the dialog was opened from: a free time of the day view, the branch of the filters. */
  preset?: Partial<VisitTime> | undefined;
  patient: { id: number; name: string } | null;
  /** The free time of a room that is booked where it stands; without one the time is chosen. */
  slot?: FreeSlot;
  onClose(): void;
}

/** A free time that the page itself shows: it knows what speaks against a visit of so many minutes there. */
interface FreeSlot {
  room: number | null;
  /** Who sees her there, where doctors are booked. */
  doctorId: number | null;
  doubtOf(minutes: number | undefined): TimeDoubt | null;
}

/**
 * What has been entered, what is wrong with it, and the booking itself, over a taken time only after a second
 * yes.
 */
export function useNewAppointment({ kind, today, preset, patient, slot, onClose }: NewAppointment) {
  const names = useNames();
  const { mutateAsync: create, isPending: busy } = useCreateAppointment();
  const home = useHomeBranch();
  const [chosen, setWhen] = useState<VisitTime>({
    locationId: null,
    date: null,
    time: null,
    overbook: false,
    ...preset,
  });
  const when = { ...chosen, locationId: chosen.locationId ?? home.branch };
  const [chosenService, setService] = useState<number | null>(null);
  const [doctor, setDoctor] = useState<DoctorChoice>('any');
  const [notes, setNotes] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [asking, setAsking] = useState<TimeDoubt | null>(null);
  const serviceId = chosenService ?? usualService(names.services);
  const times = useStaffTimes({
    grid: kind,
    locationId: when.locationId,
    date: slot ? null : when.date,
    serviceId,
    doctor,
  });
  /** How long it takes, once the services are known. */
  const minutes = names.services?.find(({ id }) => id === serviceId)?.durationMinutes;
  const place = when.locationId === null ? '' : names.location(when.locationId);

  function complain(found: FieldErrors) {
    setErrors(found);
    const [first] = Object.keys(found) as VisitField[];
    if (first) document.getElementById(`${idBase}-${first}`)?.focus();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const complaint = checkNewVisit(kind, { patient, ...when, serviceId }, today);
    if (complaint?.toast) showToast({ kind: 'error', ...complaint.toast });
    if (complaint) return complain(complaint.errors);
    setErrors({});
    const doubt = slot ? slot.doubtOf(minutes) : doubtAbout(times, when.time);
    setAsking(doubt);
    if (!doubt) void book(null);
  }
  /** With what was asked about and answered yes. */
  async function book(doubt: TimeDoubt | null) {
    const { locationId, date, time } = when;
    if (!patient || locationId === null || !date || !time || serviceId === null) return;
    try {
      const body = {
        userId: patient.id,
        locationId,
        appointmentDate: date,
        appointmentTime: time,
        service: serviceId,
        status: 'confirmed' as const,
        notes: notes.trim() || undefined,
        overbook: isOverbooking(doubt) || undefined,
        ...(slot?.doctorId ? { doctorId: slot.doctorId } : wantedOf(doctor)),
        room: isOverbooking(doubt) ? undefined : (slot?.room ?? undefined),
      };
      const made = await create({ body });
      home.remember(locationId);
      showToast({
        kind: 'success',
        title: t('staff.newAppointment.doneTitle'),
        description: withNotified(t('staff.newAppointment.doneText'), made, 'confirmation'),
      });
      onClose();
    } catch (error) {
      setAsking(null);
      onRefused(error, patient.name);
    }
  }
  function onRefused(error: unknown, name: string) {
    const code = error instanceof ApiError ? error.code : null;
    const description =
      code === 'patient_busy'
        ? t('staff.overbook.patientBusy', { name })
        : reasonOf(error, t('staff.newAppointment.failed'));
    const title = t(
      kind === 'doctor' ? 'staff.newAppointment.failedTitleDoctor' : 'staff.newAppointment.failedTitle',
    );
    showToast({ kind: 'error', title, description });
    if (!(error instanceof ApiError && isTimeGone(error))) return;
    void readAgain(['appointments']);
    // Somebody was quicker: the page of the slot shows it as taken, with the next free times.
    if (slot) return;
    // The others keep what was chosen; only the time has to be chosen again.
    setWhen((before) => ({ ...before, time: null }));
    complain({ time: description });
  }
  return {
    names,
    when,
    setWhen,
    serviceId,
    setService,
    doctor,
    setDoctor,
    notes,
    setNotes,
    errors,
    busy,
    asking,
    setAsking,
    times,
    minutes,
    place,
    submit,
    book,
  };
}
