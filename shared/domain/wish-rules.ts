import type { AuditAction } from './audit.ts';
import { addMinutes, splitLocal } from './clinic-time.ts';
import { type DayPart, dayPartOf } from './day-part.ts';

/** What has become of a wish for a time, and how the history calls it. */
export const wishStates = {
  waiting: 'wish_made',
  granted: 'wish_granted',
  left: 'wish_left',
  ended: 'wish_ended',
} as const satisfies Record<string, AuditAction>;
export type WishState = keyof typeof wishStates;

/** Who gives what opens to whom waits longest: the machine, or staff by hand. */
export const givers = ['itself', 'hand'] as const;

/** Minutes for which an offered time is kept for the patient. */
export const offerMinutes = 30;

/** So often is a wish offered something; who wants none of it is asked no more. */
export const offersPerWish = 3;
/** For so many services can somebody wait at a time, beside her visits. */
export const wishesPerPatient = 3;
/** Beyond the time it is kept, so far ahead must a time lie that is offered: she has to get there. */
const onTheWay = 60;

/** The first time that can be offered now, on the clinic's clock. */
export const firstOffered = (localNow: string, keptMinutes: number): string =>
  addMinutes(localNow, keptMinutes + onTheWay);

/** Why staff take somebody off the list. */
export const endReasons = ['asked', 'booked', 'unreached', 'mistake'] as const;
export type EndReason = (typeof endReasons)[number];

/** Why nothing is offered by itself to somebody who waits; null: her turn comes with the next time. */
export const restReasons = ['kept', 'today', 'enough', 'withdrawn', 'unreached', 'hand'] as const;
export type RestReason = (typeof restReasons)[number];

/**
 * A time is kept for her; she was written to today; she wanted none of three; she withdrew her consent, so
 * that only staff book for her; no message reaches her; staff give by hand.
 */
export function restOf(wish: {
  keeps: boolean;
  toldToday: boolean;
  offered: number;
  withdrew: boolean;
  isReached: boolean;
  byHand: boolean;
}): RestReason | null {
  if (wish.keeps) return 'kept';
  if (wish.offered >= offersPerWish) return 'enough';
  if (wish.withdrew) return 'withdrawn';
  if (!wish.isReached) return 'unreached';
  if (wish.toldToday) return 'today';
  return wish.byHand ? 'hand' : null;
}

interface Free {
  locationId: number;
  /** 'YYYY-MM-DD HH:MM:SS' */
  localStart: string;
}
interface Wanted {
  /** Of her visit as it is: nothing at this time or after it is earlier. Null: she has none. */
  visitStart: string | null;
  /** First and last date that suit her; null: any. */
  fromDate: string | null;
  toDate: string | null;
  /** None: the whole day. */
  parts: readonly DayPart[];
  /** What she was offered before, by branch and start. */
  offered: readonly Free[];
  /** When she is at another visit of hers. */
  busy: readonly { from: string; to: string }[];
  minutes: number;
}

/** Whether a time suits a wish: her days, her parts of the day, sooner than her visit, free for her too. */
function suits(wanted: Wanted, { localStart }: Free): boolean {
  const { visitStart, fromDate, toDate, parts, busy } = wanted;
  // What the texts say by themselves comes first: this is asked of every free time, for everybody who waits.
  if (visitStart !== null && localStart >= visitStart) return false;
  if (fromDate !== null && localStart < fromDate) return false;
  const { date, time } = splitLocal(localStart);
  if (fromDate !== null && date < fromDate) return false;
  if (toDate !== null && date > toDate) return false;
  if (parts.length > 0 && !parts.includes(dayPartOf(time))) return false;
  if (busy.length === 0) return true;
  const end = addMinutes(localStart, wanted.minutes);
  return !busy.some(({ from, to }) => from < end && localStart < to);
}

/** What fits a wish, the soonest first; never what she was offered before. */
export function timesFor(wanted: Wanted, free: readonly Free[], notBefore: string): Free[] {
  const isNew = ({ locationId, localStart }: Free) =>
    !wanted.offered.some((one) => one.locationId === locationId && one.localStart === localStart);
  return free
    .filter((one) => one.localStart >= notBefore && suits(wanted, one) && isNew(one))
    .toSorted((a, b) => a.localStart.localeCompare(b.localStart) || a.locationId - b.locationId);
}
