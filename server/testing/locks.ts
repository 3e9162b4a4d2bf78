import type pg from 'pg';
import { expect } from 'vitest';
import type { Database } from '#server/engine/db/connect.ts';

/**
 * Runs a statement in a transaction that is committed only after this promise resolves, so that its locks
 * last until then.
 */
export async function withHeldLocks<T extends object>(
  { pool }: Pick<Database, 'pool'>,
  statement: string,
  happens: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('begin');
    await client.query(statement);
    const happened = await happens(client);
    await client.query('commit');
    broken = false;
    return happened;
  } finally {
    client.release(broken);
  }
}

const waiting = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** Waits until this number of sessions wait for a lock of another session. */
export async function waitForLocks({ pool }: Database, n = 1): Promise<void> {
  const many = async () => (await pool.query(waiting)).rowCount;
  await expect.poll(many, { timeout: 15_000, interval: 10 }).toBeGreaterThanOrEqual(n);
}

/**
 * Two actions that need the rows that a statement locks: the second starts when the first waits, and may wait
 * as well.
 */
export async function runBlockedBy<A, B>(
  database: Database,
  statement: string,
  first: () => PromiseLike<A>,
  second: () => PromiseLike<B>,
): Promise<[A, B]> {
  const { both } = await withHeldLocks(database, statement, async () => {
    const one = Promise.resolve(first());
    await waitForLocks(database);
    const other = Promise.resolve(second());
    await Promise.race([other, waitForLocks(database, 2)]);
    return { both: Promise.all([one, other]) };
  });
  return both;
}
