import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemActor } from '#server/engine/events/queries.ts';
import { handleReply } from '#server/features/links/text-reply-actions.ts';
import { makeAppointment, makeClinic } from '#server/testing/factories.ts';
import { type GatewayServer, gatewayServer } from '#server/testing/gateway-server.ts';
import { createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import { wallToInstant } from '#shared/domain/clinic-time.ts';

let t: TestApp;
let gateway: GatewayServer;
let mona: number;
let admin: number;
let visit: number;
const phone = '+201001234567';
const evening = wallToInstant('2027-06-08', '22:30:00');
const morning = wallToInstant('2027-06-09', '09:01:00');
beforeAll(async () => {
  gateway = await gatewayServer();
  t = await createTestApp({ SMS_GATEWAY_URL: gateway.url });
});
beforeEach(async () => {
  await t.reset();
  gateway.calls.length = 0;
  const { location, service } = await makeClinic(t.deps.db);
  const contacts = { phone, phoneConfirmedAt: monday, channels: ['sms' as const] };
  mona = (await createSignedInUser(t, { role: 'patient', name: 'Mona', locale: 'en', ...contacts })).id;
  admin = (await createSignedInUser(t, { role: 'admin' })).id;
  const of = { patientId: mona, locationId: location.id, serviceId: service.id };
  visit = (await makeAppointment(t.deps.db, { ...of, date: '2027-06-09', time: '16:00:00' })).id;
});
afterAll(async () => {
  await t.close();
  await gateway.close();
});

const sql = async (text: string) => (await t.deps.database.pool.query(text)).rows;
const callAs = async (userId: number, method: string, path: string, body?: object) => {
  const answer = await t.call(method, path, { cookie: await createSession(t, userId), body });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const cancel = () => callAs(admin, 'PATCH', `/api/appointments/${visit}`, { status: 'cancelled' });
const stop = () => handleReply(t.deps, { from: phone, text: 'STOP', channel: 'sms' }, systemActor);
/** The numbers that are told of the cancellation now. */
async function deliver(now?: Date): Promise<string[]> {
  if (now) t.setNow(now);
  gateway.calls.length = 0;
  const worker = t.worker();
  await worker.poke();
  await worker.stop();
  const texts = gateway.calls.map(({ body }) => JSON.parse(body));
  return texts.filter(({ text }) => text.includes('cancelled')).map(({ to }) => to);
}
const outside = () =>
  sql(`select channel, state, error from messages where user_id = ${mona} and channel <> 'app'
    and template like 'cancelled%' order by id`);
/** Messages that were not delivered, as the dashboard of admins counts them. */
async function undelivered(): Promise<number> {
  // The database's clock wrote the time; the dashboard counts by the test's.
  await sql(`update messages set created_at = '${t.deps.now().toISOString()}'`);
  return (await callAs(admin, 'GET', '/api/waiting')).failed;
}
const subscribe = () =>
  sql(`insert into push_subscriptions (endpoint, user_id, keys)
    values ('https://gone.example/x', ${mona}, '{"p256dh":"a","auth":"b"}')`);

test.each([
  ['one expired browser', subscribe],
  ['no browser any more', () => undefined],
])('a message by push to %s goes to the known phone instead', async (_, prepare) => {
  await sql(`update users set channels = '{push}' where id = ${mona}`);
  await prepare();
  expect((await cancel()).notified).toMatchObject([{ channel: 'push' }]);
  expect(await deliver()).toEqual([phone]);
  expect(await outside()).toMatchObject([
    { channel: 'push', state: 'skipped' },
    { channel: 'sms', state: 'sent' },
  ]);
  expect(await sql(`select channels from users where id = ${mona}`)).toEqual([{ channels: null }]);
  expect(await undelivered()).toBe(0);
});

test('a patient who stopped texts gets none after her last browser is gone; staff see the message', async () => {
  await sql(`update users set channels = '{push}' where id = ${mona}`);
  await stop();
  await subscribe();
  await cancel();
  expect(await deliver()).toEqual([]);
  expect(await outside()).toEqual([
    { channel: 'push', state: 'dead', error: 'the patient has no channel left' },
  ]);
  expect(await undelivered()).toBe(1);
});

describe('after the desk confirms again, a patient who read the cancellation by e-mail', () => {
  const setStatus = (status: string) => callAs(admin, 'PATCH', `/api/appointments/${visit}`, { status });
  const sendMails = () =>
    sql(`update messages set state = 'sent', done_at = '${t.deps.now().toISOString()}'
      where channel = 'email' and state = 'queued'`);
  const choose = (channels: string) => sql(`update users set channels = '{${channels}}' where id = ${mona}`);
  const textsNow = async (now?: Date) => {
    await deliver(now);
    return gateway.calls.map(({ body }) => JSON.parse(body).text);
  };
  const confirmed = [expect.stringContaining('Confirmed: Wednesday 9 June')];
  beforeEach(async () => {
    await sql(`update users set email = 'mona@example.org', email_confirmed_at = now() where id = ${mona}`);
    await choose('sms,email');
    await sql(`update appointments set status = 'pending'`);
    await setStatus('confirmed');
    expect(await textsNow()).toEqual(confirmed);
    await sendMails();
    // In her quiet hours mails are sent and texts wait.
    t.setNow(evening);
    await cancel();
    await sendMails();
  });

  test('reads it by SMS if she left e-mail before', async () => {
    await choose('sms');
    await setStatus('confirmed');
    expect(await textsNow(morning)).toEqual(confirmed);
  });

  test('reads it by SMS if she left e-mail before that mail was sent', async () => {
    await setStatus('confirmed');
    await sql(`update messages set run_at = '2027-06-10' where channel = 'email' and state = 'queued'`);
    expect(await textsNow(morning)).toEqual([]);
    await choose('sms');
    await sql(`update messages set run_at = 'epoch' where channel = 'email' and state = 'queued'`);
    expect([...(await textsNow()), ...(await textsNow())]).toEqual(confirmed);
  });

  test('reads nothing by SMS if she read it by e-mail too, also after an answer to her reply by WhatsApp', async () => {
    await sql(`insert into messages (user_id, appointment_id, channel, template, locale, dedupe_key, state, done_at)
      values (${mona}, ${visit}, 'whatsapp', 'replyNoted', 'en', 'answer', 'sent', '${evening.toISOString()}')`);
    await setStatus('confirmed');
    await sendMails();
    expect(await textsNow(morning)).toEqual([]);
  });
});

test('a message waits until a new number is confirmed', async () => {
  t.setNow(evening);
  await cancel();
  expect(await deliver()).toEqual([]);
  t.setNow(morning);
  await callAs(mona, 'PATCH', `/api/users/${mona}`, { phone: '01055555555' });
  expect(await deliver()).toEqual([]);
  await sql(`update users set phone_confirmed_at = now() where id = ${mona}`);
  expect(await deliver(wallToInstant('2027-06-09', '09:10:00'))).toEqual(['+201055555555']);
});

test('staff see a message whose new number stays unconfirmed for hours; it is not a failure of the gateway', async () => {
  await cancel();
  await callAs(mona, 'PATCH', `/api/users/${mona}`, { phone: '01055555555' });
  for (let minutes = 0; minutes < 420; minutes += 30)
    expect(await deliver(new Date(monday.getTime() + minutes * 60_000))).toEqual([]);
  expect(await outside()).toMatchObject([
    { channel: 'sms', state: 'dead', error: 'the address is not confirmed' },
  ]);
  expect(await undelivered()).toBe(1);
  expect(await callAs(admin, 'GET', '/api/logs/alarms')).toEqual([]);
});

test('staff see a cancellation that no channel is left for after STOP', async () => {
  t.setNow(evening);
  await cancel();
  await deliver();
  await stop();
  expect(await deliver(morning)).toEqual([]);
  expect(await outside()).toEqual([
    { channel: 'sms', state: 'dead', error: 'the patient has no channel left' },
  ]);
  expect(await undelivered()).toBe(1);
  // Staff may send it again once she has a channel.
  await sql(`update users set channels = '{sms}' where id = ${mona}`);
  const [message] = await sql(`select id from messages where channel = 'sms'`);
  expect(
    (
      await t.call('POST', `/api/logs/messages/${message.id}/send-again`, {
        cookie: await createSession(t, admin),
      })
    ).statusCode,
  ).toBeLessThan(300);
  expect(await deliver()).toEqual([phone]);
});
