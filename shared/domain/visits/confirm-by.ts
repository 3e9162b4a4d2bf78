import { addDays, clinicClock, later, localDateTime, readInstant, writtenInstant } from '../clinic-time.ts';
import type { AppointmentStatus } from './appointment-status.ts';

const hour = 3_600_000;
/** The clinic confirms a booking by 7 PM of the next day. */
const confirmDays = 1;
const confirmUntil = '19:00';

interface Dated {
  updatedAt: string;
  appointmentDate: string;
  appointmentTime: string;
}

/**
 * The latest time at which the clinic confirms a visit that is held since `updatedAt`: 7 PM of the next day, and
 * before the visit begins: by an hour, or by half of the time that is left.
 */
export function confirmBy(visit: Dated): { date: string; time: string } {
  const start = writtenInstant(visit.appointmentDate, visit.appointmentTime);
  const asked = readInstant(visit.updatedAt) ?? later(start, -hour);
  const day = addDays(clinicClock(asked).date, confirmDays);
  const promised = writtenInstant(day, confirmUntil);
  // An hour before the visit; of a nearer visit after half of the time that is left. Always before it begins.
  const left = start.getTime() - asked.getTime();
  const inTime = later(start, -Math.min(hour, Math.max(left / 2, 0)));
  return clinicClock(promised < inTime ? promised : inTime);
}

/** Until when a visit that is held will be confirmed, or that we call, for words that promise it. */
export function promiseOf(visit: Dated & { status: AppointmentStatus; waitsForCall: boolean }): {
  byDate?: string;
  byTime?: string;
  calls?: number;
} {
  if (visit.waitsForCall) return { calls: 1 };
  if (visit.status !== 'pending') return {};
  const { date, time } = confirmBy(visit);
  // Of an appointment that begins at this moment no earlier time is left.
  const isBefore = localDateTime(date, time) < localDateTime(visit.appointmentDate, visit.appointmentTime);
  return isBefore ? { byDate: date, byTime: time } : {};
}
