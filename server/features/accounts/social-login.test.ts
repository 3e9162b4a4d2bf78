import { sql } from 'drizzle-orm';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { facebookServer } from '#server/testing/facebook-server.ts';
import { addAccount } from '#server/testing/people.ts';
import { readSessionCookie } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp, testPassword } from '#server/testing/test-app.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';

const google = new OAuth2Server();
let facebook: Awaited<ReturnType<typeof facebookServer>>;
let t: TestApp;
/** Google's data about the user of the browser. */
let claims: Record<string, unknown>;

beforeAll(async () => {
  await google.issuer.keys.generate('RS256');
  await google.start(0, '127.0.0.1');
  google.issuer.url = `http://127.0.0.1:${google.address().port}`;
  google.service.on('beforeTokenSigning', (token: { payload: object }) =>
    Object.assign(token.payload, claims),
  );
  facebook = await facebookServer({ id: 'clinic', secret: 'shh' });
  t = await createTestApp({
    GOOGLE_CLIENT_ID: 'clinic',
    GOOGLE_CLIENT_SECRET: 'shh',
    GOOGLE_ISSUER: google.issuer.url,
    FACEBOOK_CLIENT_ID: 'clinic',
    FACEBOOK_CLIENT_SECRET: 'shh',
    FACEBOOK_ISSUER: facebook.url,
  });
});
beforeEach(async () => {
  await t.reset();
  claims = { sub: 'g-1', name: 'Nour Adel', email: 'nour@example.com', email_verified: true };
  facebook.as({ id: 'f-1', name: 'Nour Adel', email: 'nour@example.com' });
});
afterAll(async () => {
  await t.close();
  await google.stop();
  await facebook.close();
});

type Answer = Awaited<ReturnType<TestApp['call']>>;
const cookiesOf = (answer: Answer): string =>
  answer.cookies
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
const target = (answer: Answer): string => String(answer.headers.location);
const path = (address: string): string => address.replace(/^https?:\/\/[^/]+/, '');

const outcome = ({ statusCode, json }: Answer) => [statusCode, statusCode >= 400 ? json().code : undefined];
const setOut = (cookie: string) => t.call('POST', '/api/auth/identities/facebook', { cookie });
const leave = (cookie: string) => t.call('DELETE', '/api/auth/identities/facebook', { cookie });
/** The return from Facebook after starting to link it. */
async function backFrom(begun: Answer, cookie: string): Promise<Answer> {
  const came = await fetch(begun.json().address, { redirect: 'manual' });
  const both = { cookie: `${cookiesOf(begun)}; ${cookie}` };
  return t.call('GET', path(came.headers.get('location') ?? ''), both);
}
const join = async (cookie: string) => backFrom(await setOut(cookie), cookie);
const joined = async () => (await t.deps.db.execute(sql`select 1 from identities`)).rows;

/** From the button to the provider and back, like a browser. `twist` may change the callback. */
async function journey(
  name: 'google' | 'facebook',
  { cookie = '', twist = (address: URL) => address } = {},
): Promise<Answer> {
  const begun = await t.call('GET', `/api/auth/${name}`, cookie ? { cookie } : {});
  const dialog = new URL(target(begun));
  expect(dialog.searchParams.get('code_challenge_method')).toBe('S256');
  expect(dialog.searchParams.get('redirect_uri')).toBe(
    `${t.deps.config.PUBLIC_URL}/api/auth/${name}/callback`,
  );
  const came = await fetch(dialog, { redirect: 'manual' });
  const back = twist(new URL(came.headers.get('location') ?? ''));
  return t.call('GET', path(back.href), { cookie: [cookiesOf(begun), cookie].filter(Boolean).join('; ') });
}
const whoami = async (answer: Answer) =>
  (await t.call('GET', '/api/auth/user', { cookie: cookiesOf(answer) })).json().user;
const lockOf = (id: number) =>
  sql`insert into visit_locks (user_id, pin_hash, set_at) values (${id}, 'x', now())`;
const people = async () =>
  (await t.deps.db.execute<{ n: number }>(sql`select count(*)::int as n from users`)).rows[0]?.n;

