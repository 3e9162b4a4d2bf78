import type { Appointment } from '#shared/contract/appointments.ts';
import type { SeenChange } from '#web/features/appointments/visit/change-appointment.ts';

/** A doctor's words are added below what is there; an admin writes the notes anew. */
export type NotesMode = 'append' | 'overwrite';

/** Her words on top of what someone else wrote meanwhile, so that neither is lost. */
export function mineAsWell(mode: NotesMode, start: string, text: string, current: Appointment): SeenChange {
  if (mode === 'append') return { appendNote: text, version: current.version };
  if (current.notes.trim() === start.trim()) return { notes: text, version: current.version };
  const added = start.trim() !== '' && text.startsWith(start) ? text.slice(start.length).trim() : text;
  return { notes: [current.notes.trimEnd(), added].filter(Boolean).join('\n\n'), version: current.version };
}
