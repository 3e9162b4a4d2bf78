import { minutesOf, skippedAfter, weekdayOf } from '../clinic-time.ts';
import { isClosedForGood } from './closed-branch.ts';
import { type DoctorDay, isDoctorAvailable, isOnDuty } from './doctor-times.ts';

/**
 * A shift of a weekday, in minutes since its midnight; it may end after the next midnight. `closes` is null
 * if no end was entered.
 */
export interface Shift {
  opens: number;
  closes: number | null;
}
/** Exception for a date: closed, or other hours. One row per range of hours. */
export interface HoursException {
  isClosed: boolean;
  opens: number | null;
  closes: number | null;
}
/** A range of minutes, end exclusive. */
export interface Window {
  from: number;
  to: number;
}
/** An appointment that holds a room; `room` is null if it is overbooked. */
export interface RoomBooking extends Window {
  room: number | null;
}
/** Everything that determines the slots of a day. `hasSchedule`: the branch has a shift on some weekday. */
export interface DayHours {
  shifts: readonly Shift[];
  exceptions: readonly HoursException[];
  hasSchedule: boolean;
  /** The hour that summer time skips on this day, if it begins in this night. */
  skipped?: Window | null;
}
/** The hours of a branch: shifts by weekday (Sunday first), exceptions by date. */
export interface BranchHours {
  week: readonly (readonly Shift[])[];
  exceptions: ReadonlyMap<string, readonly HoursException[]>;
  /** From this day on the branch is closed, whatever its shifts and exceptions; null: it stays open. */
  closedFrom: string | null;
}
/** The hours of branches, by the id of the branch. */
export type HoursByBranch = ReadonlyMap<number, BranchHours>;
/** Minutes from one public slot to the next. */
export const slotMinutes = 20;

/** Rules for public bookings: the clinic's consultation start, and the length of the service in minutes. */
export interface PublicRules {
  consultationStart: string;
  minutes: number;
}
export const grids = ['public', 'admin', 'doctor'] as const;
export type Grid = (typeof grids)[number];

/** End of a shift without an end, or with an end before the consultation start: 9 PM. */
export const fallbackEnd = 21 * 60;
const staffStep = 30;
const adminStarts = everyStep([{ from: 9 * 60, to: 20 * 60 + staffStep }], staffStep, staffStep);
const doctorDefault: readonly Window[] = [{ from: 9 * 60, to: 17 * 60 }];

/** Starts every `step` minutes of appointments of `minutes` minutes; each ends within its window. */
function everyStep(windows: readonly Window[], step: number, minutes: number): number[] {
  const starts: number[] = [];
  for (const { from, to } of windows) for (let at = from; at + minutes <= to; at += step) starts.push(at);
  return windows.length < 2 ? starts : [...new Set(starts)].sort((a, b) => a - b);
}

/** Exceptions apply exactly as entered: no default for start or end. */
function exceptionWindows(exceptions: readonly HoursException[]): Window[] {
  if (exceptions.some(({ isClosed }) => isClosed)) return [];
  return exceptions.flatMap(({ opens, closes }) =>
    opens === null || closes === null ? [] : [{ from: opens, to: closes }],
  );
}

/** Removes the hour that summer time skips. */
const removeSkippedHour = (windows: Window[], skipped: Window | null | undefined): Window[] =>
  skipped
    ? windows.flatMap(({ from, to }) => [
        { from, to: Math.min(to, skipped.from) },
        { from: Math.max(from, skipped.to), to },
      ])
    : windows;

const sortWindows = (windows: Window[]): Window[] =>
  windows.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from);

const closedDay: readonly HoursException[] = [{ isClosed: true, opens: null, closes: null }];

export const hoursOfDay = (branch: BranchHours, date: string): DayHours => ({
  shifts: branch.week[weekdayOf(date)] ?? [],
  exceptions: isClosedForGood(branch, date) ? closedDay : (branch.exceptions.get(date) ?? []),
  hasSchedule: branch.week.some((shifts) => shifts.length > 0),
  skipped: skippedAfter(date),
});

/** Whether an appointment would overlap the hour that summer time skips. */
export const isSkipped = ({ skipped }: Pick<DayHours, 'skipped'>, start: number, minutes: number): boolean =>
  skipped ? start < skipped.to && skipped.from < start + minutes : false;

