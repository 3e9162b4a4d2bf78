import {
  addDays,
  addMilliseconds,
  clinicClock,
  localDateTime,
  readInstant,
  storedTimeToInstant,
} from '../clinic-time.ts';
import type { AppointmentStatus } from './appointment-status.ts';

const hour = 3_600_000;
/** The clinic confirms a booking by 7 PM of the next day. */
const confirmDays = 1;
const confirmUntil = '19:00';

interface PendingVisit {
  updatedAt: string;
  appointmentDate: string;
  appointmentTime: string;
}

/**
 * Latest time at which the clinic confirms a booking made at `updatedAt`: 7 PM of the next day, but an hour
 * before the appointment, or at half of the remaining time if that is shorter.
 */
export function findConfirmDeadline(visit: PendingVisit): { date: string; time: string } {
  const start = storedTimeToInstant(visit.appointmentDate, visit.appointmentTime);
  const asked = readInstant(visit.updatedAt) ?? addMilliseconds(start, -hour);
  const day = addDays(clinicClock(asked).date, confirmDays);
  const promised = storedTimeToInstant(day, confirmUntil);
  // An hour before the appointment, or half of the remaining time if it is near. Always before the start.
  const left = start.getTime() - asked.getTime();
  const inTime = addMilliseconds(start, -Math.min(hour, Math.max(left / 2, 0)));
  return clinicClock(promised < inTime ? promised : inTime);
}

/**
 * Time until which a pending appointment will be confirmed, or the clinic will call; for texts that promise
 * it.
 */
export function findPromise(visit: PendingVisit & { status: AppointmentStatus; waitsForCall: boolean }): {
  byDate?: string;
  byTime?: string;
  calls?: number;
} {
  if (visit.waitsForCall) return { calls: 1 };
  if (visit.status !== 'pending') return {};
  const { date, time } = findConfirmDeadline(visit);
  // An appointment that begins now leaves no earlier time.
  const isBefore = localDateTime(date, time) < localDateTime(visit.appointmentDate, visit.appointmentTime);
  return isBefore ? { byDate: date, byTime: time } : {};
}
