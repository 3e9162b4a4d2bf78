import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueue } from '#server/engine/delivery/outbox.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import { clinic } from './clinic.ts';
import { purgeMessageRows, purgeMessages } from './engine/delivery/purge-queries.ts';
import { purgeExpired } from './engine/http/queries.ts';
import { TaskRunner } from './engine/tasks/task-runner.ts';
import { purgeClientLogs } from './features/logs/purge-queries.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(() => t.reset());
afterAll(() => t.close());

const minute = 60_000;
const at = (ms: number) => new Date(monday.getTime() + ms);
const count = async (table: string): Promise<number> =>
  (await t.deps.database.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;

test('the periodic tasks run on an empty clinic', async () => {
  expect(await new TaskRunner(t.deps, clinic.tasks).poke()).toEqual([
    'reminders',
    'offers',
    'delays',
    'of-age',
    'own-data',
    'webhooks',
    'fold-counts',
    'search-words',
    'purge-expired',
    'purge-messages',
    'purge-imports',
  ]);
  const { rows } = await t.deps.database.pool.query('select name from tasks where last_error is not null');
  expect(rows).toEqual([]);
});

test('expired sessions, links and rate limits are deleted', async () => {
  await createSignedInUser(t, { role: 'patient' });
  await t.deps.database.pool.query(
    `insert into tokens (purpose, hash, expires_at) values ('a', 'x', $1), ('b', 'y', $2)`,
    [at(-2 * 1440 * minute), at(minute)],
  );
  await t.deps.database.pool.query(
    `insert into throttles (key, points, expire) values ('old', 1, $1), ('new', 1, $2)`,
    [at(-1).getTime(), at(minute).getTime()],
  );
  await purgeExpired(t.deps.db, at(30 * minute), at(-1440 * minute));
  expect([await count('sessions'), await count('tokens'), await count('throttles')]).toEqual([1, 1, 0]);
  await purgeExpired(t.deps.db, at(61 * minute), at(0));
  expect(await count('sessions')).toBe(0);
});

test('logs are deleted by age, and kept messages lose codes, then texts, then the row', async () => {
  await t.deps.database.pool.query(
    `insert into client_logs (at, kind, type) select $1, 'message', 'info' from generate_series(1, 25000)`,
    [at(-91 * 1440 * minute)],
  );
  await t.deps.database.pool.query(
    `insert into client_logs (at, kind, type) values ($1, 'message', 'info')`,
    [at(0)],
  );
  await purgeClientLogs(t.deps.db, at(-90 * 1440 * minute));
  expect(await count('client_logs')).toBe(1);

  await enqueue(t.deps.db, {
    dedupeKey: 'k',
    channel: 'sms',
    locale: 'en',
    template: 'code',
    params: { minutes: 5 },
    secrets: { code: '987654' },
  });
  await t.deps.database.pool.query(`update messages set state = 'kept', created_at = $1`, [at(0)]);
  const kept = async () => (await t.deps.database.pool.query('select params, secrets from messages')).rows;
  await purgeMessages(t.deps.db, { secrets: at(-1), words: at(-1) });
  expect(await kept()).toEqual([{ params: { minutes: 5 }, secrets: { code: '987654' } }]);
  await purgeMessages(t.deps.db, { secrets: at(1), words: at(-1) });
  expect(await kept()).toEqual([{ params: { minutes: 5 }, secrets: null }]);
  await purgeMessages(t.deps.db, { secrets: at(1), words: at(1) });
  expect(await kept()).toEqual([{ params: {}, secrets: null }]);
  await purgeMessageRows(t.deps.db, at(1));
  expect(await kept()).toEqual([]);
});
