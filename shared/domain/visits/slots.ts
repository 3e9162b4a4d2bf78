import { minutesOf, skippedAfter, weekdayOf } from '../clinic-time.ts';
import { canSee, type DoctorDay, isOnDuty } from './doctor-times.ts';

/**
 * One shift of a weekday, in minutes since its midnight; it may go on after the next one. `closes` is null
 * where no end was entered.
 */
export interface Shift {
  opens: number;
  closes: number | null;
}
/** A day that differs: closed, or with other hours. One row per stretch of hours. */
export interface HoursException {
  isClosed: boolean;
  opens: number | null;
  closes: number | null;
}
/** From the first minute to the one after the last. */
export interface Window {
  from: number;
  to: number;
}
/** A visit that holds a room; overbooked ones stand in no room (null). */
export interface Held extends Window {
  room: number | null;
}
/** All that the slots of one day depend on. `hasSchedule`: the branch has a shift on some weekday. */
export interface DayHours {
  shifts: readonly Shift[];
  exceptions: readonly HoursException[];
  hasSchedule: boolean;
  /** What the clock skips of it, in the night in which summer time begins. */
  skipped?: Window | null;
}
/** The hours of a branch: shifts by weekday (Sunday first), exceptions by date. */
export interface BranchHours {
  week: readonly (readonly Shift[])[];
  exceptions: ReadonlyMap<string, readonly HoursException[]>;
}
/** Minutes from one public slot to the next. */
export const slotMinutes = 20;

/** How the public books: the clinic's consultation start, and the length of the chosen service in minutes. */
export interface PublicRules {
  consultationStart: string;
  minutes: number;
}
export const grids = ['public', 'admin', 'doctor'] as const;
export type Grid = (typeof grids)[number];

/** The end of a shift that has none, or none that makes sense: 9 PM. */
export const fallbackEnd = 21 * 60;
const staffStep = 30;
const adminStarts = everyStep([{ from: 9 * 60, to: 20 * 60 + staffStep }], staffStep, staffStep);
const doctorDefault: readonly Window[] = [{ from: 9 * 60, to: 17 * 60 }];

/** Starts of `minutes`-long visits every `step` minutes; each ends by the end of its window. */
function everyStep(windows: readonly Window[], step: number, minutes: number): number[] {
  const starts: number[] = [];
  for (const { from, to } of windows) for (let at = from; at + minutes <= to; at += step) starts.push(at);
  return windows.length < 2 ? starts : [...new Set(starts)].sort((a, b) => a - b);
}

/** An exception is taken as it is written: no fallback of its start or its end. */
function exceptionWindows(exceptions: readonly HoursException[]): Window[] {
  if (exceptions.some(({ isClosed }) => isClosed)) return [];
  return exceptions.flatMap(({ opens, closes }) =>
    opens === null || closes === null ? [] : [{ from: opens, to: closes }],
  );
}

/** What is left of windows where the clock skips an hour. */
const without = (windows: Window[], skipped: Window | null | undefined): Window[] =>
  skipped
    ? windows.flatMap(({ from, to }) => [
        { from, to: Math.min(to, skipped.from) },
        { from: Math.max(from, skipped.to), to },
      ])
    : windows;

const inOrder = (windows: Window[]): Window[] =>
  windows.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from);

export const hoursOfDay = (branch: BranchHours, date: string): DayHours => ({
  shifts: branch.week[weekdayOf(date)] ?? [],
  exceptions: branch.exceptions.get(date) ?? [],
  hasSchedule: branch.week.some((shifts) => shifts.length > 0),
  skipped: skippedAfter(date),
});

/** A visit would have to be seen in the hour that the clock skips. */
export const isSkipped = ({ skipped }: Pick<DayHours, 'skipped'>, start: number, minutes: number): boolean =>
  skipped ? start < skipped.to && skipped.from < start + minutes : false;

/** A closed day has no slots in any grid; a branch without any schedule is not closed, it has none yet. */
export function isClosedDay({ shifts, exceptions, hasSchedule }: DayHours): boolean {
  if (exceptions.length > 0) return inOrder(exceptionWindows(exceptions)).length === 0;
  return hasSchedule && shifts.length === 0;
}

