import { addDays, daysBetween } from '../clinic-time.ts';

/** Maximum number of follow-up appointments planned at once. */
export const maxFollowUps = 12;
/** Longest interval in weeks: once a year. */
export const longestInterval = 52;
/** Intervals in weeks that the desk can choose. */
export const followUpIntervals = [1, 2, 3, 4, 6, 8, 12, 26] as const;
export const defaultInterval = 6;

export interface FollowUpWish {
  weeks: number;
  times: number;
}

/**
 * Dates of `times` appointments every `weeks` weeks, on the same weekday. Counted from the appointment, or
 * from today if the first would be in the past.
 */
export function followUpDates(after: string, today: string, { weeks, times }: FollowUpWish): string[] {
  const from = addDays(after, weeks * 7) < today ? today : after;
  return Array.from({ length: times }, (_, i) => addDays(from, (i + 1) * weeks * 7));
}

export interface FreeStart {
  date: string;
  /** Minutes of the day. */
  start: number;
}

/** Number of alternatives. */
const maxAlternatives = 3;
const maxOnSameDay = 2;
/** Number of days searched on each side of the wanted day. */
const daysAround = 3;

/** Days beside the wanted one to search, nearest first, none before today. */
export const listNeighbouringDays = (date: string, today: string): string[] =>
  Array.from({ length: daysAround }, (_, i) => [addDays(date, i + 1), addDays(date, -i - 1)])
    .flat()
    .filter((day) => day > today);

/** Free starts nearest to the wanted one: two on the same day, then one on each day beside it. */
export function nearestStarts(wished: FreeStart, free: readonly FreeStart[]): FreeStart[] {
  const near = [...free].sort(
    (a, b) =>
      Math.abs(daysBetween(wished.date, a.date)) - Math.abs(daysBetween(wished.date, b.date)) ||
      Math.abs(a.start - wished.start) - Math.abs(b.start - wished.start) ||
      daysBetween(a.date, b.date) ||
      a.start - b.start,
  );
  const seen = new Map<string, number>();
  return near
    .filter(({ date }) => {
      const n = (seen.get(date) ?? 0) + 1;
      seen.set(date, n);
      return n <= (date === wished.date ? maxOnSameDay : 1);
    })
    .slice(0, maxAlternatives);
}
