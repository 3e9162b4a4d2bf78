import { hash } from '@node-rs/argon2';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccount } from '#server/testing/people.ts';
import { readSessionCookie } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp, testPassword } from '#server/testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(() => t.reset());
afterAll(() => t.close());

const post = (path: string, body: unknown, cookie?: string) =>
  t.call('POST', path, { body, ...(cookie ? { cookie } : {}) });
const forgot = (email: string) => post('/api/auth/forgot-password', { email });
const reset = (token: string, newPassword = 'a quiet river') =>
  post('/api/auth/reset-password', { token, newPassword });
const outcome = ({ statusCode, json }: { statusCode: number; json(): { code?: string } }) => [
  statusCode,
  statusCode >= 400 ? json().code : undefined,
];

/** The secret link of the newest message of a template. */
async function tokenIn(template: string): Promise<string> {
  const { rows } = await t.deps.db.execute<{ link: string }>(
    sql`select secrets->>'link' as link from messages where template = ${template} order by id desc limit 1`,
  );
  return /token=([\w-]+)$/.exec(rows[0]?.link ?? '')?.[1] ?? '';
}

const confirmed = () => ({ email: 'nour@example.com', emailConfirmedAt: t.deps.now() });

test('a reset link sets a password once, within half an hour, and ends every session', async () => {
  await addAccount(t.deps, 'nour', confirmed());
  const cookie = await t.signIn('nour');
  expect((await forgot('NOUR@example.com')).statusCode).toBe(200);
  const token = await tokenIn('resetLink');
  expect(outcome(await reset(token, 'password'))).toEqual([422, 'common_password']);
  expect(outcome(await reset(token, 'short 1'))).toEqual([400, 'malformed']);
  expect(outcome(await reset(token))).toEqual([200, undefined]);
  expect(outcome(await reset(token))).toEqual([400, 'invalid_token']);
  expect((await t.call('GET', '/api/auth/user', { cookie })).statusCode).toBe(401);
  expect(outcome(await post('/api/auth/login', { username: 'nour', password: testPassword }))).toEqual([
    401,
    'wrong_credentials',
  ]);
  await t.signIn('nour', 'a quiet river');
  const { rows } = await t.deps.db.execute(sql`select template from messages order by id`);
  expect(rows).toEqual([{ template: 'resetLink' }, { template: 'passwordChanged' }]);
});

test('a reset ends the calendar address, and the ways to sign in that came before the first proof of the address', async () => {
  const id = await addAccount(t.deps, 'mona', { email: 'mona@example.com' });
  const cookie = await t.signIn('mona');
  const { link } = (await post('/api/calendars/mine', { titles: 'full' }, cookie)).json();
  await t.deps.db.execute(
    sql`insert into identities (provider, subject, user_id) values ('google', 'g-1', ${id})`,
  );
  await t.deps.db.execute(
    sql`insert into passkeys (id, user_id, public_key, name) values ('\\x01', ${id}, '\\x02', 'phone')`,
  );
  expect((await t.call('GET', link)).statusCode).toBe(200);
  await forgot('mona@example.com');
  expect((await reset(await tokenIn('resetLink'))).statusCode).toBe(200);
  expect((await t.call('GET', link)).statusCode).toBe(404);
  const { rows } = await t.deps.db.execute(
    sql`select (select count(*)::int from identities) as identities, (select count(*)::int from passkeys) as passkeys`,
  );
  expect(rows).toEqual([{ identities: 0, passkeys: 0 }]);
});

test('an older reset link stays valid for its half hour, and only hashes are stored', async () => {
  await addAccount(t.deps, 'nour', confirmed());
  await forgot('nour@example.com');
  const older = await tokenIn('resetLink');
  await forgot('nour@example.com');
  const newer = await tokenIn('resetLink');
  const { rows } = await t.deps.db.execute<{ hash: string }>(
    sql`select encode(hash, 'hex') as hash from tokens`,
  );
  expect(rows).toHaveLength(2);
  expect(Buffer.from(rows[1]?.hash ?? '', 'hex').toString()).not.toContain(newer);
  t.setNow(new Date(t.deps.now().getTime() + 1_799_000));
  expect(outcome(await reset(older))).toEqual([200, undefined]);
  expect(outcome(await reset(newer))).toEqual([400, 'invalid_token']);
  await forgot('nour@example.com');
  const late = await tokenIn('resetLink');
  t.setNow(new Date(t.deps.now().getTime() + 1_800_001));
  expect(outcome(await reset(late))).toEqual([400, 'invalid_token']);
});

test('of two simultaneous uses of one link one succeeds', async () => {
  await addAccount(t.deps, 'nour', confirmed());
  await forgot('nour@example.com');
  const token = await tokenIn('resetLink');
  const both = await Promise.all([reset(token, 'a quiet river'), reset(token, 'another river')]);
  expect(both.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 400]);
});