describe('Google', () => {
  test('creates a patient account at the first sign-in and opens it at the next', async () => {
    const first = await journey('google');
    expect(target(first)).toBe('/');
    const user = await whoami(first);
    expect(user).toMatchObject({
      name: 'Nour Adel',
      role: 'patient',
      email: 'nour@example.com',
      emailConfirmed: true,
      authProvider: 'google',
    });
    claims = { ...claims, email: 'changed@example.com' };
    expect((await whoami(await journey('google'))).id).toBe(user.id);
    expect(await people()).toBe(1);
  });

  test('opens an existing account only if both sides have verified the address', async () => {
    const nour = await addAccount(t.deps, 'nour', {
      email: 'nour@example.com',
      emailConfirmedAt: t.deps.now(),
    });
    const mona = await addAccount(t.deps, 'mona', { email: 'mona@example.com' });
    expect((await whoami(await journey('google'))).id).toBe(nour);
    const { rows } = await t.deps.db.execute(sql`select template, user_id from messages`);
    expect(rows).toEqual([{ template: 'identityJoined', user_id: nour }]);
    claims = { sub: 'g-2', name: 'Mona', email: 'mona@example.com', email_verified: true };
    expect((await whoami(await journey('google'))).id).not.toBe(mona);
    claims = { sub: 'g-3', name: 'Not Nour', email: 'nour@example.com', email_verified: false };
    expect(await whoami(await journey('google'))).toMatchObject({ email: null, name: 'Not Nour' });
  });

  test('is not linked by e-mail to an account with locked appointments, but an earlier link opens it', async () => {
    const nour = await addAccount(t.deps, 'nour', {
      email: 'nour@example.com',
      emailConfirmedAt: t.deps.now(),
    });
    await t.deps.db.execute(lockOf(nour));
    expect(target(await journey('google'))).toBe('/?notice=google-locked');
    expect((await t.deps.db.execute(sql`select 1 from identities`)).rows).toEqual([]);
    await t.deps.db.execute(sql`delete from visit_locks`);
    expect((await whoami(await journey('google'))).id).toBe(nour);
    await t.deps.db.execute(lockOf(nour));
    expect((await whoami(await journey('google'))).id).toBe(nour);
  });

  test('never opens an account of a doctor or an admin', async () => {
    await addAccount(t.deps, 'doctor', {
      role: 'doctor',
      email: 'nour@example.com',
      emailConfirmedAt: t.deps.now(),
    });
    const answer = await journey('google');
    expect(target(answer)).toBe('/?notice=google-staff');
    expect(answer.cookies.some(({ name }) => name === 'session')).toBe(false);
    await t.reset();
    const user = await whoami(await journey('google'));
    await t.deps.db.execute(sql`update users set role = 'admin' where id = ${user.id}`);
    expect(target(await journey('google'))).toBe('/?notice=google-staff');
  });

  test('is rejected if the answer belongs to another request', async () => {
    const tampered = async (change: (address: URL) => void) =>
      target(await journey('google', { twist: (address) => (change(address), address) }));
    expect(await tampered((a) => a.searchParams.set('state', 'other'))).toBe('/?notice=google-failed');
    expect(await tampered((a) => a.searchParams.set('code', 'other'))).toBe('/?notice=google-failed');
    expect(await tampered((a) => a.searchParams.delete('state'))).toBe('/?notice=google-failed');
    claims = { ...claims, nonce: 'other' };
    expect(target(await journey('google'))).toBe('/?notice=google-failed');
    claims = { sub: 'g-1', email: 'nour@example.com', email_verified: true, aud: 'another-client' };
    expect(target(await journey('google'))).toBe('/?notice=google-failed');
    expect(target(await t.call('GET', '/api/auth/google/callback?code=x&state=y'))).toBe(
      '/?notice=google-expired',
    );
    expect(await people()).toBe(0);
  });

  test('is rejected if the token is expired or not signed by Google', async () => {
    const part = (of: object) => Buffer.from(JSON.stringify(of)).toString('base64url');
    const answered = async (change: (parts: string[]) => void) => {
      google.service.once('beforeResponse', ({ body }: { body: { id_token: string } }) => {
        const parts = body.id_token.split('.');
        change(parts);
        body.id_token = parts.join('.');
      });
      return target(await journey('google'));
    };
    const anothers = (parts: string[]) => {
      const said = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString()) as object;
      parts[1] = part({ ...said, sub: 'g-2' });
    };
    expect(await answered(anothers)).toBe('/?notice=google-failed');
    const unsigned = (parts: string[]) => {
      parts[0] = part({ alg: 'none', typ: 'JWT' });
      parts[2] = '';
    };
    expect(await answered(unsigned)).toBe('/?notice=google-failed');
    claims = { ...claims, exp: Math.floor(Date.now() / 1000) - 600 };
    expect(await answered(() => undefined)).toBe('/?notice=google-failed');
    expect(await people()).toBe(0);
  });

  test('shows a notice after cancelling, on the Arabic page in Arabic', async () => {
    const turnedBack = (address: URL) => {
      address.searchParams.delete('code');
      address.searchParams.set('error', 'access_denied');
      return address;
    };
    expect(target(await journey('google', { twist: turnedBack }))).toBe('/?notice=google-cancelled');
    expect(target(await journey('google', { twist: turnedBack, cookie: 'lang=ar' }))).toBe(
      '/ar?notice=google-cancelled',
    );
  });

  test('creates one account for two simultaneous answers', async () => {
    const answers = await Promise.all([journey('google'), journey('google'), journey('google')]);
    expect(answers.map(target)).toEqual(['/', '/', '/']);
    expect(await people()).toBe(1);
  });
});

