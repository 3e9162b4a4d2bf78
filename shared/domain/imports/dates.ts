import { addDays, clinicClock, instantAt, isRealDate } from '../clinic-time.ts';
import { westernDigits } from '../people/phone-text.ts';
import { normalizeForSearch } from '../people/search.ts';
import { isBlank } from './blank-values.ts';

export const dayOrders = ['auto', 'dmy', 'mdy', 'ymd'] as const;
export type DayOrder = (typeof dayOrders)[number];
/**
 * The order of day and month in a column. `mixed`: some dates can only be day first, others only month first.
 */
export type FoundOrder = 'dmy' | 'mdy' | 'mixed';
export type ReadingOrder = Exclude<DayOrder, 'auto'> | FoundOrder;

/** The longest text that is parsed as a date or a time. */
const longest = 80;

/** Days as a spreadsheet counts them, 1927 to 2119, with or without the time of day. */
const serialDayPattern = /^([1-8]\d{4})(?:\.(\d{1,12}))?$/;
const serialEpoch = { date: '1970-01-01', serial: 25_569 };

const months: readonly (readonly string[])[] = [
  ['january', 'jan', 'يناير', 'كانون الثاني', 'جانفي'],
  ['february', 'feb', 'فبراير', 'شباط', 'فيفري'],
  ['march', 'mar', 'مارس', 'آذار'],
  ['april', 'apr', 'أبريل', 'إبريل', 'نيسان', 'أفريل'],
  ['may', 'مايو', 'أيار', 'ماي'],
  ['june', 'jun', 'يونيو', 'يونية', 'حزيران', 'جوان'],
  ['july', 'jul', 'يوليو', 'يولية', 'تموز', 'جويلية'],
  ['august', 'aug', 'أغسطس', 'آب', 'أوت'],
  ['september', 'sep', 'sept', 'سبتمبر', 'أيلول'],
  ['october', 'oct', 'أكتوبر', 'تشرين الأول'],
  ['november', 'nov', 'نوفمبر', 'تشرين الثاني'],
  ['december', 'dec', 'ديسمبر', 'كانون الأول'],
];
const monthNumbers = new Map(
  months.flatMap((names, at) => names.map((name) => [normalizeForSearch(name), at + 1])),
);
const weekdays = new Set(
  ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
    .flatMap((day) => [day, day.slice(0, 3), day.slice(0, 4)])
    .concat('الأحد', 'الاثنين', 'الإثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت')
    .map(normalizeForSearch),
);

const amPmPattern = 'am|a\\.m\\.?|pm|p\\.m\\.?|صباحا|صباحًا|مساء|مساءً|ص|م';
const clockText = `\\d{1,2}(?:\\s*[:.٫]\\s*\\d{2}(?::\\d{2}(?:[.,]\\d+)?)?(?:\\s*(?:${amPmPattern}))?|\\s*(?:${amPmPattern}))`;
const zoneText = '(?:z|utc|gmt|eet|eest|africa/cairo)?\\s*(?:[+-]\\d{2}(?::?\\d{2})?)?(?:\\s*\\([^)]*\\))?';
/**
 * A date and time: an optional weekday, a day, an optional time (or a range of two), an optional time zone.
 */
const dayFirst = new RegExp(
  `^(.*?\\d)(?:\\s*(?:[t,،]|at|on|الساعة|[-–])?\\s*(?<![\\d./-])(${clockText})(?:(?:\\s+[-–]\\s+|\\s*–\\s*)${clockText})?)?\\s*(${zoneText})$`,
  'i',
);
const clockFirst = new RegExp(
  `^(${clockText})(?:\\s*[-–]\\s*${clockText})?\\s*[,،]?\\s+(?:on\\s+)?(.+)$`,
  'i',
);