test('every address gets the same answer, and confirmed or unique addresses get a mail', async () => {
  await addAccount(t.deps, 'nour', confirmed());
  await addAccount(t.deps, 'squatter', { email: 'nour@example.com' });
  await addAccount(t.deps, 'mona', { email: 'mona@example.com' });
  await addAccount(t.deps, 'one', { email: 'two@example.com' });
  await addAccount(t.deps, 'two', {
    email: 'TWO@example.com',
    phone: '+201001234567',
    phoneConfirmedAt: t.deps.now(),
  });
  const answers = await Promise.all(
    ['nour@example.com', 'mona@example.com', 'two@example.com', 'nobody@example.com'].map(forgot),
  );
  expect(new Set(answers.map(({ statusCode, body }) => statusCode + body)).size).toBe(1);
  const { rows } = await t.deps.db.execute(sql`select address from messages order by address`);
  expect(rows).toEqual([{ address: 'mona@example.com' }, { address: 'nour@example.com' }]);
});

test('a link to an unconfirmed address ends when another account confirms that address', async () => {
  await addAccount(t.deps, 'mona', { email: 'mona@example.com' });
  await forgot('mona@example.com');
  const token = await tokenIn('resetLink');
  await addAccount(t.deps, 'quicker', { email: 'mona@example.com', emailConfirmedAt: t.deps.now() });
  expect(outcome(await reset(token))).toEqual([400, 'invalid_token']);
});

test('a reset link never takes its host from the request', async () => {
  await addAccount(t.deps, 'nour', confirmed());
  await t.call('POST', '/api/auth/forgot-password', {
    body: { email: 'nour@example.com' },
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  });
  const { rows } = await t.deps.db.execute<{ link: string }>(
    sql`select secrets->>'link' as link from messages`,
  );
  expect(rows[0]?.link).toMatch(/^\/reset-password\?token=/);
});

test('changing a password ends sessions on other devices and gives this one a new session', async () => {
  const id = await addAccount(t.deps, 'nour');
  const [here, elsewhere] = [await t.signIn('nour'), await t.signIn('nour')];
  const change = (method: string, path: string, body: object, cookie: string) =>
    t.call(method, `/api/users/${id}/${path}`, { body, cookie });
  const good = { currentPassword: testPassword, newPassword: 'a quiet river' };
  expect(
    outcome(await change('PUT', 'password', { ...good, currentPassword: 'not this one' }, here)),
  ).toEqual([400, 'wrong_password']);
  expect(outcome(await change('PUT', 'password', { ...good, newPassword: testPassword }, here))).toEqual([
    422,
    'same_password',
  ]);
  expect(outcome(await change('PUT', 'password', { ...good, newPassword: '12345678' }, here))).toEqual([
    422,
    'common_password',
  ]);
  const changed = await change('PUT', 'password', good, here);
  expect(changed.statusCode).toBe(200);
  const fresh = readSessionCookie(changed);
  const alive = async (cookie: string) => (await t.call('GET', '/api/auth/user', { cookie })).statusCode;
  expect([await alive(here), await alive(elsewhere), await alive(fresh)]).toEqual([401, 401, 200]);
  const back = await change(
    'POST',
    'change-password',
    { currentPassword: 'a quiet river', newPassword: 'over the bridge' },
    fresh,
  );
  expect(back.statusCode).toBe(200);
  await t.signIn('nour', 'over the bridge');
});

test('nobody can change another person’s password, and staff need ten characters', async () => {
  const id = await addAccount(t.deps, 'nour');
  const doctor = await addAccount(t.deps, 'doctor', { role: 'doctor' });
  const cookie = await t.signIn('doctor');
  const body = { currentPassword: testPassword, newPassword: 'river 77' };
  expect(outcome(await t.call('PUT', `/api/users/${id}/password`, { body, cookie }))).toEqual([
    404,
    'not_found',
  ]);
  const short = await t.call('PUT', `/api/users/${doctor}/password`, { body, cookie });
  expect([short.statusCode, short.json().fields]).toEqual([
    400,
    { newPassword: 'Password must be at least 10 characters' },
  ]);
});

