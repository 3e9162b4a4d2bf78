import { and, eq, sql } from 'drizzle-orm';
import { deskDrafts, noteDrafts } from '#server/db/schema/clinical-notes.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { toReply } from '#server/engine/db/fields.ts';
import { appointmentsOf } from '#server/features/users/erase-queries.ts';
import type { MergeObstacle, PersonalData } from '#server/registries.ts';
import { type DeskDraft, deskDraftSchema, type NoteDraft } from '#shared/contract/clinical-notes.ts';

type Draft = Omit<typeof noteDrafts.$inferInsert, 'revision'>;

/** A doctor's unsigned note about a patient. */
export async function findNoteDraft(db: Db, authorId: number, patientId: number): Promise<NoteDraft | null> {
  const [row] = await db
    .select()
    .from(noteDrafts)
    .where(and(eq(noteDrafts.authorId, authorId), eq(noteDrafts.patientId, patientId)));
  if (!row) return null;
  const { authorId: _author, patientId: _patient, updatedAt, ...draft } = row;
  return { ...draft, updatedAt: updatedAt.toISOString() };
}

/** Saves a draft if the revision matches; null otherwise. */
export async function saveDraft(db: Db, draft: Draft, seen: number): Promise<number | null> {
  const { authorId: _author, patientId: _patient, ...rest } = draft;
  const [row] = await db
    .insert(noteDrafts)
    .values({ ...draft, revision: 1 })
    .onConflictDoUpdate({
      target: [noteDrafts.authorId, noteDrafts.patientId],
      set: { ...rest, revision: sql`${noteDrafts.revision} + 1` },
      setWhere: and(eq(noteDrafts.key, draft.key), eq(noteDrafts.revision, seen)),
    })
    .returning({ revision: noteDrafts.revision });
  return row?.revision ?? null;
}

export async function deleteDraft(db: Db, authorId: number, key: string): Promise<void> {
  await db.delete(noteDrafts).where(and(eq(noteDrafts.authorId, authorId), eq(noteDrafts.key, key)));
}

/** The unsaved desk note of an appointment. */
export async function findDeskDraft(
  db: Db,
  authorId: number,
  appointmentId: number,
): Promise<DeskDraft | null> {
  const [row] = await db.select().from(deskDrafts).where(isDeskDraftOf(authorId, appointmentId));
  return row ? toReply(deskDraftSchema, row) : null;
}

const isDeskDraftOf = (authorId: number, appointmentId: number) =>
  and(eq(deskDrafts.authorId, authorId), eq(deskDrafts.appointmentId, appointmentId));

/** Replaces the draft; an empty one is deleted. */
export async function saveDeskDraft(db: Db, draft: typeof deskDrafts.$inferInsert): Promise<void> {
  const { authorId, appointmentId, ...rest } = draft;
  if (draft.text.trim() === '') {
    await db.delete(deskDrafts).where(isDeskDraftOf(authorId, appointmentId));
    return;
  }
  await db
    .insert(deskDrafts)
    .values(draft)
    .onConflictDoUpdate({ target: [deskDrafts.authorId, deskDrafts.appointmentId], set: rest });
}

/** Deletes drafts of the desk about appointments of erased people. */
export const draftData: PersonalData = {
  async forget(db, ids) {
    await db.execute(sql`delete from desk_drafts where appointment_id in ${appointmentsOf(ids)}`);
  },
};

/** Both records have an unsigned note of one doctor, who can have only one per patient. */
export const draftObstacle: MergeObstacle = {
  obstacle: 'drafts',
  async exists(db, one, other) {
    const { rows } = await db.execute<{ found: boolean }>(sql`select exists (
      select from note_drafts a join note_drafts b using (author_id)
      where a.patient_id = ${one} and b.patient_id = ${other}) as found`);
    return rows[0]?.found === true;
  },
};
