import type { ClinicSettings } from '../clinic-settings.ts';
import { addDays, clinicClock, later, readInstant, writtenInstant } from '../clinic-time.ts';
import type { AppointmentStatus } from './appointment-status.ts';

const hour = 3_600_000;

interface Dated {
  updatedAt: string;
  appointmentDate: string;
  appointmentTime: string;
}

export type ConfirmRule = Pick<ClinicSettings, 'confirmDays' | 'confirmUntil'>;

/**
 * Until when the clinic confirms a visit that is held since `updatedAt`: so many days later, up to the hour
 * that the clinic set, and at least an hour before it begins; never a moment that had passed by then.
 */
export function confirmBy(
  visit: Dated,
  { confirmDays, confirmUntil }: ConfirmRule,
): { date: string; time: string } {
  const start = writtenInstant(visit.appointmentDate, visit.appointmentTime);
  const asked = readInstant(visit.updatedAt) ?? later(start, -hour);
  const day = addDays(clinicClock(asked).date, confirmDays);
  const promised = [writtenInstant(day, confirmUntil), writtenInstant(addDays(day, 1), confirmUntil)].find(
    (until) => until > asked,
  );
  const inTime = later(start, -hour) > asked ? later(start, -hour) : start;
  return clinicClock(promised && promised < inTime ? promised : inTime);
}

/** Until when a visit that is held will be confirmed, or that we call, for words that promise it. */
export function promiseOf(
  visit: Dated & { status: AppointmentStatus; waitsForCall: boolean },
  rule: ConfirmRule,
): { byDate?: string; byTime?: string; calls?: number } {
  if (visit.waitsForCall) return { calls: 1 };
  if (visit.status !== 'pending') return {};
  const { date, time } = confirmBy(visit, rule);
  return { byDate: date, byTime: time };
}
