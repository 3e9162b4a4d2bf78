import { type FormEvent, useState } from 'react';
import type { Service } from '#shared/contract/services.ts';
import { ApiError, getErrorMessage } from '#web/api/client.ts';
import { refetchSubjects } from '#web/api/hooks.ts';
import { showNotifiedToast } from '#web/api/notified-text.ts';
import { type DoctorChoice, toDoctorChoiceBody } from '#web/features/appointments/doctors/doctor-choice.ts';
import { isTimeGone } from '#web/features/appointments/time-is-gone.ts';
import { useLocationServiceNames } from '#web/features/appointments/visit/appointment-names.ts';
import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { useCreateAppointment } from './create-appointment.ts';
import { useHomeBranch } from './home-branch.ts';
import { validateNewVisit } from './new-appointment-checks.ts';
import {
  findTimeDoubt,
  isOverbooking,
  type StaffGrid,
  type TimeDoubt,
  useStaffTimes,
} from './use-staff-times.ts';
import type { FieldErrors, VisitField, VisitTime } from './visit-time-fields.tsx';

const defaultService = 'Consultation in the Clinic';
/** Prefix of the ids of the dialog's controls. */
export const idBase = 'new-appointment';

const pickDefaultService = (services: readonly Service[] | undefined): number | null =>
  (services?.find(({ name }) => name === defaultService) ?? services?.[0])?.id ?? null;

/** Removes errors of fields that are filled in now. */
export const dropFilledErrors = (
  errors: FieldErrors,
  { locationId, date, time }: VisitTime,
): FieldErrors => ({
  location: locationId === null ? errors.location : undefined,
  date: date === null ? errors.date : undefined,
  time: time === null ? errors.time : undefined,
});

export interface NewAppointment {
  /** Decides the grid, validation and messages. */
  kind: StaffGrid;
  today: string;
  /** Initial values: a free time of the day view, or the branch of the filters. */
  preset?: Partial<VisitTime> | undefined;
  patient: { id: number; name: string } | null;
  /** The free time of a room or a doctor that is being booked; without it the user chooses the time. */
  slot?: FreeSlot;
  onClose(): void;
}

/** A free time shown in the day view, which knows the conflicts of an appointment with a given duration. */
interface FreeSlot {
  room: number | null;
  /** Doctor of the free time, at branches booked by doctor. */
  doctorId: number | null;
  doubtOf(minutes: number | undefined): TimeDoubt | null;
}

/** Values, errors and the booking itself; a taken time is booked only after a second confirmation. */
export function useNewAppointment({ kind, today, preset, patient, slot, onClose }: NewAppointment) {
  const names = useLocationServiceNames();
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
  const serviceId = chosenService ?? pickDefaultService(names.services);
  const times = useStaffTimes({
    grid: kind,
    locationId: when.locationId,
    date: slot ? null : when.date,
    serviceId,
    doctor,
  });
  /** Duration of the service, once the services are loaded. */
  const minutes = names.services?.find(({ id }) => id === serviceId)?.durationMinutes;
  const place = when.locationId === null ? '' : names.location(when.locationId);

  function complain(found: FieldErrors) {
    setErrors(found);
    const [first] = Object.keys(found) as VisitField[];
    if (first) document.getElementById(`${idBase}-${first}`)?.focus();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const complaint = validateNewVisit(kind, { patient, ...when, serviceId }, today);
    if (complaint?.toast) showToast({ kind: 'error', ...complaint.toast });
    if (complaint) return complain(complaint.errors);
    setErrors({});
    const doubt = slot ? slot.doubtOf(minutes) : findTimeDoubt(times, when.time);
    setAsking(doubt);
    if (!doubt) void book(null);
  }
  /** `doubt`: the reason that the user has confirmed. */
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
        ...(slot?.doctorId ? { doctorId: slot.doctorId } : toDoctorChoiceBody(doctor)),
        room: isOverbooking(doubt) ? undefined : (slot?.room ?? undefined),
      };
      const made = await create({ body });
      home.remember(locationId);
      showNotifiedToast(
        t('staff.newAppointment.doneTitle'),
        t('staff.newAppointment.doneText'),
        made,
        'confirmation',
      );
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
        : getErrorMessage(error, t('staff.newAppointment.failed'));
    const title = t(
      kind === 'doctor' ? 'staff.newAppointment.failedTitleDoctor' : 'staff.newAppointment.failedTitle',
    );
    showToast({ kind: 'error', title, description });
    if (!(error instanceof ApiError && isTimeGone(error))) return;
    void refetchSubjects(['appointments']);
    // The time has been taken: the day view shows it as taken, with the next free times.
    if (slot) return;
    // In other forms the choices stay; only the time has to be chosen again.
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
