import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import { resetAtConsole } from '#server/features/accounts/actions.ts';
import { addAccount } from '#server/testing/people.ts';
import { createSession, readSessionCookie, requireSecondStep } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp, testPassword } from '#server/testing/test-app.ts';

/* Ways to set up the second step that a clinic requires, besides a password. */

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ RATE_LIMIT: 'on' });
});
beforeEach(() => t.reset());
afterAll(() => t.close());

type Answer = Awaited<ReturnType<TestApp['call']>>;
const call = (method: string, path: string, cookie = '', body?: unknown) =>
  t.call(method, path, { ...(body === undefined ? {} : { body }), ...(cookie ? { cookie } : {}) });
const outcome = ({ statusCode, json }: Pick<Answer, 'statusCode' | 'json'>) => [
  statusCode,
  statusCode >= 400 ? json().code : undefined,
];
const by = (username: string, password: string) =>
  call('POST', '/api/auth/login', undefined, { username, password });
const requires = async (cookie: string) => (await call('GET', '/api/auth/user', cookie)).json().user.requires;
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: t.deps.now().getTime() });

/** Sets up an app for one-time codes in this session; returns the confirmation of the reply. */
async function setUpApp(cookie: string): Promise<Answer> {
  const { secret } = (await call('POST', '/api/auth/two-step/app', cookie)).json() as { secret: string };
  return call('POST', '/api/auth/two-step/app/confirm', cookie, { otp: codeOf(secret) });
}

const email = 'nour@example.com';
/** Sets a new password by the link in an e-mail. */
async function resetByMail(newPassword: string): Promise<Answer> {
  await call('POST', '/api/auth/forgot-password', undefined, { email });
  const { rows } = await t.deps.database.pool.query<{ link: string }>(
    `select secrets->>'link' as link from messages where template = 'resetLink' order by id desc limit 1`,
  );
  const token = /token=([\w-]+)/.exec(rows[0]?.link ?? '')?.[1];
  return call('POST', '/api/auth/reset-password', undefined, { token, newPassword });
}

const today = () => t.deps.now().toISOString().slice(0, 10);
/** A session that has to set up a second step, opened with a one-time password. */
async function awaitingSetUp(id: number): Promise<string> {
  const cookie = await createSession(t, id);
  await t.deps.database.pool.query(`update sessions set awaits = 'second-step-setup' where token_hash = $1`, [
    hashToken(cookie.slice('session='.length)),
  ]);
  return cookie;
}

test('from its date on the clinic requires a second step of staff', async () => {
  await requireSecondStep(t);
  const nour = await addAccount(t.deps, 'nour', { role: 'doctor' });
  const half = await awaitingSetUp(nour);
  expect(await requires(half)).toEqual(['second-step-setup']);
  expect(outcome(await call('GET', '/api/appointments', half))).toEqual([403, 'second_step_setup_required']);
  const cookie = readSessionCookie(await setUpApp(half));
  expect((await call('GET', '/api/auth/user', half)).statusCode, 'that token is over').toBe(401);
  expect(await requires(cookie)).toEqual([]);
  expect((await call('GET', '/api/appointments', cookie)).statusCode).toBe(200);
  expect(outcome(await call('DELETE', '/api/auth/two-step/app', cookie)), 'the last one stays').toEqual([
    409,
    'in_use',
  ]);
  expect((await call('GET', '/api/auth/two-step', cookie)).json()).toMatchObject({
    app: true,
    requiredFrom: today(),
  });

  await addAccount(t.deps, 'mona', { role: 'patient' });
  const patient = await call('POST', '/api/auth/login', undefined, {
    username: 'mona',
    password: testPassword,
  });
  expect(patient.json().user.requires, 'of patients it asks nothing').toEqual([]);
});

