import { hash } from '@node-rs/argon2';
import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import { runBlockedBy } from '#server/testing/locks.ts';
import { addAccount } from '#server/testing/people.ts';
import {
  createSession,
  createSignedInUser,
  readSessionCookie,
  requireSecondStep,
} from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp, testPassword } from '#server/testing/test-app.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';

/* A sign-in that runs while all sessions end: it must leave no open session. */

let t: TestApp;
let nour: number;
let admin: string;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.reset();
  nour = await addAccount(t.deps, 'nour', {
    role: 'doctor',
    email: 'nour@example.com',
    emailConfirmedAt: t.deps.now(),
  });
  ({ cookie: admin } = await createSignedInUser(t, { role: 'admin', isSuperAdmin: true }));
  await t.deps.db.execute(sql`insert into tokens (purpose, hash, target, user_id, expires_at) values
    ('reset-password', ${hashToken(link)}, 'nour@example.com', ${nour}, ${addMilliseconds(t.deps.now(), 600_000)})`);
});
afterAll(() => t.close());

type Answer = Awaited<ReturnType<TestApp['call']>>;
const outcome = ({ statusCode, json }: Answer) => [statusCode, statusCode >= 400 ? json().code : undefined];
const login = () => t.call('POST', '/api/auth/login', { body: { username: 'nour', password: testPassword } });
const openSessions = async () =>
  (await t.deps.database.pool.query('select from sessions where user_id = $1', [nour])).rowCount;

const link = 'a-link-of-her-mail';
const reset = () =>
  t.call('POST', '/api/auth/reset-password', { body: { token: link, newPassword: 'a quiet river' } });
const handOver = () =>
  t.call('POST', `/api/users/${nour}/hand-over-password`, {
    body: { password: 'kq7f-m2xa-9tuc' },
    cookie: admin,
  });
const deactivate = () =>
  t.call('PATCH', `/api/staff/${nour}`, { body: { deactivated: true }, cookie: admin });
const logOut = () => t.call('DELETE', `/api/users/${nour}/sessions`, { cookie: admin });
const resetSteps = () => t.call('DELETE', `/api/users/${nour}/two-step`, { cookie: admin });
const ends = { 'a reset': reset, 'a hand-over': handOver, 'a deactivation': deactivate };

/** Calls `meanwhile` after the statement was answered and before its caller continues. */
async function overtaken(
  statement: RegExp,
  meanwhile: () => PromiseLike<Answer>,
  act: () => PromiseLike<Answer>,
): Promise<Answer> {
  const { pool } = t.deps.database;
  const ask = pool.query.bind(pool) as (...of: unknown[]) => Promise<unknown>;
  let met = false;
  const asked = vi.spyOn(pool, 'query').mockImplementation(async (...of: unknown[]) => {
    const answer = await ask(...of);
    const [said] = of as [string | { text: string }];
    if (met || !statement.test(typeof said === 'string' ? said : said.text)) return answer;
    met = true;
    const done = await meanwhile();
    expect(done.statusCode, done.body).toBeLessThan(300);
    return answer;
  });
  try {
    return await act();
  } finally {
    asked.mockRestore();
    expect(met).toBe(true);
  }
}
/** While the password is compared: its hash was read already. */
const whileChecked = (meanwhile: () => PromiseLike<Answer>) =>
  overtaken(/select.+"password_hash"/, meanwhile, login);

describe('a password', () => {
  test.each(Object.entries(ends))('opens nothing after %s while it was checked', async (_, end) => {
    expect(outcome(await whileChecked(end))).toEqual([401, 'wrong_credentials']);
    expect(await openSessions()).toBe(0);
  });

  test('that is changed during its check opens nothing, and the changed session continues', async () => {
    const cookie = await createSession(t, nour);
    const body = { currentPassword: testPassword, newPassword: 'a quiet river' };
    const change = () => t.call('PUT', `/api/users/${nour}/password`, { body, cookie });
    expect(outcome(await whileChecked(change))).toEqual([401, 'wrong_credentials']);
    expect(await openSessions()).toBe(1);
  });

  test('opens the account if its hash was renewed meanwhile, and not if another was chosen', async () => {
    const older = async () => {
      const made = await hash(testPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
      await t.deps.db.execute(sql`update credentials set password_hash = ${made} where user_id = ${nour}`);
    };
    await older();
    expect(outcome(await whileChecked(login))).toEqual([200, undefined]);
    await older();
    expect(outcome(await whileChecked(reset))).toEqual([401, 'wrong_credentials']);
    expect(await openSessions()).toBe(0);
  });

  test('set by a link opens no session if another was handed over meanwhile', async () => {
    await requireSecondStep(t);
    expect(outcome(await overtaken(/"passkeys"|one_time_secrets/, handOver, reset))).toEqual([
      401,
      'wrong_credentials',
    ]);
    expect(await openSessions()).toBe(0);
  });

  test.each(Object.entries(ends))('before %s at once opens what that ends', async (_, end) => {
    const [before, after] = await runBlockedBy(t.deps.database, held(), login, end);
    expect([before.statusCode, after.statusCode]).toEqual([200, 200]);
    expect(await openSessions()).toBe(0);
  });

  test.each(Object.entries(ends))('behind %s at once opens nothing', async (_, end) => {
    const [before, after] = await runBlockedBy(t.deps.database, held(), end, login);
    expect([before.statusCode, after.statusCode]).toEqual([200, 401]);
    expect(await openSessions()).toBe(0);
  });
});

const held = () => `select from users where id = ${nour} for update`;

describe('a second step', () => {
  const wholeEnds = { ...ends, 'a log-out': logOut, 'a reset of her steps': resetSteps };
  let secret: string;
  let half: string;

  const codeNow = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: t.deps.now().getTime() });
  beforeEach(async () => {
    const cookie = await createSession(t, nour);
    ({ secret } = (await t.call('POST', '/api/auth/two-step/app', { cookie })).json());
    const body = { otp: codeNow() };
    await t.call('POST', '/api/auth/two-step/app/confirm', { body, cookie });
    t.setNow(addMilliseconds(t.deps.now(), 60_000));
    half = readSessionCookie(await login());
  });
  const take = () => t.call('POST', '/api/auth/two-step/sign-in', { body: { otp: codeNow() }, cookie: half });

  test.each(Object.entries(wholeEnds))('signs nobody in after %s while it was checked', async (_, end) => {
    const answer = await overtaken(/^update "one_time_secrets"/, end, take);
    expect(outcome(answer)).toEqual([401, 'not_signed_in']);
    expect(await openSessions()).toBe(0);
  });

  test.each(Object.entries(wholeEnds))('before %s at once opens what that ends', async (_, end) => {
    const [taken, ended] = await runBlockedBy(t.deps.database, held(), take, end);
    expect([taken.statusCode, ended.statusCode < 300]).toEqual([200, true]);
    expect(await openSessions()).toBe(0);
  });
});
