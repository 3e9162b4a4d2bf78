import { createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { testServer } from '#server/testing/databases/test-databases.ts';
import { connect } from './connect.ts';
import { toStartError, versionProblem } from './start-problem.ts';

const suffix = process.pid;
const noMoreConnections = `no_more_connections_${suffix}`;
const notUnicode = `not_unicode_${suffix}`;
const server = new pg.Client({ connectionString: testServer() });

beforeAll(async () => {
  await server.connect();
  await server.query(`create role ${noMoreConnections} login connection limit 0`);
  await server.query(
    `create database ${notUnicode} template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'`,
  );
});
afterAll(async () => {
  await server.query(`drop database ${notUnicode}`);
  await server.query(`drop role ${noMoreConnections}`);
  await server.end();
});

/** Address on the server of this test run. */
function address(change: { user?: string; database?: string }): string {
  const url = new URL(testServer());
  if (change.user) url.username = change.user;
  if (change.database) url.pathname = `/${change.database}`;
  return url.href;
}

test.each(['nonsense', 'mysql://root@127.0.0.1/clinic', 'http://127.0.0.1:5432'])(
  'DATABASE_URL=%s is rejected before any connection',
  (url) => {
    expect(() => readConfig({ DATABASE_URL: url })).toThrow(/^DATABASE_URL: .*postgres:\/\//);
  },
);

test('an unreachable server is named without its password', async () => {
  const listener = createServer().listen(0);
  const { port } = listener.address() as { port: number };
  await new Promise((done) => listener.close(done));
  const databaseUrl = `postgres://hakima:secret@127.0.0.1:${port}/clinic`;
  const refused = connect({ dataDir: '', databaseUrl });
  await expect(refused).rejects.toThrow(`PostgreSQL at 127.0.0.1:${port}/clinic cannot be reached`);
  await expect(refused).rejects.not.toThrow('secret');
});

test('a full disk and a folder of another user are reported as such', () => {
  const place = { folder: '/srv/clinic' };
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(toStartError(full, place).message).toMatch(/disk of the data folder \/srv\/clinic.*full.*DATA_DIR/);
  const lost = new Error('PostgreSQL does not start: EACCES: permission denied');
  expect(toStartError(lost, place).message).toMatch(/may not be written to.*DATA_DIR/);
});

test.each([
  [
    'a role that does not exist',
    { user: 'nobody_here' },
    /refuses the user of DATABASE_URL.*check user and password/,
  ],
  [
    'a database that does not exist',
    { database: 'nothing_here' },
    /no such database .*nothing_here.*DATABASE_URL/,
  ],
  [
    'too many connections',
    { user: noMoreConnections },
    /takes no more connections: raise its max_connections/,
  ],
  ['another encoding', { database: notUnicode }, /encoded in LATIN1: create it with encoding UTF8/],
])('%s is said in one sentence', async (_, change, sentence) => {
  const refused = connect({ dataDir: '', databaseUrl: address(change) });
  await expect(refused).rejects.toThrow(sentence);
});

test('a wrong password is said without the password', () => {
  const wrong = Object.assign(new Error('password authentication failed'), { code: '28P01' });
  const databaseUrl = 'postgres://hakima:secret@db.example/clinic';
  expect(toStartError(wrong, { folder: '', databaseUrl }).message).toBe(
    'PostgreSQL at db.example/clinic refuses the user of DATABASE_URL (28P01): check user and password there',
  );
});

test('a PostgreSQL older than 15 is refused', () => {
  expect(versionProblem(140_012, '14.12')).toBe('it is PostgreSQL 14.12: PostgreSQL 15 or newer is needed');
  expect(versionProblem(150_000, '15.0')).toBeUndefined();
});
