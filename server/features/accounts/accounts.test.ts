import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccount } from '#server/testing/people.ts';
import { createTestApp, type TestApp, testPassword } from '#server/testing/test-app.ts';
import { ensureSuperAdmin } from './actions.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(() => t.reset());
afterAll(() => t.close());

const post = (path: string, body: unknown, cookie?: string) =>
  t.call('POST', path, { body, ...(cookie ? { cookie } : {}) });

test('a visitor registers, signs in, is recognized and signs out', async () => {
  const registered = await post('/api/auth/register', {
    username: 'Nour.Adel',
    password: 'a quiet river',
    email: '',
    phone: '0100 123 4567',
    name: '',
  });
  expect(registered.statusCode).toBe(201);
  const cookie = await t.signIn('nour.adel', 'a quiet river');
  const me = await t.call('GET', '/api/auth/user', { cookie });
  expect(me.json().user).toMatchObject({
    name: 'Nour.Adel',
    username: 'Nour.Adel',
    role: 'patient',
    phone: '0100 123 4567',
    reference: 'HKM-000001',
    authProvider: 'email',
    requires: [],
    phoneConfirmed: false,
  });
  expect(JSON.stringify(me.json())).not.toMatch(/argon|hash/i);
  expect((await t.call('POST', '/api/auth/logout', { cookie })).statusCode).toBe(204);
  expect((await t.call('GET', '/api/auth/user', { cookie })).statusCode).toBe(401);
});

test('registration stores the details as entered', async () => {
  const person = { username: 'nadia', password: 'a quiet river', phone: '0100 123 4567' };
  await post('/api/auth/register', { ...person, authProvider: 'phone' });
  const cookie = await t.signIn(person.username, person.password);
  expect((await t.call('GET', '/api/auth/user', { cookie })).json().user.authProvider).toBe('phone');
});

test('a username is unique regardless of case', async () => {
  await addAccount(t.deps, 'Mona');
  const again = await post('/api/auth/register', { username: 'mONA', password: 'a quiet river' });
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({ code: 'username_taken' });
});

test('a common or short password, an invalid phone and a role are rejected', async () => {
  const refused = async (body: object) => {
    const answer = await post('/api/auth/register', {
      username: 'salma',
      password: 'a quiet river',
      ...body,
    });
    return [answer.statusCode, answer.json().code, Object.keys(answer.json().fields ?? {})];
  };
  expect(await refused({ password: 'password123' })).toEqual([422, 'common_password', ['password']]);
  expect(await refused({ password: 'short' })).toEqual([400, 'malformed', ['password']]);
  expect(await refused({ phone: '0000000000' })).toEqual([400, 'malformed', ['phone']]);
  expect(await refused({ role: 'admin' })).toEqual([400, 'field_not_allowed', []]);
  expect(await refused({ username: 'sal\u202ema' })).toEqual([400, 'malformed', ['username']]);
  expect((await post('/api/auth/login', { username: 'salma', password: 'a quiet river' })).statusCode).toBe(
    401,
  );
});

const messages = async () =>
  (await t.deps.db.execute(sql`select template, address, user_id from messages order by id`)).rows;

test('registering with a confirmed e-mail gets the usual answer, and the address is notified', async () => {
  const owner = await addAccount(t.deps, 'owner', {
    email: 'nour@example.com',
    emailConfirmedAt: t.deps.now(),
  });
  const register = (username: string, email: string) =>
    post('/api/auth/register', { username, password: 'a quiet river', email });
  const known = await register('someone', 'NOUR@example.com');
  const unknown = await register('another', 'other@example.com');
  expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
  expect(await messages()).toEqual([
    { template: 'registerAttempt', address: 'NOUR@example.com', user_id: owner },
    { template: 'confirmEmail', address: 'other@example.com', user_id: owner + 2 },
  ]);
});

test('only confirmed contacts sign in, and a deactivated account does not', async () => {
  const now = t.deps.now();
  await addAccount(t.deps, 'nour', {
    email: 'nour@example.com',
    phone: '+201001234567',
    emailConfirmedAt: now,
    phoneConfirmedAt: now,
  });
  await addAccount(t.deps, 'mona', { email: 'mona@example.com', phone: '+201112345678' });
  await addAccount(t.deps, 'gone', { deactivatedAt: now });
  // A username must not look like another person's phone or address.
  for (const username of ['01001234567', '٠١٠٠١٢٣٤٥٦٧', '+201001234567', 'nour＠example.com']) {
    const refused = await post('/api/auth/register', { username, password: 'a stranger here' });
    expect([refused.statusCode, Object.keys(refused.json().fields)], username).toEqual([400, ['username']]);
  }
  for (const name of ['NOUR', 'Nour@Example.com', '0100 123 4567', '+201001234567', '٠١٠٠١٢٣٤٥٦٧'])
    await t.signIn(name);
  for (const name of ['mona@example.com', '01112345678', 'gone', 'nobody']) {
    const answer = await post('/api/auth/login', { username: name, password: testPassword });
    expect([answer.statusCode, answer.json().code], name).toEqual([401, 'wrong_credentials']);
  }
});

