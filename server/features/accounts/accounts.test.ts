import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { savePassword } from '#server/features/passwords/queries.ts';
import { insertUser, type NewUser } from '#server/features/users/queries.ts';
import { hashPassword } from '#server/secrets/passwords.ts';
import { type TestApp, testApp, testPassword } from '#server/testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
beforeEach(() => t.reset());
afterAll(() => t.close());

async function person(values: Partial<NewUser> & { username: string }): Promise<number> {
  const id = (await insertUser(t.deps.db, { role: 'patient', name: values.username, ...values })) ?? 0;
  await savePassword(t.deps.db, id, await hashPassword(testPassword), false, t.deps.now());
  return id;
}

const post = (path: string, body: unknown, cookie?: string) => t.call('POST', path, { body, ...(cookie ? { cookie } : {}) });

test('a visitor registers, signs in, is known and leaves', async () => {
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
    requires: [],
    phoneConfirmed: false,
  });
  expect(JSON.stringify(me.json())).not.toMatch(/argon|hash/i);
  expect((await t.call('POST', '/api/auth/logout', { cookie })).statusCode).toBe(204);
  expect((await t.call('GET', '/api/auth/user', { cookie })).statusCode).toBe(401);
});

test('a username is taken whatever its case', async () => {
  await person({ username: 'Mona' });
  const again = await post('/api/auth/register', { username: 'mONA', password: 'a quiet river' });
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({ code: 'username_taken' });
});

test('a common or short password, a wrong phone and a role are refused', async () => {
  const refused = async (body: object) => {
    const answer = await post('/api/auth/register', { username: 'salma', password: 'a quiet river', ...body });
    return [answer.statusCode, answer.json().code, Object.keys(answer.json().fields ?? {})];
  };
  expect(await refused({ password: 'password123' })).toEqual([422, 'common_password', ['password']]);
  expect(await refused({ password: 'short' })).toEqual([400, 'malformed', ['password']]);
  expect(await refused({ phone: '0000000000' })).toEqual([400, 'malformed', ['phone']]);
  expect(await refused({ role: 'admin' })).toEqual([400, 'field_not_allowed', []]);
  expect(await refused({ username: 'sal\u202ema' })).toEqual([400, 'malformed', ['username']]);
  expect((await post('/api/auth/login', { username: 'salma', password: 'a quiet river' })).statusCode).toBe(401);
});
