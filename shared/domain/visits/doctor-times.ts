import { dayEnd, minutesOf, splitLocal, weekdayOf } from '../clinic-time.ts';
import type { Window } from './slots.ts';

/** How a branch is booked: by room only, or by doctors on duty. */
export const bookingWays = ['room', 'doctor'] as const;
export type BookedBy = (typeof bookingWays)[number];

/** Wish for a doctor: any, a woman, or a named one. */
export const doctorWishes = ['any', 'woman', 'named'] as const;
export type DoctorWish = (typeof doctorWishes)[number];

/** A duty: minutes of a weekday, within days (`before` is the first day after). */
export interface Duty {
  readonly doctorId: number;
  readonly weekday: number;
  readonly starts: number;
  readonly ends: number;
  readonly from: string | null;
  readonly before: string | null;
}
/** An absence: a range of the clinic's clock, end exclusive. */
export interface DoctorAbsence {
  readonly doctorId: number;
  readonly from: string;
  readonly to: string;
}
/** Duties and absences of a branch. */
export interface Roster {
  readonly duties: readonly Duty[];
  readonly away: readonly DoctorAbsence[];
}
/** A doctor's day: times on duty at the branch, and times when she is busy or absent. */
export interface DoctorDay {
  readonly id: number;
  readonly onDuty: readonly Window[];
  readonly busy: readonly Window[];
}

const wholeDay: Window = { from: 0, to: dayEnd };

/** The part of a range that lies on a day, in its minutes. */
export function clipToDay(date: string, { from, to }: Pick<DoctorAbsence, 'from' | 'to'>): Window[] {
  const [first, last] = [splitLocal(from), splitLocal(to)];
  if (last.date < date || first.date > date) return [];
  const part = {
    from: first.date < date ? 0 : minutesOf(first.time),
    to: last.date > date ? dayEnd : minutesOf(last.time),
  };
  return part.from < part.to ? [part] : [];
}

/** Merges adjoining ranges, because an appointment may span both. */
function mergeWindows(windows: readonly Window[]): Window[] {
  const whole: Window[] = [];
  for (const { from, to } of windows.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else whole.push({ from, to });
  }
  return whole;
}

const isDutyOn = ({ weekday, from, before }: Duty, date: string): boolean =>
  weekday === weekdayOf(date) && (from === null || from <= date) && (before === null || date < before);

/** Doctors on duty on a day, ignoring absences. */
export const dutiesOn = (date: string, { duties }: Pick<Roster, 'duties'>): number[] =>
  duties.filter((duty) => isDutyOn(duty, date)).map(({ doctorId }) => doctorId);

const listAbsencesOn = (doctorId: number, { away }: Roster, date: string): Window[] =>
  away.filter((one) => one.doctorId === doctorId).flatMap((one) => clipToDay(date, one));

const isWhollyAway = (windows: readonly Window[], away: readonly Window[]): boolean =>
  windows.every((window) =>
    mergeWindows(away).some(({ from, to }) => from <= window.from && window.to <= to),
  );

/**
 * The wanted doctors on duty on a day, each with her duties and with times when she is absent or `held` by
 * appointments anywhere. Leaves out doctors who are absent during all of their duties.
 */
export function listDoctorDays(
  date: string,
  roster: Roster,
  wanted: readonly number[],
  held: ReadonlyMap<number, readonly Window[]> = new Map(),
): DoctorDay[] {
  return wanted.flatMap((id) => {
    const duties = roster.duties.filter((duty) => duty.doctorId === id && isDutyOn(duty, date));
    const onDuty = mergeWindows(duties.map(({ starts, ends }) => ({ from: starts, to: ends })));
    const away = listAbsencesOn(id, roster, date);
    if (isWhollyAway(onDuty, away)) return [];
    return [{ id, onDuty, busy: [...away, ...(held.get(id) ?? [])] }];
  });
}

/** A doctor who may be named at any hour: limited only by absences and appointments. */
export const doctorDayWithoutDuty = (
  id: number,
  date: string,
  roster: Roster,
  held: readonly Window[] = [],
): DoctorDay => ({ id, onDuty: [wholeDay], busy: [...listAbsencesOn(id, roster, date), ...held] });

/** On duty for the whole appointment. */
export const isOnDuty = ({ onDuty }: DoctorDay, start: number, minutes: number): boolean =>
  onDuty.some(({ from, to }) => from <= start && start + minutes <= to);

const isBusy = ({ busy }: DoctorDay, start: number, minutes: number): boolean =>
  busy.some(({ from, to }) => from < start + minutes && start < to);

/** Available: on duty, and neither absent nor busy. */
export const isDoctorAvailable = (doctor: DoctorDay, start: number, minutes: number): boolean =>
  isOnDuty(doctor, start, minutes) && !isBusy(doctor, start, minutes);

interface WithDoctorId {
  readonly doctorId: number | null;
}

/** Appointments by doctor, in the order of `doctors`, then other doctors, then without a doctor. */
export function groupByDoctor<T extends WithDoctorId>(
  rows: readonly T[],
  doctors: readonly number[] = [],
): { doctorId: number | null; rows: T[] }[] {
  const named = rows.flatMap(({ doctorId }) => doctorId ?? []);
  return [...new Set([...doctors, ...named]), null]
    .map((doctorId) => ({ doctorId, rows: rows.filter((row) => row.doctorId === doctorId) }))
    .filter((group) => group.rows.length > 0);
}
