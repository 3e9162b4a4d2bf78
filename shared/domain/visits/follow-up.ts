import { addDays, daysBetween } from '../clinic-time.ts';

/** As many visits as are planned in one go. */
export const mostFollowUps = 12;
/** The furthest rhythm: once a year. */
export const longestRhythm = 52;
/** Weeks between visits, as the desk is offered them. */
export const rhythms = [1, 2, 3, 4, 6, 8, 12, 26] as const;
export const usualRhythm = 6;

export interface FollowUpWish {
  weeks: number;
  times: number;
}

/**
 * The days of `times` visits every so many weeks after one: the weekday stays. Counted from the visit, or
 * from today where that would begin in the past.
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

/** So many alternatives are proposed, and so many of the same day. */
const proposed = 3;
const ofTheDay = 2;
/** How far from the wished day is looked, one step to either side after the other. */
const daysAround = 3;

/** The days beside a wished one that are looked at, nearest first, none before today. */
export const daysBeside = (date: string, today: string): string[] =>
  Array.from({ length: daysAround }, (_, i) => [addDays(date, i + 1), addDays(date, -i - 1)])
    .flat()
    .filter((day) => day > today);

/** The free starts nearest to a wished one: two of its own day, then one a day beside it. */
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
      return n <= (date === wished.date ? ofTheDay : 1);
    })
    .slice(0, proposed);
}
