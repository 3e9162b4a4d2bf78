import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueue } from '#server/engine/delivery/outbox.ts';
import { type MailServer, mailServer } from '#server/testing/mail-server.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import { notifyPerson } from './notify-actions.ts';

let t: TestApp;
let mail: MailServer;
let mona: SignedIn;
let admin: SignedIn;
const contacts = {
  name: 'Mona https://evil.example',
  email: 'mona@example.org',
  phone: '+201001234567',
  locale: 'en',
} as const;
beforeAll(async () => {
  mail = await mailServer();
  t = await createTestApp({ SMTP_URL: mail.url });
});
beforeEach(async () => {
  await t.reset();
  mail.received.length = 0;
  admin = await createSignedInUser(t, { role: 'admin' });
  mona = await createSignedInUser(t, {
    role: 'patient',
    channels: ['email', 'sms', 'whatsapp'],
    ...contacts,
  });
});
afterAll(async () => {
  await t.close();
  await mail.close();
});

let said = 0;
const params = {
  date: '2027-06-10',
  time: '15:20:00',
  location: 'Maadi',
  address: '9 Road',
  reference: 'HKM-000007',
};
/** The channels of a new message about an appointment. */
async function channels(userId = mona.id): Promise<string[]> {
  const dedupeKey = `moved:7:${said++}`;
  await notifyPerson(t.deps.db, { userId, template: 'moved', appointmentId: null, params, dedupeKey });
  const { rows } = await t.deps.database.pool.query<{ channel: string }>(
    'select channel from messages where dedupe_key like $1 order by id',
    [`${dedupeKey}:%`],
  );
  return rows.map(({ channel }) => channel);
}
const change = (body: object, { cookie }: SignedIn) =>
  t.call('PATCH', `/api/users/${mona.id}`, { cookie, body });
async function deliver(): Promise<void> {
  const worker = t.worker();
  await worker.poke();
  await worker.stop();
}
const stateOf = async (channel: string) =>
  (await t.deps.database.pool.query('select state, address from messages where channel = $1', [channel]))
    .rows;

test('an address that the patient typed gets no message before it is confirmed', async () => {
  expect(await channels()).toEqual(['app']);
  await t.deps.database.pool.query('update users set email_confirmed_at = now() where id = $1', [mona.id]);
  expect(await channels()).toEqual(['app', 'email']);
});

test('an address that staff entered gets messages until the patient changes it', async () => {
  const salma = await createSignedInUser(t, {
    role: 'patient',
    ...contacts,
    channels: ['email', 'sms'],
    createdBy: admin.id,
  });
  expect(await channels(salma.id)).toEqual(['app', 'email', 'sms']);
  expect((await change({ phone: '01009998877' }, admin)).statusCode).toBe(200);
  expect(await channels()).toEqual(['app', 'sms', 'whatsapp']);
  expect((await change({ phone: '01009998866', name: 'Mona' }, mona)).statusCode).toBe(200);
  expect(await channels()).toEqual(['app']);
});

test('a typed number becomes known when staff say that the patient confirmed it', async () => {
  const say = (person: SignedIn, more: object = {}) => change({ phoneKnown: true, ...more }, person);
  const desk = await createSignedInUser(t, { role: 'receptionist' });
  const { version } = (await t.call('GET', `/api/users/${mona.id}`, { cookie: desk.cookie })).json();
  await t.deps.database.pool.query(
    `insert into tokens (purpose, hash, user_id, target, expires_at)
      values ('confirm-phone', '\\x00', $1, '', now() + interval '1 year'),
        ('visit-link', '\\x01', $1, '7', now() + interval '1 year')`,
    [mona.id],
  );
  expect((await say(mona)).json().code).toBe('forbidden');
  const old = await say(desk, { version: version - 1 });
  expect([old.json().code, old.json().current.phoneKnown]).toEqual(['stale', false]);
  expect(await channels()).toEqual(['app']);

  const owner = await createSignedInUser(t, {
    role: 'patient',
    phone: contacts.phone,
    phoneConfirmedAt: monday,
  });
  expect((await say(desk, { version })).json().code).toBe('contact_taken');
  await t.deps.database.pool.query('update users set phone_confirmed_at = null where id = $1', [owner.id]);

  const saved = await say(desk, { version });
  expect(saved.json()).toMatchObject({ phoneKnown: true, phoneConfirmed: false, version: version + 1 });
  expect(await channels()).toEqual(['app', 'sms', 'whatsapp']);
  const { rows } = await t.deps.database.pool.query(
    `select actor_id, after, (select array_agg(purpose) from tokens where user_id = $1
        and purpose in ('confirm-phone', 'visit-link')) as tokens
      from events where subject = 'users' and subject_id = $1 and action = 'user_changed'`,
    [mona.id],
  );
  expect(rows).toEqual([{ actor_id: desk.id, after: { fields: ['phone'] }, tokens: ['visit-link'] }]);
  expect((await say(desk)).json().version).toBe(version + 1);
});

