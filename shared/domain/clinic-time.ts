import { tzOffset } from '@date-fns/tz/tzOffset';

/**
 * The clinic's calendar and clock. Dates are 'YYYY-MM-DD', times 'HH:MM:SS', a month 'YYYY-MM', all
 * wall-clock in Cairo; as text they sort and compare as they are. Nothing else in the product builds or
 * compares dates; how they are said is `time-words.ts`.
 */
export const clinicZone = 'Africa/Cairo';

/**
 * The clinic's day runs on after midnight, for shifts that do (Ramadan): what lies before 3 AM belongs to the
 * day before. Times of a day say so by counting on, as timetables do: 00:30 of the night after the 18th is
 * '24:30:00' of the 18th. Read as a date and a time of the calendar it is another day, never another moment:
 * ('…-18', '24:30') and ('…-19', '00:30') are the same.
 */
export const dayEdge = 3 * 60;
/** The end of a clinic's day, in minutes since its midnight. */
export const dayEnd = 24 * 60 + dayEdge;

export interface DateRange {
  from: string;
  to: string;
}
/** A date and how far its day has come; `minutes` since its midnight, `weekday` with Sunday 0. */
export interface ClinicClock {
  date: string;
  time: string;
  minutes: number;
  weekday: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const two = (n: number): string => String(n).padStart(2, '0');

const askedOffset = (at: number): number => tzOffset(clinicZone, new Date(at)) * minuteMs;

/** So many days are remembered: more than twenty years, which an old list may span. */
const mostDays = 8000;
const beginnings = new Map<number, number>();

/** What is said where a day of universal time begins. */
function offsetOfDay(day: number): number {
  const known = beginnings.get(day);
  if (known !== undefined) return known;
  if (beginnings.size >= mostDays) beginnings.clear();
  const offset = askedOffset(day * dayMs);
  beginnings.set(day, offset);
  return offset;
}

/**
 * How far the clinic's wall is ahead of universal time at an instant, both in milliseconds. To ask takes
 * long, and within a day the answer is nearly always the same.
 */
function offsetAt(at: number): number {
  const day = Math.floor(at / dayMs);
  const offset = offsetOfDay(day);
  return offset === offsetOfDay(day + 1) ? offset : askedOffset(at);
}

/** What the clock and the calendar on the clinic's wall say. */
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
 * The clinic's day and how far it has come: after midnight it is the day before until 3 AM. When summer time
 * ends the hour before midnight comes twice; a visit is meant the first time, so this clock waits through the
 * second.
 */
export function dayClock(now: Date): ClinicClock {
  const wall = clinicClock(now);
  if (wall.minutes < dayEdge) {
    const date = addDays(wall.date, -1);
    const minutes = wall.minutes + 1440;
    return { date, time: timeOfMinutes(minutes, wall.time.slice(6)), minutes, weekday: weekdayOf(date) };
  }
  const again = wall.minutes >= 23 * 60 && wallToInstant(wall.date, wall.time) < later(now, -999);
  return again ? { ...wall, time: '23:59:59', minutes: 1439 } : wall;
}

/** First instant of a day of the clinic. */
export const startOfClinicDate = (date: string): Date => wallToInstant(date, timeOfMinutes(dayEdge));
/** First instant of the clinic's current day. */
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
/** Days from one date to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);
/** Whole years from a day of birth to a day. */
export const ageOn = (born: string, today: string): number =>
  Number(today.slice(0, 4)) - Number(born.slice(0, 4)) - (today.slice(5) < born.slice(5) ? 1 : 0);
/** Sunday is 0. */
export const weekdayOf = (date: string): number => (((dayNumber(date) + 4) % 7) + 7) % 7;

/** Every date of a range, both ends included. */
export function datesOf({ from, to }: DateRange): string[] {
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
  return `${Math.floor(index / 12)}-${two((index % 12) + 1)}`;
}

/** First to last day of the month of a date (or of a 'YYYY-MM'). */
export function monthOf(dateOrMonth: string): DateRange {
  const month = monthKey(dateOrMonth);
  return { from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) };
}

