import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#server/engine/db/connect.ts';
import { fillDataFolder } from '#server/testing/databases/embedded-test-database.ts';
import { startPostgres } from '../test-run/postgres.mjs';
import { runCommand as run } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'hakima-commands-'));
const [clinic, copy, file] = ['clinic', 'copy', 'clinic.backup'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
let server: Awaited<ReturnType<typeof startPostgres>>;

/** Runs a command that succeeds, and answers what it says. */
async function done(...command: Parameters<typeof run>): Promise<string> {
  const { code, says } = await run(...command);
  expect(code, says).toBe(0);
  return says;
}

async function names(place: Parameters<typeof connect>[0]): Promise<string[]> {
  const database = await connect(place);
  const { rows } = await database.pool.query<{ name: string }>('select name from users order by id');
  await database.close();
  return rows.map(({ name }) => name);
}

beforeAll(async () => {
  server = await startPostgres();
  await fillDataFolder(clinic);
  const database = await connect({ dataDir: clinic });
  await database.pool.query(`insert into users (role, name) values ('patient', 'منى'), ('patient', 'Salma')`);
  await database.close();
}, 120_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a backup is one command, a restore another', async () => {
  expect(await done('backup', [file], { DATA_DIR: clinic })).toContain('is saved in');
  expect(await done('restore', [file], { DATA_DIR: copy })).toContain('2 rows');
  expect(await names({ dataDir: copy })).toEqual(['منى', 'Salma']);
  const again = await run('restore', [file], { DATA_DIR: copy });
  expect(again).toEqual({
    code: 1,
    says: expect.stringMatching(/^the database is not empty.*--replace.*\n$/),
  });
  await done('restore', [file, '--replace'], { DATA_DIR: copy });
}, 120_000);

test('while the clinic is open on its folder both are refused in one line', async () => {
  const database = await connect({ dataDir: clinic });
  const refused = { code: 1, says: expect.stringMatching(/^the data folder .* is in use by process .*\n$/) };
  expect(await run('backup', [file], { DATA_DIR: clinic })).toEqual(refused);
  expect(await run('restore', [file, '--replace'], { DATA_DIR: clinic })).toEqual(refused);
  await database.close();
}, 120_000);

test('what is missing is said', async () => {
  expect((await run('backup', [], {})).says).toMatch(/^Say where to/);
  expect((await run('backup', [file], { DATA_DIR: join(folder, 'nowhere') })).says).toMatch(
    /^there is no database in/,
  );
  expect((await run('restore', ['nowhere.backup'], { DATA_DIR: copy })).says).toMatch(/^there is no file/);
  expect((await run('move-to-postgres', [], { DATA_DIR: clinic })).says).toMatch(/^Say where to/);
}, 120_000);

test('the move to PostgreSQL is one command, refused while the clinic is open there', async () => {
  const env = { DATA_DIR: clinic, DATABASE_URL: server.url };
  expect(await done('move-to-postgres', [], env)).toContain('2 rows');
  expect(await names({ dataDir: '', databaseUrl: server.url })).toEqual(['منى', 'Salma']);
  await done('backup', [file], { DATABASE_URL: server.url });
  const open = await connect({ dataDir: '', databaseUrl: server.url });
  await open.pool.query('select 1');
  expect(await run('restore', [file, '--replace'], { DATABASE_URL: server.url })).toEqual({
    code: 1,
    says: expect.stringMatching(/^the clinic is open/m),
  });
  await open.close();
  await done('restore', [file, '--replace'], { DATABASE_URL: server.url });
}, 120_000);
