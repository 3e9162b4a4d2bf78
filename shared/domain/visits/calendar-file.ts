import { clinicZone, icsStamp, storedTimeToInstant } from '../clinic-time.ts';

export interface CalendarEntry {
  /** Stays the same if the appointment moves, so that calendars replace it. */
  uid: string;
  /** Increases with every change. */
  sequence: number;
  /** Time of the last change. */
  changedAt: Date;
  title: string;
  place: string;
  /** Name of the doctor, if one was chosen. */
  doctor: string | null;
  /** Clinic date and time: after midnight, hours count from 24. */
  date: string;
  time: string;
  minutes: number;
  /** Tentative: the time is held, but the clinic has not confirmed it. */
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
}

export interface Calendar {
  /** Name of a subscribed calendar; null for a file with one appointment. */
  name: string | null;
  entries: readonly CalendarEntry[];
}

const escapeIcsText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');

/** Lines end with CRLF and are folded at 75 bytes, but not within a character. */
function foldLine(line: string): string {
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
 * Times in UTC, which every program reads as the same moment. With a time zone definition, Outlook keeps only
 * one yearly rule for the start and end of summer time and may refuse more ([MS-OXCICAL] 2.1.3.1.1.19.2). No
 * such rule fits Egypt: summer time ends at the midnight after the last Thursday of October, which may be in
 * November.
 */
const event = (entry: CalendarEntry): string[] => [
  'BEGIN:VEVENT',
  `UID:${escapeIcsText(entry.uid)}`,
  `DTSTAMP:${icsStamp(entry.changedAt)}`,
  `LAST-MODIFIED:${icsStamp(entry.changedAt)}`,
  `DTSTART:${icsStamp(storedTimeToInstant(entry.date, entry.time))}`,
  `DURATION:PT${entry.minutes}M`,
  `SEQUENCE:${entry.sequence}`,
  `SUMMARY:${escapeIcsText(entry.title)}`,
  `LOCATION:${escapeIcsText(entry.place)}`,
  ...(entry.doctor === null ? [] : [`DESCRIPTION:${escapeIcsText(entry.doctor)}`]),
  `STATUS:${entry.status}`,
  `TRANSP:${entry.status === 'CANCELLED' ? 'TRANSPARENT' : 'OPAQUE'}`,
  'CLASS:PRIVATE',
  'END:VEVENT',
];

/** Refresh interval of subscribed calendars. */
const calendarRefreshInterval = 'PT1H';

/**
 * Appointments as a calendar file (RFC 5545): one to download, or all of a person to subscribe to. It
 * contains place, time and doctor, but not the reason. The same appointments give the same text.
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
          `NAME:${escapeIcsText(name)}`,
          `X-WR-CALNAME:${escapeIcsText(name)}`,
          `X-WR-TIMEZONE:${clinicZone}`,
          `REFRESH-INTERVAL;VALUE=DURATION:${calendarRefreshInterval}`,
          `X-PUBLISHED-TTL:${calendarRefreshInterval}`,
        ]),
    ...entries.flatMap(event),
    'END:VCALENDAR',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}