/** A closed day has no slots in any grid. A branch without any schedule is not closed. */
export function isClosedDay({ shifts, exceptions, hasSchedule }: DayHours): boolean {
  if (exceptions.length > 0) return sortWindows(exceptionWindows(exceptions)).length === 0;
  return hasSchedule && shifts.length === 0;
}

/**
 * Hours in which patients may be seen: from the shift's start, but not before the consultation start. A shift
 * without an end, or one that ends before the consultation start, lasts until 9 PM; if the day has several
 * shifts, such an early one has no public slots.
 */
export function windowsOfDay({ shifts, exceptions, skipped }: DayHours, consultationStart: string): Window[] {
  if (exceptions.length > 0) return sortWindows(removeSkippedHour(exceptionWindows(exceptions), skipped));
  const start = minutesOf(consultationStart);
  const windows = shifts.flatMap(({ opens, closes }) => {
    const early = closes !== null && closes < start;
    if (early && shifts.length > 1) return [];
    return [{ from: Math.max(opens, start), to: closes === null || early ? fallbackEnd : closes }];
  });
  return sortWindows(removeSkippedHour(windows, skipped));
}

/** Whether the branch is open during the whole appointment, also outside the public times. */
export function isOpenFor(branch: BranchHours, date: string, { from, to }: Window): boolean {
  const day = hoursOfDay(branch, date);
  return (
    !isClosedDay(day) && windowsOfDay(day, '00:00').some((window) => window.from <= from && to <= window.to)
  );
}

/**
 * Hours of the doctor's grid: the shifts without the consultation start; 9 to 5 if the branch has no
 * schedule.
 */
function doctorWindows({ shifts, exceptions, hasSchedule, skipped }: DayHours): readonly Window[] {
  if (exceptions.length > 0) return removeSkippedHour(exceptionWindows(exceptions), skipped);
  if (!hasSchedule) return doctorDefault;
  return removeSkippedHour(
    shifts.map(({ opens, closes }) => ({ from: opens, to: closes ?? fallbackEnd })),
    skipped,
  );
}

/** All starts of a grid on a day, taken or not, in minutes since midnight. */
export function listStarts(grid: Grid, hours: DayHours, rules: PublicRules): number[] {
  if (isClosedDay(hours)) return [];
  if (grid === 'admin') return adminStarts;
  if (grid === 'doctor') return everyStep(doctorWindows(hours), staffStep, staffStep);
  return everyStep(windowsOfDay(hours, rules.consultationStart), slotMinutes, rules.minutes);
}

/** Whether staff may start an appointment here: at any start of the three grids, whatever its length. */
export function isStaffStart(start: number, hours: DayHours, rules: PublicRules): boolean {
  const short = { ...rules, minutes: Math.min(rules.minutes, slotMinutes) };
  return grids.some((grid) => listStarts(grid, hours, short).includes(start));
}

/**
 * Times taken in each room, room 1 first. Counted by room, not by appointment: two rooms can each be half
 * free.
 */
export function listTakenByRoom(held: readonly RoomBooking[], rooms: number): Window[][] {
  const taken: Window[][] = Array.from({ length: rooms }, () => []);
  for (const visit of held) if (visit.room !== null) taken[visit.room - 1]?.push(visit);
  return taken;
}

/** The doctors who can take the appointment on a day: one of them must be free. */
export interface DoctorsOfDay {
  readonly days: readonly DoctorDay[];
  /**
   * Duties of the doctors, if they do not bind the user: a start outside them is only marked. Otherwise null.
   */
  readonly duty: readonly DoctorDay[] | null;
}

/** Whether some room is free during the whole appointment. */
export const hasFreeRoom = (taken: readonly (readonly Window[])[], start: number, minutes: number): boolean =>
  taken.some((room) => room.every(({ from, to }) => to <= start || from >= start + minutes));

const hasFreeDoctor = (doctors: DoctorsOfDay | undefined, start: number, minutes: number): boolean =>
  doctors === undefined || doctors.days.some((doctor) => isDoctorAvailable(doctor, start, minutes));

