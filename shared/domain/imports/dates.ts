import { addDays, isRealDate } from '../clinic-time.ts';
import { westernDigits } from '../people/phone-text.ts';

export const dayOrders = ['auto', 'dmy', 'mdy', 'ymd'] as const;
export type DayOrder = (typeof dayOrders)[number];
/** What the days of a column show; `mixed`: some can only be read the one way, some only the other. */
export type FoundOrder = 'dmy' | 'mdy' | 'mixed';

const inParts = /^(\d{1,4})\s*[/.\-\s]\s*(\d{1,2})\s*[/.\-\s]\s*(\d{1,4})(?:\D.*)?$/;
/** Days as a spreadsheet counts them, of 1927 to 2119: a cell that was not formatted as a day. */
const serial = /^[1-8]\d{4}$/;
const aDay = { date: '1970-01-01', serial: 25_569 };

type Parts = readonly [first: number, second: number, third: number];

function partsOf(text: string): Parts | null {
  const [, a, b, c] = inParts.exec(westernDigits(text).trim()) ?? [];
  return a === undefined ? null : [Number(a), Number(b), Number(c)];
}

/** Which order of day and month the days of a column show: the day first where none of them tells. */
export function orderOf(texts: Iterable<string>): FoundOrder {
  let dayFirst = false;
  let monthFirst = false;
  for (const text of texts) {
    const [a = 0, b = 0] = partsOf(text) ?? [];
    if (a > 31) continue;
    if (a > 12 && b <= 12) dayFirst = true;
    if (b > 12 && a <= 12) monthFirst = true;
  }
  if (dayFirst && monthFirst) return 'mixed';
  return monthFirst ? 'mdy' : 'dmy';
}

/** `none`: there is nothing. `unreadable`: no day at all. `missing`: a day that its month does not have. */
export type DayRead =
  | { readonly date: string /** Day and month could change places. */; readonly open: boolean }
  | 'none'
  | 'unreadable'
  | 'missing';

const two = (n: number): string => String(n).padStart(2, '0');

/** Of two digits the year that is not more than ten years ahead. */
function wholeYear(year: number, thisYear: number): number {
  if (year >= 100) return year;
  const here = Math.floor(thisYear / 100) * 100 + year;
  return here > thisYear + 10 ? here - 100 : here;
}

/** A day as somebody wrote it, in any digits: year first, or day and month in the order of its column. */
export function readDay(text: string, order: Exclude<DayOrder, 'auto'> | 'mixed', thisYear: number): DayRead {
  const typed = westernDigits(text).trim();
  if (typed === '') return 'none';
  if (serial.test(typed)) return { date: addDays(aDay.date, Number(typed) - aDay.serial), open: false };
  const parts = partsOf(typed);
  if (!parts) return 'unreadable';
  const { year, month, day, yearFirst } = inOrder(parts, order);
  if (Math.min(month, day) < 1) return 'unreadable';
  if (month > 12 || day > 31) return yearFirst ? 'unreadable' : 'missing';
  const date = `${String(wholeYear(year, thisYear)).padStart(4, '0')}-${two(month)}-${two(day)}`;
  if (date < '1901' || date > '2199') return 'unreadable';
  if (!isRealDate(date)) return 'missing';
  return { date, open: !yearFirst && day <= 12 && month !== day };
}

/** Which part is the year, the month and the day; where a column shows both orders, the one that can be. */
function inOrder([a, b, c]: Parts, order: Exclude<DayOrder, 'auto'> | 'mixed') {
  const yearFirst = a > 31 || order === 'ymd';
  if (yearFirst) return { year: a, month: b, day: c, yearFirst };
  const monthFirst = order === 'mdy' || (order === 'mixed' && b > 12 && a <= 12);
  return monthFirst ? { year: c, month: a, day: b, yearFirst } : { year: c, month: b, day: a, yearFirst };
}

const clock =
  /^(\d{1,2})(?:\s*[:.٫]\s*(\d{2}))?(?::\d{2})?\s*(am|a\.m\.?|pm|p\.m\.?|ص|م|صباحا|صباحًا|مساء|مساءً)?$/i;
/** Where no half of the day is said, hours before this one are of the afternoon. */
const morningFrom = 8;

/** `HH:MM` as somebody wrote it, null where it is no time; without its half an hour is of opening hours. */
export function readClock(text: string): string | null {
  const typed = westernDigits(text).trim();
  const [, hours, minutes = '00', half] = clock.exec(typed) ?? [];
  if (hours === undefined) return null;
  const hour = Number(hours);
  const isShort = half !== undefined || (hours.length === 1 && !hours.startsWith('0'));
  const later = half === undefined ? hour < morningFrom : /^[pم]/i.test(half);
  const of24 =
    isShort && hour <= 12 && hour > 0 ? (hour % 12) + (later || (!half && hour === 12) ? 12 : 0) : hour;
  return of24 > 23 || Number(minutes) > 59 ? null : `${two(of24)}:${minutes}`;
}

/** The clock that stands after a day in one cell: 23/11/2025 5:20 م. */
export function clockAfterDay(text: string): string | null {
  const [, rest = ''] = /^\s*\S+[\sT]+(.*)$/.exec(text) ?? [];
  return rest === '' ? null : readClock(rest);
}
