import { addDays, clinicClock, later, readInstant, writtenInstant } from '../clinic-time.ts';
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
 * at least an hour before the visit begins.
 */
export function confirmBy(visit: Dated): { date: string; time: string } {
  const start = writtenInstant(visit.appointmentDate, visit.appointmentTime);
  const asked = readInstant(visit.updatedAt) ?? later(start, -hour);
  const day = addDays(clinicClock(asked).date, confirmDays);
  const promised = writtenInstant(day, confirmUntil);
  const inTime = later(start, -hour) > asked ? later(start, -hour) : start;
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
  return { byDate: date, byTime: time };
}
