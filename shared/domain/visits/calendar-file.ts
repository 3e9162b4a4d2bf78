import {
  clinicClock,
  clinicZone,
  icsStamp,
  isRealWallTime,
  later,
  localDateTime,
  minutesBetween,
  startOfDay,
  wallToInstant,
} from '../clinic-time.ts';

export interface CalendarEntry {
  /** Stays the same when the visit is moved, so that calendars replace it. */
  uid: string;
  /** Grows with every change. */
  sequence: number;
  /** When it last became what it is. */
  changedAt: Date;
  title: string;
  place: string;
  /** Who sees her, where somebody was chosen. */
  doctor: string | null;
  /** As the clinic says it: after midnight the time counts on. */
  date: string;
  time: string;
  minutes: number;
  /** Tentative: held, and not confirmed by the clinic yet. */
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
}

export interface Calendar {
  /** What it is called where it is subscribed to; of a single visit null. */
  name: string | null;
  entries: readonly CalendarEntry[];
  /** The clinic's date: its zone is described from this year on, and from that of the first visit. */
  today: string;
}

const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');

/** Lines end with CRLF and are folded at 75 bytes, never within a letter. */
function folded(line: string): string {
  const lines = [''];
  let bytes = 0;
  for (const letter of line) {
    const point = letter.codePointAt(0) ?? 0;
    const size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (bytes + size > 75) {
      lines.push(' ');
      bytes = 1;
    }
    lines[lines.length - 1] += letter;
    bytes += size;
  }
  return lines.join('\r\n');
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Minutes that the clinic's clock is ahead of universal time. */
function aheadAt(at: Date): number {
  const { date, time } = clinicClock(at);
  return minutesBetween(at.toISOString().slice(0, 19).replace('T', ' '), `${date} ${time}`);
}

const startOfYear = (year: number): Date => startOfDay(`${year}-01-01`);

interface ZoneChange {
  at: Date;
  from: number;
  to: number;
}

const changesOf = new Map<number, readonly ZoneChange[]>();

/** When the clinic's clock is put forward or back in a year, to the hour. */
function zoneChanges(year: number): readonly ZoneChange[] {
  const known = changesOf.get(year);
  if (known) return known;
  const found: ZoneChange[] = [];
  const end = startOfYear(year + 1);
  for (let day = startOfYear(year); day < end; day = later(day, dayMs)) {
    const from = aheadAt(day);
    const to = aheadAt(later(day, dayMs));
    if (from === to) continue;
    let at = day;
    while (aheadAt(at) === from) at = later(at, hourMs);
    found.push({ at, from, to });
  }
  changesOf.set(year, found);
  return found;
}

/** 20270112T152000, on the wall. */
const wall = (local: string): string => local.replace(/[-:]/g, '').replace(' ', 'T');

const offset = (minutes: number): string =>
  `${minutes < 0 ? '-' : '+'}${String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0')}${String(
    Math.abs(minutes) % 60,
  ).padStart(2, '0')}`;

/** How the clock stands from a moment on, which is said as the clock showed it before. */
function observance({ at, from, to }: ZoneChange): string[] {
  const kind = to > from ? 'DAYLIGHT' : 'STANDARD';
  const shown = later(at, from * 60_000)
    .toISOString()
    .slice(0, 19);
  return [
    `BEGIN:${kind}`,
    `DTSTART:${wall(shown)}`,
    `TZOFFSETFROM:${offset(from)}`,
    `TZOFFSETTO:${offset(to)}`,
    `END:${kind}`,
  ];
}

/**
 * The clinic's zone over these years, change by change. No yearly rule: Egypt has left summer time and taken
 * it up again, and its end, the midnight after the last Thursday of October, may lie in November.
 */
function zone(firstYear: number, lastYear: number): string[] {
  const start = startOfYear(firstYear);
  const first = aheadAt(start);
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => firstYear + at);
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${clinicZone}`,
    ...observance({ at: start, from: first, to: first }),
    ...years.flatMap((year) => zoneChanges(year).flatMap(observance)),
    'END:VTIMEZONE',
  ];
}

/**
 * On the clinic's wall; in the hour that comes twice, which programs read differently, in universal time: the
 * first time is meant.
 */
function startOf({ date, time }: CalendarEntry): string {
  const local = localDateTime(date, time);
  const first = isRealWallTime(date, time) ? wallToInstant(date, time) : null;
  const again = first && clinicClock(later(first, hourMs));
  if (first && again && `${again.date} ${again.time}` === local) return `DTSTART:${icsStamp(first)}`;
  return `DTSTART;TZID=${clinicZone}:${wall(local)}`;
}

/** A length is said and no end: in the night in which an hour comes twice an end would mean two moments. */
const event = (entry: CalendarEntry): string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(entry.uid)}`,
  `DTSTAMP:${icsStamp(entry.changedAt)}`,
  `LAST-MODIFIED:${icsStamp(entry.changedAt)}`,
  startOf(entry),
  `DURATION:PT${entry.minutes}M`,
  `SEQUENCE:${entry.sequence}`,
  `SUMMARY:${escaped(entry.title)}`,
  `LOCATION:${escaped(entry.place)}`,
  ...(entry.doctor === null ? [] : [`DESCRIPTION:${escaped(entry.doctor)}`]),
  `STATUS:${entry.status}`,
  `TRANSP:${entry.status === 'CANCELLED' ? 'TRANSPARENT' : 'OPAQUE'}`,
  'CLASS:PRIVATE',
  'END:VEVENT',
];

/** How often a calendar that is subscribed to is asked for again. */
const readAgain = 'PT1H';

/**
 * Visits as a calendar file (RFC 5545): one to keep, or all of a person to subscribe to. It says where, when
 * and by whom, never what for; the same visits are the same text.
 */
export function calendarFile({ name, entries, today }: Calendar): string {
  const years = [today, ...entries.map(({ date }) => date)].map((date) => Number(date.slice(0, 4)));
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hakima//Appointments//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(name === null
      ? []
      : [
          `NAME:${escaped(name)}`,
          `X-WR-CALNAME:${escaped(name)}`,
          `REFRESH-INTERVAL;VALUE=DURATION:${readAgain}`,
          `X-PUBLISHED-TTL:${readAgain}`,
        ]),
    ...zone(Math.min(...years) - 1, Math.max(...years) + 1),
    ...entries.flatMap(event),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
