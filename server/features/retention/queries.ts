import { desc, eq, sql } from 'drizzle-orm';
import { retentionRuns } from '#server/db/schema/tasks.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { isRowRetained } from '#server/features/users/erase-queries.ts';
import type { RetentionKind } from '#shared/domain/retention-rules.ts';

const maxListedRuns = 60;

export type RunRow = typeof retentionRuns.$inferSelect;

export const lastRuns = (db: Db): Promise<RunRow[]> =>
  db.select().from(retentionRuns).orderBy(desc(retentionRuns.day)).limit(maxListedRuns);

/** Whether this night's work is done; starts it if nobody has. */
export async function startRetentionRun(db: Db, day: string): Promise<boolean> {
  await db.insert(retentionRuns).values({ day }).onConflictDoNothing();
  const [run] = await db.select().from(retentionRuns).where(eq(retentionRuns.day, day));
  return run?.finishedAt === null;
}

/** Adds to the night's counts, so that a crash loses none. */
export async function countRemoved(db: Db, day: string, kind: RetentionKind, n: number): Promise<void> {
  if (n === 0) return;
  await db.execute(sql`update retention_runs set removed = removed
    || jsonb_build_object(${kind}::text, coalesce((removed ->> ${kind})::int, 0) + ${n}::int)
    where day = ${day}`);
}

export async function finishRun(db: Db, day: string, finishedAt: Date): Promise<void> {
  await db.update(retentionRuns).set({ finishedAt }).where(eq(retentionRuns.day, day));
}

/** Some erased people whose last appointment and last note are older than that. */
export async function listExpiredErasedPeople(db: Db, before: Date, most: number): Promise<number[]> {
  const at = before.toISOString();
  const { rows } = await db.execute<{ id: number }>(sql`
    select u.id from users u where u.erased_at is not null and u.role in ('patient', 'user')
      and (exists (select from appointments a where a.patient_id = u.id)
        or exists (select from clinical_notes n where n.patient_id = u.id))
      and not exists (select from appointments a where a.patient_id = u.id
        and a.local_end > ${at}::timestamptz at time zone 'Africa/Cairo')
      and not exists (select from clinical_notes n where n.patient_id = u.id and n.at > ${at}::timestamptz)
    order by u.id limit ${most}`);
  return rows.map(({ id }) => id);
}

/** Deletes the appointments and signed notes of an erased person, and her row if possible. */
export async function deleteRecord(
  db: Db,
  id: number,
): Promise<{ visits: number; notes: number; people: number }> {
  const { rows } = await db.execute<{ n: number }>(sql`select forget_clinical_notes_of(${id})::int as n`);
  const visits = await db.execute(sql`delete from appointments where patient_id = ${id}`);
  const gone = (await isRowRetained(db, id)) ? null : await db.delete(users).where(eq(users.id, id));
  return { visits: visits.rowCount ?? 0, notes: rows[0]?.n ?? 0, people: gone?.rowCount ?? 0 };
}