const numeric = /^(\d{1,4})\s*[/.\-\s]\s*(\d{1,2})\s*[/.\-\s]\s*(\d{1,4})$/;
const compact = /^((?:19|20)\d\d)(\d\d)(\d\d)$/;
const namedMonthPattern = {
  dayMonth: /^(\d{1,2})(?:st|nd|rd|th)?[\s\-/.,،]*([\p{L}\s.]{2,20}?)[\s\-/.,،']*(\d{4}|\d{2})$/iu,
  monthDay: /^([\p{L}\s.]{2,20}?)[\s\-/.]*(\d{1,2})(?:st|nd|rd|th)?[\s,،.\-/]+(\d{4}|\d{2})$/iu,
  yearMonth: /^(\d{4})[\s\-/.]*([\p{L}\s.]{2,20}?)[\s\-/.]*(\d{1,2})$/u,
};
const yearAlone = /^(?:19|20)\d\d$/;

/** As written: the number of digits shows which part is the year. */
type NumericDay = readonly [first: string, second: string, third: string];
interface NamedDay {
  readonly year: string;
  readonly month: number;
  readonly day: number;
}

interface Moment {
  readonly day: NumericDay | NamedDay;
  readonly clock: string | null;
  /** Minutes east of UTC; null: the clinic's zone. */
  readonly offset: number | null;
}

const monthNamed = (name: string): number | undefined =>
  monthNumbers.get(normalizeForSearch(name.replace(/\./g, '')));

function withoutWeekday(text: string): string {
  const [, word = '', rest = ''] = /^([\p{L}]+)[.,،]?\s+(.+)$/u.exec(text) ?? [];
  const [, before = '', after = ''] = /^(.+?)[,،]?\s+([\p{L}]+)$/u.exec(text) ?? [];
  if (weekdays.has(normalizeForSearch(word))) return rest;
  return weekdays.has(normalizeForSearch(after)) ? before : text;
}

function parseDay(text: string): NumericDay | NamedDay | null {
  const typed = withoutWeekday(text.replace(/[,،]$/, '').trim());
  const [, a, b = '', c = ''] = numeric.exec(typed) ?? compact.exec(typed) ?? [];
  if (a !== undefined) return [a, b, c];
  const [, day, dayMonth, dayYear] = namedMonthPattern.dayMonth.exec(typed) ?? [];
  const [, monthDay, monthsDay, monthYear] = namedMonthPattern.monthDay.exec(typed) ?? [];
  const [, year, yearMonth, yearDay] = namedMonthPattern.yearMonth.exec(typed) ?? [];
  for (const [name, d, y] of [
    [dayMonth, day, dayYear],
    [monthDay, monthsDay, monthYear],
    [yearMonth, yearDay, year],
  ]) {
    const month = name === undefined ? undefined : monthNamed(name);
    if (month !== undefined) return { year: y ?? '', month, day: Number(d) };
  }
  return null;
}

/** Undefined: an unknown time zone. */
function parseZone(text: string): number | null | undefined {
  const zone = text.replace(/\([^)]*\)/, '').trim();
  if (/^(?:eet|eest|africa\/cairo)?$/i.test(zone)) return null;
  const [, sign, hours, minutes = '0'] = /^(?:utc|gmt)?\s*([+-])(\d{2}):?(\d{2})?$/i.exec(zone) ?? [];
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return /^(?:z|utc|gmt)$/i.test(zone) ? 0 : undefined;
}

/** Parses a text that contains a day; null if any part of it is not understood. */
function parseMoment(text: string): Moment | null {
  if (text.length > longest) return null;
  const alone = parseDay(text);
  if (alone) return { day: alone, clock: null, offset: null };
  const [, start, dayAfter] = clockFirst.exec(text) ?? [];
  const dayBehind = dayAfter === undefined ? null : parseDay(dayAfter);
  if (dayBehind && start !== undefined) return { day: dayBehind, clock: start, offset: null };
  const [, dayText = '', clock = null, zone = ''] = dayFirst.exec(text) ?? [];
  const day = parseDay(dayText.replace(/\s*(?:t|at|الساعة)\s*$/i, ''));
  const offset = parseZone(zone);
  return day === null || offset === undefined ? null : { day, clock, offset };
}

const normalizeTyped = (text: string): string =>
  westernDigits(text)
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim();

const startsWithYear = ([first]: NumericDay): boolean => first.length > 2 || Number(first) > 31;

/** The order of day and month in the dates of a column; null if no date shows it. */
export function detectDayOrder(texts: Iterable<string>): FoundOrder | null {
  let isDayFirst = false;
  let isMonthFirst = false;
  for (const text of texts) {
    const day = parseMoment(normalizeTyped(text))?.day;
    if (!Array.isArray(day)) continue;
    if (startsWithYear(day as NumericDay)) continue;
    const [a = 0, b = 0] = day.map(Number);
    if (a > 12 && b <= 12) isDayFirst = true;
    if (b > 12 && a <= 12) isMonthFirst = true;
  }
  if (isDayFirst && isMonthFirst) return 'mixed';
  return isMonthFirst ? 'mdy' : isDayFirst ? 'dmy' : null;
}

/**
 * `none`: an empty cell. `year`: a year without a day. `missing`: a day that its month does not have.
 * `unreadable`: a text of which any part is not understood.
 */
export type ParsedDay =
  | {
      readonly date: string;
      /** `HH:MM`; null without a time of day, and for 00:00, because databases store dates that way. */
      readonly time: string | null;
      /** Day and month could also be swapped. */
      readonly open: boolean;
      /** The year has two digits; its century is a guess. */
      readonly shortYear: boolean;
    }
  | 'none'
  | 'year'
  | 'unreadable'
  | 'missing';

