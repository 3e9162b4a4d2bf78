import {
  addDays,
  addMinutes,
  datesOf,
  daysBetween,
  localDateTime,
  minutesOf,
  splitLocal,
} from './clinic-time.ts';

/** How a time that is proposed differs from the visit that cannot take place. */
export const proposalKinds = ['same', 'doctor', 'branch'] as const;
export type ProposalKind = (typeof proposalKinds)[number];

export interface Proposal {
  readonly locationId: number;
  readonly date: string;
  readonly time: string;
  readonly doctorId: number | null;
  readonly kind: ProposalKind;
}

/** How many days away another doctor, or another branch, weighs. */
const weight: Record<ProposalKind, number> = { same: 0, doctor: 2, branch: 4 };
/** An earlier day comes as a surprise. */
const sooner = 0.5;
/** An hour earlier or later in the day weighs as much as a quarter of a day away. */
const perHour = 0.25;

/** The less, the nearer to the visit that cannot take place. */
export const distance = (visit: { date: string; time: string }, { date, time, kind }: Proposal): number =>
  Math.abs(daysBetween(visit.date, date)) +
  (date < visit.date ? sooner : 0) +
  (Math.abs(minutesOf(time) - minutesOf(visit.time)) / 60) * perHour +
  weight[kind];

/** No time so many days away is nearer than that. */
export const atLeast = (kind: ProposalKind, daysAway: number): number => weight[kind] + daysAway;

/** So far around a visit is looked for another time. */
const reach = 14;
const nearestFirst = [0, ...Array.from({ length: reach }, (_, i) => [-i - 1, i + 1]).flat()];

/** The days around a visit, nearest first, from today on. */
export function daysAround(date: string, today: string): string[] {
  const days = datesOf({ from: addDays(date, -reach), to: addDays(date, reach) });
  return nearestFirst.flatMap((away) => days[reach + away] ?? []).filter((day) => day >= today);
}

const evening = '20:00:00';
const noon = '12:00:00';
/** Whoever is asked in the evening has until the next. */
const atLeastHours = 2;
/** Before a visit so much is left to call her. */
const toCall = 60;
const shortest = 30;
/** A visit that is further away leaves her time to read of it: no offer ends on the day it is made. */
const far = 2 * 24 * 60;

/**
 * Until when a displaced patient may answer, on the clinic's clock: the next evening that leaves her two
 * hours, and noon of the next day where her visit is more than two days away; earlier where either visit is
 * nearer, but half an hour at least.
 */
export function answerBy(localNow: string, visitStart: string, offeredStart: string): string {
  const { date } = splitLocal(localNow);
  const tonight = localDateTime(date, evening);
  const next =
    addMinutes(localNow, atLeastHours * 60) <= tonight ? tonight : localDateTime(addDays(date, 1), evening);
  const tomorrow = localDateTime(addDays(date, 1), noon);
  const read = visitStart > addMinutes(localNow, far) && tomorrow > next ? tomorrow : next;
  const nearer = visitStart < offeredStart ? visitStart : offeredStart;
  const latest = addMinutes(nearer, -toCall);
  const soonest = addMinutes(localNow, shortest);
  const by = read < latest ? read : latest;
  return by > soonest ? by : soonest;
}
