import { sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';

export interface FileNote {
  readonly patientId: number;
  readonly note: string;
}

const maxNoteCharacters = 20_000;

const noteLineRows = (notes: readonly FileNote[]) => sql`
  (select "patientId", string_agg(note, E'\\n' order by at) as note
    from (select "patientId", note, min(at) as at
      from rows from (jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as ("patientId" int, note text))
        with ordinality as g("patientId", note, at) group by 1, 2) each group by 1) n`;

/** Appends lines to the notes in patients' files; skips a line that the note already contains. */
export async function addFileNotes(db: Db, notes: readonly FileNote[]): Promise<void> {
  if (notes.length === 0) return;
  await db.execute(sql`
    insert into patient_files as f (patient_id, note) select "patientId", left(n.note, ${maxNoteCharacters}) from ${noteLineRows(notes)}
    on conflict (patient_id) do update set note = case
      when position(excluded.note in f.note) > 0 then f.note
      else left(concat_ws(E'\\n', nullif(f.note, ''), excluded.note), ${maxNoteCharacters}) end`);
}

/** Removes these lines from the notes, unless somebody changed them. */
export async function removeFileNotes(db: Db, notes: readonly FileNote[]): Promise<void> {
  if (notes.length === 0) return;
  await db.execute(sql`
    update patient_files f set note = trim(both E'\\n' from replace(f.note, n.note, ''))
    from ${noteLineRows(notes)} where f.patient_id = n."patientId"`);
}
