import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccount } from '#server/testing/people.ts';
import { signedIn } from '#server/testing/signed-in.ts';
import { type TestApp, testApp, testPassword } from '#server/testing/test-app.ts';

let t: TestApp;
let id: number;
let cookie: string;
beforeAll(async () => {
  t = await testApp({ RATE_LIMIT: 'on' });
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
  'a session alone does not change what leads into the account: %o',
  async (body) => {
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

test('what leads nowhere needs no password, and what is there already may be sent again', async () => {
  expect(await change({ name: 'Nour', secondaryPhone: '01112345678', email: 'nour@example.com' })).toBe(200);
});

test('guesses end after ten, also when something else is changed by them', async () => {
  for (let guess = 0; guess < 10; guess++)
    expect(await change({ name: `N ${guess}`, currentPassword: 'a guess' })).toContain('wrong_password');
  expect(await change({ email: 'thief@example.com', currentPassword: testPassword })).toContain(
    'rate_limited',
  );
});

test('without a password one changes them within ten minutes of signing in', async () => {
  const her = await signedIn(t, { role: 'patient', phone: '+201007654321' });
  expect(await change({ email: 'her@example.com' }, her)).toBe(200);
  minutesLater(11);
  expect(await change({ email: 'other@example.com' }, her)).toContain('sign_in_again');
  expect(await change({ name: 'Her' }, her)).toBe(200);
});

test('staff change a patient’s without a password of anybody; their own not, by whichever form', async () => {
  await addAccount(t.deps, 'doctor', { role: 'doctor' });
  expect(await change({ phone: '01112345678' }, { id, cookie: await t.signIn('doctor') })).toBe(200);
  const admin = await addAccount(t.deps, 'desk', { role: 'admin' });
  const own = await t.call('PATCH', `/api/staff/${admin}`, {
    body: { email: 'thief@example.com' },
    cookie: await t.signIn('desk'),
  });
  expect([own.statusCode, own.json().code]).toEqual([403, 'password_needed']);
});
