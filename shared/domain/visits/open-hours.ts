import { dayEdge, dayEnd, minutesOf, timeOfMinutes } from '../clinic-time.ts';
import { weekdayName } from '../format-time.ts';
import type { Lang } from '../languages.ts';
import { fallbackEnd } from './slots.ts';

/** A shift of a weekday (Sunday 0), in minutes since its midnight; it may end after the next midnight. */
export interface WeekShift {
  weekday: number;
  opens: number;
  closes: number | null;
}

/** Opening hours must be within the clinic day: from 3 AM to 3 AM of the next date. */
export const earliestOpening = dayEdge;
export const latestClosing = dayEnd;
export const areOpeningHours = (opens: number, closes: number): boolean =>
  earliestOpening <= opens && opens < closes && closes <= latestClosing;

const addOneDay = (minutes: number): number => minutes + 24 * 60;

/** Opening time in minutes of the clinic day: before 3 AM it counts as after midnight. */
export function parseOpening(time: string): number {
  const minutes = minutesOf(time);
  return minutes < dayEdge ? addOneDay(minutes) : minutes;
}

/** Closing time in minutes of the clinic day: 3 AM is the latest. */
export function parseClosing(time: string): number {
  const minutes = minutesOf(time);
  return minutes <= dayEdge ? addOneDay(minutes) : minutes;
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const hoursRangePattern = /^((?:[01]\d|2[0-3]):[0-5]\d)\s*[-–]\s*((?:[01]\d|2[0-6]):[0-5]\d|27:00)$/;

function parseJsonObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Shifts of one entry of the map: '09:00-17:00', several separated by commas, or 'closed'. Null: not
 * readable.
 */
function parseShiftsOfDay(weekday: number, hours: unknown): WeekShift[] | null {
  if (hours === null || hours === '') return [];
  if (typeof hours !== 'string') return null;
  if (hours.trim().toLowerCase() === 'closed') return [];
  const shifts = hours.split(',').map((part) => {
    const [, opens, closes] = hoursRangePattern.exec(part.trim()) ?? [];
    return opens && closes ? { weekday, opens: parseOpening(opens), closes: parseClosing(closes) } : null;
  });
  return shifts.every((shift) => shift !== null && areOpeningHours(shift.opens, shift.closes))
    ? (shifts as WeekShift[])
    : null;
}

/**
 * Parses opening hours sent as a JSON map of weekdays ('{"sunday":"09:00-17:00"}') into shifts in order of
 * the week. Null: plain text, to be shown as it is. 'malformed': a map with an invalid day or invalid hours.
 */
export function parseOpenHours(text: string): WeekShift[] | 'malformed' | null {
  const map = parseJsonObject(text);
  if (map === null) return null;
  const parsed = Object.entries(map).map(([name, hours]) => {
    const weekday = weekdays.indexOf(name.toLowerCase());
    return weekday < 0 ? null : parseShiftsOfDay(weekday, hours);
  });
  if (parsed.length === 0 || parsed.some((shifts) => shifts === null)) return 'malformed';
  const shifts = parsed
    .flatMap((found) => found ?? [])
    .sort((a, b) => a.weekday - b.weekday || a.opens - b.opens);
  const overlap = shifts.some((shift, i) => {
    const next = shifts[i + 1];
    return next?.weekday === shift.weekday && next.opens < (shift.closes ?? dayEnd);
  });
  return overlap ? 'malformed' : shifts;
}

/** 9am, 9:30am · ٩ ص، ٩:٣٠ ص */
function clockText(lang: Lang, minutes: number): string {
  const [hours = '', rest = ''] = timeOfMinutes(minutes % 1440).split(':');
  const hour = `${Number(hours) % 12 || 12}${rest === '00' ? '' : `:${rest}`}`;
  if (lang === 'en') return `${hour}${minutes % 1440 < 720 ? 'am' : 'pm'}`;
  return `${hour.replace(/\d/g, (d) => String.fromCharCode(0x660 + Number(d)))} ${minutes % 1440 < 720 ? 'ص' : 'م'}`;
}

/**
 * 'Sunday - Thursday: 9am - 7pm': one line for consecutive days with the same hours; closed days are left
 * out.
 */
export function openHoursText(lang: Lang, shifts: readonly WeekShift[]): string {
  const days = weekdays.map((_, weekday) =>
    shifts
      .filter((shift) => shift.weekday === weekday)
      .sort((a, b) => a.opens - b.opens)
      .map(
        ({ opens, closes }) =>
          `${clockText(lang, opens)} - ${clockText(lang, closes ?? Math.max(fallbackEnd, opens))}`,
      )
      .join(lang === 'en' ? ', ' : '، '),
  );
  const runs: { first: number; last: number; hours: string }[] = [];
  for (const [weekday, hours] of days.entries()) {
    const run = runs.at(-1);
    if (run && run.hours === hours) run.last = weekday;
    else runs.push({ first: weekday, last: weekday, hours });
  }
  return runs
    .filter(({ hours }) => hours !== '')
    .map(({ first, last, hours }) => {
      const name = weekdayName(lang, first);
      return `${first === last ? name : `${name} - ${weekdayName(lang, last)}`}: ${hours}`;
    })
    .join('\n');
}
