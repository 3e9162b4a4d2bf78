import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { movingPieces, movings } from '#server/db/schema/tasks.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { noteRecorded } from '#server/engine/db/recorded.ts';
import type { PersonalData } from '#server/registries.ts';

export type MovingRow = typeof movings.$inferSelect;

/** The one that was asked for last. */
export async function lastMoving(db: Db): Promise<MovingRow | undefined> {
  const [row] = await db.select().from(movings).orderBy(desc(movings.id)).limit(1);
  return row;
}

const movingLock = 7_402_323;

/** Two who ask at once take turns; held to the end of the transaction. */
export async function lockMovings(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${movingLock})`);
}

/** Asks anew; one that is there already goes, with its archive. */
export async function insertMoving(db: Db, asked: { askedBy: number; askedAt: Date }): Promise<void> {
  await db.delete(movings);
  await db.insert(movings).values(asked);
}

const isWaiting = and(isNull(movings.readyAt), isNull(movings.failedAt));

/** The one that waits, counted as tried: whoever dies over it leaves it to the next. */
export async function takeWaiting(db: Db, most: number): Promise<MovingRow | undefined> {
  const [row] = await db
    .update(movings)
    .set({ attempts: sql`${movings.attempts} + 1` })
    .where(and(isWaiting, sql`${movings.attempts} < ${most}`))
    .returning();
  return row;
}

/** What was tried as often, and nobody works at, has failed. False where there is none. */
export async function giveUp(db: Db, most: number, failedAt: Date): Promise<boolean> {
  const failed = await db
    .update(movings)
    .set({ failedAt })
    .where(and(isWaiting, sql`${movings.attempts} >= ${most}`))
    .returning({ id: movings.id });
  return failed.length > 0;
}

/** False where it was asked for or taken anew meanwhile, or somebody was deleted who may be in it. */
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

/** False where it was asked for or taken anew meanwhile: the archive is another's to write. */
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

export async function pieceOf(db: Db, movingId: number, n: number): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ bytes: movingPieces.bytes })
    .from(movingPieces)
    .where(and(eq(movingPieces.movingId, movingId), eq(movingPieces.n, n)));
  return row?.bytes;
}

/** What is older than that goes, made or not. */
export async function removeMovings(db: Db, before: Date): Promise<void> {
  const since = sql`coalesce(${movings.readyAt}, ${movings.askedAt})`;
  await db.delete(movings).where(sql`${since} <= ${before.toISOString()}::timestamptz`);
}

/**
 * Somebody is deleted: an archive that has her goes, and one that is being made is made anew. In this order:
 * one that is finished meanwhile is met by the second. False where there is none.
 */
async function dropMovings(db: Db): Promise<boolean> {
  const met = await db.update(movings).set({ attempts: 0 }).returning({ id: movings.id });
  await db.delete(movings).where(isNotNull(movings.readyAt));
  return met.length > 0;
}

/** No archive for another system keeps a person who is deleted. */
export const movingData: PersonalData = {
  async forget(tx) {
    if (await dropMovings(tx)) noteRecorded(tx, { subject: 'moving', ofPatient: false, days: [] });
  },
};