/**
 * When patients may be seen: from the shift's start, never before the consultation start. A shift with no
 * end, or one that ends before the consultation start, goes on to 9 PM; beside other shifts an early one is a
 * morning without public slots.
 */
export function windowsOfDay({ shifts, exceptions, skipped }: DayHours, consultationStart: string): Window[] {
  if (exceptions.length > 0) return inOrder(without(exceptionWindows(exceptions), skipped));
  const start = minutesOf(consultationStart);
  const windows = shifts.flatMap(({ opens, closes }) => {
    const early = closes !== null && closes < start;
    if (early && shifts.length > 1) return [];
    return [{ from: Math.max(opens, start), to: closes === null || early ? fallbackEnd : closes }];
  });
  return inOrder(without(windows, skipped));
}

/** The branch is open for the whole of a visit, in or outside the public times. */
export function isOpenFor(branch: BranchHours, date: string, { from, to }: Window): boolean {
  const day = hoursOfDay(branch, date);
  return (
    !isClosedDay(day) && windowsOfDay(day, '00:00').some((window) => window.from <= from && to <= window.to)
  );
}

/** The hours a doctor sees: the shifts as they are, 9 to 5 where the branch has no schedule at all. */
function doctorWindows({ shifts, exceptions, hasSchedule, skipped }: DayHours): readonly Window[] {
  if (exceptions.length > 0) return without(exceptionWindows(exceptions), skipped);
  if (!hasSchedule) return doctorDefault;
  return without(
    shifts.map(({ opens, closes }) => ({ from: opens, to: closes ?? fallbackEnd })),
    skipped,
  );
}

/** Every start a grid offers on a day, taken or not, in minutes since midnight. */
export function startsOf(grid: Grid, hours: DayHours, rules: PublicRules): number[] {
  if (isClosedDay(hours)) return [];
  if (grid === 'admin') return adminStarts;
  if (grid === 'doctor') return everyStep(doctorWindows(hours), staffStep, staffStep);
  return everyStep(windowsOfDay(hours, rules.consultationStart), slotMinutes, rules.minutes);
}

/** Staff may start a visit wherever one of the three grids of the day starts one, however long the visit. */
export function isStaffStart(start: number, hours: DayHours, rules: PublicRules): boolean {
  const short = { ...rules, minutes: Math.min(rules.minutes, slotMinutes) };
  return grids.some((grid) => startsOf(grid, hours, short).includes(start));
}

/**
 * What is held in each room, room 1 first. Rooms are counted, not visits: two rooms can each be half free.
 */
export function takenByRoom(held: readonly Held[], rooms: number): Window[][] {
  const taken: Window[][] = Array.from({ length: rooms }, () => []);
  for (const visit of held) if (visit.room !== null) taken[visit.room - 1]?.push(visit);
  return taken;
}

/** Who could see her on a day, where that matters: one of them must be free, too. */
export interface DoctorsOfDay {
  readonly days: readonly DoctorDay[];
  /** When they are on duty, where that does not bind who books: a start outside it is marked. */
  readonly duty: readonly DoctorDay[] | null;
}

/** Some room is free from `start` for the whole visit. */
export const hasFreeRoom = (taken: readonly (readonly Window[])[], start: number, minutes: number): boolean =>
  taken.some((room) => room.every(({ from, to }) => to <= start || from >= start + minutes));

const hasFreeDoctor = (doctors: DoctorsOfDay | undefined, start: number, minutes: number): boolean =>
  doctors === undefined || doctors.days.some((doctor) => canSee(doctor, start, minutes));

/** Outside the duty of whoever was named. */
const isBeyondDuty = ({ duty }: DoctorsOfDay, start: number, minutes: number): boolean =>
  duty !== null && !duty.some((doctor) => isOnDuty(doctor, start, minutes));