test('a handed-over password opens only the choice of an own password', async () => {
  const id = await addAccount(t.deps, 'nour');
  const old = await t.signIn('nour');
  await addAccount(t.deps, 'doctor', { role: 'doctor' });
  const doctor = await t.signIn('doctor');
  expect(outcome(await post('/api/auth/new-secret', { newPassword: 'a quiet river' }, old))).toEqual([
    403,
    'forbidden',
  ]);
  const given = await post(`/api/users/${id}/hand-over-password`, { password: 'kq7f-m2xa-9tuc' }, doctor);
  expect(given.statusCode).toBe(200);
  expect((await t.call('GET', '/api/auth/user', { cookie: old })).statusCode).toBe(401);
  const cookie = await t.signIn('nour', 'kq7f-m2xa-9tuc');
  expect(outcome(await t.call('GET', '/api/auth/sessions', { cookie }))).toEqual([
    403,
    'new_secret_required',
  ]);
  expect(outcome(await post('/api/auth/new-secret', { newPassword: 'kq7f-m2xa-9tuc' }, cookie))).toEqual([
    422,
    'same_password',
  ]);
  expect(outcome(await post('/api/auth/new-secret', { newPassword: 'a quiet river' }, cookie))).toEqual([
    200,
    undefined,
  ]);
});

test('of two simultaneous choices with one handed-over password the first wins', async () => {
  await addAccount(t.deps, 'nour', {}, true);
  const both = [await t.signIn('nour'), await t.signIn('nour')];
  const chosen = await Promise.all(
    both.map((cookie, at) => post('/api/auth/new-secret', { newPassword: `a quiet river ${at}` }, cookie)),
  );
  const first = chosen.findIndex(({ statusCode }) => statusCode === 200);
  const outcomes = chosen.map(outcome).toSorted(([one], [other]) => Number(one) - Number(other));
  expect(outcomes).toEqual([
    [200, undefined],
    [401, 'not_signed_in'],
  ]);
  await t.signIn('nour', `a quiet river ${first}`);
});

test('a password of up to 128 characters is used unchanged', async () => {
  // The cat emoji is one character and two UTF-16 units.
  const all = ` Tab\there, "quotes", قطتي 🐈 and a river `.padEnd(127, 'x');
  const register = (username: string, password: string) =>
    post('/api/auth/register', { username, password, email: `${username}@example.com` });
  const logIn = async (password: string) =>
    (await post('/api/auth/login', { username: 'nour', password })).statusCode;
  expect((await register('nour', `${all} `)).statusCode).toBe(201);
  expect((await register('mona', `${all}xyz`)).statusCode).toBe(400);
  expect([await logIn(all), await logIn(`${all} `.trim()), await logIn(`${all}y`)]).toEqual([401, 401, 401]);
  expect(await logIn(`${all} `)).toBe(200);
});

test('a handed-over password is valid for seven days and then says how to get the next one', async () => {
  const id = await addAccount(t.deps, 'nour', {}, true);
  await addAccount(t.deps, 'boss', { role: 'admin', isSuperAdmin: true }, true);
  await addAccount(t.deps, 'doctor', { role: 'doctor' });
  const days = (n: number) => t.setNow(new Date(monday.getTime() + n * 24 * 3_600_000));
  const logIn = (password: string) => post('/api/auth/login', { username: 'nour', password });
  days(6.99);
  expect(outcome(await logIn(testPassword))).toEqual([200, undefined]);
  days(7);
  const late = await logIn(testPassword);
  expect([late.statusCode, late.json().code, late.json().message]).toEqual([
    401,
    'password_expired',
    'The password from the clinic was valid for 7 days and has expired. Please ask the clinic for a new one.',
  ]);
  expect(outcome(await logIn('not the one at all'))).toEqual([401, 'wrong_credentials']);
  // No other user can give the super admin a new password.
  await t.signIn('boss');

  const doctor = await t.signIn('doctor');
  await post(`/api/users/${id}/hand-over-password`, { password: 'kq7f-m2xa-9tuc' }, doctor);
  const cookie = await t.signIn('nour', 'kq7f-m2xa-9tuc');
  await post('/api/auth/new-secret', { newPassword: 'a quiet river' }, cookie);
  days(400);
  await t.signIn('nour', 'a quiet river');
});

test('an outdated hash is replaced when its password is typed', async () => {
  const id = await addAccount(t.deps, 'nour');
  const keep = (made: string) =>
    t.deps.db.execute(sql`update credentials set password_hash = ${made} where user_id = ${id}`);
  const kept = async () =>
    (await t.deps.db.execute<{ made: string }>(sql`select password_hash as made from credentials`)).rows[0]
      ?.made;
  const login = async (password: string) =>
    (await post('/api/auth/login', { username: 'nour', password })).statusCode;
  const weaker = await hash(testPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await keep(weaker);
  expect([await login('not hers at all'), await kept()]).toEqual([401, weaker]);
  expect(await login(testPassword)).toBe(200);
  const today = await kept();
  expect(today).toContain('$m=19456,t=2,p=1$');
  expect([await login(testPassword), await kept()]).toEqual([200, today]);
});
