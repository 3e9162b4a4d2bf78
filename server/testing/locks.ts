import type pg from 'pg';
import { expect } from 'vitest';
import type { Database } from '#server/engine/db/connect.ts';

/** Commits a statement only after this has happened: what it locks is held so long. */
export async function holding<T extends object>(
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

/** Waits until so many sessions wait for a lock that another holds. */
export async function waitForLocks({ pool }: Database, n = 1): Promise<void> {
  const many = async () => (await pool.query(waiting)).rowCount;
  await expect.poll(many, { timeout: 15_000, interval: 10 }).toBeGreaterThanOrEqual(n);
}

/** Two acts over what a statement locks: the second begins as the first waits, and may wait as well. */
export async function oneBehindTheOther<A, B>(
  database: Database,
  statement: string,
  first: () => PromiseLike<A>,
  second: () => PromiseLike<B>,
): Promise<[A, B]> {
  const { both } = await holding(database, statement, async () => {
    const one = Promise.resolve(first());
    await waitForLocks(database);
    const other = Promise.resolve(second());
    await Promise.race([other, waitForLocks(database, 2)]);
    return { both: Promise.all([one, other]) };
  });
  return both;
}
