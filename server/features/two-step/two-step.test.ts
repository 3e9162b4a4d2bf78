import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccount } from '#server/testing/people.ts';
import {
  createSession,
  createSignedInUser,
  readSessionCookie,
  requireSecondStep,
} from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp, testPassword } from '#server/testing/test-app.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ RATE_LIMIT: 'on' });
});
beforeEach(() => t.reset());
afterAll(() => t.close());

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, cookie?: string, body?: unknown) =>
  t.call(method, path, { ...(body === undefined ? {} : { body }), ...(cookie ? { cookie } : {}) });
const outcome = ({ statusCode, json }: { statusCode: number; json(): { code?: string } }) => [
  statusCode,
  statusCode >= 400 ? json().code : undefined,
];
const login = () => call('POST', '/api/auth/login', undefined, { username: 'nour', password: testPassword });
const secondStep = (cookie: string, step: object) => call('POST', '/api/auth/two-step/sign-in', cookie, step);

/** The code that an app with this secret shows after this number of half minutes. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: t.deps.now().getTime() + steps * 30_000,
  });

/** A doctor with an app for one-time codes, half a minute later, so that the next code is new. */
async function withApp() {
  const id = await addAccount(t.deps, 'nour', {
    role: 'doctor',
    email: 'nour@example.com',
    emailConfirmedAt: t.deps.now(),
    phone: '+201001234567',
  });
  const cookie = await createSession(t, id);
  const { secret } = (await call('POST', '/api/auth/two-step/app', cookie)).json() as { secret: string };
  const confirmed = await call('POST', '/api/auth/two-step/app/confirm', cookie, { otp: codeOf(secret) });
  expect(confirmed.statusCode).toBe(200);
  const { recoveryCodes } = confirmed.json() as { recoveryCodes: string[] };
  t.setNow(addMilliseconds(t.deps.now(), 60_000));
  return { id, cookie, secret, recoveryCodes };
}

test('a correct password needs the code of the app, which works once', async () => {
  const { secret } = await withApp();
  const answer = await login();
  expect(answer.json().user).toMatchObject({ requires: ['second-step'], email: null, phone: null });
  const half = readSessionCookie(answer);
  for (const path of ['/api/appointments', '/api/settings', '/api/auth/sessions', '/api/auth/two-step'])
    expect(outcome(await call('GET', path, half))).toEqual([403, 'second_step_required']);
  for (const steps of [9, 2, -2])
    expect(outcome(await secondStep(half, { otp: codeOf(secret, steps) }))).toEqual([400, 'wrong_code']);
  const arabic = codeOf(secret, -1).replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
  const signedIn = await secondStep(half, { otp: arabic });
  expect(signedIn.json().user).toMatchObject({ requires: [], email: 'nour@example.com' });
  expect((await call('GET', '/api/auth/user', half)).statusCode, 'the half session is over').toBe(401);
  const whole = readSessionCookie(signedIn);
  expect((await call('GET', '/api/appointments', whole)).statusCode).toBe(200);

  const again = readSessionCookie(await login());
  expect(outcome(await secondStep(again, { otp: codeOf(secret, -1) })), 'used').toEqual([400, 'wrong_code']);
  expect(outcome(await secondStep(whole, { otp: codeOf(secret, 1) })), 'nothing to do').toEqual([
    403,
    'forbidden',
  ]);
});

test('a browser becomes known only after the complete sign-in', async () => {
  const { secret, id } = await withApp();
  const count = async (table: string, rest = '') =>
    Number((await t.deps.database.pool.query(`select count(*) n from ${table} ${rest}`)).rows[0].n);
  const said = () => count('messages', `where template = 'newDevice' and channel = 'app'`);
  const known = () => count('tokens', `where user_id = ${id} and purpose = 'device'`);
  const whole = async (code: string) => secondStep(readSessionCookie(await login()), { otp: code });
  expect((await whole(codeOf(secret))).cookies.map(({ name }) => name)).toContain('known-device');
  expect([await known(), await said()]).toEqual([1, 0]);

  const half = await login();
  expect(half.cookies.map(({ name }) => name)).not.toContain('known-device');
  expect(outcome(await secondStep(readSessionCookie(half), { otp: codeOf(secret, 9) }))).toEqual([
    400,
    'wrong_code',
  ]);
  expect([await known(), await said()]).toEqual([1, 0]);
  t.setNow(addMilliseconds(t.deps.now(), 60_000));
  expect((await whole(codeOf(secret))).statusCode).toBe(200);
  expect([await known(), await said()]).toEqual([2, 1]);
});

