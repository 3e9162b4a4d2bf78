import { addDays, clinicClock, daysBetween, isAfterMidnight, weekdayOf } from './clinic-time.ts';
import type { Lang } from './languages.ts';

/** Formats the clinic's days and times in the language of the reader. No other module formats dates. */
export type WeekdayStyle = 'long' | 'short' | 'narrow';

interface Names {
  months: readonly string[];
  shortMonths: readonly string[];
  weekdays: Record<WeekdayStyle, readonly string[]>;
}
const minuteMs = 60_000;
const padTwo = (n: number): string => String(n).padStart(2, '0');
const locale = { en: 'en-US', ar: 'ar-EG' } as const;
const cachedAgo = new Map<Lang, Intl.RelativeTimeFormat>();

/**
 * Removes invisible direction marks and narrow spaces, which differ between engines: server and browser must
 * produce the same text.
 */
const removeInvisible = (text: string): string =>
  text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').replace(/[\u00a0\u2009\u202f]/g, ' ');

const splitWords = (list: string): readonly string[] => list.split(' ');
const arMonths = splitWords('يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر');
const arWeekdays = splitWords('الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت');

/** As Intl has them, which differs between engines and costs a slow phone 90 ms at the first date. */
const names: Record<Lang, Names> = {
  en: {
    months: splitWords(
      'January February March April May June July August September October November December',
    ),
    shortMonths: splitWords('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'),
    weekdays: {
      long: splitWords('Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
      short: splitWords('Sun Mon Tue Wed Thu Fri Sat'),
      narrow: splitWords('S M T W T F S'),
    },
  },
  ar: {
    months: arMonths,
    shortMonths: arMonths,
    weekdays: { long: arWeekdays, short: arWeekdays, narrow: splitWords('ح ن ث ر خ ج س') },
  },
};

const digits = (lang: Lang, value: number | string): string =>
  lang === 'en' ? String(value) : String(value).replace(/\d/g, (d) => String.fromCharCode(0x660 + Number(d)));
const comma = { en: ', ', ar: '، ' } as const;

const year = (lang: Lang, date: string): string => digits(lang, date.slice(0, 4));
const dayOfMonth = (lang: Lang, date: string): string => digits(lang, Number(date.slice(8, 10)));
const monthName = (lang: Lang, date: string, style: 'months' | 'shortMonths'): string =>
  names[lang][style][Number(date.slice(5, 7)) - 1] ?? '';

/** Sunday is 0. */
export const weekdayName = (lang: Lang, weekday: number, style: WeekdayStyle = 'long'): string =>
  names[lang].weekdays[style][weekday] ?? '';
export const formatWeekday = (lang: Lang, date: string, style: WeekdayStyle = 'long'): string =>
  weekdayName(lang, weekdayOf(date), style);
/** Only the number of the day, for a calendar cell. */
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
/** November 2026 · نوفمبر ٢٠٢٦, for a month or any of its dates. */
export const formatMonth = (lang: Lang, month: string): string =>
  `${monthName(lang, month, 'months')} ${year(lang, month)}`;
export const formatMonthName = (lang: Lang, month: string): string => monthName(lang, month, 'months');
export const formatYear = (lang: Lang, date: string): string => year(lang, date);

/**
 * Reads a time for display: a part out of range counts as 0 and is reported to `warn`.
 * @throws Error 'Invalid time format' if there is no time at all
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
  return { hours: part(0, 27), minutes: part(1, 59), seconds: part(2, 59) };
}

/** 3:20 PM · ٣:٢٠ م, also for times after midnight: for axes, whose heading names the night. */
export function formatClock(lang: Lang, time: string, warn?: (problem: string) => void): string {
  const { hours, minutes } = readTime(time, warn);
  const half = lang === 'en' ? (hours % 24 < 12 ? 'AM' : 'PM') : hours % 24 < 12 ? 'ص' : 'م';
  return `${digits(lang, `${hours % 12 || 12}:${padTwo(minutes)}`)} ${half}`;
}

/** Suffix of a time after midnight. */
export const nextDay = { en: 'next day', ar: 'اليوم التالي' } as const;

/** 3:20 PM · ٣:٢٠ م; after midnight: 12:30 AM (next day) · ١٢:٣٠ ص (اليوم التالي) */
export function formatTime(lang: Lang, time: string, warn?: (problem: string) => void): string {
  const clock = formatClock(lang, time, warn);
  return isAfterMidnight(time) ? `${clock} (${nextDay[lang]})` : clock;
}

/** Time for use beside its date; after midnight it names the next weekday: 12:30 AM (next day, Thursday) */
export function formatTimeOf(lang: Lang, date: string, time: string): string {
  if (!isAfterMidnight(time)) return formatTime(lang, time);
  const day = formatWeekday(lang, addDays(date, 1));
  return `${formatClock(lang, time)} (${nextDay[lang]}${comma[lang]}${day})`;
}

/** Wednesday 18 November, 3:20 PM; Wednesday 18 November, 12:30 AM (next day, Thursday) */
export const formatVisit = (lang: Lang, date: string, time: string): string =>
  formatWeekdayDate(lang, date) + comma[lang] + formatTimeOf(lang, date, time);

/** Date of an instant on the clinic's clock. */
export const formatDateOf = (lang: Lang, at: Date | string): string =>
  formatDate(lang, clinicClock(new Date(at)).date);

/** Time of an instant on the clinic's clock: 3:20 PM · ٣:٢٠ م */
export const formatClockOf = (lang: Lang, at: Date | string): string =>
  formatClock(lang, clinicClock(new Date(at)).time);

/** 18 Nov 2026, 3:20 PM, on the clinic's clock. */
export function formatInstant(lang: Lang, at: Date | string): string {
  const { date, time } = clinicClock(new Date(at));
  return formatDate(lang, date) + comma[lang] + formatTime(lang, time);
}

/** Nov 18, 2026 3:20 PM: stamp of a note, in English for both languages. */
export function stampInstant(at: Date): string {
  const { date, time } = clinicClock(at);
  return `${monthName('en', date, 'shortMonths')} ${dayOfMonth('en', date)}, ${year('en', date)} ${formatTime('en', time)}`;
}

/** 'now', '5 minutes ago', 'yesterday'; the date if a week or more ago, or in the future. */
export function formatAgo(lang: Lang, at: Date | string, now: Date): string {
  const then = new Date(at);
  const minutes = Math.floor((now.getTime() - then.getTime()) / minuteMs);
  const days = daysBetween(clinicClock(then).date, clinicClock(now).date);
  if (minutes < -1 || days >= 7) return formatDateOf(lang, then);
  const ago = cachedAgo.get(lang) ?? new Intl.RelativeTimeFormat(locale[lang], { numeric: 'auto' });
  cachedAgo.set(lang, ago);
  if (minutes < 1) return removeInvisible(ago.format(0, 'second'));
  if (minutes < 60) return removeInvisible(ago.format(-minutes, 'minute'));
  return removeInvisible(
    minutes < 720 || days === 0 ? ago.format(-Math.floor(minutes / 60), 'hour') : ago.format(-days, 'day'),
  );
}
