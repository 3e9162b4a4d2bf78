import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { clinicalNotes, sharedNotes } from '#server/db/schema/clinical-notes.ts';
import { staff } from '#server/db/schema/staff.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { toReply } from '#server/engine/db/fields.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import {
  type ClinicalNote,
  clinicalNoteSchema,
  type SharedNote,
  sharedNoteSchema,
} from '#shared/contract/clinical-notes.ts';
import { doctorsOnly } from '#shared/domain/people/roles.ts';

type NoteReader = Pick<Viewer, 'role'>;

/** Only doctors read clinical notes, in every list. */
export const canReadClinicalNotes = ({ role }: NoteReader): boolean => doctorsOnly.includes(role);
const readableCondition = (viewer: NoteReader): SQL | undefined =>
  canReadClinicalNotes(viewer) ? undefined : sql`false`;

const columns = {
  id: clinicalNotes.id,
  patientId: clinicalNotes.patientId,
  appointmentId: clinicalNotes.appointmentId,
  authorId: clinicalNotes.authorId,
  at: clinicalNotes.at,
  text: clinicalNotes.text,
  name: clinicalNotes.signedName,
  nameAr: clinicalNotes.signedNameAr,
  title: clinicalNotes.signedTitle,
  titleAr: clinicalNotes.signedTitleAr,
  corrects: clinicalNotes.corrects,
};
// With the table's name: the query builder leaves it out when it selects from one table.
const correctingNoteId = sql<number | null>`(select max(later.id) from clinical_notes later
  where later.corrects = clinical_notes.id)`;
const isShared = sql<boolean>`exists (select 1 from shared_notes where note_id = clinical_notes.id)`;

const selectNotes = (db: Db, where: SQL | undefined) =>
  db
    .select({ ...columns, correctedBy: correctingNoteId, shared: isShared })
    .from(clinicalNotes)
    .where(where)
    .orderBy(desc(clinicalNotes.at), desc(clinicalNotes.id));
export type NoteRow = Awaited<ReturnType<typeof selectNotes>>[number];

/** The author's name at the time of signing. */
const presentSignature = ({
  name,
  nameAr,
  title,
  titleAr,
}: Pick<NoteRow, 'name' | 'nameAr' | 'title' | 'titleAr'>) => ({
  signedBy: { name, nameAr, title, titleAr },
});
export const presentNote = (row: NoteRow): ClinicalNote =>
  toReply(clinicalNoteSchema, row, presentSignature(row));

/** The notes of appointments, and those with these ids: of one patient, newest first. */
export async function listNotes(
  db: Db,
  viewer: NoteReader,
  { visitIds, ids }: { visitIds: readonly number[]; ids: readonly number[] },
): Promise<NoteRow[]> {
  if (!canReadClinicalNotes(viewer) || visitIds.length + ids.length === 0) return [];
  const one = (column: SQL | typeof clinicalNotes.id, of: readonly number[]) =>
    sql`${column} = any(${sql.param([...of])}::int[])`;
  return selectNotes(
    db,
    sql`(${one(sql`${clinicalNotes.appointmentId}`, visitIds)} or ${one(clinicalNotes.id, ids)})`,
  );
}

export async function findNote(db: Db, viewer: NoteReader, id: number): Promise<NoteRow | undefined> {
  const [row] = await selectNotes(db, and(eq(clinicalNotes.id, id), readableCondition(viewer)));
  return row;
}

/** The note that its author signed with an idempotency key. */
export async function findNoteByKey(db: Db, authorId: number, key: string): Promise<NoteRow | undefined> {
  const [row] = await selectNotes(
    db,
    and(eq(clinicalNotes.authorId, authorId), eq(clinicalNotes.idempotencyKey, key)),
  );
  return row;
}

/** The author's title and Arabic name. */
export async function loadSignature(db: Db, userId: number) {
  const [row] = await db
    .select({ signedNameAr: staff.nameAr, signedTitle: staff.title, signedTitleAr: staff.titleAr })
    .from(staff)
    .where(eq(staff.userId, userId));
  return row ?? {};
}

export async function insertNote(db: Db, note: typeof clinicalNotes.$inferInsert): Promise<number> {
  const [row] = await db.insert(clinicalNotes).values(note).returning({ id: clinicalNotes.id });
  if (!row) throw new Error('the note was not inserted');
  return row.id;
}

/** A note and all its corrections. */
async function findWithCorrections(db: Db, id: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive line as (
      select id from clinical_notes where id = ${id}
      union select n.id from clinical_notes n join line on n.corrects = line.id
    ) select id from line`);
  return rows.map((row) => row.id);
}

export async function shareWithCorrections(db: Db, id: number, now: Date): Promise<void> {
  const notes = await findWithCorrections(db, id);
  await db
    .insert(sharedNotes)
    .values(notes.map((noteId) => ({ noteId, at: now })))
    .onConflictDoNothing();
}

export async function unshareNote(db: Db, id: number): Promise<void> {
  await db.delete(sharedNotes).where(inArray(sharedNotes.noteId, await findWithCorrections(db, id)));
}

/** Shared notes of the patient's own appointments, newest first. */
export async function listSharedNotes(db: Db, patientId: number): Promise<SharedNote[]> {
  const rows = await db
    .select(columns)
    .from(sharedNotes)
    .innerJoin(clinicalNotes, eq(clinicalNotes.id, sharedNotes.noteId))
    .where(eq(clinicalNotes.patientId, patientId))
    .orderBy(desc(clinicalNotes.at), desc(clinicalNotes.id));
  return rows.map((row) => toReply(sharedNoteSchema, row, presentSignature(row)));
}