const two = (n: number): string => String(n).padStart(2, '0');

const isShort = (year: string): boolean => year.length <= 2;

/** Expands a year of two digits to the latest one that is at most ten years ahead. */
function wholeYear(year: string, thisYear: number): number {
  if (!isShort(year)) return Number(year);
  const here = Math.floor(thisYear / 100) * 100 + Number(year);
  return here > thisYear + 10 ? here - 100 : here;
}

/** What programs on .NET write for a date that was never entered. */
const emptyDate = '0001-01-01';

const nullIfMidnight = (time: string | null): string | null => (time === '00:00' ? null : time);

function readSerial(typed: string): ParsedDay | null {
  const [, days, fraction] = serialDayPattern.exec(typed) ?? [];
  if (days === undefined) return null;
  const minutes = Math.round(Number(`0.${fraction ?? 0}`) * 1440) % 1440;
  const time = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return {
    date: addDays(serialEpoch.date, Number(days) - serialEpoch.serial),
    time: nullIfMidnight(time),
    open: false,
    shortYear: false,
  };
}

/** Reads a day as a person wrote it, in any digits, with or without a time and a time zone. */
export function parseImportedDay(text: string, order: ReadingOrder, thisYear: number): ParsedDay {
  const typed = normalizeTyped(text);
  if (isBlank(typed) || typed.startsWith('0000-00-00')) return 'none';
  if (yearAlone.test(typed)) return 'year';
  const counted = readSerial(typed);
  if (counted) return counted;
  const moment = parseMoment(typed);
  if (!moment) return 'unreadable';
  const { year, month, day, yearFirst, open } = orderDateParts(moment.day, order);
  if (Math.min(month, day) < 1) return 'unreadable';
  if (month > 12 || day > 31) return yearFirst ? 'unreadable' : 'missing';
  const date = `${String(wholeYear(year, thisYear)).padStart(4, '0')}-${two(month)}-${two(day)}`;
  if (date === emptyDate) return 'none';
  if (date < '1901' || date > '2199') return 'unreadable';
  if (!isRealDate(date)) return 'missing';
  const time = moment.clock === null ? null : parseClock(moment.clock);
  if (moment.clock !== null && time === null) return 'unreadable';
  const shortYear = isShort(year);
  if (moment.offset === null || time === null || time === '00:00')
    return { date, time: nullIfMidnight(time), open, shortYear };
  const here = clinicClock(instantAt(date, time, moment.offset));
  return { date: here.date, time: nullIfMidnight(here.time.slice(0, 5)), open, shortYear };
}

/** Which part is year, month and day; in a column with both orders, the possible one. */
function orderDateParts(read: NumericDay | NamedDay, order: ReadingOrder) {
  if ('year' in read) return { ...read, yearFirst: false, open: false };
  const [a, b, c] = read.map(Number) as [number, number, number];
  const yearFirst = startsWithYear(read) || order === 'ymd';
  if (yearFirst) return { year: read[0], month: b, day: c, yearFirst, open: false };
  const monthFirst = order === 'mdy' || (order === 'mixed' && b > 12 && a <= 12);
  const [day, month] = monthFirst ? [b, a] : [a, b];
  return { year: read[2], month, day, yearFirst, open: day <= 12 && month <= 12 && month !== day };
}

const clock = new RegExp(
  `^(\\d{1,2})(?:\\s*[:.٫]\\s*(\\d{2}))?(?::\\d{2}(?:[.,]\\d+)?)?\\s*(${amPmPattern})?(?:\\s*[-–]\\s*${clockText})?$`,
  'i',
);
const fractionOfDay = /^0?[.,]\d{1,17}$/;
/** Hours without am or pm before this one are read as afternoon. */
const morningFrom = 8;

/** Reads a time as a person wrote it, as `HH:MM`; null if it is not a time. For a range, its start. */
export function parseClock(text: string): string | null {
  const typed = normalizeTyped(text);
  if (fractionOfDay.test(typed)) {
    const minutes = Math.round(Number(typed.replace(',', '.')) * 1440) % 1440;
    return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  }
  const [, hours, minutes = '00', said] = clock.exec(typed) ?? [];
  if (hours === undefined) return null;
  const hour = Number(hours);
  const isShort = said !== undefined || (hours.length === 1 && !hours.startsWith('0'));
  const later = said === undefined ? hour < morningFrom : /^[pم]/i.test(said);
  const of24 =
    isShort && hour <= 12 && hour > 0 ? (hour % 12) + (later || (!said && hour === 12) ? 12 : 0) : hour;
  return of24 > 23 || Number(minutes) > 59 ? null : `${two(of24)}:${minutes}`;
}
