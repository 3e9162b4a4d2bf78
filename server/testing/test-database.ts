import { getTableColumns, getTableName } from 'drizzle-orm';
import type pg from 'pg';
import { tables } from '#server/db/tables.ts';
import type { Database } from '#server/engine/db/connect.ts';
import { openEmbedded } from './databases/embedded-test-database.ts';
import { openOnServer } from './databases/server-test-database.ts';

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
