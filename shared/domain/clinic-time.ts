import { tzOffset } from '@date-fns/tz/tzOffset';

/**
 * The clinic's calendar and clock. Dates are 'YYYY-MM-DD', times 'HH:MM:SS', a month 'YYYY-MM', all in Cairo
 * wall time; their text form sorts and compares correctly. No other module builds or compares dates;
 * `format-time.ts` formats them.
 */
export const clinicZone = 'Africa/Cairo';

/**
 * A clinic day ends at 3 AM, because shifts may run past midnight (Ramadan). Times after midnight count on,
 * as in timetables: 00:30 in the night after the 18th is '24:30:00' of the 18th. Both forms name the same
 * moment: ('…-18', '24:30') and ('…-19', '00:30').
 */
export const dayEdge = 3 * 60;
/** End of a clinic day, in minutes since its midnight. */
export const dayEnd = 24 * 60 + dayEdge;

export interface DateRange {
  from: string;
  to: string;
}
/** A date and the time on it; `minutes` since its midnight, `weekday` with Sunday 0. */
export interface ClinicClock {
  date: string;
  time: string;
  minutes: number;
  weekday: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const padTwoDigits = (n: number): string => String(n).padStart(2, '0');

const computeOffset = (at: number): number => tzOffset(clinicZone, new Date(at)) * minuteMs;

/** Maximum number of days in the cache: more than twenty years, which an old list may span. */
const maxDays = 8000;
const offsetsByDay = new Map<number, number>();

/** Offset at the start of a UTC day. */
function offsetOfDay(day: number): number {
  const known = offsetsByDay.get(day);
  if (known !== undefined) return known;
  if (offsetsByDay.size >= maxDays) offsetsByDay.clear();
  const offset = computeOffset(day * dayMs);
  offsetsByDay.set(day, offset);
  return offset;
}

/**
 * Offset of the clinic's wall time from UTC, in milliseconds. Cached per day, because a lookup is slow and
 * the offset rarely changes within a day.
 */
function offsetAt(at: number): number {
  const day = Math.floor(at / dayMs);
  const offset = offsetOfDay(day);
  return offset === offsetOfDay(day + 1) ? offset : computeOffset(at);
}

/** Calendar date and wall time in Cairo. */
export function clinicClock(now: Date): ClinicClock {
  const wall = new Date(now.getTime() + offsetAt(now.getTime()));
  const iso = wall.toISOString();
  return {
    date: iso.slice(0, 10),
    time: iso.slice(11, 19),
    minutes: wall.getUTCHours() * 60 + wall.getUTCMinutes(),
    weekday: wall.getUTCDay(),
  };
}

/**
 * The clinic day and its time: until 3 AM it is still the day before. When summer time ends, 23:00-23:59
 * occurs twice and appointments use the first one; during the second this clock stays at 23:59:59.
 */
export function dayClock(now: Date): ClinicClock {
  const wall = clinicClock(now);
  if (wall.minutes < dayEdge) {
    const date = addDays(wall.date, -1);
    const minutes = wall.minutes + 1440;
    return { date, time: timeOfMinutes(minutes, wall.time.slice(6)), minutes, weekday: weekdayOf(date) };
  }
  const again = wall.minutes >= 23 * 60 && wallToInstant(wall.date, wall.time) < addMilliseconds(now, -999);
  return again ? { ...wall, time: '23:59:59', minutes: 1439 } : wall;
}

/** First instant of a clinic day. */
export const startOfClinicDate = (date: string): Date => wallToInstant(date, timeOfMinutes(dayEdge));
/** First instant of the current clinic day. */
export const startOfClinicDay = (now: Date): Date => startOfClinicDate(dayClock(now).date);

/** Days since 1 January 1970, or null for a date that does not exist. */
function dayNumberOrNull(date: string): number | null {
  const [, year, month, day] = /^((?:19|20|21)\d\d)-(\d\d)-(\d\d)$/.exec(date) ?? [];
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day)
    ? at.getTime() / dayMs
    : null;
}

/** A calendar day that exists (no 30 February), between 1900 and 2199. */
export const isRealDate = (date: string): boolean => dayNumberOrNull(date) !== null;

function dayNumber(date: string): number {
  const found = dayNumberOrNull(date);
  if (found === null) throw new RangeError(`not a date: ${date}`);
  return found;
}

const dateOfNumber = (n: number): string => new Date(n * dayMs).toISOString().slice(0, 10);

