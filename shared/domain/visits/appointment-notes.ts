import { stampInstant } from '../format-time.ts';
import type { AppointmentStatus } from './appointment-status.ts';

/** Notes are records of the clinic: always in English, whatever the language of the screen. */
export const websiteNotes = 'Booked via website';
export const adminNotes = 'Created via admin dashboard';
/** Default notes of an appointment made by another program. */
export const programNotes = (name: string): string => `Booked via ${name}`;
export const notesLimit = 20_000;

/** Name shown to others for notes of the hidden owner. */
export const hiddenOwnerName = { en: 'Management', ar: 'الإدارة' } as const;

interface Author {
  name: string;
  username: string | null;
  isOwner?: boolean;
}
const authorName = ({ name, username, isOwner }: Author): string =>
  isOwner ? hiddenOwnerName.en : name || username || '';

/** Default notes of an appointment made by a doctor. */
export const doctorNotes = (doctor: Author, at: Date): string =>
  `Appointment created by ${authorName(doctor)} on ${stampInstant(at)}`;

const appendBelow = (notes: string, text: string): string =>
  notes.trim() === '' ? text : `${notes.trimEnd()}\n\n${text}`;

/** Appends a note, with a stamp in square brackets and the author's name. */
export const appendNote = (notes: string, text: string, author: Author, at: Date): string =>
  appendBelow(notes, `[${stampInstant(at)}] ${authorName(author)}: ${text}`);

/** Doctors only append: if a text begins with the existing notes, only the rest is new. */
export function findAddedText(notes: string, text: string): string {
  const kept = notes.trim();
  return kept !== '' && text.startsWith(kept) ? text.slice(kept.length).trim() : text;
}

const statusText = (status: AppointmentStatus): string => status.replaceAll('_', ' ');

/** Appends a status change to the notes, for any staff member; existing text is never replaced. */
export const statusNotes = (notes: string, status: AppointmentStatus, author: Author, at: Date): string =>
  appendBelow(
    notes,
    `Status updated to "${statusText(status)}" by ${authorName(author)} on ${stampInstant(at)}`,
  );

/**
 * Removes a last line that states the new status from the text sent with a status change: the server writes
 * that line itself.
 */
export function withoutStatusLine(text: string, status: AppointmentStatus): string {
  const paragraphs = text.trim().split(/\n{2,}/);
  const line = new RegExp(
    `^(?:appointment )?status (?:was )?(?:updated|changed|set) to .?${statusText(status)}\\b.*$`,
    'i',
  );
  if (line.test(paragraphs.at(-1) ?? '')) paragraphs.pop();
  return paragraphs.join('\n\n');
}

/** Entries that the system wrote: how an appointment was made, and each change of its status. */
const systemEntryPattern =
  /^(?:Booked via .{1,120}|Created via admin dashboard|Appointment created by .+ on .+|Status updated to "[a-z ]+" by .+ on .+)$/;

/** Notes as lists show them: only entries written by people, newest first. */
export const listWrittenNotes = (notes: string): string =>
  notes
    .trim()
    .split(/\n{2,}/)
    .filter((entry) => !systemEntryPattern.test(entry.trim()))
    .reverse()
    .join('\n\n');
