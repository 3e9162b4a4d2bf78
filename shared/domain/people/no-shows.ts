import { addDays, later, minutesBetween, splitLocal, writtenInstant } from '../clinic-time.ts';

/** Hours after the end of a visit within which it is said, fairly, that she did not come. */
const markedWithinHours = 48;
/** Days for which a missed visit counts. */
const countedDays = 365;

export interface MissedVisit {
  /** By the clinic's clock, as visits are kept. */
  readonly localStart: string;
  readonly localEnd: string;
  /** Null: nobody knows when it was said, as of what was brought in from another program. */
  readonly markedAt: Date | null;
  readonly excused: boolean;
}

/**
 * What a missed visit comes to for its patient: it counts; staff excused it; it was marked too late for
 * anybody to remember; or it is long ago.
 */
export const noShowStates = ['counts', 'excused', 'late', 'past'] as const;
export type NoShowState = (typeof noShowStates)[number];

export function noShowState(
  { localStart, localEnd, markedAt, excused }: MissedVisit,
  today: string,
): NoShowState {
  if (excused) return 'excused';
  const { date, time } = splitLocal(localStart);
  const minutes = minutesBetween(localStart, localEnd) + markedWithinHours * 60;
  if (markedAt === null || markedAt > later(writtenInstant(date, time), minutes * 60_000)) return 'late';
  return date < addDays(today, -countedDays) ? 'past' : 'counts';
}

export const countNoShows = (visits: readonly MissedVisit[], today: string): number =>
  visits.filter((visit) => noShowState(visit, today) === 'counts').length;

/** Does what she books online wait for a call? Null: it never does in this clinic. */
export const mustBeCalled = (counted: number, callAfter: number | null): boolean =>
  callAfter !== null && counted >= callAfter;