test.each([
  ['Nour\u202e \n Adel\u200f', 'Nour Adel'],
  ['\u200b\u3164', 'nour'],
])('the name %j of a provider is stored as a typed name would be: %j', async (given, stored) => {
  claims = { ...claims, name: given };
  facebook.as({ id: 'f-1', name: given, email: 'nour@example.com' });
  expect((await whoami(await journey('google'))).name).toBe(stored);
  expect((await whoami(await journey('facebook'))).name).toBe(stored);
});

describe('Facebook', () => {
  test('creates a patient account and opens it again, without trusting its e-mail', async () => {
    const nour = await addAccount(t.deps, 'nour', {
      email: 'nour@example.com',
      emailConfirmedAt: t.deps.now(),
    });
    const user = await whoami(await journey('facebook'));
    expect(user).toMatchObject({ role: 'patient', email: null, authProvider: 'facebook' });
    expect(user.id).not.toBe(nour);
    expect((await whoami(await journey('facebook'))).id).toBe(user.id);
    expect(
      target(await journey('facebook', { twist: (a) => (a.searchParams.set('state', 'other'), a) })),
    ).toBe('/?notice=facebook-failed');
  });

  test('is linked in the profile, opens that account, and is unlinked', async () => {
    const nour = await addAccount(t.deps, 'nour');
    const cookie = await t.signIn('nour');
    expect(target(await join(cookie))).toBe('/profile?notice=facebook-joined');
    expect((await whoami(await journey('facebook'))).id).toBe(nour);
    expect((await t.call('GET', '/api/auth/identities', { cookie })).json()).toEqual([
      { provider: 'facebook' },
    ]);
    await addAccount(t.deps, 'mona');
    expect(target(await join(await t.signIn('mona')))).toBe('/?notice=facebook-taken');
    expect((await leave(cookie)).statusCode).toBe(204);
    expect((await leave(cookie)).statusCode).toBe(404);
  });

  test('is linked and unlinked only after a recent proof of identity', async () => {
    await addAccount(t.deps, 'nour', { email: 'nour@example.com', emailConfirmedAt: t.deps.now() });
    let cookie = await t.signIn('nour');
    t.setNow(addMilliseconds(t.deps.now(), 3_600_000));
    expect(outcome(await setOut(cookie))).toEqual([403, 'proof_needed']);
    expect(target(await t.call('GET', '/api/auth/facebook?join=1', { cookie }))).toBe(
      '/profile?notice=facebook-expired',
    );
    const body = { password: testPassword };
    const prove = async () => {
      cookie = readSessionCookie(await t.call('POST', '/api/auth/two-step/proof', { body, cookie }));
    };
    await prove();
    expect(target(await join(cookie))).toBe('/profile?notice=facebook-joined');
    const { rows } = await t.deps.db.execute(sql`select template from messages`);
    expect(rows).toEqual([{ template: 'identityJoined' }]);
    t.setNow(addMilliseconds(t.deps.now(), 3_600_000));
    expect(outcome(await leave(cookie))).toEqual([403, 'proof_needed']);
    expect(await joined()).toHaveLength(1);
    await prove();
    expect(outcome(await leave(cookie))).toEqual([204, undefined]);
    expect(await joined()).toEqual([]);
  });

  test('is linked if the proof was recent at the start, and not by another person’s request', async () => {
    await addAccount(t.deps, 'nour');
    const cookie = await t.signIn('nour');
    const after = (minutes: number) => t.setNow(addMilliseconds(monday, minutes * 60_000));
    after(15);
    const begun = await setOut(cookie);
    after(25.01);
    expect(target(await backFrom(begun, cookie))).toBe('/?notice=facebook-expired');
    await addAccount(t.deps, 'mona');
    expect(target(await backFrom(begun, await t.signIn('mona')))).toBe('/?notice=facebook-expired');
    expect(await joined()).toEqual([]);
    after(25);
    expect(target(await backFrom(begun, cookie))).toBe('/profile?notice=facebook-joined');
  });

  test('is not linked by a user who must still choose a password, at either step', async () => {
    const nour = await addAccount(t.deps, 'nour', {}, true);
    const cookie = await t.signIn('nour');
    expect(outcome(await setOut(cookie))).toEqual([403, 'new_secret_required']);
    await t.deps.db.execute(sql`update credentials set must_change = false where user_id = ${nour}`);
    const begun = await setOut(cookie);
    await t.deps.db.execute(sql`update credentials set must_change = true where user_id = ${nour}`);
    expect(target(await backFrom(begun, cookie))).toBe('/?notice=facebook-expired');
    expect(await joined()).toEqual([]);
  });

  test('is not linked while appointments are locked, at either step, and says so', async () => {
    const nour = await addAccount(t.deps, 'nour');
    const cookie = await t.signIn('nour');
    const begun = await setOut(cookie);
    await t.deps.db.execute(lockOf(nour));
    expect(outcome(await setOut(cookie))).toEqual([403, 'visits_locked']);
    expect(target(await backFrom(begun, cookie))).toBe('/?notice=facebook-locked');
    expect(await joined()).toEqual([]);
  });

  test('cannot be unlinked if it is the only way to sign in', async () => {
    const cookie = cookiesOf(await journey('facebook'));
    expect(outcome(await leave(cookie))).toEqual([409, 'in_use']);
  });

  test('cannot be linked by staff', async () => {
    const doctor = await addAccount(t.deps, 'doctor');
    const cookie = await t.signIn('doctor');
    const begun = await setOut(cookie);
    await t.deps.db.execute(sql`update users set role = 'doctor' where id = ${doctor}`);
    expect(outcome(await setOut(cookie))).toEqual([403, 'forbidden']);
    expect(target(await backFrom(begun, cookie))).toBe('/?notice=facebook-staff');
  });
});

