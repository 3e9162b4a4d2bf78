import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { subscribeToChanges } from '#server/engine/db/recorded-changes.ts';
import { type FeedRow, recordEvent, systemActor } from '#server/engine/events/queries.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { Feed } from './feed.ts';

let t: TestApp;
let told: FeedRow[];
const feeds: Feed[] = [];
beforeEach(async () => {
  t = await createTestApp();
  told = [];
});
afterEach(async () => {
  for (const feed of feeds.splice(0)) feed.stop();
  await t.close();
});

/** The feed of another process: on the same database, with its own cache. */
async function otherProcess(notices: boolean): Promise<Feed> {
  const feed = new Feed(t.deps.database, t.deps.log, { notices });
  feeds.push(feed);
  feed.listen((rows) => told.push(...rows));
  await feed.start();
  return feed;
}
const event = (subjectId: number) =>
  recordEvent(t.deps.db, systemActor, { action: 'changed', subject: 'services', subjectId });
const heard = async (count: number) => {
  for (let tries = 0; tries < 250 && told.length < count; tries++) await sleep(20);
  return told.map(({ subjectId }) => subjectId);
};

test('a change is reported once, as soon as it is committed', async () => {
  await event(1);
  await otherProcess(true);
  await event(2);
  await event(3);
  expect(await heard(2)).toEqual([2, 3]);
  await sleep(100);
  expect(told).toHaveLength(2);
});

test('a change is found by polling without notifications', async () => {
  const feed = await otherProcess(false);
  await event(4);
  await feed.poke();
  expect(told.map(({ subjectId }) => subjectId)).toEqual([4]);
});

test('an event that only reads is reported to nobody', async () => {
  const feed = await otherProcess(false);
  const here: string[] = [];
  subscribeToChanges(t.deps.database.pool, (changes) => here.push(...changes.map(({ subject }) => subject)));
  await recordEvent(t.deps.db, systemActor, { action: 'file_opened', subject: 'users', subjectId: 5 });
  await event(6);
  await feed.poke();
  expect(told.map(({ subjectId }) => subjectId)).toEqual([6]);
  expect(here).toEqual(['services']);
});

test('a transaction that commits after ten thousand later ids is still reported', async () => {
  const feed = await otherProcess(false);
  const { pool } = t.deps.database;
  const insert =
    "insert into events (actor_role, action, subject, subject_id) select 'system', 'changed', 'services',";
  const late = await pool.connect();
  await late.query(`begin; ${insert} 7`);
  await pool.query(`${insert} n from generate_series(10001, 20000) n`);
  await feed.poke();
  expect(told).toHaveLength(10_000);
  await late.query('commit');
  late.release();
  await pool.query(`${insert} 8`);
  await feed.poke();
  expect(told.slice(10_000).map(({ subjectId }) => subjectId)).toEqual([7, 8]);
});

test('a listener reconnects after its connection is cut', async () => {
  await otherProcess(true);
  const { pool } = t.deps.database;
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen hakima_events' and datname = current_database()",
  );
  await event(9);
  expect(await heard(1)).toEqual([9]);
  await event(10);
  expect(await heard(2)).toEqual([9, 10]);
});

test('rows copied here by another server’s tools are not reported repeatedly', async () => {
  const feed = await otherProcess(false);
  await t.deps.database.pool.query(
    "insert into events (actor_role, action, subject, written_by) values ('system', 'changed', 'services', '999999999')",
  );
  await feed.poke();
  await feed.poke();
  expect(told).toHaveLength(0);
});
