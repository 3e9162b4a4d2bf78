import { clinicZone, icsStamp, writtenInstant } from '../clinic-time.ts';

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

/**
 * In universal time, which every program reads as the same moment. Of a zone that is described Outlook keeps
 * one yearly beginning and end of summer time and may refuse more ([MS-OXCICAL] 2.1.3.1.1.19.2), and no such
 * pair is true of Egypt: summer time ends at the midnight after the last Thursday of October, which may lie
 * in November.
 */
const event = (entry: CalendarEntry): string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(entry.uid)}`,
  `DTSTAMP:${icsStamp(entry.changedAt)}`,
  `LAST-MODIFIED:${icsStamp(entry.changedAt)}`,
  `DTSTART:${icsStamp(writtenInstant(entry.date, entry.time))}`,
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
export function calendarFile({ name, entries }: Calendar): string {
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
          `X-WR-TIMEZONE:${clinicZone}`,
          `REFRESH-INTERVAL;VALUE=DURATION:${readAgain}`,
          `X-PUBLISHED-TTL:${readAgain}`,
        ]),
    ...entries.flatMap(event),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
