import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { movingPieces, movings } from '#server/db/schema/tasks.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { recordChange } from '#server/engine/db/recorded-changes.ts';
import type { PersonalData } from '#server/registries.ts';

export type MovingRow = typeof movings.$inferSelect;

/** The last requested archive. */
export async function findLastArchive(db: Db): Promise<MovingRow | undefined> {
  const [row] = await db.select().from(movings).orderBy(desc(movings.id)).limit(1);
  return row;
}

const movingLock = 7_402_323;

/** Serializes two requests until the transaction ends. */
export async function lockMovings(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${movingLock})`);
}

/** Requests a new archive; deletes an existing one. */
export async function insertMoving(db: Db, asked: { askedBy: number; askedAt: Date }): Promise<void> {
  await db.delete(movings);
  await db.insert(movings).values(asked);
}

const isArchiveWaiting = and(isNull(movings.readyAt), isNull(movings.failedAt));

/** Takes the waiting archive and counts the attempt; after a crash another process takes it. */
export async function claimWaitingArchive(db: Db, most: number): Promise<MovingRow | undefined> {
  const [row] = await db
    .update(movings)
    .set({ attempts: sql`${movings.attempts} + 1` })
    .where(and(isArchiveWaiting, sql`${movings.attempts} < ${most}`))
    .returning();
  return row;
}

/** Marks an archive as failed if it used all attempts and nobody works on it. False if there is none. */
export async function failExhaustedArchive(db: Db, most: number, failedAt: Date): Promise<boolean> {
  const failed = await db
    .update(movings)
    .set({ failedAt })
    .where(and(isArchiveWaiting, sql`${movings.attempts} >= ${most}`))
    .returning({ id: movings.id });
  return failed.length > 0;
}

/** False if it was requested or taken again meanwhile, or if a person in it was deleted. */
export async function finishMoving(
  db: Db,
  { id, attempts }: Pick<MovingRow, 'id' | 'attempts'>,
  made: { bytes: number; readyAt: Date },
): Promise<boolean> {
  const done = await db
    .update(movings)
    .set(made)
    .where(and(eq(movings.id, id), eq(movings.attempts, attempts), isNull(movings.readyAt)))
    .returning({ id: movings.id });
  return done.length > 0;
}

export async function removePieces(db: Db, movingId: number): Promise<void> {
  await db.delete(movingPieces).where(eq(movingPieces.movingId, movingId));
}

/** False if it was requested or taken again meanwhile: another process writes the archive. */
export async function insertPiece(
  db: Db,
  { id, attempts }: Pick<MovingRow, 'id' | 'attempts'>,
  { n, bytes }: { n: number; bytes: Buffer },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into moving_pieces (moving_id, n, bytes)
    select id, ${n}::int, ${bytes}::bytea from movings where id = ${id} and attempts = ${attempts}`);
  return rowCount === 1;
}

export async function findPiece(db: Db, movingId: number, n: number): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ bytes: movingPieces.bytes })
    .from(movingPieces)
    .where(and(eq(movingPieces.movingId, movingId), eq(movingPieces.n, n)));
  return row?.bytes;
}

/** Deletes older archives, finished or not. */
export async function removeMovings(db: Db, before: Date): Promise<void> {
  const since = sql`coalesce(${movings.readyAt}, ${movings.askedAt})`;
  await db.delete(movings).where(sql`${since} <= ${before.toISOString()}::timestamptz`);
}

/**
 * Deletes archives after a person was deleted, and restarts one in progress. In this order: one that is
 * finished meanwhile is found by the second statement. False if there is none.
 */
async function invalidateArchives(db: Db): Promise<boolean> {
  const met = await db.update(movings).set({ attempts: 0 }).returning({ id: movings.id });
  await db.delete(movings).where(isNotNull(movings.readyAt));
  return met.length > 0;
}

/** An archive for another system must not contain an erased person. */
export const movingData: PersonalData = {
  async forget(tx) {
    if (await invalidateArchives(tx)) recordChange(tx, { subject: 'moving', ofPatient: false, days: [] });
  },
};
