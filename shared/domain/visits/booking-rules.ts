import {
  type ClinicClock,
  dayEnd,
  daysBetween,
  minutesOf,
  splitLocal,
  storedTimeToInstant,
} from '../clinic-time.ts';

/** Maximum number of upcoming appointments of a patient without a confirmed e-mail or phone. */
export const maxOpenUnconfirmed = 2;

export interface BookingLimits {
  daysAhead: number;
  minutesAhead: number;
}
export type TimeRefusal = 'in_the_past' | 'too_far_ahead' | 'too_soon';

/**
 * Minutes from the start of today's clinic day to a wall time, and to now (a minute that has begun is over).
 */
const minutesFromToday = (date: string, minutes: number, clock: ClinicClock): number =>
  daysBetween(clock.date, date) * 1440 + minutes;
const nowMinute = (clock: ClinicClock): number => clock.minutes + (clock.time.endsWith(':00') ? 0 : 1);

/**
 * Why a patient may not book this time, or null. It must be at least `minutesAhead` minutes from now and at
 * most `daysAhead` days from today.
 */
export function checkBookingTime({
  date,
  time,
  clock,
  settings,
}: {
  date: string;
  time: string;
  clock: ClinicClock;
  settings: BookingLimits;
}): TimeRefusal | null {
  const start = minutesFromToday(date, minutesOf(time), clock);
  if (start < nowMinute(clock)) return 'in_the_past';
  if (start < nowMinute(clock) + settings.minutesAhead) return 'too_soon';
  return daysBetween(clock.date, date) > settings.daysAhead ? 'too_far_ahead' : null;
}

/** First minute of a day that a patient may still book; null if the whole day is out of range. */
export function findFirstBookableMinute(
  date: string,
  clock: ClinicClock,
  settings: BookingLimits,
): number | null {
  const days = daysBetween(clock.date, date);
  if (days < 0 || days > settings.daysAhead) return null;
  const first = Math.max(0, nowMinute(clock) + settings.minutesAhead - days * 1440);
  return first < dayEnd ? first : null;
}

/** Staff may enter today's appointments after their start, but not those of earlier days. */
export const checkStaffDate = (date: string, clock: Pick<ClinicClock, 'date'>): 'in_the_past' | null =>
  date < clock.date ? 'in_the_past' : null;

/**
 * A patient may cancel or move an upcoming appointment until `cutoffHours` before it, counted in real hours.
 */
export function canPatientChange({
  start,
  now,
  cutoffHours,
}: {
  start: string;
  now: Date;
  cutoffHours: number;
}): boolean {
  const { date, time } = splitLocal(start);
  const left = storedTimeToInstant(date, time).getTime() - now.getTime();
  return left > 0 && left >= cutoffHours * 3_600_000;
}

/** Shown to every patient: minutes to arrive before the appointment. */
export const arriveEarlyMinutes = 15;
export const slotMinutes = 20;
