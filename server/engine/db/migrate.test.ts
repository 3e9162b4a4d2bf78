import { afterEach, expect, test } from 'vitest';
import { type Migration, ownMigrations } from '#server/db/own-migrations.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { isMigrated, migrate } from './migrate.ts';

const { owner: pool } = await testDatabase();

const own = ownMigrations();
const added: Migration = {
  name: '9000-added',
  sql: 'create table added (id int primary key); insert into added values (1);',
};
const broken: Migration = { name: '9001-broken', sql: 'insert into added values (1);' };

afterEach(async () => {
  await pool.query("drop table if exists added; delete from migrations where name like '9%'");
});

async function exists(table: string): Promise<boolean> {
  return (
    (await pool.query<{ found: boolean }>('select to_regclass($1) is not null as found', [table])).rows[0]
      ?.found ?? false
  );
}

test('nothing is migrated in a database of this version', async () => {
  expect(await migrate(pool)).toEqual([]);
  expect(await isMigrated(pool)).toBe(true);
});

test('a database of this version is only read, so a full disk or a standby does not prevent the start', async () => {
  await pool.query('set default_transaction_read_only = on');
  try {
    expect(await migrate(pool)).toEqual([]);
  } finally {
    await pool.query('set default_transaction_read_only = off');
  }
});

test('a new migration is applied once, however many processes start together', async () => {
  const results = await Promise.all([1, 2, 3, 4, 5].map(() => migrate(pool, [...own, added])));
  expect(results.flat()).toEqual(['9000-added']);
});

test('a failed migration rolls back itself and those before it', async () => {
  await expect(migrate(pool, [...own, added, broken])).rejects.toMatchObject({ code: '23505' });
  expect(await exists('added')).toBe(false);
  expect(await migrate(pool, [...own, added])).toEqual(['9000-added']);
});

test('a database with pending migrations is not ready', async () => {
  expect(await isMigrated(pool, [...own, added])).toBe(false);
});

test('a database of a newer version is rejected and left unchanged', async () => {
  await migrate(pool, [...own, added]);
  await expect(migrate(pool)).rejects.toThrow('newer version of Hakima (9000-added)');
  expect(await exists('added')).toBe(true);
});

test('a database of a newer version with only compatible migrations is accepted and left unchanged', async () => {
  const only: Migration = { name: '9002-only.compatible', sql: 'create table added (id int primary key)' };
  await migrate(pool, [...own, only]);
  expect(await migrate(pool)).toEqual([]);
  expect(await isMigrated(pool)).toBe(true);
  expect(await exists('added')).toBe(true);
  await migrate(pool, [...own, only, { name: '9003-renamed', sql: 'select 1' }]);
  await expect(migrate(pool)).rejects.toThrow('newer version of Hakima (9003-renamed)');
});

test('events keep their rows under today’s action names', async () => {
  const renaming = own.find(({ name }) => name.endsWith('action-names'))?.sql ?? '';
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows: made } = await client.query<{ id: string }>(
      "insert into events (actor_role, action, subject) values ('admin', 'push-on', 'users') returning id",
    );
    await client.query(renaming);
    const { rows } = await client.query('select action from events where id = $1', [made[0]?.id]);
    expect(rows).toEqual([{ action: 'push_on' }]);
    await expect(client.query("update events set action = 'other'")).rejects.toThrow('append-only');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
