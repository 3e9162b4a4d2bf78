import { dayEnd, minutesOf, splitLocal, weekdayOf } from '../clinic-time.ts';
import type { Window } from './slots.ts';

/** How a branch is booked: by its rooms alone, or by the doctors who are on duty there, too. */
export const bookingWays = ['room', 'doctor'] as const;
export type BookedBy = (typeof bookingWays)[number];

/** Whom a visit may be given to: any doctor, a woman, or the one who was named. */
export const doctorWishes = ['any', 'woman', 'named'] as const;
export type DoctorWish = (typeof doctorWishes)[number];

/** When a doctor works at a branch: minutes of a weekday, within days (`before` is the first day after). */
export interface Duty {
  readonly doctorId: number;
  readonly weekday: number;
  readonly starts: number;
  readonly ends: number;
  readonly from: string | null;
  readonly before: string | null;
}
/** When a doctor does not work: from one time of the clinic's clock until before another. */
export interface Away {
  readonly doctorId: number;
  readonly from: string;
  readonly to: string;
}
/** Who works at a branch, and who is away at all. */
export interface Roster {
  readonly duties: readonly Duty[];
  readonly away: readonly Away[];
}
/** A doctor's day: when she sees patients at the branch, and when she cannot see anybody anywhere. */
export interface DoctorDay {
  readonly id: number;
  readonly onDuty: readonly Window[];
  readonly busy: readonly Window[];
}

const wholeDay: Window = { from: 0, to: dayEnd };

/** What of a stretch of time lies on a day, in its minutes. */
export function partOf(date: string, { from, to }: Pick<Away, 'from' | 'to'>): Window[] {
  const [first, last] = [splitLocal(from), splitLocal(to)];
  if (last.date < date || first.date > date) return [];
  const part = {
    from: first.date < date ? 0 : minutesOf(first.time),
    to: last.date > date ? dayEnd : minutesOf(last.time),
  };
  return part.from < part.to ? [part] : [];
}

/** Stretches that meet are one: a visit may reach from one into the next. */
function joined(windows: readonly Window[]): Window[] {
  const whole: Window[] = [];
  for (const { from, to } of windows.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else whole.push({ from, to });
  }
  return whole;
}

const isInForce = ({ weekday, from, before }: Duty, date: string): boolean =>
  weekday === weekdayOf(date) && (from === null || from <= date) && (before === null || date < before);

/** Who would be on duty on a day, were nobody away. */
export const dutiesOn = (date: string, { duties }: Pick<Roster, 'duties'>): number[] =>
  duties.filter((duty) => isInForce(duty, date)).map(({ doctorId }) => doctorId);

const awayOn = (doctorId: number, { away }: Roster, date: string): Window[] =>
  away.filter((one) => one.doctorId === doctorId).flatMap((one) => partOf(date, one));

const isWhollyAway = (windows: readonly Window[], away: readonly Window[]): boolean =>
  windows.every((window) => joined(away).some(({ from, to }) => from <= window.from && window.to <= to));

/**
 * The doctors who work at the branch on a day, of those that are `wanted`, each with when she is on duty and
 * when she is away or `held` by visits, wherever they are. Who is away for all of her duty is not there.
 */
export function doctorsOn(
  date: string,
  roster: Roster,
  wanted: readonly number[],
  held: ReadonlyMap<number, readonly Window[]> = new Map(),
): DoctorDay[] {
  return wanted.flatMap((id) => {
    const duties = roster.duties.filter((duty) => duty.doctorId === id && isInForce(duty, date));
    const onDuty = joined(duties.map(({ starts, ends }) => ({ from: starts, to: ends })));
    const away = awayOn(id, roster, date);
    if (isWhollyAway(onDuty, away)) return [];
    return [{ id, onDuty, busy: [...away, ...(held.get(id) ?? [])] }];
  });
}

/** A doctor who may be named at any hour: only absences and visits keep her. */
export const atAnyHour = (
  id: number,
  date: string,
  roster: Roster,
  held: readonly Window[] = [],
): DoctorDay => ({ id, onDuty: [wholeDay], busy: [...awayOn(id, roster, date), ...held] });

/** She is on duty for the whole of a visit. */
export const isOnDuty = ({ onDuty }: DoctorDay, start: number, minutes: number): boolean =>
  onDuty.some(({ from, to }) => from <= start && start + minutes <= to);

const isBusy = ({ busy }: DoctorDay, start: number, minutes: number): boolean =>
  busy.some(({ from, to }) => from < start + minutes && start < to);

/** She can see somebody then: on duty, and neither away nor with anybody else. */
export const canSee = (doctor: DoctorDay, start: number, minutes: number): boolean =>
  isOnDuty(doctor, start, minutes) && !isBusy(doctor, start, minutes);

interface Seen {
  readonly doctorId: number | null;
}

/** Visits by who sees them, in the order of `doctors`, then of others; last those that name nobody. */
export function byDoctor<T extends Seen>(
  rows: readonly T[],
  doctors: readonly number[] = [],
): { doctorId: number | null; rows: T[] }[] {
  const named = rows.flatMap(({ doctorId }) => doctorId ?? []);
  return [...new Set([...doctors, ...named]), null]
    .map((doctorId) => ({ doctorId, rows: rows.filter((row) => row.doctorId === doctorId) }))
    .filter((group) => group.rows.length > 0);
}