test('every sign-in creates a new session and ends the browser’s old one', async () => {
  await addAccount(t.deps, 'nour');
  const first = await t.signIn('nour');
  const again = await post('/api/auth/login', { username: 'nour', password: testPassword }, first);
  const cookies = again.cookies.map(({ name, httpOnly, sameSite, maxAge }) => ({
    name,
    httpOnly: httpOnly === true,
    sameSite,
    maxAge,
  }));
  expect(cookies).toEqual([
    { name: 'session', httpOnly: true, sameSite: 'Lax', maxAge: undefined },
    { name: 'signed-in', httpOnly: false, sameSite: 'Lax', maxAge: undefined },
    { name: 'known-device', httpOnly: true, sameSite: 'Lax', maxAge: 15_552_000 },
  ]);
  expect((await t.call('GET', '/api/auth/user', { cookie: first })).statusCode).toBe(401);
});

test('sessions end by idle time and by age, depending on the role', async () => {
  await addAccount(t.deps, 'nour');
  await addAccount(t.deps, 'desk', { role: 'admin' });
  const start = t.deps.now();
  const minutesLater = (minutes: number) => t.setNow(new Date(start.getTime() + minutes * 60_000));
  const alive = async (cookie: string) =>
    (await t.call('GET', '/api/auth/user', { cookie })).statusCode === 200;
  const kept = await post('/api/auth/login', {
    username: 'nour',
    password: testPassword,
    keepSignedIn: true,
  });
  const ofKept = (wanted: string) => kept.cookies.find(({ name }) => name === wanted);
  const keptCookie = `session=${ofKept('session')?.value}`;
  for (const name of ['session', 'signed-in']) expect(ofKept(name)?.maxAge, name).toBe(2_592_000);
  const [nour, desk] = [await t.signIn('nour'), await t.signIn('desk')];
  minutesLater(29);
  expect(await alive(desk)).toBe(true);
  minutesLater(60);
  expect([await alive(desk), await alive(nour), await alive(keptCookie)]).toEqual([false, true, true]);
  for (let hour = 2; hour < 24; hour++) {
    minutesLater(hour * 60);
    expect(await alive(nour)).toBe(true);
  }
  minutesLater(24 * 60 + 1);
  expect([await alive(nour), await alive(keptCookie)]).toEqual([false, true]);
  minutesLater(30 * 24 * 60 + 1);
  expect(await alive(keptCookie)).toBe(false);
});

test('a password too short for staff must be replaced after a change of role', async () => {
  await post('/api/auth/register', { username: 'salma', password: 'river 7' });
  await t.deps.db.execute(sql`update users set role = 'doctor' where username = 'salma'`);
  const answer = await post('/api/auth/login', { username: 'salma', password: 'river 7' });
  expect(answer.json().user.requires).toEqual(['new-secret']);
});

test('the first start creates one super admin with a one-time password that must be replaced', async () => {
  const passwords = await Promise.all([ensureSuperAdmin(t.deps), ensureSuperAdmin(t.deps)]);
  const [password] = passwords.filter((one) => one !== null);
  expect(passwords.filter((one) => one !== null)).toHaveLength(1);
  expect(await ensureSuperAdmin(t.deps)).toBeNull();
  const answer = await post('/api/auth/login', { username: 'admin', password });
  expect(answer.json().user).toMatchObject({ role: 'admin', isSuperAdmin: true, requires: ['new-secret'] });
});

test('writes from other sites are rejected', async () => {
  const from = (headers: Record<string, string>) =>
    t
      .call('POST', '/api/auth/login', { body: { username: 'nobody', password: 'whatever 1' }, headers })
      .then(({ statusCode }) => statusCode);
  expect(await from({ origin: 'https://evil.example' })).toBe(403);
  expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await from({ 'sec-fetch-site': 'same-site' })).toBe(403);
  expect(await from({ origin: t.deps.config.PUBLIC_URL })).toBe(401);
  expect(await from({ 'sec-fetch-site': 'same-origin' })).toBe(401);
});
