import { afterAll, beforeEach, expect, test } from 'vitest';
import { rememberSignInDevice, type SignInMethod } from '#server/features/accounts/session-actions.ts';
import { addAccount } from '#server/testing/people.ts';
import { createTestApp, monday, testPassword } from '#server/testing/test-app.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
beforeEach(() => clinic.reset());
afterAll(clinic.close);

const rows = async (query: string) => (await deps.database.pool.query(query)).rows;
/** Notifications of sign-ins from new browsers, by channel and address. */
const told = async () =>
  (await rows(`select channel, address from messages where template = 'newDevice' order by id`)).map(
    ({ channel, address }) => [channel, address],
  );
const deviceIn = (answer: Awaited<ReturnType<typeof call>>): string =>
  `known-device=${answer.cookies.find(({ name }) => name === 'known-device')?.value}`;
const phone = '+201001234567';
async function byCode(cookie?: string): Promise<string> {
  await rows('delete from tokens where purpose = $$sign-in-code$$');
  const as = cookie ? { cookie } : {};
  const asked = await call('POST', '/api/auth/phone/request-otp', { body: { phone }, ...as });
  const [sent] = await rows(`select secrets->>'code' as code from messages order by id desc limit 1`);
  const device = asked.cookies.map(({ name, value }) => `${name}=${value}`);
  const entered = await call('POST', '/api/auth/phone/verify', {
    body: { phone, otp: sent.code },
    cookie: [...device, ...(cookie ? [cookie] : [])].join('; '),
  });
  expect(entered.statusCode, entered.body).toBe(200);
  return deviceIn(entered);
}
const byPassword = async (cookie?: string) => {
  const body = { username: 'nour', password: testPassword };
  return deviceIn(await call('POST', '/api/auth/login', { body, ...(cookie ? { cookie } : {}) }));
};

test('a code sign-in in the first browser notifies nobody, in another one only in the app', async () => {
  const first = await byCode();
  expect(await told()).toEqual([]);
  const second = await byCode();
  expect(await told()).toEqual([['app', null]]);
  await byCode(first);
  await byCode(second);
  expect(await told()).toHaveLength(1);
});

test('a browser known by one way to sign in is known by the others', async () => {
  await addAccount(deps, 'nour', { phone, phoneConfirmedAt: monday, channels: ['sms'] });
  const known = await byPassword();
  await byCode(known);
  expect(await told()).toEqual([]);
});

test('a user without a confirmed e-mail is notified by text if she chose texts', async () => {
  const id = await addAccount(deps, 'nour', { phone, phoneConfirmedAt: monday, channels: ['whatsapp'] });
  await byPassword();
  await byPassword();
  expect(await told()).toEqual([
    ['app', null],
    ['whatsapp', phone],
  ]);
  await rows(`update users set channels = '{}' where id = ${id}`);
  await byPassword();
  await rows(`update users set channels = '{sms}', phone_confirmed_at = null where id = ${id}`);
  await byPassword();
  expect((await told()).slice(2)).toEqual([
    ['app', null],
    ['app', null],
  ]);
});

test('passkeys and providers are reported by e-mail too, except sign-ins by e-mail', async () => {
  const id = await addAccount(deps, 'nour', { email: 'nour@example.com', emailConfirmedAt: monday });
  const from = (way: SignInMethod) => rememberSignInDevice(deps, id, null, way);
  await from('passkey');
  for (const way of ['passkey', 'provider', 'mail code'] as const) await from(way);
  const mailed = ['email', 'nour@example.com'];
  expect(await told()).toEqual([['app', null], mailed, ['app', null], mailed, ['app', null]]);
});

test('at most five texts a day are sent, then notifications are in the app only', async () => {
  const id = await addAccount(deps, 'nour', { phone, phoneConfirmedAt: monday, channels: ['sms'] });
  for (let n = 0; n < 8; n++) await rememberSignInDevice(deps, id, null, 'password');
  const texts = (await told()).filter(([channel]) => channel === 'sms');
  expect([texts.length, (await told()).length]).toEqual([5, 12]);
  clinic.setNow(addMilliseconds(monday, 24 * 3600_000));
  await rememberSignInDevice(deps, id, null, 'password');
  expect((await told()).at(-1)).toEqual(['sms', phone]);
});

test('two simultaneous sign-ins in one browser notify once', async () => {
  const id = await addAccount(deps, 'nour', { email: 'nour@example.com', emailConfirmedAt: monday });
  await rememberSignInDevice(deps, id, null, 'password');
  const device = { token: 'x'.repeat(43), mayBePlanted: false };
  await Promise.all([1, 2, 3].map(() => rememberSignInDevice(deps, id, device, 'passkey')));
  expect(await told()).toHaveLength(2);
});

test('a planted device token is replaced, and a known one stays', async () => {
  const [hers, thief] = [await addAccount(deps, 'nour'), await addAccount(deps, 'thief')];
  const from = (id: number, token: string) =>
    rememberSignInDevice(deps, id, { token, mayBePlanted: true }, 'password');
  const { token: planted } = await rememberSignInDevice(deps, thief, null, 'password');
  const { token } = await from(hers, planted);
  expect(token).not.toBe(planted);
  expect(await from(hers, token)).toMatchObject({ token });
  expect(await told()).toEqual([]);
  // Somebody who signs in later with this token and her password causes a notification.
  await from(hers, planted);
  expect(await told()).toEqual([['app', null]]);
});