test('an unfinished session ends after ten minutes, and its attempts count everywhere', async () => {
  const { secret } = await withApp();
  const half = readSessionCookie(await login());
  for (let n = 0; n < 10; n++) await secondStep(half, { otp: codeOf(secret, 20 + n) });
  expect(outcome(await secondStep(half, { otp: codeOf(secret) }))).toEqual([429, 'rate_limited']);
  t.setNow(addMilliseconds(t.deps.now(), 10 * 60_000 + 1000));
  expect((await call('GET', '/api/auth/user', half)).statusCode).toBe(401);
});

test('a recovery code replaces a lost phone once, in any notation', async () => {
  const { recoveryCodes } = await withApp();
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
  const [first = '', second = ''] = recoveryCodes;
  const typed = ` ${first.toLowerCase().replaceAll('-', ' ')} `;
  expect((await secondStep(readSessionCookie(await login()), { recoveryCode: typed })).statusCode).toBe(200);
  const half = readSessionCookie(await login());
  expect(outcome(await secondStep(half, { recoveryCode: first }))).toEqual([400, 'wrong_code']);
  const whole = readSessionCookie(await secondStep(half, { recoveryCode: second }));
  expect((await call('GET', '/api/auth/two-step', whole)).json()).toMatchObject({
    app: true,
    recoveryCodes: 8,
  });
  const renewed = (await call('POST', '/api/auth/two-step/recovery-codes', whole)).json() as {
    recoveryCodes: string[];
  };
  expect(renewed.recoveryCodes).not.toContain(recoveryCodes[2]);
  expect(
    outcome(await secondStep(readSessionCookie(await login()), { recoveryCode: recoveryCodes[2] })),
  ).toEqual([400, 'wrong_code']);
});

test('secrets and codes are in no history and no message, and every change notifies the user', async () => {
  const { secret, recoveryCodes } = await withApp();
  const { rows } = await t.deps.database.pool.query(
    `select (select json_agg(e)::text from events e) as trail, (select json_agg(m)::text from messages m) as told`,
  );
  const kept = JSON.stringify(rows);
  for (const word of [secret, ...recoveryCodes]) expect(kept).not.toContain(word);
  expect(kept).toContain('stepsChanged');
  expect(kept).toContain('app_added');
});

test('a changed password does not prove identity if there is a second step', async () => {
  const { cookie, id } = await withApp();
  t.setNow(addMilliseconds(t.deps.now(), 15 * 60_000));
  const change = { currentPassword: testPassword, newPassword: 'a quiet river' };
  const changed = await call('POST', `/api/users/${id}/change-password`, cookie, change);
  expect(changed.statusCode).toBe(200);
  const renew = call('POST', '/api/auth/two-step/recovery-codes', readSessionCookie(changed));
  expect(outcome(await renew)).toEqual([403, 'proof_needed']);
});

test('removing the last second step removes recovery codes, and a required last one stays', async () => {
  const { id, cookie } = await withApp();
  const takeApp = () => call('DELETE', '/api/auth/two-step/app', cookie);
  expect((await takeApp()).statusCode).toBe(204);
  expect(outcome(await takeApp())).toEqual([404, 'not_found']);
  expect((await call('GET', '/api/auth/two-step', cookie)).json()).toMatchObject({
    app: false,
    recoveryCodes: 0,
  });
  expect((await login()).json().user.requires).toEqual([]);

  await requireSecondStep(t);
  await t.deps.database.pool.query(
    `insert into passkeys (id, user_id, public_key, name)
     select decode(key, 'hex'), $1, '', 'Phone' from unnest('{aaaa,bbbb}'::text[]) key`,
    [id],
  );
  const keys = ['qqo', 'u7s'];
  const answers = await Promise.all(
    keys.map((key) => call('DELETE', `/api/auth/two-step/passkeys/${key}`, cookie)),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 409]);
});

test('a dangerous action after a quarter of an hour needs the second step, not the password', async () => {
  const { cookie, secret } = await withApp();
  t.setNow(addMilliseconds(t.deps.now(), 15 * 60_000));
  const renew = () => call('POST', '/api/auth/two-step/recovery-codes', cookie);
  expect(outcome(await renew())).toEqual([403, 'proof_needed']);
  const prove = (proof: object) => call('POST', '/api/auth/two-step/proof', cookie, proof);
  expect(outcome(await prove({ password: testPassword }))).toEqual([400, 'wrong_password']);
  const proved = await prove({ otp: codeOf(secret) });
  expect(outcome(proved)).toEqual([204, undefined]);
  expect(outcome(await renew()), 'by the token from before').toEqual([401, 'not_signed_in']);
  const renewed = await call('POST', '/api/auth/two-step/recovery-codes', readSessionCookie(proved));
  expect(renewed.statusCode).toBe(200);
});

