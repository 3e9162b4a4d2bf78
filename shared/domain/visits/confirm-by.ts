import { addDays, clinicClock, later, readInstant, wallToInstant } from '../clinic-time.ts';

const hour = 3_600_000;
const evening = '19:00:00';

/**
 * Until when the clinic confirms a held visit: the evening after the day it was asked for, and at least an
 * hour before it begins.
 */
export function confirmBy(visit: {
  createdAt: string;
  appointmentDate: string;
  appointmentTime: string;
}): Date {
  const before = later(wallToInstant(visit.appointmentDate, visit.appointmentTime), -hour);
  const asked = clinicClock(readInstant(visit.createdAt) ?? before);
  const nextEvening = wallToInstant(addDays(asked.date, 1), evening);
  return before < nextEvening ? before : nextEvening;
}
