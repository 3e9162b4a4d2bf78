import { addDays, addMilliseconds, minutesBetween, splitLocal, storedTimeToInstant } from '../clinic-time.ts';

/** Hours after the end of an appointment within which it can be fairly marked as missed. */
const markedWithinHours = 48;
/** Days for which a missed appointment counts. */
const countedDays = 365;

export interface MissedVisit {
  /** Start on the clinic's clock, as stored. */
  readonly localStart: string;
  readonly localEnd: string;
  /** Null: unknown, for example in imported data. */
  readonly markedAt: Date | null;
  readonly excused: boolean;
}

/** States of a missed appointment: it counts, staff excused it, it was marked too late, or it is too old. */
export const noShowStates = ['counts', 'excused', 'late', 'past'] as const;
export type NoShowState = (typeof noShowStates)[number];

export function noShowState(
  { localStart, localEnd, markedAt, excused }: MissedVisit,
  today: string,
): NoShowState {
  if (excused) return 'excused';
  const { date, time } = splitLocal(localStart);
  const minutes = minutesBetween(localStart, localEnd) + markedWithinHours * 60;
  if (markedAt === null || markedAt > addMilliseconds(storedTimeToInstant(date, time), minutes * 60_000))
    return 'late';
  return date < addDays(today, -countedDays) ? 'past' : 'counts';
}

export const countNoShows = (visits: readonly MissedVisit[], today: string): number =>
  visits.filter((visit) => noShowState(visit, today) === 'counts').length;

/** Whether online bookings need a confirming call; `callAfter` null: never. */
export const requiresConfirmingCall = (counted: number, callAfter: number | null): boolean =>
  callAfter !== null && counted >= callAfter;