test('her own password alone sets up no second step, but a one-time password or a mailed link does once', async () => {
  const admin = await requireSecondStep(t);
  const id = await addAccount(t.deps, 'nour', { role: 'doctor', email, emailConfirmedAt: monday });
  const refused = await by('nour', testPassword);
  expect(outcome(refused), 'chosen a moment ago').toEqual([401, 'no_second_step']);
  expect(refused.headers['set-cookie']).toBeUndefined();

  const opened = await resetByMail('a quiet river');
  expect(opened.statusCode, opened.body).toBe(200);
  expect(await requires(readSessionCookie(opened))).toEqual(['second-step-setup']);
  expect(outcome(await by('nour', 'a quiet river'))).toEqual([401, 'no_second_step']);

  const body = { password: 'handed over 1' };
  await t.call('POST', `/api/users/${id}/hand-over-password`, { body, cookie: admin });
  const handed = await by('nour', body.password);
  expect(handed.json().user.requires).toEqual(['new-secret', 'second-step-setup']);
  const newPassword = 'a quiet sea';
  const chosen = await call('POST', '/api/auth/new-secret', readSessionCookie(handed), { newPassword });
  expect(await requires(readSessionCookie(chosen))).toEqual(['second-step-setup']);
  expect(outcome(await by('nour', body.password)), 'once').toEqual([401, 'wrong_credentials']);
  expect(outcome(await by('nour', newPassword))).toEqual([401, 'no_second_step']);
});

test('a mailed link opens nothing if a second step exists or is not required', async () => {
  const id = await addAccount(t.deps, 'nour', { role: 'doctor', email, emailConfirmedAt: monday });
  expect((await resetByMail('a quiet river')).headers['set-cookie'], 'offered').toBeUndefined();
  await setUpApp(await createSession(t, id));
  await requireSecondStep(t);
  expect((await resetByMail('a quiet sea')).headers['set-cookie'], 'asked for').toBeUndefined();
});

test('the console removes the second step of the super admin and the owner only', async () => {
  const id = await addAccount(t.deps, 'root', { role: 'admin', isSuperAdmin: true });
  await addAccount(t.deps, 'owner', { role: 'admin' });
  await addAccount(t.deps, 'other', { role: 'admin' });
  await requireSecondStep(t);
  const open = await createSession(t, id);
  await setUpApp(open);
  const help = (name: string) =>
    resetAtConsole(t.deps.db, { name, now: t.deps.now(), ownerUsername: 'Owner' });
  expect(await help('other')).toBeNull();
  for (const name of ['root', 'OWNER']) {
    const given = await help(name);
    const signedIn = await by(name, given?.password ?? '');
    expect(signedIn.json().user.requires, name).toEqual(['new-secret', 'second-step-setup']);
    expect(outcome(await by(name, testPassword)), name).toEqual([401, 'wrong_credentials']);
  }
  expect((await call('GET', '/api/auth/user', open)).statusCode, 'her sessions end').toBe(401);
});

test('of two unfinished sessions the one that set up the second step continues', async () => {
  await requireSecondStep(t);
  const id = await addAccount(t.deps, 'nour', { role: 'doctor' });
  const [hers, strangers] = [await awaitingSetUp(id), await awaitingSetUp(id)];
  expect(await requires(readSessionCookie(await setUpApp(hers)))).toEqual([]);
  expect((await call('GET', '/api/auth/user', strangers)).statusCode).toBe(401);
});

test('a user with a new password and a second step to set up does one after the other', async () => {
  const admin = await requireSecondStep(t);
  const id = await addAccount(t.deps, 'nour', { role: 'doctor' });
  await t.call('POST', `/api/users/${id}/hand-over-password`, {
    body: { password: 'handed over 1' },
    cookie: admin,
  });
  const half = await call('POST', '/api/auth/login', undefined, {
    username: 'nour',
    password: 'handed over 1',
  });
  expect(half.json().user.requires).toEqual(['new-secret', 'second-step-setup']);
  const chosen = await call('POST', '/api/auth/new-secret', readSessionCookie(half), {
    newPassword: 'a quiet river',
  });
  expect(chosen.json().user.requires).toEqual(['second-step-setup']);
  expect(await requires(readSessionCookie(chosen))).toEqual(['second-step-setup']);
});
