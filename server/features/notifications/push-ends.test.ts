import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { notifyPerson } from '#server/features/notifications/notify-actions.ts';
import { deleteSubscription, subscriptionsOf } from '#server/features/recipients/push-queries.ts';
import { addAccount } from '#server/testing/people.ts';
import { createSignedInUser, readSessionCookie } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp, testPassword } from '#server/testing/test-app.ts';

let t: TestApp;
let mona: number;
let lost: string;
let here: string;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.reset();
  mona = await addAccount(t.deps, 'mona', {
    channels: ['email'],
    email: 'mona@example.org',
    emailConfirmedAt: monday,
  });
  [lost, here] = [await t.signIn('mona'), await t.signIn('mona')];
  await subscribe(lost, 'phone');
});
afterAll(() => t.close());

const address = (browser: string) => `https://fcm.googleapis.com/fcm/send/${browser}`;
async function subscribe(cookie: string, browser: string): Promise<void> {
  const body = { endpoint: address(browser), keys: { p256dh: 'BPk', auth: 'aaaa' } };
  const { statusCode } = await t.call('POST', '/api/notifications/subscriptions', { cookie, body });
  expect(statusCode).toBe(204);
}
/** The channels and browsers of the next message about an appointment. */
async function reached() {
  const params = {
    date: '2027-06-10',
    time: '15:20:00',
    location: 'Maadi',
    address: '9 Road',
    reference: 'H',
  };
  await notifyPerson(t.deps.db, {
    template: 'moved',
    appointmentId: 7,
    params,
    userId: mona,
    dedupeKey: 'moved:7',
  });
  const { rows } = await t.deps.database.pool.query<{ channel: string }>(
    `select channel from messages where template = 'moved' order by id`,
  );
  const browsers = await subscriptionsOf(t.deps.db, mona);
  return [rows.map(({ channel }) => channel), browsers.map(({ endpoint }) => endpoint)];
}
const byMailOnly = [['app', 'email'], []];
const call = async (method: string, path: string, cookie: string, body?: object) =>
  (await t.call(method, path, { cookie, body })).statusCode;

test('push to a signed-in phone continues, and other browsers are not affected', async () => {
  expect(await reached()).toEqual([['app', 'email', 'push'], [address('phone')]]);
});

test('signing out other devices ends push to a lost phone, and the user turns it on again', async () => {
  expect(await call('DELETE', '/api/auth/sessions', here)).toBe(204);
  expect(await reached()).toEqual(byMailOnly);
  const { channels } = (await t.call('GET', '/api/auth/user', { cookie: here })).json().user;
  expect(channels).toEqual(['email']);
  await subscribe(here, 'laptop');
  expect(await subscriptionsOf(t.deps.db, mona)).toMatchObject([{ endpoint: address('laptop') }]);
});

test('signing out one device ends push there', async () => {
  const devices = (await t.call('GET', '/api/auth/sessions', { cookie: here })).json();
  const { id } = devices.find(({ current }: { current: boolean }) => !current);
  expect(await call('DELETE', `/api/auth/sessions/${id}`, here)).toBe(204);
  expect(await reached()).toEqual(byMailOnly);
});

test('changing, resetting or handing over a password ends push everywhere', async () => {
  const { cookie: desk } = await createSignedInUser(t, { role: 'admin' });
  const own = { currentPassword: testPassword, newPassword: 'a quiet river' };
  const changed = await t.call('PUT', `/api/users/${mona}/password`, { cookie: here, body: own });
  expect(changed.statusCode).toBe(200);
  expect(await reached()).toEqual(byMailOnly);

  await subscribe(readSessionCookie(changed), 'phone');
  await t.call('POST', '/api/auth/forgot-password', { body: { email: 'mona@example.org' } });
  const { rows } = await t.deps.database.pool.query<{ link: string }>(
    `select secrets->>'link' as link from messages where template = 'resetLink'`,
  );
  const token = /token=([\w-]+)/.exec(rows[0]?.link ?? '')?.[1];
  const reset = await t.call('POST', '/api/auth/reset-password', {
    body: { token, newPassword: 'a river of her own' },
  });
  expect(reset.statusCode).toBe(200);
  expect(await subscriptionsOf(t.deps.db, mona)).toEqual([]);

  await subscribe(await t.signIn('mona', 'a river of her own'), 'phone');
  const handed = { password: 'what the desk says' };
  expect(await call('POST', `/api/users/${mona}/hand-over-password`, desk, handed)).toBe(200);
  expect(await subscriptionsOf(t.deps.db, mona)).toEqual([]);
});

test('signing a user out at the desk ends her push', async () => {
  const { cookie: desk } = await createSignedInUser(t, { role: 'admin' });
  expect(await call('DELETE', `/api/users/${mona}/sessions`, desk)).toBe(204);
  expect(await reached()).toEqual(byMailOnly);
});

test('signing out ends push to the named browser, or to all if none is named', async () => {
  await subscribe(here, 'laptop');
  const named = { endpoint: address('laptop') };
  expect(await call('DELETE', '/api/notifications/subscriptions', here, named)).toBe(204);
  expect(await call('POST', '/api/auth/logout?push=stays', here)).toBe(204);
  expect(await subscriptionsOf(t.deps.db, mona)).toMatchObject([{ endpoint: address('phone') }]);
  // Push is ended by a page of an earlier version, or by quick exit.
  expect(await call('POST', '/api/auth/logout', lost)).toBe(204);
  expect(await reached()).toEqual(byMailOnly);
});

test('quick exit ends push even if its request was lost', async () => {
  expect(await call('GET', '/api/auth/user', `${lost}; left=1`)).toBe(401);
  expect(await reached()).toEqual(byMailOnly);
});

test('an expired browser is removed, and another one stays subscribed', async () => {
  await subscribe(here, 'laptop');
  await deleteSubscription(t.deps.db, address('phone'));
  expect(await subscriptionsOf(t.deps.db, mona)).toMatchObject([{ endpoint: address('laptop') }]);
  await deleteSubscription(t.deps.db, address('laptop'));
  expect(await reached()).toEqual(byMailOnly);
});