/** Whole weeks, Sunday to Saturday, that cover a month. */
export function monthGrid(month: string): string[][] {
  const { from, to } = monthOf(month);
  const days = datesOf({ from: weekOf(from).from, to: weekOf(to).to });
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

/** 'HH:MM', 'HH:MM:SS' or 'h:mm AM' as 'HH:MM:SS'; anything else is null. */
export function parseTime(text: string): string | null {
  const [, hours, minutes, seconds = '00'] = time24.exec(text) ?? [];
  if (hours !== undefined) return `${hours}:${minutes}:${seconds}`;
  const [, hour12, minutes12, half] = time12.exec(text.trim()) ?? [];
  if (hour12 === undefined) return null;
  return `${two((Number(hour12) % 12) + (half?.toUpperCase() === 'P' ? 12 : 0))}:${minutes12}:00`;
}

/** The same of a time of a day, which may go on to '27:00:00'. */
export function parseDayTime(text: string): string | null {
  if (!timeAfterMidnight.test(text)) return parseTime(text);
  return text.length === 5 ? `${text}:00` : text;
}

/** Minutes since midnight of 'HH:MM' or 'HH:MM:SS', which may go on to '27:00:00'. */
export function minutesOf(time: string): number {
  if (!time24.test(time) && !timeAfterMidnight.test(time)) throw new RangeError(`not a time: ${time}`);
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

export const timeOfMinutes = (minutes: number, seconds = '00'): string =>
  `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${seconds}`;

/** A time of the night after a day: it lies in the next date of the calendar. */
export const isAfterMidnight = (time: string): boolean => timeAfterMidnight.test(time);

/**
 * 'YYYY-MM-DD HH:MM:SS' of the calendar, the form in which the database holds a visit's start and end; the
 * time may go on after midnight.
 */
export function localDateTime(date: string, time: string): string {
  const parsed = parseDayTime(time);
  if (!isRealDate(date) || parsed === null) throw new RangeError(`not a date and time: ${date} ${time}`);
  if (!isAfterMidnight(parsed)) return `${date} ${parsed}`;
  return `${addDays(date, 1)} ${two(Number(parsed.slice(0, 2)) - 24)}${parsed.slice(2)}`;
}

/** The clinic's day and the time of it: after midnight the day before, counting on. */
export function splitLocal(local: string): { date: string; time: string } {
  const [date, time] = [local.slice(0, 10), local.slice(11, 19)];
  if (Number(time.slice(0, 2)) * 60 >= dayEdge) return { date, time };
  return { date: addDays(date, -1), time: `${Number(time.slice(0, 2)) + 24}${time.slice(2)}` };
}

/** The same text as the calendar has it: of what is no visit. */
export const splitCalendar = (local: string): { date: string; time: string } => ({
  date: local.slice(0, 10),
  time: local.slice(11, 19),
});

/** A date and a time as the clinic says them, however they were written: 00:30 is the night before. */
export const clinicTime = (date: string, time: string): { date: string; time: string } =>
  splitLocal(localDateTime(date, time));

/** Minutes on the clinic's wall from one time to another. */
export const minutesBetween = (from: string, to: string): number =>
  (Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)) / minuteMs;

/** Wall-clock arithmetic: a visit of 20 minutes ends 20 minutes later on the clinic's wall. */
export function addMinutes(local: string, minutes: number): string {
  const iso = new Date(Date.parse(`${local.replace(' ', 'T')}Z`) + minutes * minuteMs).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** Later than a clock; the time may be written in any form that is read. */
export const isLater = (date: string, time: string, clock: Pick<ClinicClock, 'date' | 'time'>): boolean =>
  localDateTime(date, time) > localDateTime(clock.date, clock.time);

/** The instant of a wall time, the first where there are two; null where the clock skips it. */
function instantOrNull(date: string, time: string): Date | null {
  const wall = Date.parse(`${localDateTime(date, time).replace(' ', 'T')}Z`);
  const found = [wall - dayMs, wall + dayMs]
    .map((at) => wall - offsetAt(at))
    .filter((at) => at + offsetAt(at) === wall);
  return found.length > 0 ? new Date(Math.min(...found)) : null;
}

/**
 * The instant of a wall time. When summer time ends 23:00-23:59 comes twice: the first is meant. When it
 * begins 00:00-00:59 is missing, and such a time is refused (RangeError) where libraries silently give
 * 01:00-01:59.
 */
export function wallToInstant(date: string, time: string): Date {
  const found = instantOrNull(date, time);
  if (!found) throw new RangeError(`the clock skips ${date} ${time}`);
  return found;
}

/** The instant of a wall time (`HH:MM`) in a zone that is so many minutes east of UTC. */
export const instantAt = (date: string, time: string, offset: number): Date =>
  new Date(Date.parse(`${date}T${time}:00Z`) - offset * minuteMs);

/**
 * What the clock skips in the night after a day, in minutes of that day: the hour after midnight where summer
 * time begins.
 */
export const skippedAfter = (date: string): { from: number; to: number } | null =>
  isRealWallTime(date, '24:00') ? null : { from: 24 * 60, to: 25 * 60 };

/** False for the hour that summer time skips. */
export function isRealWallTime(date: string, time: string): boolean {
  try {
    return instantOrNull(date, time) !== null;
  } catch {
    return false;
  }
}

/** The instant some milliseconds later; earlier when negative. */
export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** The instant of a wall time that stands written somewhere: of the hour that summer time skips, its end. */
export const writtenInstant = (date: string, time: string): Date =>
  instantOrNull(date, time) ?? wallToInstant(localDateTime(date, time).slice(0, 10), '01:00:00');

/** The first instant of a day: where summer time skips midnight the day begins at 01:00. */
export const startOfDay = (date: string): Date => writtenInstant(date, '00:00:00');

/** An instant that somebody else wrote down, or null when it is none. */
export function readInstant(text: string): Date | null {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** UTC stamp of calendar files: 20261118T132000Z. */
export const icsStamp = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '');

/** Times without a day lie on the first days that a spreadsheet counts. */
const firstCellDay = Date.UTC(1900, 0, 1);

/**
 * A day or time of a spreadsheet, which it keeps without a zone, to the minute: `YYYY-MM-DD`, `HH:MM` or
 * both. Null: it is none.
 */
export function cellTime(value: Date): string | null {
  if (Number.isNaN(value.getTime())) return null;
  const at = new Date(Math.round(value.getTime() / minuteMs) * minuteMs).toISOString();
  const [date, time] = [at.slice(0, 10), at.slice(11, 16)];
  if (value.getTime() < firstCellDay) return time;
  return time === '00:00' ? date : `${date} ${time}`;
}