/** Outside the duties of the named doctor. */
const isOutsideDuty = ({ duty }: DoctorsOfDay, start: number, minutes: number): boolean =>
  duty !== null && !duty.some((doctor) => isOnDuty(doctor, start, minutes));

/** Starts within the windows at which a room is free for the whole appointment. */
export const freeSlots = (
  windows: readonly Window[],
  taken: readonly (readonly Window[])[],
  step: number,
  minutes: number,
): number[] => everyStep(windows, step, minutes).filter((start) => hasFreeRoom(taken, start, minutes));

export interface DayGridInput {
  hours: DayHours;
  rules: PublicRules;
  held: readonly RoomBooking[];
  rooms: number;
  /** Absent if the branch books by rooms only. */
  doctors?: DoctorsOfDay | undefined;
}

/** A start in a staff grid. `outside` the hours needs a confirmation. */
export interface GridStart {
  start: number;
  /** All rooms are taken, or all doctors who could take it. */
  taken: boolean;
  outside: boolean;
}

/** Starts of a staff grid, together with those that patients can still choose. */
export function dayGrid(grid: Grid, { hours, rules, held, rooms, doctors }: DayGridInput): GridStart[] {
  const taken = listTakenByRoom(held, rooms);
  const isFree = (start: number) =>
    hasFreeRoom(taken, start, rules.minutes) && hasFreeDoctor(doctors, start, rules.minutes);
  const open = hours.hasSchedule || hours.exceptions.length > 0 ? doctorWindows(hours) : [];
  const free = isClosedDay(hours)
    ? []
    : freeSlots(windowsOfDay(hours, rules.consultationStart), taken, slotMinutes, rules.minutes);
  const starts = [...new Set([...listStarts(grid, hours, rules), ...free])].sort((a, b) => a - b);
  return starts.map((start) => ({
    start,
    taken: !isFree(start),
    outside:
      (open.length > 0 && !open.some(({ from, to }) => from <= start && start < to)) ||
      (doctors !== undefined && isOutsideDuty(doctors, start, rules.minutes)),
  }));
}

/** Starts that a patient may choose on a day; `notBefore` is the first bookable minute, null if none. */
export function publicSlots(
  { hours, rules, held, rooms, doctors }: DayGridInput,
  notBefore: number | null,
): number[] {
  if (notBefore === null) return [];
  const windows = windowsOfDay(hours, rules.consultationStart);
  return freeSlots(windows, listTakenByRoom(held, rooms), slotMinutes, rules.minutes).filter(
    (start) => start >= notBefore && hasFreeDoctor(doctors, start, rules.minutes),
  );
}

/** A day of a calendar: whether the branch sees patients, and the number of free starts. */
export interface OpenDay {
  date: string;
  open: boolean;
  free: number;
}
export interface FreeDaysInput {
  dates: readonly string[];
  branch: BranchHours;
  rules: PublicRules;
  /** Appointments that hold a room, by date. */
  held: ReadonlyMap<string, readonly RoomBooking[]>;
  rooms: number;
  doctors?: (date: string) => DoctorsOfDay | undefined;
  notBefore: (date: string) => number | null;
}

/** The same for staff: whether the branch is open, and the number of free starts within its hours. */
export const staffDays = (
  grid: Grid,
  { dates, branch, rules, held, rooms, doctors }: Omit<FreeDaysInput, 'notBefore'>,
): OpenDay[] =>
  dates.map((date) => {
    const hours = hoursOfDay(branch, date);
    const question = { hours, rules, held: held.get(date) ?? [], rooms, doctors: doctors?.(date) };
    const starts = dayGrid(grid, question);
    const free = starts.filter(({ taken, outside }) => !taken && !outside).length;
    return { date, open: !isClosedDay(hours), free };
  });

/** For each date: whether the branch sees patients, and the number of free starts. */
export function freeDays(month: FreeDaysInput): OpenDay[] {
  const { dates, branch, rules, held, rooms, notBefore } = month;
  return dates.map((date) => {
    const hours = hoursOfDay(branch, date);
    const doctors = month.doctors?.(date);
    const question = { hours, rules, held: held.get(date) ?? [], rooms, doctors };
    const open = listStarts('public', hours, rules).length > 0 && doctors?.days.length !== 0;
    return { date, open, free: open ? publicSlots(question, notBefore(date)).length : 0 };
  });
}
