import { stampInstant } from '../time-words.ts';
import type { AppointmentStatus } from './appointment-status.ts';

/** Notes are the clinic's record: kept in English whatever language the screen speaks. */
export const websiteNotes = 'Booked via website';
export const adminNotes = 'Created via admin dashboard';
/** What stands in the notes of an appointment that another program made without any. */
export const programNotes = (name: string): string => `Booked via ${name}`;
export const notesLimit = 20_000;

/** Name under which the hidden owner signs what others read. */
export const management = { en: 'Management', ar: 'الإدارة' } as const;

interface Author {
  name: string;
  username: string | null;
  isOwner?: boolean;
}
const called = ({ name, username, isOwner }: Author): string =>
  isOwner ? management.en : name || username || '';

/** What stands in the notes of an appointment that a doctor made without any. */
export const doctorNotes = (doctor: Author, at: Date): string =>
  `Appointment created by ${called(doctor)} on ${stampInstant(at)}`;

const below = (notes: string, text: string): string =>
  notes.trim() === '' ? text : `${notes.trimEnd()}\n\n${text}`;

/** Adds a note below what is there, stamped in square brackets and signed. */
export const appendNote = (notes: string, text: string, author: Author, at: Date): string =>
  below(notes, `[${stampInstant(at)}] ${called(author)}: ${text}`);

/** A doctor's notes are always added: of a text that begins with what is there only the rest is new. */
export function doctorsAddition(notes: string, text: string): string {
  const kept = notes.trim();
  return kept !== '' && text.startsWith(kept) ? text.slice(kept.length).trim() : text;
}

const words = (status: AppointmentStatus): string => status.replaceAll('_', ' ');

/**
 * A change of status is told below the notes, whoever of the staff made it: nothing a person wrote is
 * replaced.
 */
export const statusNotes = (notes: string, status: AppointmentStatus, author: Author, at: Date): string =>
  below(notes, `Status updated to "${words(status)}" by ${called(author)} on ${stampInstant(at)}`);

/**
 * Text that came with a change of status, without the line at its end that states the new status: the server
 * writes that line itself.
 */
export function withoutStatusLine(text: string, status: AppointmentStatus): string {
  const paragraphs = text.trim().split(/\n{2,}/);
  const line = new RegExp(
    `^(?:appointment )?status (?:was )?(?:updated|changed|set) to .?${words(status)}\\b.*$`,
    'i',
  );
  if (line.test(paragraphs.at(-1) ?? '')) paragraphs.pop();
  return paragraphs.join('\n\n');
}

/** Entries that the clinic's programs wrote: how an appointment was made, and each change of its status. */
const machineEntry =
  /^(?:Booked via .{1,120}|Created via admin dashboard|Appointment created by .+ on .+|Status updated to "[a-z ]+" by .+ on .+)$/;

/** The notes as a list shows them: what people wrote, the newest entry first. */
export const writtenNotes = (notes: string): string =>
  notes
    .trim()
    .split(/\n{2,}/)
    .filter((entry) => !machineEntry.test(entry.trim()))
    .reverse()
    .join('\n\n');
