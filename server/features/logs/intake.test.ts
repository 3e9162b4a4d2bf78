import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contentPolicy } from '#server/engine/http/security-headers.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { storeInteractions } from './actions.ts';

let t: TestApp;
let mona: SignedIn;
beforeAll(async () => {
  t = await createTestApp({ RATE_LIMIT: 'on' });
});
beforeEach(async () => {
  await t.reset();
  mona = await createSignedInUser(t, { role: 'patient' });
});
afterAll(() => t.close());

const timestamp = '2027-06-07T09:00:00Z';
const entry = { timestamp, type: 'button_click', page: '/book', action: 'Confirm' } as const;
const long = { part: 'a word '.repeat(40), list: Array.from({ length: 9 }, () => 'a word '.repeat(40)) };
const wordy = Array.from({ length: 50 }, () => ({ ...entry, details: long }));
const count = async (from: string) =>
  Number((await t.deps.database.pool.query(`select count(*) as n from ${from}`)).rows[0].n);
const spent = (key: string, points: number) =>
  t.deps.database.pool.query(`insert into throttles values ($1, $2, $3)`, [key, points, Date.now() + 1e9]);

test('visitors have a daily limit per network and in total, and signed-in users their own', async () => {
  const visitor = { userId: null, network: '203.0.113' };
  await storeInteractions(t.deps, visitor, [entry]);
  await t.deps.database.pool.query(`update throttles set points = 3999 where key like 'logs:network %'`);
  await storeInteractions(t.deps, visitor, [entry]);
  await storeInteractions(t.deps, visitor, [entry]);
  expect(await count('client_logs')).toBe(2);
  await t.deps.database.pool.query(`update throttles set points = 40000 where key like 'logs:visitors:%'`);
  await storeInteractions(t.deps, { userId: null, network: '198.51.100' }, [entry]);
  expect(await count('client_logs')).toBe(2);
  await storeInteractions(t.deps, { userId: mona.id, network: '203.0.113' }, wordy);
  expect(await count('client_logs')).toBe(52);
  await spent(`logs:user 77:2027-06-07`, 8000);
  await storeInteractions(t.deps, { userId: 77, network: '203.0.113' }, [entry]);
  expect(await count('client_logs')).toBe(52);
});

test('long details of visitors are not stored', async () => {
  const report = (cookie?: string) =>
    t.call('POST', '/api/user-interactions', { body: { logs: [wordy[0]] }, ...(cookie ? { cookie } : {}) });
  expect([(await report()).statusCode, (await report(mona.cookie)).statusCode]).toEqual([204, 204]);
  const { rows } = await t.deps.database.pool.query('select details from client_logs order by id');
  expect(rows[0].details).toEqual({ shortened: true });
  expect(rows[1].details.list).toHaveLength(9);
});

test('new error groups are limited per hour, and known ones are still counted', async () => {
  const failed = (action: string) => ({ ...entry, type: 'api_error', action }) as const;
  const visitor = { userId: null, network: '203.0.113' };
  await storeInteractions(t.deps, visitor, [failed('known')]);
  await t.deps.database.pool.query(`update throttles set points = 199 where key like 'new-errors:%'`);
  await storeInteractions(t.deps, visitor, [failed('one'), failed('two'), failed('known'), failed('three')]);
  expect(await count('error_groups')).toBe(2);
  expect(await count('client_logs')).toBe(5);
  const { rows } = await t.deps.database.pool.query(`select n from error_groups where message = 'known'`);
  expect(rows).toEqual([{ n: 2 }]);
});

test('content policy violations are counted with the errors by directive and source', async () => {
  const send = (report: object, url = '/api/policy-reports') =>
    t.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/csp-report', 'sec-fetch-site': 'same-origin' },
      payload: JSON.stringify({ 'csp-report': report }),
    });
  const refused = {
    'document-uri': 'https://clinic.example/link?token=secret',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://ads.example/track.js?who=mona',
    'line-number': 12,
  };
  expect((await send(refused)).statusCode).toBe(204);
  expect((await send({ ...refused, 'line-number': null })).statusCode).toBe(204);
  const extension = { ...refused, 'source-file': 'moz-extension://a1/content.js' };
  expect((await send(extension)).statusCode).toBe(204);
  expect((await send(refused, '/api/user-interactions')).statusCode).toBe(415);
  const { rows } = await t.deps.database.pool.query('select message, n from error_groups');
  expect(rows).toMatchObject([
    { message: 'Content policy: script-src-elem refused https://ads.example', n: 2 },
  ]);
  const kept = await t.deps.database.pool.query('select page, details from client_logs');
  expect(kept.rows[0]).toEqual({ page: '/link', details: { line: 12 } });
  expect(contentPolicy()).toMatch(/report-uri \/api\/policy-reports$/);
  const visitor = { userId: null, network: '203.0.113' };
  await storeInteractions(t.deps, visitor, [{ ...entry, type: 'api_error', action: 'GET /api/services' }]);
  const { cookie } = await createSignedInUser(t, { role: 'admin' });
  const alone = await t.call('GET', '/api/logs/errors?q=Content+policy', { cookie });
  expect(alone.json()).toMatchObject([{ message: expect.stringContaining('Content policy: '), count: 2 }]);
});
