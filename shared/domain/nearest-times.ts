import {
  addDays,
  addMinutes,
  daysBetween,
  listDates,
  localDateTime,
  minutesOf,
  splitLocal,
} from './clinic-time.ts';

/** How a proposed time differs from the displaced appointment: only the time, the doctor, or the branch. */
export const proposalKinds = ['same', 'doctor', 'branch'] as const;
export type ProposalKind = (typeof proposalKinds)[number];

export interface Proposal {
  readonly locationId: number;
  readonly date: string;
  readonly time: string;
  readonly doctorId: number | null;
  readonly kind: ProposalKind;
}

/** Penalty of another doctor or another branch, in days. */
const kindPenalty: Record<ProposalKind, number> = { same: 0, doctor: 2, branch: 4 };
/** Penalty of a day earlier than planned: patients do not expect it. */
const earlierDayPenalty = 0.5;
/** An hour earlier or later in the day counts as a quarter of a day. */
const hourPenalty = 0.25;

/** Distance from the displaced appointment; smaller is nearer. */
export const proposalDistance = (
  visit: { date: string; time: string },
  { date, time, kind }: Proposal,
): number =>
  Math.abs(daysBetween(visit.date, date)) +
  (date < visit.date ? earlierDayPenalty : 0) +
  (Math.abs(minutesOf(time) - minutesOf(visit.time)) / 60) * hourPenalty +
  kindPenalty[kind];

/** Lower bound of the distance for times so many days away. */
export const minDistance = (kind: ProposalKind, daysAway: number): number => kindPenalty[kind] + daysAway;

/** Number of days before and after an appointment that are searched. */
const daysSearchedAround = 14;
const nearestFirst = [0, ...Array.from({ length: daysSearchedAround }, (_, i) => [-i - 1, i + 1]).flat()];

/** Days around an appointment, nearest first, without past days. */
export function daysAround(date: string, today: string): string[] {
  const days = listDates({ from: addDays(date, -daysSearchedAround), to: addDays(date, daysSearchedAround) });
  return nearestFirst.flatMap((away) => days[daysSearchedAround + away] ?? []).filter((day) => day >= today);
}

const evening = '20:00:00';
const noon = '12:00:00';
/** A patient who is asked too late in the evening has until the next evening. */
const atLeastHours = 2;
/** Minutes before the appointment that remain for calling the patient. */
const minutesToCall = 60;
const shortest = 30;
/**
 * For appointments further away than this (minutes), the deadline is not on the same day: the patient needs
 * time to read the offer.
 */
const nextDayDeadlineFrom = 2 * 24 * 60;

/**
 * Deadline for a displaced patient's answer, on the clinic's clock: the next evening that is at least two
 * hours away, or noon of the next day if later and the appointment is more than two days away. Always an hour
 * before the nearer of both appointments, but at least half an hour from now.
 */
export function findAnswerDeadline(localNow: string, visitStart: string, offeredStart: string): string {
  const { date } = splitLocal(localNow);
  const tonight = localDateTime(date, evening);
  const next =
    addMinutes(localNow, atLeastHours * 60) <= tonight ? tonight : localDateTime(addDays(date, 1), evening);
  const tomorrow = localDateTime(addDays(date, 1), noon);
  const read = visitStart > addMinutes(localNow, nextDayDeadlineFrom) && tomorrow > next ? tomorrow : next;
  const nearer = visitStart < offeredStart ? visitStart : offeredStart;
  const latest = addMinutes(nearer, -minutesToCall);
  const soonest = addMinutes(localNow, shortest);
  const by = read < latest ? read : latest;
  return by > soonest ? by : soonest;
}