test('each proof renews the session token, and one of two simultaneous proofs is rejected', async () => {
  await addAccount(t.deps, 'mona', { role: 'patient' });
  const body = { username: 'mona', password: testPassword, keepSignedIn: true };
  const kept = readSessionCookie(await call('POST', '/api/auth/login', undefined, body));
  t.setNow(addMilliseconds(monday, 24 * 3600_000));
  const proof = { password: testPassword };
  const prove = (times: number) =>
    call('POST', '/api/auth/two-step/proof', `${kept}; signed-in=${times}`, proof);
  const both = await Promise.all([prove(1), prove(1)]);
  expect(both.map(outcome).toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
    [204, undefined],
    [401, 'not_signed_in'],
  ]);
  const [proved] = both.filter(({ statusCode }) => statusCode === 204);
  expect(proved?.cookies.map(({ name, maxAge }) => [name, maxAge])).toEqual([
    ['session', 29 * 24 * 3600],
    ['signed-in', 29 * 24 * 3600],
  ]);
  expect(proved?.cookies[1]?.value).toBe('2');
  expect((await call('GET', '/api/auth/sessions', readSessionCookie(proved ?? both[0]))).json()).toHaveLength(
    1,
  );
});

test('a user with only a password proves identity by it', async () => {
  const cookie = await createSession(t, await addAccount(t.deps, 'mona', { role: 'patient' }));
  t.setNow(addMilliseconds(monday, 16 * 60_000));
  const begin = (by = cookie) => call('POST', '/api/auth/two-step/passkeys/options', by);
  expect(outcome(await begin())).toEqual([403, 'proof_needed']);
  const prove = (password: string) => call('POST', '/api/auth/two-step/proof', cookie, { password });
  expect(outcome(await prove('a wrong one'))).toEqual([400, 'wrong_password']);
  const proved = await prove(testPassword);
  expect(proved.statusCode).toBe(204);
  expect((await begin(readSessionCookie(proved))).statusCode).toBe(200);
});

test('a user without password and passkey has to sign in again', async () => {
  const { cookie } = await createSignedInUser(t, { role: 'patient' });
  const answer = await call('POST', '/api/auth/two-step/proof', cookie, { password: testPassword });
  expect(outcome(answer)).toEqual([400, 'wrong_password']);
  expect(answer.json().fields.password).toContain('log in again');
});

test('another admin removes a second step, after which the password signs in', async () => {
  const { id, cookie } = await withApp();
  const reset = (as: string, of = id) => call('DELETE', `/api/users/${of}/two-step`, as);
  const adminId = await addAccount(t.deps, 'boss', { role: 'admin' });
  const admin = await createSession(t, adminId);
  expect(outcome(await reset(cookie))).toEqual([403, 'forbidden']);
  expect(outcome(await reset(admin, adminId)), 'not her own').toEqual([403, 'protected_account']);
  expect((await reset(admin)).statusCode).toBe(204);
  expect((await call('GET', '/api/auth/user', cookie)).statusCode, 'her sessions end').toBe(401);
  expect((await login()).json().user.requires).toEqual([]);
});

test('a passkey without a challenge is rejected', async () => {
  const { cookie } = await withApp();
  const passkey = {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: 'e30',
      authenticatorData: 'AAAA',
      signature: 'AAAA',
      attestationObject: 'AAAA',
    },
  };
  expect(outcome(await call('POST', '/api/auth/passkeys/sign-in', undefined, { passkey }))).toEqual([
    400,
    'wrong_passkey',
  ]);
  const add = () => call('POST', '/api/auth/two-step/passkeys', cookie, { name: 'Phone', passkey });
  expect(outcome(await add())).toEqual([400, 'wrong_passkey']);
});

test('a sign-in from a new browser notifies the user’s address, her first one does not', async () => {
  await addAccount(t.deps, 'nour', { email: 'nour@example.com', emailConfirmedAt: t.deps.now() });
  const told = async () =>
    (
      await t.deps.database.pool.query(
        `select 1 from messages where template = 'newDevice' and channel = 'email'`,
      )
    ).rowCount;
  const first = await login();
  expect(await told()).toBe(0);
  const device = /known-device=[\w-]{43}/.exec(String(first.headers['set-cookie']))?.[0] ?? '';
  await t.call('POST', '/api/auth/login', {
    body: { username: 'nour', password: testPassword },
    cookie: device,
  });
  expect(await told()).toBe(0);
  await login();
  expect(await told()).toBe(1);
});
