import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ClinicPool } from '#server/engine/db/clinic-pool.ts';
import { connect, type Database, type Db } from '#server/engine/db/connect.ts';
import { withFollower } from '#server/engine/db/follower.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { Notices } from '#server/engine/db/notices.ts';
import { isUnavailable } from '#server/engine/db/transaction.ts';
import { insertLocation } from '#server/features/locations/queries.ts';
import { type SignedIn, signedIn } from '#server/testing/signed-in.ts';
import { appOn, type TestApp } from '#server/testing/test-app.ts';
import { startPostgres } from './postgres.mjs';

// A PostgreSQL that another follows, of this file's own.
let servers: Awaited<ReturnType<typeof startPostgres>>;
let database: Database;
let replica: pg.Client;
let t: TestApp;
let admin: SignedIn;
/** Of the questions that were asked apart: whether the one that follows answered. */
const answered: boolean[] = [];

beforeAll(async () => {
  servers = await startPostgres({ followed: true });
  const { url: databaseUrl, replicaUrl } = servers;
  const opened = withFollower(await connect({ dataDir: '', databaseUrl, warn: () => undefined }), replicaUrl);
  await migrate(opened.pool);
  const read: Database['read'] = (work) =>
    opened.read(async (db) => {
      const answer = await work(db);
      answered.push(await isFollower(db));
      return answer;
    });
  database = { ...opened, read };
  replica = new pg.Client(replicaUrl);
  await replica.connect();
  t = await appOn(database);
  admin = await signedIn(t, { role: 'admin' });
  await insertLocation(database.db, { name: 'Maadi', address: 'x', openHours: 'x' });
  await database.pool.query(`insert into services (name) values ('Consultation')`);
}, 60_000);
beforeEach(async () => {
  answered.length = 0;
  await replica.query('select pg_wal_replay_resume()');
  await untilFollowing();
});
afterAll(async () => {
  await replica.end();
  await t.close();
  await database.close();
  await servers.stop();
});

async function isFollower(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(sql`select pg_is_in_recovery() as is`);
  return rows[0]?.is === true;
}
/** After it was away it is let be for a while. */
async function untilFollowing(): Promise<void> {
  for (let tries = 0; tries < 100; tries++, await sleep(100))
    if (await database.read(isFollower)) return void (answered.length = 0);
  throw new Error('the follower is asked no more');
}
const visit = () =>
  database.pool.query(
    `insert into appointments (patient_id, location_id, service_id, local_start, local_end, status)
     select $1, 1, 1, '2027-06-06 15:00'::timestamp + n * interval '1 hour',
       '2027-06-06 15:20'::timestamp + n * interval '1 hour', 'attended'
     from (select count(*) as n from appointments) there`,
    [admin.id],
  );
const get = async (path: string) => t.call('GET', path, { cookie: admin.cookie });
const counted = async (): Promise<number> =>
  (await get('/api/insights?from=2027-06-01&to=2027-06-30')).json().branches[0]?.total ?? 0;

/** Once the one that follows answers: on a busy machine it may be behind for a moment. */
async function apart<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    await untilFollowing();
    const answer = await ask();
    if (tries === 20 || (answered.length > 0 && answered.every(Boolean))) return answer;
  }
}

const onBusyMachines = 90_000;

test(
  'what costs much is read from the one that follows, and holds what was just written',
  async () => {
    for (let n = 0; n < 10; n++) {
      const before = await apart(counted);
      expect(answered).toEqual([true]);
      await visit();
      expect(await counted()).toBe(before + 1);
    }
  },
  onBusyMachines,
);

test(
  'each list that is read apart is answered by the one that follows',
  async () => {
    for (const path of [
      '/api/insights',
      '/api/appointments',
      '/api/appointments?q=admin',
      '/api/appointments/export',
      '/api/logs/messages',
      '/api/logs/client',
      '/api/logs/interactions',
      '/api/logs/errors',
      '/api/logs/audit',
      '/api/logs/audit/export',
      '/api/logs/messages/export',
      '/api/logs/errors/export',
      '/api/logs/client/export',
    ]) {
      const { statusCode } = await apart(() => get(path));
      expect({ path, statusCode, answered: [...new Set(answered)] }).toEqual({
        path,
        statusCode: 200,
        answered: [true],
      });
    }
  },
  onBusyMachines,
);

test('while it stands still, who wrote sees her write, and so do others, by the primary', async () => {
  const before = await counted();
  await replica.query('select pg_wal_replay_pause()');
  await visit();
  expect(await counted()).toBe(before + 1);
  const other = await signedIn(t, { role: 'admin' });
  const seen = await t.call('GET', '/api/insights?from=2027-06-01&to=2027-06-30', { cookie: other.cookie });
  expect(seen.json().branches[0].total).toBe(before + 1);
  expect(answered.slice(1)).toEqual([false, false]);
});

