import { stampInstant } from '../clinic-time.ts';
import type { AppointmentStatus } from './appointment-status.ts';

/** Notes are the clinic's record: kept in English whatever language the screen speaks. */
export const websiteNotes = 'Booked via website';
export const adminNotes = 'Created via admin dashboard';
export const notesLimit = 20_000;

interface Author {
  name: string;
  username: string | null;
}
const called = ({ name, username }: Author): string => name || username || '';

/** What stands in the notes of an appointment that a doctor made without any. */
export const doctorNotes = (doctor: Author, at: Date): string =>
  `Appointment created by ${called(doctor)} on ${stampInstant(at)}`;

const below = (notes: string, text: string): string =>
  notes.trim() === '' ? text : `${notes.trimEnd()}\n\n${text}`;

/** Adds a note below what is there, stamped in square brackets. */
export const appendNote = (notes: string, text: string, at: Date): string =>
  below(notes, `[${stampInstant(at)}] ${text}`);

/** A doctor's notes are always added: of a text that begins with what is there only the rest is new. */
export function doctorsAddition(notes: string, text: string): string {
  const kept = notes.trim();
  return kept !== '' && text.startsWith(kept) ? text.slice(kept.length).trim() : text;
}

const words = (status: AppointmentStatus): string => status.replaceAll('_', ' ');

/** An admin's change of status writes the notes anew; the history keeps what stood there. */
export const adminStatusNotes = (status: AppointmentStatus, at: Date): string =>
  `Status updated to "${words(status)}" on ${stampInstant(at)}`;

/** A doctor's change of status is added below the notes. */
export const doctorStatusNotes = (
  notes: string,
  status: AppointmentStatus,
  doctor: Author,
  at: Date,
): string => below(notes, `Status updated to "${words(status)}" by ${called(doctor)} on ${stampInstant(at)}`);
