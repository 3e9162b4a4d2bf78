import { sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';

export interface FileNote {
  readonly patientId: number;
  readonly note: string;
}

const maxNoteCharacters = 20_000;

/** The notes in these patients' files. The patients are locked, so that nobody else changes the notes. */
async function loadNotes(db: Db, notes: readonly FileNote[]): Promise<Map<number, string>> {
  const ids = sql.param([...new Set(notes.map(({ patientId }) => patientId))]);
  const { rows } = await db.execute<{ patientId: number; note: string }>(sql`
    select patient_id as "patientId", note from patient_files where patient_id = any(${ids}::int[])`);
  return new Map(rows.map(({ patientId, note }) => [patientId, note]));
}

/** Also raises the version of each file, so that somebody who has it open does not overwrite the note. */
async function saveNotes(db: Db, notes: ReadonlyMap<number, string>): Promise<void> {
  if (notes.size === 0) return;
  const rows = [...notes].map(([patientId, note]) => ({ patientId, note }));
  await db.execute(sql`
    with saved as (
      insert into patient_files (patient_id, note) select "patientId", note
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n("patientId" int, note text)
      on conflict (patient_id) do update set note = excluded.note returning patient_id)
    update users set version = version + 1 from saved where id = patient_id`);
}

/** Position of the last occurrence of these complete lines in a note; -1 if there is none. */
const lastIndexOfLines = (note: string, lines: string) => `\n${note}\n`.lastIndexOf(`\n${lines}\n`);

/**
 * Appends notes to patients' files, unless the file has these lines; returns what was added for each note.
 */
export async function addFileNotes(db: Db, notes: readonly FileNote[]): Promise<(string | null)[]> {
  if (notes.length === 0) return [];
  const files = await loadNotes(db, notes);
  const changed = new Map<number, string>();
  const added = notes.map(({ patientId, note }) => {
    const before = changed.get(patientId) ?? files.get(patientId) ?? '';
    const start = before === '' ? '' : `${before}\n`;
    const text = Array.from(note)
      .slice(0, Math.max(maxNoteCharacters - Array.from(start).length, 0))
      .join('');
    if (text === '' || lastIndexOfLines(before, note) >= 0) return null;
    changed.set(patientId, start + text);
    return text;
  });
  await saveNotes(db, changed);
  return added;
}

/** Removes lines that were added to notes, where these lines are still there. */
export async function removeFileNotes(db: Db, added: readonly FileNote[]): Promise<void> {
  if (added.length === 0) return;
  const files = await loadNotes(db, added);
  const changed = new Map<number, string>();
  for (const { patientId, note: lines } of added) {
    const note = changed.get(patientId) ?? files.get(patientId) ?? '';
    const at = lastIndexOfLines(note, lines);
    if (at < 0) continue;
    const left = `\n${note}\n`.slice(0, at) + `\n${note}\n`.slice(at + lines.length + 1);
    changed.set(patientId, left.slice(1, -1));
  }
  await saveNotes(db, changed);
}
