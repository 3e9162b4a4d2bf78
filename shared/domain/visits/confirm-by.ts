import { later, readInstant, wallToInstant } from '../clinic-time.ts';

const hour = 3_600_000;

/**
 * Until when the clinic confirms a held visit: a day after it was asked for, and at least an hour before it
 * begins.
 */
export function confirmBy(visit: {
  createdAt: string;
  appointmentDate: string;
  appointmentTime: string;
}): Date {
  const before = later(wallToInstant(visit.appointmentDate, visit.appointmentTime), -hour);
  const inADay = later(readInstant(visit.createdAt) ?? before, 24 * hour);
  return before < inADay ? before : inADay;
}
