import {
  type ClinicClock,
  dayEnd,
  daysBetween,
  minutesOf,
  splitLocal,
  writtenInstant,
} from '../clinic-time.ts';

/** Maximum number of upcoming visits of a patient without a confirmed e-mail or phone. */
export const maxOpenUnconfirmed = 2;

export interface BookingLimits {
  daysAhead: number;
  minutesAhead: number;
}
export type TimeRefusal = 'in_the_past' | 'too_far_ahead' | 'too_soon';

/**
 * Minutes from the start of the clinic's today to a wall time, and to now (a minute that has begun is over).
 */
const fromToday = (date: string, minutes: number, clock: ClinicClock): number =>
  daysBetween(clock.date, date) * 1440 + minutes;
const nowMinute = (clock: ClinicClock): number => clock.minutes + (clock.time.endsWith(':00') ? 0 : 1);

/**
 * Why a patient may not book this time, or null: no earlier than `minutesAhead` from now, no later than
 * `daysAhead` days from today.
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
  const start = fromToday(date, minutesOf(time), clock);
  if (start < nowMinute(clock)) return 'in_the_past';
  if (start < nowMinute(clock) + settings.minutesAhead) return 'too_soon';
  return daysBetween(clock.date, date) > settings.daysAhead ? 'too_far_ahead' : null;
}

/** The first minute of a day that a patient may still book; null when the whole day is out of reach. */
export function bookableFrom(date: string, clock: ClinicClock, settings: BookingLimits): number | null {
  const days = daysBetween(clock.date, date);
  if (days < 0 || days > settings.daysAhead) return null;
  const first = Math.max(0, nowMinute(clock) + settings.minutesAhead - days * 1440);
  return first < dayEnd ? first : null;
}

/** Staff may enter today's visits after they began, never those of an earlier day. */
export const checkStaffDate = (date: string, clock: Pick<ClinicClock, 'date'>): 'in_the_past' | null =>
  date < clock.date ? 'in_the_past' : null;

/**
 * A patient may cancel or move a visit while it is still to come and at least `cutoffHours` away, counted in
 * real hours.
 */
export function mayChange({
  start,
  now,
  cutoffHours,
}: {
  start: string;
  now: Date;
  cutoffHours: number;
}): boolean {
  const { date, time } = splitLocal(start);
  const left = writtenInstant(date, time).getTime() - now.getTime();
  return left > 0 && left >= cutoffHours * 3_600_000;
}

/**
 * Said to every patient: how long before her visit she should be there, and how far apart the public times
 * are.
 */
export const arriveEarlyMinutes = 15;
export const slotMinutes = 20;
