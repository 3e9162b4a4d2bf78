import { tzOffset } from '@date-fns/tz';

/**
 * The clinic's calendar and clock. Dates are 'YYYY-MM-DD', times 'HH:MM:SS', a month 'YYYY-MM', all
 * wall-clock in Cairo; as text they sort and compare as they are. Nothing else in the product builds,
 * compares or formats dates.
 */
const clinicZone = 'Africa/Cairo';

type Lang = 'en' | 'ar';
export type WeekdayStyle = 'long' | 'short' | 'narrow';
export interface DateRange {
  from: string;
  to: string;
}
/** What the clock on the clinic's wall says; `minutes` since midnight, `weekday` with Sunday 0. */
export interface ClinicClock {
  date: string;
  time: string;
  minutes: number;
  weekday: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const two = (n: number): string => String(n).padStart(2, '0');

export function clinicClock(now: Date): ClinicClock {
  const wall = new Date(now.getTime() + tzOffset(clinicZone, now) * minuteMs);
  const iso = wall.toISOString();
  return {
    date: iso.slice(0, 10),
    time: iso.slice(11, 19),
    minutes: wall.getUTCHours() * 60 + wall.getUTCMinutes(),
    weekday: wall.getUTCDay(),
  };
}

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
const time12 = /^(0?[1-9]|1[0-2]):([0-5]\d)\s*([AP])M$/i;

/** 'HH:MM', 'HH:MM:SS' or 'h:mm AM' as 'HH:MM:SS'; anything else is null. */
export function parseTime(text: string): string | null {
  const [, hours, minutes, seconds = '00'] = time24.exec(text) ?? [];
  if (hours !== undefined) return `${hours}:${minutes}:${seconds}`;
  const [, hour12, minutes12, half] = time12.exec(text.trim()) ?? [];
  if (hour12 === undefined) return null;
  return `${two((Number(hour12) % 12) + (half?.toUpperCase() === 'P' ? 12 : 0))}:${minutes12}:00`;
}

/** Minutes since midnight of 'HH:MM' or 'HH:MM:SS'. */
export function minutesOf(time: string): number {
  const [, hours, minutes] = time24.exec(time) ?? [];
  if (hours === undefined) throw new RangeError(`not a time: ${time}`);
  return Number(hours) * 60 + Number(minutes);
}

export const timeOfMinutes = (minutes: number): string =>
  `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00`;

/** 'YYYY-MM-DD HH:MM:SS', the form in which the database holds a visit's start and end. */
export function localDateTime(date: string, time: string): string {
  const parsed = parseTime(time);
  if (!isRealDate(date) || parsed === null) throw new RangeError(`not a date and time: ${date} ${time}`);
  return `${date} ${parsed}`;
}

export const splitLocal = (local: string): { date: string; time: string } => ({
  date: local.slice(0, 10),
  time: local.slice(11, 19),
});

/** Wall-clock arithmetic: a visit of 20 minutes ends 20 minutes later on the clinic's wall. */
export function addMinutes(local: string, minutes: number): string {
  const iso = new Date(Date.parse(`${local.replace(' ', 'T')}Z`) + minutes * minuteMs).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** Later than the clock on the wall; the time may be written in any form `parseTime` reads. */
export function isLater(date: string, time: string, clock: Pick<ClinicClock, 'date' | 'time'>): boolean {
  if (date !== clock.date) return date > clock.date;
  return (parseTime(time) ?? '') > clock.time;
}

/**
 * The instant of a wall time. When summer time ends 23:00-23:59 comes twice: the first is meant. When it
 * begins 00:00-00:59 is missing, and such a time is refused (RangeError) where libraries silently give
 * 01:00-01:59.
 */
export function wallToInstant(date: string, time: string): Date {
  const wall = Date.parse(`${localDateTime(date, time).replace(' ', 'T')}Z`);
  const candidates = [wall - dayMs, wall + dayMs].map(
    (at) => new Date(wall - tzOffset(clinicZone, new Date(at)) * minuteMs),
  );
  const found = candidates.filter((at) => at.getTime() + tzOffset(clinicZone, at) * minuteMs === wall);
  if (found[0] === undefined) throw new RangeError(`the clock skips ${date} ${time}`);
  return found.reduce((a, b) => (b < a ? b : a));
}

/** False for the hour that summer time skips. */
export function isRealWallTime(date: string, time: string): boolean {
  try {
    return wallToInstant(date, time) instanceof Date;
  } catch {
    return false;
  }
}

/** The instant some milliseconds later; earlier when negative. */
export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** The first instant of a day: where summer time skips midnight the day begins at 01:00. */
export const startOfDay = (date: string): Date =>
  wallToInstant(date, isRealWallTime(date, '00:00:00') ? '00:00:00' : '01:00:00');

/** An instant that somebody else wrote down, or null when it is none. */
export function readInstant(text: string): Date | null {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** UTC stamp of calendar files: 20261118T132000Z. */
export const icsStamp = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '');

/**
 * Reads a time for display: a part out of range counts as 0 and is reported to `warn`.
 * @throws Error 'Invalid time format' when there is no time at all
 */
export function readTime(
  value: unknown,
  warn: (problem: string) => void = () => {},
): { hours: number; minutes: number; seconds: number } {
  if (typeof value !== 'string' || value === '') throw new Error('Invalid time format');
  const parts = value.split(':');
  const part = (index: number, max: number): number => {
    const text = parts[index] ?? (index === 2 ? '0' : '');
    const n = /^\d+$/.test(text) ? Number(text) : -1;
    if (n >= 0 && n <= max) return n;
    warn(`time out of range: ${value.slice(0, 20)}`);
    return 0;
  };
  return { hours: part(0, 23), minutes: part(1, 59), seconds: part(2, 59) };
}

interface Names {
  months: string[];
  shortMonths: string[];
  weekdays: Record<WeekdayStyle, string[]>;
}
const locale = { en: 'en-US', ar: 'ar-EG' } as const;
const cachedNames = new Map<Lang, Names>();
const cachedAgo = new Map<Lang, Intl.RelativeTimeFormat>();

/**
 * Engines differ in invisible direction marks and in narrow spaces: without them server and browser write the
 * same text.
 */
const plain = (text: string): string =>
  text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').replace(/[\u00a0\u2009\u202f]/g, ' ');

/**
 * Only names come from Intl; the order of the parts is ours, since it too changes from one engine to the
 * next.
 */
function names(lang: Lang): Names {
  const known = cachedNames.get(lang);
  if (known) return known;
  const list = (length: number, options: Intl.DateTimeFormatOptions, at: (i: number) => number): string[] => {
    const { format } = new Intl.DateTimeFormat(locale[lang], { ...options, timeZone: 'UTC' });
    return Array.from({ length }, (_, i) => plain(format(at(i))));
  };
  const month = (i: number): number => Date.UTC(2026, i, 1);
  const weekday = (i: number): number => Date.UTC(2026, 10, 15 + i);
  const made: Names = {
    months: list(12, { month: 'long' }, month),
    shortMonths: list(12, { month: 'short' }, month),
    weekdays: {
      long: list(7, { weekday: 'long' }, weekday),
      short: list(7, { weekday: 'short' }, weekday),
      narrow: list(7, { weekday: 'narrow' }, weekday),
    },
  };
  cachedNames.set(lang, made);
  return made;
}

const digits = (lang: Lang, value: number | string): string =>
  lang === 'en' ? String(value) : String(value).replace(/\d/g, (d) => String.fromCharCode(0x660 + Number(d)));
const comma = { en: ', ', ar: '، ' } as const;

const year = (lang: Lang, date: string): string => digits(lang, date.slice(0, 4));
const dayOfMonth = (lang: Lang, date: string): string => digits(lang, Number(date.slice(8, 10)));
const monthName = (lang: Lang, date: string, style: 'months' | 'shortMonths'): string =>
  names(lang)[style][Number(date.slice(5, 7)) - 1] ?? '';

/** Sunday is 0. */
export const weekdayName = (lang: Lang, weekday: number, style: WeekdayStyle = 'long'): string =>
  names(lang).weekdays[style][weekday] ?? '';
export const formatWeekday = (lang: Lang, date: string, style: WeekdayStyle = 'long'): string =>
  weekdayName(lang, weekdayOf(date), style);
/** The day's number alone, for a cell of a calendar. */
export const formatDayOfMonth = (lang: Lang, date: string): string => dayOfMonth(lang, date);
/** 18 Nov · ١٨ نوفمبر */
export const formatDayMonth = (lang: Lang, date: string): string =>
  `${dayOfMonth(lang, date)} ${monthName(lang, date, 'shortMonths')}`;
/** 18 Nov 2026 · ١٨ نوفمبر ٢٠٢٦ */
export const formatDate = (lang: Lang, date: string): string =>
  `${formatDayMonth(lang, date)} ${year(lang, date)}`;
/** Wednesday 18 November · الأربعاء ١٨ نوفمبر */
export const formatWeekdayDate = (lang: Lang, date: string): string =>
  `${formatWeekday(lang, date)} ${dayOfMonth(lang, date)} ${monthName(lang, date, 'months')}`;
/** Wednesday 18 November 2026 · الأربعاء ١٨ نوفمبر ٢٠٢٦ */
export const formatLongDate = (lang: Lang, date: string): string =>
  `${formatWeekdayDate(lang, date)} ${year(lang, date)}`;
/** November 2026 · نوفمبر ٢٠٢٦, of a month or of any of its dates. */
export const formatMonth = (lang: Lang, month: string): string =>
  `${monthName(lang, month, 'months')} ${year(lang, month)}`;
export const formatMonthName = (lang: Lang, month: string): string => monthName(lang, month, 'months');
export const formatYear = (lang: Lang, date: string): string => year(lang, date);

/** 3:20 PM · ٣:٢٠ م */
export function formatTime(lang: Lang, time: string, warn?: (problem: string) => void): string {
  const { hours, minutes } = readTime(time, warn);
  const half = lang === 'en' ? (hours < 12 ? 'AM' : 'PM') : hours < 12 ? 'ص' : 'م';
  return `${digits(lang, `${hours % 12 || 12}:${two(minutes)}`)} ${half}`;
}

/** Wednesday 18 November, 3:20 PM */
export const formatVisit = (lang: Lang, date: string, time: string): string =>
  formatWeekdayDate(lang, date) + comma[lang] + formatTime(lang, time);

/** 18 Nov 2026, 3:20 PM, by the clinic's clock. */
export function formatInstant(lang: Lang, at: Date | string): string {
  const { date, time } = clinicClock(new Date(at));
  return formatDate(lang, date) + comma[lang] + formatTime(lang, time);
}

/** Nov 18, 2026 3:20 PM: the stamp on a note, in English in both languages. */
export function stampInstant(at: Date): string {
  const { date, time } = clinicClock(at);
  return `${monthName('en', date, 'shortMonths')} ${dayOfMonth('en', date)}, ${year('en', date)} ${formatTime('en', time)}`;
}

/** 'now', '5 minutes ago', 'yesterday'; a week or more ago (or in the future) the date. */
export function formatAgo(lang: Lang, at: Date | string, now: Date): string {
  const then = new Date(at);
  const minutes = Math.floor((now.getTime() - then.getTime()) / minuteMs);
  const days = daysBetween(clinicClock(then).date, clinicClock(now).date);
  if (minutes < -1 || days >= 7) return formatDate(lang, clinicClock(then).date);
  const ago = cachedAgo.get(lang) ?? new Intl.RelativeTimeFormat(locale[lang], { numeric: 'auto' });
  cachedAgo.set(lang, ago);
  if (minutes < 1) return plain(ago.format(0, 'second'));
  if (minutes < 60) return plain(ago.format(-minutes, 'minute'));
  return plain(
    minutes < 720 || days === 0 ? ago.format(-Math.floor(minutes / 60), 'hour') : ago.format(-days, 'day'),
  );
}
