import { icsStamp, later, wallToInstant } from '../clinic-time.ts';

export interface CalendarEntry {
  /** Stays the same when the visit is moved, so that calendars replace it. */
  uid: string;
  /** Grows with every change. */
  sequence: number;
  title: string;
  place: string;
  /** Who sees her, where somebody was chosen. */
  doctor: string | null;
  date: string;
  time: string;
  minutes: number;
  /** Tentative: held, and not confirmed by the clinic yet. */
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
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

/** A visit as a calendar file (RFC 5545). It says where, when and by whom, never what for. */
export function calendarFile(entry: CalendarEntry, now: Date): string {
  const start = wallToInstant(entry.date, entry.time);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hakima//Appointments//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(entry.uid)}`,
    `DTSTAMP:${icsStamp(now)}`,
    `DTSTART:${icsStamp(start)}`,
    `DTEND:${icsStamp(later(start, entry.minutes * 60_000))}`,
    `SEQUENCE:${entry.sequence}`,
    `SUMMARY:${escaped(entry.title)}`,
    `LOCATION:${escaped(entry.place)}`,
    ...(entry.doctor === null ? [] : [`DESCRIPTION:${escaped(entry.doctor)}`]),
    `STATUS:${entry.status}`,
    'CLASS:PRIVATE',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
