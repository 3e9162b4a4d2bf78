import type { Appointment } from '#shared/contract/appointments.ts';
import type { VersionedChange } from '#web/features/appointments/visit/change-appointment.ts';

/** A doctor's text is appended to the note; an admin replaces the note. */
export type NotesMode = 'append' | 'overwrite';

/** Combines the user's text with a version that another user has saved meanwhile, so that neither is lost. */
export function mergeNoteText(
  mode: NotesMode,
  start: string,
  text: string,
  current: Appointment,
): VersionedChange {
  if (mode === 'append') return { appendNote: text, version: current.version };
  if (current.notes.trim() === start.trim()) return { notes: text, version: current.version };
  const added = start.trim() !== '' && text.startsWith(start) ? text.slice(start.length).trim() : text;
  return { notes: [current.notes.trimEnd(), added].filter(Boolean).join('\n\n'), version: current.version };
}
