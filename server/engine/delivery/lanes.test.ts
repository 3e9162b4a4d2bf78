import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Deps } from '#server/deps.ts';
import { type GatewayServer, gatewayServer } from '#server/testing/gateway-server.ts';
import { type MailServer, mailServer } from '#server/testing/mail-server.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import { awaitedKinds, type OutboxChannel } from '#shared/domain/message-kinds.ts';
import { Breaker } from './breaker.ts';
import { DeliveryLanes } from './lanes.ts';
import type { LeasedMessage } from './lease-queries.ts';
import type { DeliveryWorker } from './worker.ts';

let t: TestApp;
let mail: MailServer;
let gateway: GatewayServer;
let worker: DeliveryWorker<Deps> | undefined;
beforeAll(async () => {
  mail = await mailServer();
  gateway = await gatewayServer();
  t = await createTestApp({ SMTP_URL: mail.url, SMS_GATEWAY_URL: gateway.url });
});
beforeEach(async () => {
  await t.reset();
  mail.silent = false;
  mail.received.length = 0;
  gateway.calls.length = 0;
});
afterEach(() => worker?.stop());
afterAll(async () => {
  await t.close();
  await mail.close();
  await gateway.close();
});

const mailsWaiting = (n: number) =>
  t.deps.db.execute(sql`insert into messages (dedupe_key, channel, address, locale, template, params, run_at)
    select 'waiting:' || n, 'email', 'mona' || n || '@example.org', 'en', 'contactReceived',
      '{"name":"Mona"}', 'epoch'
    from generate_series(1, ${n}) n`);
const linkWaiting = () =>
  t.deps.db.execute(sql`
    insert into messages (dedupe_key, channel, address, locale, template, secrets, run_at)
    values ('reset:1', 'email', 'nour@example.org', 'en', 'resetLink',
      '{"link":"/reset-password?token=x"}', ${monday.toISOString()})`);
const askForCode = () => t.call('POST', '/api/auth/phone/request-otp', { body: { phone: '0100 123 4567' } });
async function until(done: () => boolean, ms: number): Promise<number> {
  const began = performance.now();
  while (!done() && performance.now() - began < ms) await wait(50);
  return performance.now() - began;
}

test('a code is sent within ten seconds beside a thousand mails to a server that does not respond', async () => {
  mail.silent = true;
  await mailsWaiting(1000);
  worker = t.worker();
  worker.start();
  await wait(1500);
  expect((await askForCode()).statusCode).toBe(200);
  expect(await until(() => gateway.calls.length > 0, 15_000)).toBeLessThan(10_000);
  const { rows } = await t.deps.db.execute<{ n: number }>(
    sql`select count(*)::int as n from messages where channel = 'email' and attempts > 0`,
  );
  expect(rows[0]?.n, 'mails that used up an attempt').toBeLessThan(10);
});

test('an awaited link is sent before the waiting mails', async () => {
  await mailsWaiting(200);
  await linkWaiting();
  worker = t.worker();
  expect(await worker.poke()).toBe(201);
  expect(mail.received.findIndex(({ to }) => to === 'nour@example.org')).toBeLessThan(20);
});

test('a worker told to stop still sends its leased messages and leases none of the next lane', async () => {
  await mailsWaiting(1);
  await linkWaiting();
  const stopped = t.worker();
  const update = t.deps.db.update.bind(t.deps.db);
  const taking = vi.spyOn(t.deps.db, 'update').mockImplementationOnce((table) => {
    void stopped.stop();
    return update(table);
  });
  onTestFinished(() => taking.mockRestore());
  expect(await stopped.poke()).toBe(1);
  expect(mail.received.map(({ to }) => to)).toEqual(['nour@example.org']);
});

test('a lane has four places and frees one when a message ends', () => {
  const lanes = new DeliveryLanes();
  const of = (channel: OutboxChannel, template: string) => ({ channel, template }) as LeasedMessage;
  const free = (channel: OutboxChannel) =>
    (['awaited', 'rest'] as const).map(
      (kind) => lanes.free(kind, monday).find((lane) => lane.channel === channel)?.places ?? 0,
    );
  const leave = Array.from({ length: 4 }, () => lanes.begin(of('email', 'contactReceived')));
  expect([free('email'), free('sms')]).toEqual([
    [4, 0],
    [4, 4],
  ]);
  leave.push(lanes.begin(of('email', 'resetLink')));
  expect(free('email')).toEqual([3, 0]);
  leave.pop()?.();
  for (const done of leave.splice(0, 2)) done();
  expect(free('email')).toEqual([4, 2]);
  for (const done of leave) done();
  expect(free('email')).toEqual([4, 4]);
  for (let i = 0; i < 3; i++) lanes.failed(of('email', 'contactReceived'), monday);
  expect([free('email'), free('sms')]).toEqual([
    [0, 0],
    [4, 4],
  ]);
  lanes.answered(of('email', 'contactReceived'));
  expect(free('email')).toEqual([4, 4]);
});

test('a transport that fails three times in a row is paused, then tried with one message', () => {
  const breaker = new Breaker();
  const at = (seconds: number) => new Date(monday.getTime() + seconds * 1000);
  for (let i = 0; i < 3; i++) breaker.failed(at(0));
  expect([breaker.places(4, at(4)), breaker.places(4, at(5))]).toEqual([0, 1]);
  breaker.began();
  expect(breaker.places(4, at(6))).toBe(0);
  breaker.failed(at(6));
  breaker.ended();
  expect([breaker.places(4, at(15)), breaker.places(4, at(16))]).toEqual([0, 1]);
  for (let i = 0; i < 30; i++) breaker.failed(at(16));
  expect([breaker.places(4, at(75)), breaker.places(4, at(76))]).toEqual([0, 1]);
  breaker.answered();
  expect(breaker.places(4, at(76))).toBe(4);
});

test('the index of awaited messages names exactly the awaited kinds', async () => {
  const { rows } = await t.deps.db.execute<{ def: string }>(
    sql`select indexdef as def from pg_indexes where indexname = 'messages_awaited'`,
  );
  const named = [...(rows[0]?.def ?? '').matchAll(/'(\w+)'::text/g)].map(([, name]) => name);
  expect(new Set(named.filter((name) => name !== 'queued'))).toEqual(new Set(awaitedKinds));
});