export const addDays = (date: string, days: number): string => dateOfNumber(dayNumber(date) + days);
/** Days from one date to another; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);
/** Age in whole years on a date. */
export const ageOn = (born: string, today: string): number =>
  Number(today.slice(0, 4)) - Number(born.slice(0, 4)) - (today.slice(5) < born.slice(5) ? 1 : 0);
/** Sunday is 0. */
export const weekdayOf = (date: string): number => (((dayNumber(date) + 4) % 7) + 7) % 7;

/** All dates of a range, both ends included. */
export function listDates({ from, to }: DateRange): string[] {
  const first = dayNumber(from);
  return Array.from({ length: Math.max(0, dayNumber(to) - first + 1) }, (_, i) => dateOfNumber(first + i));
}

/** Sunday to Saturday around a date. */
export function weekOf(date: string): DateRange {
  const from = addDays(date, -weekdayOf(date));
  return { from, to: addDays(from, 6) };
}

export const monthKey = (date: string): string => date.slice(0, 7);

export function addMonths(month: string, months: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months;
  return `${Math.floor(index / 12)}-${padTwoDigits((index % 12) + 1)}`;
}

/** First to last day of the month of a date (or of a 'YYYY-MM'). */
export function monthOf(dateOrMonth: string): DateRange {
  const month = monthKey(dateOrMonth);
  return { from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) };
}

