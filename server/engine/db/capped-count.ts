import { type SQL, sql } from 'drizzle-orm';
import type { Db } from './connect.ts';

/** Number of rows of `from …`, up to a maximum, as a column. */
export const cappedCountColumn = (most: number, from: SQL): SQL =>
  sql`(select count(*)::int from (select ${from} limit ${most}) counted)`;

/** The same as a statement of its own; 0 if no count is wanted. */
export async function countUpTo(db: Db, most: number, from: SQL): Promise<number> {
  if (most === 0) return 0;
  const { rows } = await db.execute<{ n: number }>(sql`select ${cappedCountColumn(most, from)} as n`);
  return rows[0]?.n ?? 0;
}

const chunk = 1000;

/**
 * Deletes many rows in small batches, so that nobody waits for locks; returns the number. The statement must
 * select rows by `id = any(array(select …))`: with `in (select …)` and outdated statistics the planner may
 * compare every row with every other.
 */
export async function deleteInBatches(
  remove: (atMost: number) => Promise<{ rowCount: number | null }>,
): Promise<number> {
  for (let removed = 0; ; ) {
    const n = (await remove(chunk)).rowCount ?? 0;
    removed += n;
    if (n < chunk) return removed;
  }
}
