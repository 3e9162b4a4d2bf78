import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#server/engine/db/connect.ts';
import { prepareSchema } from '#server/engine/db/schema-owner.ts';
import { runCommand } from '#server/testing/run-command.ts';
import { startPostgres } from '../test-run/postgres.mjs';

const folder = mkdtempSync(join(tmpdir(), 'hakima-roles-'));
let server: Awaited<ReturnType<typeof startPostgres>>;

const urlFor = (role: string, database: string): string => {
  const url = new URL(server.url);
  [url.username, url.pathname] = [role, `/${database}`];
  return url.href;
};
async function as(role: string, database: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: urlFor(role, database) });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
async function start(database: string, migrations?: string, role = 'clinic_app'): Promise<void> {
  const opened = await connect({ dataDir: '', databaseUrl: urlFor(role, database) });
  await prepareSchema(opened, migrations).finally(() => opened.close());
}
const byOwner = (database: string): string => urlFor('clinic_owner', database);

beforeAll(async () => {
  server = await startPostgres();
  await as('hakima', 'postgres', 'create role clinic_owner login; create role clinic_app login');
  for (const [database, owner] of [
    ['clinic', 'clinic_owner'],
    ['copy', 'clinic_owner'],
    ['own', 'clinic_app'],
  ])
    await as(
      'hakima',
      'postgres',
      `create database ${database} owner ${owner} encoding 'UTF8' template template0`,
    );
  await start('clinic', byOwner('clinic'));
}, 120_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the clinic’s role reads and writes rows, and cannot change the schema or the history', async () => {
  const asApp = (statement: string) => as('clinic_app', 'clinic', statement);
  await asApp(`insert into users (role, name) values ('patient', 'منى');
    insert into events (actor_role, action, subject, at) values ('admin', 'login', 'users', '2001-01-01');
    insert into clinical_notes (patient_id, author_id, signed_name, text)
      select id, id, 'منى', 'ملاحظة' from users`);
  // Missing privileges already refuse these, before any trigger.
  for (const attempt of [
    'alter table users add column later int',
    'alter table events disable trigger events_append_only',
    'drop table events',
    'create table mine (n int)',
    'create function mine() returns int language sql return 1',
    'create or replace function fold(t text) returns text language sql as $$ select t $$',
    `set hakima.retention = 'on'; delete from events`,
    `set hakima.retention = 'on'; update events set action = 'other'`,
    'truncate events',
    `update clinical_notes set text = 'other'`,
    'delete from clinical_notes',
    'truncate clinical_notes cascade',
    'alter table clinical_notes disable trigger clinical_notes_append_only',
    'set session_replication_role = replica',
    'set role clinic_owner',
    `insert into migrations values ('9999-later')`,
    'drop database copy',
  ])
    await expect(asApp(attempt), attempt).rejects.toMatchObject({ code: '42501' });
  expect((await asApp('select * from events')).rows).toHaveLength(1);
});

test('the schema’s owner cannot change the history by a setting alone', async () => {
  await as(
    'clinic_app',
    'clinic',
    `insert into events (actor_role, action, subject) values ('admin', 'login', 'x')`,
  );
  await expect(as('clinic_owner', 'clinic', 'delete from events')).rejects.toThrow('append-only');
  await expect(as('clinic_owner', 'clinic', 'truncate events')).rejects.toThrow('append-only');
});

test('a later start needs the owner role only for migrations', async () => {
  await start('clinic');
  await as('clinic_owner', 'clinic', `delete from migrations where name like '%arrivals-by-number'`);
  await expect(start('clinic')).rejects.toThrow('start once with MIGRATION_DATABASE_URL');
  await as('clinic_owner', 'clinic', 'alter table arrivals drop column here_by_number');
  await start('clinic', byOwner('clinic'));
  expect((await as('clinic_app', 'clinic', 'select here_by_number from arrivals')).rows).toEqual([]);
});

test('settings that would leave the schema open are rejected in one sentence', async () => {
  await expect(start('clinic', byOwner('copy'))).rejects.toThrow('name different databases');
  await expect(start('clinic', urlFor('nobody', 'clinic'))).rejects.toThrow(
    'the user of MIGRATION_DATABASE_URL',
  );
  await expect(start('clinic', byOwner('clinic'), 'hakima')).rejects.toThrow('be no superuser');
  await as(
    'hakima',
    'postgres',
    `create role clinic_guest login noinherit in role clinic_owner; create role clinic_maker login createrole;
      create role clinic_writer login noinherit in role pg_write_all_data`,
  );
  for (const role of ['clinic_guest', 'clinic_maker', 'clinic_writer'])
    await expect(start('clinic', byOwner('clinic'), role), role).rejects.toThrow('nor make or become');
  await start('own');
  await expect(start('own', byOwner('own'))).rejects.toThrow(
    'reassign owned by "clinic_app" to "clinic_owner"',
  );
  await as('hakima', 'own', 'reassign owned by clinic_app to clinic_owner');
  await start('own', byOwner('own'));
  await expect(as('clinic_app', 'own', 'drop table events')).rejects.toThrow('must be owner');
}, 60_000);

test('a restore runs as the owner, and the clinic works with the restored data', async () => {
  const file = join(folder, 'clinic.backup');
  const env = (database: string) => ({
    DATABASE_URL: urlFor('clinic_app', database),
    MIGRATION_DATABASE_URL: byOwner(database),
  });
  const { MIGRATION_DATABASE_URL: _, ...clinicOnly } = env('clinic');
  expect((await runCommand('backup', [file], clinicOnly)).code).toBe(0);
  expect(await runCommand('restore', [file, '--replace'], env('copy'))).toMatchObject({ code: 0 });
  expect((await as('clinic_app', 'copy', 'select name from users')).rows).toEqual([{ name: 'منى' }]);
  await expect(as('clinic_app', 'copy', 'drop table events')).rejects.toThrow('must be owner');
  const open = await connect({ dataDir: '', databaseUrl: urlFor('clinic_app', 'copy') });
  await open.pool.query('select 1');
  expect((await runCommand('restore', [file, '--replace'], env('copy'))).says).toMatch(
    /^the clinic is open/m,
  );
  await open.close();
}, 120_000);