test('a waiting message goes to the current address, once that is confirmed', async () => {
  await change({ email: 'staff-entered@example.org' }, admin);
  await channels();
  await change({ email: 'newer@example.org' }, admin);
  await deliver();
  expect(mail.received.map(({ to }) => to)).toEqual(['newer@example.org']);
  expect(await stateOf('email')).toEqual([{ state: 'sent', address: 'newer@example.org' }]);
  await t.deps.database.pool.query('delete from messages');
  await channels();
  await change({ email: 'typed@example.org' }, mona);
  await deliver();
  expect(mail.received).toHaveLength(1);
  expect(await stateOf('email')).toMatchObject([{ state: 'queued' }]);
  await t.deps.database.pool.query('update users set email_confirmed_at = now() where id = $1', [mona.id]);
  t.setNow(addMilliseconds(monday, 60_000));
  await deliver();
  expect(mail.received.map(({ to }) => to)).toEqual(['newer@example.org', 'typed@example.org']);
});

test('a waiting push message is not sent after push was turned off', async () => {
  await t.deps.database.pool.query(`update users set channels = '{push}' where id = $1`, [mona.id]);
  await channels();
  await t.deps.database.pool.query(`update users set channels = '{}' where id = $1`, [mona.id]);
  await deliver();
  expect(
    await t.deps.database.pool.query(`select state, error from messages where channel = 'push'`),
  ).toMatchObject({ rows: [{ state: 'dead', error: 'the patient has no channel left' }] });
});

test('a waiting message on a removed channel is sent once on the current channel', async () => {
  const choose = (chosen: string) =>
    t.deps.database.pool.query('update users set channels = $2 where id = $1', [mona.id, chosen]);
  await change({ email: 'staff-entered@example.org' }, admin);
  await choose('{push}');
  await channels();
  await choose('{email}');
  await deliver();
  expect(mail.received.map(({ to }) => to)).toEqual(['staff-entered@example.org']);
  expect(mail.received[0]?.raw).toMatch(/^list-unsubscribe: /im);

  await choose('{email,push}');
  await channels();
  await choose('{email}');
  await deliver();
  expect(mail.received).toHaveLength(2);
});

test('a confirmation mail does not repeat a name that a stranger may have typed', async () => {
  const letter = {
    channel: 'email',
    userId: mona.id,
    address: contacts.email,
    locale: 'en',
    template: 'confirmEmail',
  } as const;
  await enqueue(t.deps.db, {
    ...letter,
    dedupeKey: 'confirm:1',
    secrets: { link: '/confirm-contact?token=x' },
  });
  await deliver();
  expect(mail.received[0]?.raw).toContain('Hello,');
  expect(mail.received[0]?.raw).not.toMatch(/Mona|evil/);
  await t.deps.database.pool.query('update users set email_confirmed_at = now() where id = $1', [mona.id]);
  await enqueue(t.deps.db, {
    ...letter,
    dedupeKey: 'confirm:2',
    secrets: { link: '/confirm-contact?token=x' },
  });
  await deliver();
  expect(mail.received[1]?.raw).toContain('Hello Mona,');
  expect(mail.received[1]?.raw).not.toContain('evil');
});