test('a provider that is not configured or unreachable shows a notice', async () => {
  const bare = await createTestApp();
  await addAccount(bare.deps, 'nour');
  const nour = { cookie: await bare.signIn('nour') };
  expect(outcome(await bare.call('POST', '/api/auth/identities/google', nour))).toEqual([404, 'not_found']);
  expect((await bare.call('GET', '/api/auth/ways')).json()).toMatchObject({
    google: false,
    facebook: false,
    phone: true,
  });
  for (const name of ['google', 'facebook']) {
    for (const address of [`/api/auth/${name}`, `/api/auth/${name}/callback?code=1`]) {
      expect(target(await bare.call('GET', address))).toBe(`/?notice=${name}-not-configured`);
    }
  }
  await bare.close();
  const lost = await createTestApp({
    GOOGLE_CLIENT_ID: 'clinic',
    GOOGLE_CLIENT_SECRET: 'shh',
    GOOGLE_ISSUER: 'http://127.0.0.1:9',
  });
  expect(target(await lost.call('GET', '/api/auth/google'))).toBe('/?notice=google-failed');
  await addAccount(lost.deps, 'nour');
  const hers = { cookie: await lost.signIn('nour') };
  expect(outcome(await lost.call('POST', '/api/auth/identities/google', hers))).toEqual([503, 'unavailable']);
  await lost.close();
});
