import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccount } from '#server/testing/people.ts';
import { createSignedInUser, readSessionCookie } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp, testPassword } from '#server/testing/test-app.ts';

let t: TestApp;
let id: number;
let cookie: string;
beforeAll(async () => {
  t = await createTestApp({ RATE_LIMIT: 'on' });
});
beforeEach(async () => {
  await t.reset();
  id = await addAccount(t.deps, 'nour', { email: 'nour@example.com', phone: '+201001234567' });
  cookie = await t.signIn('nour');
});
afterAll(() => t.close());

const change = async (body: object, as = { id, cookie }) => {
  const { statusCode, json } = await t.call('PATCH', `/api/users/${as.id}`, { body, cookie: as.cookie });
  return statusCode === 200 ? 200 : [json().code, json().fields?.currentPassword];
};
const minutesLater = (minutes: number) => t.setNow(new Date(t.deps.now().getTime() + minutes * 60_000));

test.each([{ email: 'thief@example.com' }, { phone: '01112345678' }, { email: '' }])(
  'an older session alone does not change contacts that sign in: %o',
  async (body) => {
    minutesLater(16);
    expect(await change(body)).toEqual([
      'password_needed',
      'Please type your current password to change your email or phone.',
    ]);
    expect(await change({ ...body, currentPassword: 'a guess of hers' })).toEqual([
      'wrong_password',
      'Your current password is not right.',
    ]);
    expect(await change({ ...body, currentPassword: testPassword })).toBe(200);
  },
);

test('other contacts need no password, and unchanged values may be sent', async () => {
  expect(await change({ name: 'Nour', secondaryPhone: '01112345678', email: 'nour@example.com' })).toBe(200);
});

test('guesses of the password end after ten, also beside other changes', async () => {
  for (let guess = 0; guess < 10; guess++)
    expect(await change({ name: `N ${guess}`, currentPassword: 'a guess' })).toContain('wrong_password');
  expect(await change({ email: 'thief@example.com', currentPassword: testPassword })).toContain(
    'rate_limited',
  );
});

test('within 15 minutes of sign-in or a proof no password is required', async () => {
  minutesLater(14);
  expect(await change({ email: 'nour.a@example.com' })).toBe(200);
  minutesLater(2);
  expect(await change({ email: 'nour.b@example.com' })).toContain('password_needed');
  const body = { password: testPassword };
  const proved = await t.call('POST', '/api/auth/two-step/proof', { body, cookie });
  expect(await change({ email: 'nour.b@example.com' }, { id, cookie: readSessionCookie(proved) })).toBe(200);
});

test('later an account without a password signs in again', async () => {
  const her = await createSignedInUser(t, { role: 'patient', phone: '+201007654321' });
  expect(await change({ email: 'her@example.com' }, her)).toBe(200);
  minutesLater(16);
  expect(await change({ email: 'other@example.com' }, her)).toContain('sign_in_again');
  expect(await change({ name: 'Her' }, her)).toBe(200);
});

test('staff change a patient’s contacts without a password, but not their own', async () => {
  await addAccount(t.deps, 'doctor', { role: 'doctor' });
  expect(await change({ phone: '01112345678' }, { id, cookie: await t.signIn('doctor') })).toBe(200);
  const admin = await addAccount(t.deps, 'desk', { role: 'admin' });
  const desk = await t.signIn('desk');
  minutesLater(16);
  const own = await t.call('PATCH', `/api/staff/${admin}`, {
    body: { email: 'thief@example.com' },
    cookie: desk,
  });
  expect([own.statusCode, own.json().code]).toEqual([403, 'password_needed']);
});
