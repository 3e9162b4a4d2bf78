import { type Appointment, listUserAppointments } from '#shared/contract/appointments.ts';
import { addMinutes, localDateTime } from '#shared/domain/clinic-time.ts';
import { holdsSlot } from '#shared/domain/visits/appointment-status.ts';
import { callUntyped } from '#web/api/client.ts';
import { refetchSubjects, useRead } from '#web/api/hooks.ts';

/** The time that is being chosen; `time` is null while only the day is chosen. */
export interface ChosenTime {
  readonly locationId: number;
  readonly date: string;
  readonly time: string | null;
  readonly minutes: number;
}

/** An appointment that the patient already has on the wanted day, and how it relates to the wanted time. */
export interface ConflictingOwnVisit {
  readonly visit: Appointment;
  readonly is: 'same' | 'overlapping' | 'sameDay';
}

const buildOwnVisitsInput = (patientId: number) => ({ params: { id: patientId }, query: { limit: 50 } });

function compareWithChoice(
  visit: Appointment,
  { locationId, date, time, minutes }: ChosenTime,
): ConflictingOwnVisit['is'] {
  if (!time) return 'sameDay';
  if (visit.appointmentTime === time && visit.locationId === locationId) return 'same';
  const from = localDateTime(date, time);
  const start = localDateTime(visit.appointmentDate, visit.appointmentTime);
  const overlaps = start < addMinutes(from, minutes) && from < addMinutes(start, visit.durationMinutes);
  return overlaps ? 'overlapping' : 'sameDay';
}

const relationOrder = ['same', 'overlapping', 'sameDay'] as const;

/** The most relevant appointment of that day: the same time first, then overlapping, then same day. */
function findOwnVisit(visits: readonly Appointment[], wanted: ChosenTime): ConflictingOwnVisit | null {
  const found = visits
    .filter(({ status, appointmentDate }) => holdsSlot(status) && appointmentDate === wanted.date)
    .map((visit) => ({ visit, is: compareWithChoice(visit, wanted) }));
  return found.toSorted((a, b) => relationOrder.indexOf(a.is) - relationOrder.indexOf(b.is))[0] ?? null;
}

/** The patient's other appointment, updated while she chooses. */
export function useOwnVisit(patientId: number | null, wanted: ChosenTime | null): ConflictingOwnVisit | null {
  const { data } = useRead(
    listUserAppointments,
    patientId === null || wanted === null ? null : buildOwnVisitsInput(patientId),
  );
  return data && wanted ? findOwnVisit(data, wanted) : null;
}

/** Reads the patient's other appointment from the server now. */
export async function fetchOwnVisit(
  patientId: number,
  wanted: ChosenTime,
): Promise<ConflictingOwnVisit | null> {
  void refetchSubjects(['appointments']);
  return findOwnVisit(await callUntyped(listUserAppointments, buildOwnVisitsInput(patientId)), wanted);
}
