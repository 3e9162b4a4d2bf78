import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#server/engine/db/connect.ts';
import { newDatabase, testServer } from '#server/testing/databases/test-databases.ts';
import { runCommand as run } from '#server/testing/run-command.ts';
import { fillDataFolder } from '../../tools/test-run/prepared-cluster.ts';
import { describeError } from './commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'hakima-commands-'));
chmodSync(folder, 0o755); // for the account that runs PostgreSQL if the tests run as root
const [clinic, copy, file] = ['clinic', 'copy', 'clinic.backup'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
let databaseUrl: string;

/** Runs a command, which must succeed, and returns its output. */
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
  databaseUrl = await newDatabase(testServer(), `hakima_backup_${process.pid}`);
  await fillDataFolder(clinic);
  const database = await connect({ dataDir: clinic });
  await database.pool.query(`insert into users (role, name) values ('patient', 'منى'), ('patient', 'Salma')`);
  await database.close();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('backup and restore are one command each', async () => {
  expect(await done('backup', [file], { DATA_DIR: clinic })).toContain('is saved in');
  expect(await done('restore', [file], { DATA_DIR: copy })).toContain('2 rows');
  expect(await names({ dataDir: copy })).toEqual(['منى', 'Salma']);
  const again = await run('restore', [file], { DATA_DIR: copy });
  expect(again).toEqual({
    code: 1,
    says: expect.stringMatching(/^The database is not empty.*--replace.*\n$/),
  });
  await done('restore', [file, '--replace'], { DATA_DIR: copy });
}, 120_000);

test('an open clinic can be backed up but not replaced', async () => {
  const database = await connect({ dataDir: clinic });
  await database.pool.query('select 1');
  expect(await done('backup', [file], { DATA_DIR: clinic })).toContain('is saved in');
  expect(await run('restore', [file, '--replace'], { DATA_DIR: clinic })).toEqual({
    code: 1,
    says: expect.stringMatching(/^the clinic is open/m),
  });
  expect((await database.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  await database.close();
}, 120_000);

test('missing arguments and settings are reported', async () => {
  expect((await run('backup', [], {})).says).toMatch(/^Name the file/);
  expect((await run('backup', [file], { DATA_DIR: join(folder, 'nowhere') })).says).toMatch(
    /^there is no database in/,
  );
  expect((await run('health', [], { PORT: '1' })).says).toMatch(/^The server does not answer at \S+\.\n$/);
  expect((await run('restore', ['nowhere.backup'], { DATA_DIR: copy })).says).toMatch(/^There is no file/);
  expect((await run('backup', [join(folder, 'none', 'a.backup')], { DATA_DIR: clinic })).says).toMatch(
    /^There is no file or folder \S+none\S+\.\n$/,
  );
}, 120_000);

test('describes an error of the operating system in a sentence', () => {
  const told = (error: object) => describeError(Object.assign(new Error('x'), error));
  expect(told({ code: 'EACCES', path: '/backups/a' })).toBe(
    '/backups/a cannot be read or written (EACCES): make the user who runs the program its owner.',
  );
  expect(told({ code: 'EROFS', path: '/backups/a' })).toMatch(
    /^\/backups\/a is on a read-only disk: mount it/,
  );
  expect(told({ code: 'ENOSPC' })).toMatch(/^The disk is full: free space/);
  expect(told({ code: 'EADDRINUSE', port: 3000 })).toBe(
    'Another program uses port 3000: stop it, or set PORT.',
  );
});

test('a backup moves a clinic from a folder to a server, and restore is rejected while a clinic is open there', async () => {
  await done('backup', [file], { DATA_DIR: clinic });
  await done('restore', [file], { DATABASE_URL: databaseUrl });
  expect(await names({ dataDir: '', databaseUrl })).toEqual(['منى', 'Salma']);
  await done('backup', [file], { DATABASE_URL: databaseUrl });
  const open = await connect({ dataDir: '', databaseUrl });
  await open.pool.query('select 1');
  expect(await run('restore', [file, '--replace'], { DATABASE_URL: databaseUrl })).toEqual({
    code: 1,
    says: expect.stringMatching(/^the clinic is open/m),
  });
  await open.close();
  await done('restore', [file, '--replace'], { DATABASE_URL: databaseUrl });
}, 120_000);
