import type { AuditAction } from './audit.ts';
import { addMinutes, listDates, splitLocal } from './clinic-time.ts';
import { type DayPart, dayPartOf, hasPart } from './day-part.ts';
import { type BranchHours, hoursOfDay, windowsOfDay } from './visits/slots.ts';

/** State of a waiting-list entry, with its action in the history. */
export const wishStates = {
  waiting: 'wish_made',
  granted: 'wish_granted',
  left: 'wish_left',
  ended: 'wish_ended',
} as const satisfies Record<string, AuditAction>;
export type WishState = keyof typeof wishStates;

/** Who offers freed times to the waiting list: the system (`itself`) or staff (`hand`). */
export const offeringModes = ['itself', 'hand'] as const;

/** Minutes for which an offered time is held for the patient. */
export const offerMinutes = 30;

/** Maximum number of offers per entry; after that, no more are made. */
export const offersPerWish = 3;
/** Maximum number of entries per patient, besides those for her appointments. */
export const wishesPerPatient = 3;
/**
 * Minutes that the patient needs to get to the clinic: an offered time must be this long after its deadline.
 */
const travelMinutes = 60;

/** The first time that can be offered now, on the clinic's clock. */
export const findFirstOfferable = (localNow: string, keptMinutes: number): string =>
  addMinutes(localNow, keptMinutes + travelMinutes);

/** Reasons for which staff remove an entry from the waiting list. */
export const endReasons = ['asked', 'booked', 'unreached', 'mistake'] as const;
export type EndReason = (typeof endReasons)[number];

/** Why an entry gets no automatic offers now. */
export const pauseReasons = ['kept', 'today', 'enough', 'withdrawn', 'unreached', 'hand'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/**
 * Returns null if the next suitable time may be offered. `kept`: a time is held for the patient. `enough`:
 * she got three offers. `withdrawn`: she withdrew her consent, so only staff may book for her. `unreached`:
 * no message reaches her. `today`: she already got an offer today. `hand`: staff make the offers.
 */
export function findPauseReason(wish: {
  keeps: boolean;
  toldToday: boolean;
  offered: number;
  withdrew: boolean;
  isReached: boolean;
  byHand: boolean;
}): PauseReason | null {
  if (wish.keeps) return 'kept';
  if (wish.offered >= offersPerWish) return 'enough';
  if (wish.withdrew) return 'withdrawn';
  if (!wish.isReached) return 'unreached';
  if (wish.toldToday) return 'today';
  return wish.byHand ? 'hand' : null;
}

interface FreeTimeAtBranch {
  locationId: number;
  /** 'YYYY-MM-DD HH:MM:SS' */
  localStart: string;
}
interface WishConditions {
  /** Start of the appointment that should be earlier: only earlier times are offered. Null: none. */
  visitStart: string | null;
  /** First and last date that suit the patient; null: any. */
  fromDate: string | null;
  toDate: string | null;
  /** Empty: the whole day. */
  parts: readonly DayPart[];
  /** Earlier offers, by branch and start. */
  offered: readonly FreeTimeAtBranch[];
  /** Other appointments of the patient. */
  busy: readonly { from: string; to: string }[];
  minutes: number;
}

/**
 * Whether a time suits an entry: its dates, its parts of the day, earlier than the appointment, and free for
 * the patient.
 */
function suitsWish(wanted: WishConditions, { localStart }: FreeTimeAtBranch): boolean {
  const { visitStart, fromDate, toDate, parts, busy } = wanted;
  // Cheap text comparisons come first: this runs for every free time and every entry.
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

/** Times that suit an entry, soonest first, without those offered before. */
export function listSuitableTimes(
  wanted: WishConditions,
  free: readonly FreeTimeAtBranch[],
  notBefore: string,
): FreeTimeAtBranch[] {
  const isNew = ({ locationId, localStart }: FreeTimeAtBranch) =>
    !wanted.offered.some((one) => one.locationId === locationId && one.localStart === localStart);
  return free
    .filter((one) => one.localStart >= notBefore && suitsWish(wanted, one) && isNew(one))
    .toSorted((a, b) => a.localStart.localeCompare(b.localStart) || a.locationId - b.locationId);
}

/**
 * Whether one of these branches sees patients on a day, and in a part of the day, that the entry names. Only
 * for entries that wait for a new appointment.
 */
export function hasOpenDay(
  { fromDate, toDate, parts }: Pick<WishConditions, 'fromDate' | 'toDate' | 'parts'>,
  branches: readonly BranchHours[],
  { today, consultationStart }: { today: string; consultationStart: string },
): boolean {
  if (fromDate === null || toDate === null) return true;
  const first = fromDate > today ? fromDate : today;
  if (toDate < first) return false;
  return listDates({ from: first, to: toDate }).some((date) =>
    branches.some((branch) =>
      windowsOfDay(hoursOfDay(branch, date), consultationStart).some(
        (window) => parts.length === 0 || parts.some((part) => hasPart(window, part)),
      ),
    ),
  );
}