/** Starts within the windows at which some room is free for the whole visit. */
export const freeSlots = (
  windows: readonly Window[],
  taken: readonly (readonly Window[])[],
  step: number,
  minutes: number,
): number[] => everyStep(windows, step, minutes).filter((start) => hasFreeRoom(taken, start, minutes));

export interface DayQuestion {
  hours: DayHours;
  rules: PublicRules;
  held: readonly Held[];
  rooms: number;
  /** None where rooms alone are booked. */
  doctors?: DoctorsOfDay | undefined;
}

/** A start that staff see. `outside` the branch's hours it is asked about before it is given. */
export interface GridStart {
  start: number;
  /** All rooms are, or everybody who could see her. */
  taken: boolean;
  outside: boolean;
}

/** The grid staff see: every start of theirs, and what patients could still choose. */
export function dayGrid(grid: Grid, { hours, rules, held, rooms, doctors }: DayQuestion): GridStart[] {
  const taken = takenByRoom(held, rooms);
  const isFree = (start: number) =>
    hasFreeRoom(taken, start, rules.minutes) && hasFreeDoctor(doctors, start, rules.minutes);
  const open = hours.hasSchedule || hours.exceptions.length > 0 ? doctorWindows(hours) : [];
  const free = isClosedDay(hours)
    ? []
    : freeSlots(windowsOfDay(hours, rules.consultationStart), taken, slotMinutes, rules.minutes);
  const starts = [...new Set([...startsOf(grid, hours, rules), ...free])].sort((a, b) => a - b);
  return starts.map((start) => ({
    start,
    taken: !isFree(start),
    outside:
      (open.length > 0 && !open.some(({ from, to }) => from <= start && start < to)) ||
      (doctors !== undefined && isBeyondDuty(doctors, start, rules.minutes)),
  }));
}

/**
 * What a patient may choose on a day; `notBefore` is the first minute that can still be booked, null for
 * none.
 */
export function publicSlots(
  { hours, rules, held, rooms, doctors }: DayQuestion,
  notBefore: number | null,
): number[] {
  if (notBefore === null) return [];
  const windows = windowsOfDay(hours, rules.consultationStart);
  return freeSlots(windows, takenByRoom(held, rooms), slotMinutes, rules.minutes).filter(
    (start) => start >= notBefore && hasFreeDoctor(doctors, start, rules.minutes),
  );
}

/** A day of a calendar: whether anybody is seen, and how many starts are free. */
export interface OpenDay {
  date: string;
  open: boolean;
  free: number;
}
export interface MonthQuestion {
  dates: readonly string[];
  branch: BranchHours;
  rules: PublicRules;
  /** Visits that hold a room, by date. */
  held: ReadonlyMap<string, readonly Held[]>;
  rooms: number;
  doctors?: (date: string) => DoctorsOfDay | undefined;
  notBefore: (date: string) => number | null;
}

/** The same for the staff: days on which the branch is not closed, and what is free within its hours. */
export const staffDays = (
  grid: Grid,
  { dates, branch, rules, held, rooms, doctors }: Omit<MonthQuestion, 'notBefore'>,
): OpenDay[] =>
  dates.map((date) => {
    const hours = hoursOfDay(branch, date);
    const question = { hours, rules, held: held.get(date) ?? [], rooms, doctors: doctors?.(date) };
    const starts = dayGrid(grid, question);
    const free = starts.filter(({ taken, outside }) => !taken && !outside).length;
    return { date, open: !isClosedDay(hours), free };
  });

/** For each date: does the branch see patients, and how many starts are still free. */
export function freeDays(month: MonthQuestion): OpenDay[] {
  const { dates, branch, rules, held, rooms, notBefore } = month;
  return dates.map((date) => {
    const hours = hoursOfDay(branch, date);
    const doctors = month.doctors?.(date);
    const question = { hours, rules, held: held.get(date) ?? [], rooms, doctors };
    const open = startsOf('public', hours, rules).length > 0 && doctors?.days.length !== 0;
    return { date, open, free: open ? publicSlots(question, notBefore(date)).length : 0 };
  });
}
