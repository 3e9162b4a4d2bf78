import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ownMigrations } from '#server/db/own-migrations.ts';
import { seedDemo } from '#server/db/seed/demo-clinic.ts';
import { seedClinic } from '#server/db/seed/seed-clinic.ts';
import type { TestDatabase } from '#server/testing/databases/test-databases.ts';
import { monday } from '#server/testing/test-app.ts';
import { emptyDatabase, otherTestDatabase, testDatabase } from '#server/testing/test-database.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { readBackup, writeBackup } from './backup-file.ts';
import type { Database } from './connect.ts';
import { dump } from './dump.ts';
import { load } from './load.ts';
import { giveRows } from './schema-owner.ts';
import { schemaText } from './schema-text.ts';
import { inTransaction } from './transaction.ts';

let clinic: TestDatabase;
let other: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), 'hakima-backup-'));
const file = join(folder, 'clinic.backup');

beforeAll(async () => {
  clinic = await testDatabase();
  other = await otherTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(clinic);
  await emptyDatabase(other);
});
afterAll(async () => {
  await other.close();
  rmSync(folder, { recursive: true, force: true });
});

async function on<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}
/** Everything but the moment of the dump. */
async function contents(database: Database): Promise<string[]> {
  const found: string[] = [];
  await on(database.pool, async (client) => {
    for await (const lines of dump(client)) found.push(...lines);
  });
  return found.slice(1);
}
async function restore({ owner, pool }: TestDatabase, options = {}) {
  const loaded = await on(owner, (client) => load(client, readBackup(file), options));
  await giveRows(owner, pool);
  return loaded;
}
const backup = (from: Database) => on(from.pool, (client) => writeBackup(file, dump(client)));
async function seed(database: Database): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    await seedClinic(tx);
    await seedDemo(tx, 'no-hash', clinicClock(monday), monday);
  });
  const picture = Buffer.from([0, 1, 2, 0xff, 0x5c, 0x0a]);
  await database.pool.query(
    `insert into uploads values (repeat('a', 64), 'image/webp', 1, 1, $1, '2027-01-01T00:00:00.123456Z')`,
    [picture],
  );
  await database.pool.query(
    `insert into contact_messages (name, email, message, locale) values ('منى', 'a@b.c', $1, 'ar')`,
    ['two\nlines,\u2028 a "quote", a back\\slash and an end'],
  );
  await database.pool.query(`insert into users (role, name) values ('patient', 'Gone')`);
  await database.pool.query(`update users set created_by = (select max(id) from users) where id = 1`);
}
const nextUser = async ({ pool }: Database) =>
  (await pool.query<{ id: number }>(`insert into users (role, name) values ('patient', 'Next') returning id`))
    .rows[0]?.id;

test('what is backed up is restored row by row in another database, and back again', async () => {
  await seed(clinic);
  const before = await contents(clinic);
  expect(before.length).toBeGreaterThan(1000);
  await backup(clinic);
  expect(statSync(file).mode & 0o077).toBe(0);
  const loaded = await restore(other);
  expect(loaded.rows).toBe(before.filter((line) => line.startsWith('[')).length);
  expect(await contents(other)).toEqual(before);
  expect(await schemaText(other.pool)).toBe(await schemaText(clinic.pool));

  await backup(other);
  await emptyDatabase(clinic);
  await restore(clinic);
  expect(await contents(clinic)).toEqual(before);
  expect(await schemaText(clinic.pool)).toBe(await schemaText(other.pool));
  expect(await nextUser(clinic)).toBe(await nextUser(other));
});

test('a restore has as long as it takes, to its very end', async () => {
  await seed(clinic);
  await backup(clinic);
  await on(clinic.owner, async (client) => {
    await client.query('set statement_timeout = 20');
    try {
      await load(client, readBackup(file), { replace: true });
    } finally {
      await client.query('reset statement_timeout');
    }
  });
  await giveRows(clinic.owner, clinic.pool);
});

test('numbers of deleted rows are not given out again', async () => {
  await clinic.pool.query(
    `insert into users (role, name) select 'patient', 'Nobody' from generate_series(1, 5)`,
  );
  await clinic.pool.query('delete from users');
  await backup(clinic);
  await restore(other);
  expect(await nextUser(other)).toBe(6);
});

test('a database with rows in it is left alone, unless it shall be replaced', async () => {
  await seed(clinic);
  await backup(clinic);
  await nextUser(other);
  const before = await contents(other);
  await expect(restore(other)).rejects.toThrow('not empty');
  expect(await contents(other)).toEqual(before);
  await restore(other, { replace: true });
  expect(await contents(other)).toEqual(await contents(clinic));
});

test('triggers and constraints are in force again afterwards', async () => {
  await seed(clinic);
  await backup(clinic);
  await restore(other);
  const attempts = [
    'delete from events',
    "insert into users (role, name, created_by) values ('patient', 'X', 999999)",
  ];
  for (const attempt of attempts) await expect(other.pool.query(attempt)).rejects.toThrow();
  const counted = 'select count(*) as n from day_count_deltas';
  const before = (await other.pool.query(counted)).rows[0].n;
  await other.pool.query('delete from appointments where id = 1');
  expect((await other.pool.query(counted)).rows[0].n).toBe(before + 1);
});

test('a backup of an older version is brought up to date, one of a newer is refused', async () => {
  await seed(clinic);
  await backup(clinic);
  const extra = { name: '9999-later', sql: 'alter table services add column later int default 7' };
  await restore(other, { migrations: [...ownMigrations(), extra] });
  expect((await other.pool.query('select distinct later from services')).rows).toEqual([{ later: 7 }]);
  await backup(other);
  const before = await contents(clinic);
  await expect(restore(clinic, { replace: true })).rejects.toThrow('newer version of Hakima (9999-later)');
  expect(await contents(clinic)).toEqual(before);
  await other.close();
  other = await otherTestDatabase();
});

test.each([
  ['cut off', (text: string) => text.slice(0, text.length / 2)],
  ['without its end', (text: string) => text.trimEnd().split('\n').slice(0, -1).join('\n')],
  ['with another value', (text: string) => text.replace('"Gone"', '"Here"')],
  ['without a row', (text: string) => text.replace(/^\["\d+".*\n/m, '')],
  ['of something else', () => 'hello\n'],
])('a backup %s is refused, and nothing has changed', async (_, spoil) => {
  await seed(clinic);
  await backup(clinic);
  writeFileSync(file, gzipSync(spoil(gunzipSync(readFileSync(file)).toString('utf8'))));
  const before = await contents(other);
  await expect(restore(other)).rejects.toThrow(/damaged/);
  expect(await contents(other)).toEqual(before);
});

test('a file that is none of ours is refused', async () => {
  writeFileSync(file, 'plain text');
  await expect(restore(other)).rejects.toThrow('is no backup, or is damaged');
});