/** Whole weeks, Sunday to Saturday, that cover a month. */
export function monthGrid(month: string): string[][] {
  const { from, to } = monthOf(month);
  const days = listDates({ from: weekOf(from).from, to: weekOf(to).to });
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

export type Period = 'today' | 'week' | 'month';

export function period(name: Period, clock: Pick<ClinicClock, 'date'>): DateRange {
  if (name === 'week') return weekOf(clock.date);
  if (name === 'month') return monthOf(clock.date);
  return { from: clock.date, to: clock.date };
}

const time24 = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;
const timeAfterMidnight = /^(2[4-6]):([0-5]\d)(?::([0-5]\d))?$|^(27):(00)(?::(00))?$/;
const time12 = /^(0?[1-9]|1[0-2]):([0-5]\d)\s*([AP])M$/i;

/** Converts 'HH:MM', 'HH:MM:SS' or 'h:mm AM' to 'HH:MM:SS'; null for anything else. */
export function parseTime(text: string): string | null {
  const [, hours, minutes, seconds = '00'] = time24.exec(text) ?? [];
  if (hours !== undefined) return `${hours}:${minutes}:${seconds}`;
  const [, hour12, minutes12, half] = time12.exec(text.trim()) ?? [];
  if (hour12 === undefined) return null;
  return `${padTwoDigits((Number(hour12) % 12) + (half?.toUpperCase() === 'P' ? 12 : 0))}:${minutes12}:00`;
}

/** Like `parseTime`, and accepts times after midnight up to '27:00:00'. */
export function parseDayTime(text: string): string | null {
  if (!timeAfterMidnight.test(text)) return parseTime(text);
  return text.length === 5 ? `${text}:00` : text;
}

/** Minutes since midnight of 'HH:MM' or 'HH:MM:SS', up to '27:00:00'. */
export function minutesOf(time: string): number {
  if (!time24.test(time) && !timeAfterMidnight.test(time)) throw new RangeError(`not a time: ${time}`);
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

export const timeOfMinutes = (minutes: number, seconds = '00'): string =>
  `${padTwoDigits(Math.floor(minutes / 60))}:${padTwoDigits(minutes % 60)}:${seconds}`;

/** Whether a time of a clinic day is after midnight, on the next calendar date. */
export const isAfterMidnight = (time: string): boolean => timeAfterMidnight.test(time);

/**
 * Calendar time 'YYYY-MM-DD HH:MM:SS', the form in which the database stores start and end of an appointment.
 * The input may use times after midnight.
 */
export function localDateTime(date: string, time: string): string {
  const parsed = parseDayTime(time);
  if (!isRealDate(date) || parsed === null) throw new RangeError(`not a date and time: ${date} ${time}`);
  if (!isAfterMidnight(parsed)) return `${date} ${parsed}`;
  return `${addDays(date, 1)} ${padTwoDigits(Number(parsed.slice(0, 2)) - 24)}${parsed.slice(2)}`;
}

/** Clinic date and time of a calendar time: until 3 AM the day before, with hours from 24. */
export function splitLocal(local: string): { date: string; time: string } {
  const [date, time] = [local.slice(0, 10), local.slice(11, 19)];
  if (Number(time.slice(0, 2)) * 60 >= dayEdge) return { date, time };
  return { date: addDays(date, -1), time: `${Number(time.slice(0, 2)) + 24}${time.slice(2)}` };
}

/** Calendar date and time, without the rule for the night; for values that are not appointments. */
export const splitCalendar = (local: string): { date: string; time: string } => ({
  date: local.slice(0, 10),
  time: local.slice(11, 19),
});

/** Normalizes a date and time to the clinic day: 00:30 becomes 24:30 of the day before. */
export const clinicTime = (date: string, time: string): { date: string; time: string } =>
  splitLocal(localDateTime(date, time));

/** Wall-clock minutes between two local times. */
export const minutesBetween = (from: string, to: string): number =>
  (Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)) / minuteMs;

/** Wall-clock arithmetic: 20 minutes later on the clock, also across a change of summer time. */
export function addMinutes(local: string, minutes: number): string {
  const iso = new Date(Date.parse(`${local.replace(' ', 'T')}Z`) + minutes * minuteMs).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** Whether a time is later than a clock; the time may be in any form that `parseDayTime` accepts. */
export const isLater = (date: string, time: string, clock: Pick<ClinicClock, 'date' | 'time'>): boolean =>
  localDateTime(date, time) > localDateTime(clock.date, clock.time);

/** Instant of a wall time: the first if it occurs twice, null if summer time skips it. */
function instantOrNull(date: string, time: string): Date | null {
  const wall = Date.parse(`${localDateTime(date, time).replace(' ', 'T')}Z`);
  const found = [wall - dayMs, wall + dayMs]
    .map((at) => wall - offsetAt(at))
    .filter((at) => at + offsetAt(at) === wall);
  return found.length > 0 ? new Date(Math.min(...found)) : null;
}

/**
 * Instant of a wall time. When summer time ends, 23:00-23:59 occurs twice: the first is used. When it begins,
 * 00:00-00:59 does not exist: throws RangeError, where libraries silently return 01:00-01:59.
 */
export function wallToInstant(date: string, time: string): Date {
  const found = instantOrNull(date, time);
  if (!found) throw new RangeError(`the clock skips ${date} ${time}`);
  return found;
}

/** Instant of a wall time (`HH:MM`) in a zone; `offset` in minutes east of UTC. */
export const instantAt = (date: string, time: string, offset: number): Date =>
  new Date(Date.parse(`${date}T${time}:00Z`) - offset * minuteMs);

/** The hour that summer time skips in the night after a day, in minutes of that day; null if none. */
export const skippedAfter = (date: string): { from: number; to: number } | null =>
  isRealWallTime(date, '24:00') ? null : { from: 24 * 60, to: 25 * 60 };

/** False for times in the hour that summer time skips. */
export function isRealWallTime(date: string, time: string): boolean {
  try {
    return instantOrNull(date, time) !== null;
  } catch {
    return false;
  }
}

/** Adds milliseconds to an instant. */
export const addMilliseconds = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** Instant of a stored wall time; for a time in the skipped hour, the end of that hour. */
export const storedTimeToInstant = (date: string, time: string): Date =>
  instantOrNull(date, time) ?? wallToInstant(localDateTime(date, time).slice(0, 10), '01:00:00');

/** First instant of a calendar day: 01:00 if summer time skips midnight. */
export const startOfDay = (date: string): Date => storedTimeToInstant(date, '00:00:00');

/** Parses an instant of external origin; null if invalid. */
export function readInstant(text: string): Date | null {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** UTC stamp for calendar files: 20261118T132000Z. */
export const icsStamp = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '');

/** Spreadsheets store times without a date as times of their first days. */
const firstCellDay = Date.UTC(1900, 0, 1);

/**
 * Formats a date or time cell of a spreadsheet, which has no zone, to the minute: `YYYY-MM-DD`, `HH:MM` or
 * both. Null for an invalid date.
 */
export function cellTime(value: Date): string | null {
  if (Number.isNaN(value.getTime())) return null;
  const at = new Date(Math.round(value.getTime() / minuteMs) * minuteMs).toISOString();
  const [date, time] = [at.slice(0, 10), at.slice(11, 16)];
  if (value.getTime() < firstCellDay) return time;
  return time === '00:00' ? date : `${date} ${time}`;
}
