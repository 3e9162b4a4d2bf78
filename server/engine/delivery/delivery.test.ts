import { createECDH, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { type GatewayServer, gatewayServer } from '#server/testing/gateway-server.ts';
import { type MailServer, mailServer } from '#server/testing/mail-server.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import { startOfDay } from '#shared/domain/clinic-time.ts';
import { leaseMessages } from './lease-queries.ts';
import { enqueue } from './outbox.ts';
import type { NewMessage } from './queries.ts';
import { createTransports } from './transports/create-transports.ts';
import { isSigned, sign } from './transports/signature.ts';
import { isPushHost, webPushTransport } from './transports/web-push.ts';
import { retryDelayMs } from './worker.ts';

let mail: MailServer;
let gateway: GatewayServer;
let t: TestApp;
beforeAll(async () => {
  mail = await mailServer();
  gateway = await gatewayServer();
  t = await createTestApp({
    SMTP_URL: mail.url,
    SMS_GATEWAY_URL: gateway.url,
    GATEWAY_SECRET: 'gateway secret',
  });
});
beforeEach(async () => {
  await t.reset();
  mail.received.length = 0;
  mail.refuse = null;
  gateway.calls.length = 0;
  gateway.status = 202;
});
afterAll(async () => {
  await t.close();
  await mail.close();
  await gateway.close();
});

const reset: NewMessage<'resetLink'> = {
  dedupeKey: 'reset:1',
  channel: 'email',
  address: 'mona@example.org',
  locale: 'en',
  template: 'resetLink',
  params: { minutes: 60 },
  secrets: { link: '/reset-password?token=s3cret' },
};
const text: NewMessage<'code'> = {
  ...reset,
  dedupeKey: 'code:1',
  channel: 'sms',
  address: '+201001234567',
  template: 'code',
  secrets: { code: '123456' },
  params: { minutes: 5 },
};

interface Row {
  state: string;
  attempts: number;
  secrets: unknown;
  error: string | null;
  run_at: Date;
}
async function row(key: string): Promise<Row> {
  const { rows } = await t.deps.database.pool.query<Row>(
    'select state, attempts, secrets, error, run_at from messages where dedupe_key = $1',
    [key],
  );
  if (!rows[0]) throw new Error(`no message ${key}`);
  return rows[0];
}
const minutesLater = (minutes: number) => t.setNow(new Date(monday.getTime() + minutes * 60_000));

test('a message is sent once, in its reader’s language, and its link is erased', async () => {
  expect(await enqueue(t.deps.db, reset)).toBe(true);
  expect(await enqueue(t.deps.db, reset)).toBe(false);
  const worker = t.worker();
  expect(await worker.poke()).toBe(1);
  expect(await worker.poke()).toBe(0);
  await worker.stop();
  expect(mail.received).toHaveLength(1);
  expect(mail.received[0]?.to).toBe('mona@example.org');
  expect(mail.received[0]?.raw.replace(/=\r\n/g, '')).toContain(
    'http://127.0.0.1:3000/reset-password?token=3Ds3cret',
  );
  expect(await row('reset:1')).toMatchObject({ state: 'sent', attempts: 1, secrets: null });
});

test('a change that is rolled back sends nothing', async () => {
  await expect(
    inTransaction(t.deps.db, async (tx) => {
      await enqueue(tx, reset);
      throw new Error('changed her mind');
    }),
  ).rejects.toThrow('changed her mind');
  const { rows } = await t.deps.database.pool.query('select from messages');
  expect(rows).toHaveLength(0);
});

test('Arabic mail is sent in Arabic, and a name cannot inject a header', async () => {
  await enqueue(t.deps.db, {
    ...reset,
    locale: 'ar',
    address: 'mona@example.org',
    template: 'contactAnswer',
    params: { answer: 'أهلا\r\nBcc: x@y.z' },
    secrets: {},
  });
  await enqueue(t.deps.db, { ...reset, dedupeKey: 'reset:2', address: 'a@b.co\r\nBcc: evil@example.org' });
  const worker = t.worker();
  await worker.poke();
  await worker.stop();
  expect(mail.received.some((sent) => sent.to.includes('evil'))).toBe(false);
  const arabic = mail.received.find((sent) => sent.to === 'mona@example.org');
  expect(arabic?.raw).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(arabic?.raw.split('\r\n\r\n', 1)[0]).not.toMatch(/^Bcc:/im);
});

test('a busy mail server causes a retry, a missing mailbox does not', async () => {
  mail.refuse = { code: 451, text: 'later' };
  await enqueue(t.deps.db, reset);
  const worker = t.worker();
  await worker.poke();
  const waiting = await row('reset:1');
  expect(waiting).toMatchObject({ state: 'queued', attempts: 1 });
  expect(waiting.run_at.getTime()).toBeGreaterThanOrEqual(monday.getTime() + 24_000);
  expect(await worker.poke()).toBe(0);
  mail.refuse = { code: 550, text: 'no such mailbox' };
  await enqueue(t.deps.db, { ...reset, dedupeKey: 'reset:2' });
  await worker.poke();
  expect(await row('reset:2')).toMatchObject({ state: 'dead', attempts: 1 });
  mail.refuse = null;
  minutesLater(2);
  await worker.poke();
  await worker.stop();
  expect(await row('reset:1')).toMatchObject({ state: 'sent', attempts: 2, error: null });
  expect(mail.received).toHaveLength(1);
});

test('a message that was sent before the process died is sent again under the same Message-ID', async () => {
  await enqueue(t.deps.db, reset);
  const worker = t.worker();
  await worker.poke();
  const noted = { secrets: JSON.stringify(reset.secrets), params: JSON.stringify(reset.params) };
  await t.deps.database.pool.query(`update messages set state = 'queued', secrets = $1, params = $2`, [
    noted.secrets,
    noted.params,
  ]);
  await worker.poke();
  await worker.stop();
  const ids = mail.received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toMatch(/^<[0-9a-f]{32}@127\.0\.0\.1>$/);
  expect(ids[1]).toBe(ids[0]);
});

test('the retry pause doubles up to two hours, and a message that never succeeds is given up', async () => {
  expect(retryDelayMs(1, 0.5)).toBe(30_000);
  expect(retryDelayMs(4, 0.5)).toBe(240_000);
  expect(retryDelayMs(20, 0.5)).toBe(7_200_000);
  expect(retryDelayMs(1, 0)).toBe(24_000);
  gateway.status = 503;
  await enqueue(t.deps.db, { ...text, params: {} });
  const worker = t.worker();
  for (let attempt = 1; attempt <= 9; attempt++) {
    minutesLater(attempt * 180);
    await worker.poke();
  }
  await worker.stop();
  expect(await row('code:1')).toMatchObject({
    state: 'dead',
    attempts: 9,
    error: 'the gateway answered 503',
  });
  expect(new Set(gateway.calls.map((call) => call.headers['idempotency-key'])).size).toBe(1);
});

test('the gateway gets {to, text} with a signature, and its rejection is final', async () => {
  await enqueue(t.deps.db, text);
  const worker = t.worker();
  await worker.poke();
  const [call] = gateway.calls;
  expect(JSON.parse(call?.body ?? '')).toEqual({
    to: '+201001234567',
    text: '123456 is your code for Hakima. Do not share it.',
  });
  expect(
    isSigned(
      'gateway secret',
      call?.headers['x-timestamp'],
      call?.headers['x-signature'],
      call?.body ?? '',
      monday,
    ),
  ).toBe(true);
  expect(
    isSigned('another', call?.headers['x-timestamp'], call?.headers['x-signature'], call?.body ?? '', monday),
  ).toBe(false);
  const old = String(monday.getTime() - 6 * 60_000);
  expect(isSigned('gateway secret', old, sign('gateway secret', old, 'x'), 'x', monday)).toBe(false);
  gateway.status = 422;
  await enqueue(t.deps.db, { ...text, dedupeKey: 'code:2' });
  await worker.poke();
  await worker.stop();
  expect(await row('code:2')).toMatchObject({ state: 'dead', attempts: 1 });
});

test('a message without a gateway is kept with its code for an admin to read', async () => {
  await enqueue(t.deps.db, { ...text, channel: 'whatsapp' });
  const worker = t.worker();
  await worker.poke();
  await worker.stop();
  expect(await row('code:1')).toMatchObject({ state: 'kept', secrets: { code: '123456' } });
});

test('an expired code is not sent', async () => {
  await enqueue(t.deps.db, text);
  await t.deps.database.pool.query("update messages set created_at = now() - interval '6 minutes'");
  const worker = t.worker();
  await worker.poke();
  await worker.stop();
  expect(gateway.calls).toHaveLength(0);
  expect(await row('code:1')).toMatchObject({ state: 'skipped', secrets: null, error: 'expired' });
});

test('texts count against the clinic’s daily limit, and those over it wait for the next day', async () => {
  await t.deps.database.pool.query(`insert into throttles (key, points, expire) values ($1, 4998, $2)`, [
    'texts:2027-06-07',
    monday.getTime() + 86_400_000,
  ]);
  const params = { date: '2027-06-08', time: '15:00:00', location: 'Maadi' };
  const visit = { ...text, template: 'confirmed' as const, params, secrets: {} };
  for (const n of [1, 2, 3]) await enqueue(t.deps.db, { ...visit, dedupeKey: `confirmed:${n}` });
  await enqueue(t.deps.db, text);
  const worker = t.worker();
  await worker.poke();
  await worker.stop();
  expect(gateway.calls.filter(({ body }) => body.includes('your code'))).toHaveLength(1);
  expect(gateway.calls).toHaveLength(3);
  const { rows } = await t.deps.database.pool.query(
    `select attempts, run_at from messages where state = 'queued'`,
  );
  expect(rows).toEqual([{ attempts: 0, run_at: startOfDay('2027-06-08') }]);
});

test('workers share the queue: each message is sent once, and leases of a dead worker are taken over', async () => {
  for (let n = 0; n < 60; n++) await enqueue(t.deps.db, { ...text, dedupeKey: `code:${n}` });
  const lost = await inTransaction(t.deps.db, async (tx) => {
    // The planner may choose a plan that runs the subquery once per row; statistics of the table can lead to
    // it.
    for (const way of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material'])
      await tx.execute(sql.raw(`set local enable_${way} = off`));
    const until = new Date(monday.getTime() + 120_000);
    return leaseMessages(tx, { now: monday, until }, 'awaited', [{ channel: 'sms', places: 10 }]);
  });
  expect(lost).toHaveLength(10);
  const workers = [1, 2, 3].map(() => t.worker());
  await Promise.all(workers.map((worker) => worker.poke()));
  expect(gateway.calls).toHaveLength(50);
  minutesLater(3);
  await Promise.all(workers.map((worker) => worker.poke()));
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(gateway.calls).toHaveLength(60);
  expect(new Set(gateway.calls.map((call) => call.headers['idempotency-key'])).size).toBe(60);
});

test('push keys are made once, and only known push services are called', async () => {
  const [first, second] = await Promise.all([t.push.keys(t.deps), t.push.keys(t.deps)]);
  t.deps.cache.dropAll();
  expect(await t.push.keys(t.deps)).toEqual(first);
  expect(second).toEqual(first);
  expect(isPushHost('https://fcm.googleapis.com/fcm/send/abc')).toBe(true);
  expect(isPushHost('https://updates.push.services.mozilla.com/wpush/v2/abc')).toBe(true);
  for (const no of [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.org/x',
    'https://127.0.0.1/x',
    'https://a@fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'x',
  ])
    expect(isPushHost(no), no).toBe(false);
});

test('a push message is encrypted for its browser, and an expired subscription is deleted', async () => {
  const keys = await t.push.keys(t.deps);
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const subscription = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/one',
    keys: { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  };
  const forgotten: string[] = [];
  const subscriptions = {
    of: async () => [subscription],
    forget: async (endpoint: string) => void forgotten.push(endpoint),
  };
  const message = {
    messageId: 'm@clinic',
    userId: 1,
    sender: 'Hakima',
    to: '',
    subject: 'A reminder',
    text: 'Tomorrow',
    html: '',
    stop: null,
    href: '/profile',
  };
  const toGateway = webPushTransport(keys, 'mailto:a@b.example', subscriptions, (_url, init) =>
    fetch(gateway.url, init as RequestInit),
  );
  await toGateway.send(message);
  expect(gateway.calls[0]?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200' });
  expect(gateway.calls[0]?.headers.authorization).toMatch(/^vapid t=/);
  expect(gateway.calls[0]?.body).not.toContain('Tomorrow');
  gateway.status = 410;
  await expect(toGateway.send(message)).rejects.toThrow('no browser takes push');
  expect(forgotten).toEqual([subscription.endpoint]);
  const transports = await createTransports(t.deps, t.push);
  expect(Object.keys(transports).sort()).toEqual(['email', 'push', 'sms', 'webhook']);
  transports.email?.close?.();
});
