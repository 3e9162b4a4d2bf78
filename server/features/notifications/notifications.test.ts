import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertLocation } from '#server/features/locations/queries.ts';
import { notifyPerson } from '#server/features/notifications/notify-actions.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';

let t: TestApp;
let mona: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.reset();
  mona = await createSignedInUser(t, {
    role: 'patient',
    locale: 'ar',
    channels: ['email', 'sms', 'push'],
    email: 'mona@example.org',
    emailConfirmedAt: monday,
    phone: '+201001234567',
    phoneConfirmedAt: monday,
  });
});
afterAll(() => t.close());

const moved = {
  template: 'moved' as const,
  appointmentId: 7,
  params: {
    date: '2027-06-10',
    time: '15:20:00',
    location: 'Maadi',
    address: '9 Road',
    reference: 'HKM-000007',
  },
};
const list = (cookie: string, lang = 'en') =>
  t.call('GET', '/api/notifications', { cookie, headers: { 'accept-language': lang } });

test('messages are sent once per chosen channel, and in the app in the page’s language', async () => {
  expect(await notifyPerson(t.deps.db, { ...moved, userId: mona.id, dedupeKey: 'moved:7:2' })).toBe(true);
  expect(await notifyPerson(t.deps.db, { ...moved, userId: mona.id, dedupeKey: 'moved:7:2' })).toBe(false);
  const { rows } = await t.deps.database.pool.query(
    'select channel, address, locale from messages order by id',
  );
  expect(rows).toEqual([
    { channel: 'app', address: null, locale: 'ar' },
    { channel: 'email', address: 'mona@example.org', locale: 'ar' },
    { channel: 'sms', address: '+201001234567', locale: 'ar' },
    { channel: 'push', address: null, locale: 'ar' },
  ]);
  const english = await list(mona.cookie);
  expect(english.headers['x-unread-count']).toBe('1');
  expect(english.json()).toMatchObject([
    {
      kind: 'moved',
      title: 'Your appointment has a new time',
      body: 'New time: Thursday 10 June at 3:20 PM, \u2068Maadi\u2069.',
      readAt: null,
    },
  ]);
  expect((await list(mona.cookie, 'ar')).json()[0].body).toContain('٣:٢٠');
});

test('a branch is named in the reader’s language, whatever the message’s language', async () => {
  const { id } = await insertLocation(t.deps.db, { name: 'Zamalek', nameAr: 'الزمالك', address: '26 July' });
  t.deps.cache.drop('locations');
  await notifyPerson(t.deps.db, {
    ...moved,
    params: { ...moved.params, location: 'Zamalek', locationId: id },
    userId: mona.id,
    dedupeKey: 'moved:7:2',
  });
  expect((await list(mona.cookie, 'ar')).json()[0].body).toContain('\u2068الزمالك\u2069');
  expect((await list(mona.cookie, 'en')).json()[0].body).toContain('\u2068Zamalek\u2069');
});

test('a name of the other direction is isolated in the sentence', async () => {
  const template = 'careVisits' as const;
  const asks = { ...moved, template, appointmentId: null, params: { name: 'هدى 12' }, userId: mona.id };
  await notifyPerson(t.deps.db, { ...asks, dedupeKey: 'asks:1' });
  expect((await list(mona.cookie, 'en')).json()[0].title).toMatch(/^\u2068هدى 12\u2069 /);
  expect((await list(mona.cookie, 'ar')).json()[0].title).not.toContain('\u2068');
});

test('a read message stays read, and nobody reads or marks another person’s', async () => {
  await notifyPerson(t.deps.db, { ...moved, userId: mona.id, dedupeKey: 'moved:7:2' });
  const [{ id }] = (await list(mona.cookie)).json();
  const other = await createSignedInUser(t, { role: 'patient' });
  expect((await list(other.cookie)).json()).toEqual([]);
  expect(
    (await t.call('POST', '/api/notifications/read', { cookie: other.cookie, body: { ids: [id] } }))
      .statusCode,
  ).toBe(204);
  const unread = async () => (await t.call('GET', '/api/auth/user', { cookie: mona.cookie })).json().unread;
  expect([(await list(mona.cookie)).headers['x-unread-count'], await unread()]).toEqual(['1', 1]);
  await t.call('POST', '/api/notifications/read', { cookie: mona.cookie, body: { ids: [id] } });
  expect(await unread()).toBe(0);
  const after = await list(mona.cookie);
  expect([after.headers['x-unread-count'], after.json()[0].readAt]).toEqual([
    '0',
    t.deps.now().toISOString(),
  ]);
  expect((await t.call('GET', '/api/notifications')).statusCode).toBe(401);
});

test('a browser subscribes by a known push service only, and unsubscribes', async () => {
  const quiet = await createSignedInUser(t, { role: 'patient', channels: ['email'] });
  const call = (method: string, body: object) =>
    t.call(method, '/api/notifications/subscriptions', { cookie: quiet.cookie, body });
  const browser = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
    keys: { p256dh: 'BPk', auth: 'aaaa' },
  };
  expect((await call('POST', { ...browser, endpoint: 'https://intranet.example/hook' })).statusCode).toBe(
    400,
  );
  expect((await call('POST', browser)).statusCode).toBe(204);
  const state = async () =>
    (await t.call('GET', '/api/notifications/push-key', { cookie: quiet.cookie })).json();
  expect(await state()).toMatchObject({ subscribed: true, channels: ['email', 'push'] });
  expect((await state()).key).toMatch(/^B[\w-]{86}$/);
  expect((await call('DELETE', { endpoint: browser.endpoint })).statusCode).toBe(204);
  expect(await state()).toMatchObject({ subscribed: false, channels: ['email'] });
});