test('what is counted in one answer is of one moment', async () => {
  const count = async (db: Db) =>
    (await db.execute<{ n: number }>(sql`select count(*)::int as n from appointments`)).rows[0]?.n;
  const [first, second] = await apart(() =>
    database.read(async (db) => {
      const before = await count(db);
      await visitElsewhere();
      return [before, await count(db)];
    }),
  );
  expect(answered).toEqual([true]);
  expect(second).toBe(first);
  expect(await database.read(count)).toBe((first ?? 0) + 1);
});

let elsewhere = 0;
/** By another process; written there too before this goes on. */
async function visitElsewhere(): Promise<void> {
  const other = new pg.Client(servers.url);
  await other.connect();
  await other.query(
    `insert into appointments (patient_id, location_id, service_id, local_start, local_end, status)
     values ($1, 1, 1, '2027-05-06 15:00'::timestamp + $2 * interval '1 day',
       '2027-05-06 15:20'::timestamp + $2 * interval '1 day', 'attended')`,
    [admin.id, elsewhere++],
  );
  const { rows } = await other.query<{ at: string }>('select pg_current_wal_insert_lsn() as at');
  await other.end();
  for (let tries = 0; tries < 200; tries++, await sleep(10)) {
    const { rows: found } = await replica.query('select pg_last_wal_replay_lsn() >= $1 as is', [rows[0]?.at]);
    if (found[0]?.is) return;
  }
}

test('who is no longer of the staff is refused at once, wherever the follower is', async () => {
  const leaving = await signedIn(t, { role: 'admin' });
  await replica.query('select pg_wal_replay_pause()');
  expect((await t.call('GET', '/api/insights', { cookie: leaving.cookie })).statusCode).toBe(200);
  await database.pool.query(`update users set role = 'patient' where id = $1`, [leaving.id]);
  expect((await t.call('GET', '/api/insights', { cookie: leaving.cookie })).statusCode).toBe(403);
  await database.pool.query('delete from sessions where user_id = $1', [leaving.id]);
  expect((await t.call('GET', '/api/insights', { cookie: leaving.cookie })).statusCode).toBe(401);
});

test('who follows and is cut off in the midst lets nobody down', async () => {
  await untilFollowing();
  let turns = 0;
  const answer = await database.read(async (db) => {
    if (turns++ === 0)
      await replica.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hakima reads'`,
      );
    return isFollower(db);
  });
  expect([answer, turns]).toEqual([false, 2]);
});

test('a follower that is nowhere, or is the primary itself, is not asked', async () => {
  for (const replicaUrl of ['postgres://hakima@127.0.0.1:1/postgres', servers.url]) {
    const alone = withFollower(
      await connect({ dataDir: '', databaseUrl: servers.url, warn: () => undefined }),
      replicaUrl,
    );
    const since = performance.now();
    expect(await alone.read(isFollower)).toBe(false);
    expect(performance.now() - since).toBeLessThan(2000);
    await alone.close();
  }
});

test('one of another history is not asked, however far it stands', async () => {
  const fallen = await startPostgres({ followed: true });
  const taken = new pg.Client(fallen.replicaUrl);
  await taken.connect();
  try {
    await taken.query('select pg_promote()');
    const { rows } = await taken.query<{ at: string }>('select pg_current_wal_insert_lsn() as at');
    const isBeyond = async () => {
      await database.pool.query('select pg_switch_wal(), txid_current()');
      const { rows: found } = await replica.query('select pg_last_wal_replay_lsn() > $1 as is', [
        rows[0]?.at,
      ]);
      return found[0]?.is;
    };
    for (let tries = 0; !(await isBeyond()); tries++, await sleep(50))
      if (tries === 200) throw new Error('the follower stays behind');
    const databaseUrl = fallen.replicaUrl;
    const opened = await connect({ dataDir: '', databaseUrl, warn: () => undefined });
    const after = withFollower(opened, servers.replicaUrl);
    expect(await after.read(isFollower)).toBe(false);
    await after.close();
  } finally {
    await taken.end();
    await fallen.stop();
  }
}, 60_000);

test('a pool of the primary takes no connection to one that follows', async () => {
  const pool = new ClinicPool({ connectionString: servers.replicaUrl });
  const refused = await pool.query('select').catch((error: unknown) => error);
  expect(isUnavailable(refused)).toBe(true);
  await pool.end();
});

test('who hears changes finds out that the server is gone without a word', async () => {
  let heard = 0;
  const notices = new Notices(database, () => heard++, { pingEveryMs: 100 });
  await notices.start();
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where query like '%pg_advisory_lock_shared%' and pid <> pg_backend_pid()`,
  );
  const [listening, another] = rows;
  if (!listening || another) throw new Error('the session that hears changes was not found');
  const { pid } = listening;
  process.kill(pid, 'SIGSTOP');
  try {
    for (let tries = 0; tries < 100 && notices.listening; tries++) await sleep(50);
    expect(notices.listening).toBe(false);
    for (let tries = 0; tries < 100 && !notices.listening; tries++) await sleep(50);
    expect(notices.listening).toBe(true);
  } finally {
    process.kill(pid, 'SIGCONT');
    notices.stop();
  }
  expect(heard).toBeGreaterThan(1);
});
