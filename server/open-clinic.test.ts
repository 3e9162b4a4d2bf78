import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBareApp } from '#server/app.ts';
import { clinic } from '#server/clinic.ts';
import type { Config } from '#server/config.ts';
import { enqueue } from '#server/engine/delivery/outbox.ts';
import { ensureTasks } from '#server/engine/tasks/queries.ts';
import { type GatewayServer, gatewayServer } from '#server/testing/gateway-server.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import { openClinic } from './open-clinic.ts';

let gateway: GatewayServer;
let t: TestApp;
beforeAll(async () => {
  gateway = await gatewayServer();
  t = await createTestApp({ SMS_GATEWAY_URL: gateway.url });
});
beforeEach(async () => {
  await t.reset();
  gateway.calls.length = 0;
});
afterAll(async () => {
  await t.close();
  await gateway.close();
});

const minutesLater = (minutes: number) => new Date(monday.getTime() + minutes * 60_000);

const textWaiting = (dedupeKey: string) =>
  enqueue(t.deps.db, {
    dedupeKey,
    channel: 'sms',
    address: '+201001234567',
    locale: 'en',
    template: 'code',
    params: { minutes: 5 },
    secrets: { code: '123456' },
  });
async function stateOf(dedupeKey: string) {
  const { rows } = await t.deps.database.pool.query(
    'select state, attempts, leased_until from messages where dedupe_key = $1',
    [dedupeKey],
  );
  return rows[0];
}

const becameSent = (dedupeKey: string) =>
  expect
    .poll(() => stateOf(dedupeKey), { timeout: 10_000 })
    .toEqual({ state: 'sent', attempts: 1, leased_until: null });

/** A clinic that is sending a text, which its gateway has accepted and not yet answered; no task is due. */
async function openAtAText(more: Partial<Config> = {}) {
  const { database, now, config: plain } = t.deps;
  const config = { ...plain, ...more };
  const app = createBareApp(config);
  const names = [...clinic.tasks, ...clinic.longTasks.flat()].map(({ name }) => name);
  await ensureTasks(database.db, names, minutesLater(5));
  const pages = { site: [], render: () => Promise.reject(), keeps: false, files: import.meta.dirname };
  const opened = await openClinic({ config, app, database, pages, now });
  await app.ready();
  let answer = () => undefined as void;
  gateway.answersAfter = new Promise<void>((done) => {
    answer = done;
  });
  await textWaiting('code:1');
  await expect.poll(() => gateway.calls.length, { timeout: 10_000 }).toBe(1);
  return { close: opened.close, answer };
}

test('shutdown waits for a text in progress, which no later start sends again', async () => {
  const { close, answer } = await openAtAText();
  let answered = false;
  const closed = close();
  // Shorter than the shutdown's limit, by a timer of the same process, so that this one always fires first.
  setTimeout(() => {
    answered = true;
    answer();
  }, 800);
  await closed;
  expect(answered).toBe(true);
  await becameSent('code:1');
  t.setNow(minutesLater(3));
  const next = t.worker();
  expect(await next.poke()).toBe(0);
  await next.stop();
  expect(gateway.calls).toHaveLength(1);
});

test('shutdown leases no more messages, while the proxy still sends requests', async () => {
  const { close, answer } = await openAtAText({ TRUST_PROXY: 1 });
  const closed = close();
  await textWaiting('code:2');
  // Here the worker could send the second text.
  answer();
  await becameSent('code:1');
  await closed;
  expect(await stateOf('code:2')).toEqual({ state: 'queued', attempts: 0, leased_until: null });
  expect(gateway.calls).toHaveLength(1);
});
