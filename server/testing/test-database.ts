import { getTableColumns, getTableName } from 'drizzle-orm';
import { tables } from '#server/db/tables.ts';
import { openTestDatabase, type TestDatabase, testServer } from './databases/test-databases.ts';

let opened: Promise<TestDatabase> | undefined;

/**
 * The migrated, empty database of this test worker; the clinic's role owns nothing in it. The files of a
 * worker share it: call `emptyDatabase` between tests.
 */
export function testDatabase(): Promise<TestDatabase> {
  opened ??= openTestDatabase(testServer());
  return opened;
}

/** A second database for a test with two clinics; the caller closes it. */
export const otherTestDatabase = (): Promise<TestDatabase> => openTestDatabase(testServer(), '_other');

const all = Object.values(tables);
const deletions = all.map((table) => `delete from ${getTableName(table)};`);
const restarts = all
  .filter((table) =>
    Object.values(getTableColumns(table)).some((column) => column.name === 'id' && column.generatedIdentity),
  )
  .map((table) => `select setval('${getTableName(table)}_id_seq', 1, false);`);
// A session in replica mode runs no triggers and checks no foreign keys, so the order of the tables does not
// matter.
const emptying = [
  'begin;',
  'set local session_replication_role = replica;',
  ...deletions,
  ...restarts,
  'commit',
].join(' ');

/** Deletes every row and restarts the sequences. */
export async function emptyDatabase({ owner }: Pick<TestDatabase, 'owner'>): Promise<void> {
  await owner.query(emptying);
}
