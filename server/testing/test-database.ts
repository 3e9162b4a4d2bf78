import { getTableColumns, getTableName } from 'drizzle-orm';
import type pg from 'pg';
import { expect } from 'vitest';
import { tables } from '#server/db/tables.ts';
import type { Database } from '#server/engine/db/connect.ts';
import { openEmbedded } from './embedded-test-database.ts';
import { openOnServer } from './server-test-database.ts';

export interface TestDatabase extends Database {
  /** As whoever owns the schema: to change it, or to do what the clinic may not. */
  readonly owner: pg.Pool;
}

let opened: Promise<TestDatabase> | undefined;

/**
 * The database of this test worker, migrated and empty: embedded and in memory, or one of its own on the
 * server that TEST_DATABASE_URL names (by a superuser; the clinic works with a role that owns nothing). The
 * files of a worker share it: call `emptyDatabase` between tests.
 */
export function testDatabase(): Promise<TestDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  opened ??= url ? openOnServer(url) : openEmbedded();
  return opened;
}

const all = Object.values(tables);
const deletions = all.map((table) => `delete from ${getTableName(table)};`);
const restarts = all
  .filter((table) =>
    Object.values(getTableColumns(table)).some((column) => column.name === 'id' && column.generatedIdentity),
  )
  .map((table) => `select setval('${getTableName(table)}_id_seq', 1, false);`);
// As a replica the session runs no triggers and checks no foreign keys, so that the order of the tables does
// not matter.
const emptying = [
  'begin;',
  'set local session_replication_role = replica;',
  ...deletions,
  ...restarts,
  'commit',
].join(' ');

/** Deletes every row and starts the numbering again. */
export async function emptyDatabase({ owner }: Pick<TestDatabase, 'owner'>): Promise<void> {
  await owner.query(emptying);
}

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

/** Until so many wait for what another has locked. The embedded database does one thing after the other. */
export async function waitForLocks({ engine, pool }: Database, n = 1): Promise<void> {
  if (engine === 'embedded') return;
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

/** Every column of text, lists or JSON, of every table, that holds one of these. */
export async function placesOf({ pool }: Database, words: readonly string[]): Promise<string[]> {
  const { rows: columns } = await pool.query(`
    select c.relname as table, a.attname as column from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and format_type(a.atttypid, null) ~ '^(text|character varying|jsonb|json|tsvector|inet|text\\[\\])$'
    order by 1, 2`);
  expect(columns.length).toBeGreaterThan(100);
  const found: string[] = [];
  for (const { table, column } of columns) {
    const { rowCount } = await pool.query(
      `select from "${table}" where lower("${column}"::text) ~ $1 limit 1`,
      [words.join('|')],
    );
    if (rowCount) found.push(`${table}.${column}`);
  }
  return found;
}
