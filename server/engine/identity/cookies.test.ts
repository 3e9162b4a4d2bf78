import cookies from '@fastify/cookie';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { servePages } from '#server/engine/pages/pages.ts';
import { facebookServer } from '#server/testing/facebook-server.ts';
import { addAccount } from '#server/testing/people.ts';
import { createTestApp, type TestApp, testPassword } from '#server/testing/test-app.ts';
import { cookieName } from '#shared/cookies.ts';

let t: TestApp;
let facebook: Awaited<ReturnType<typeof facebookServer>>;
beforeAll(async () => {
  facebook = await facebookServer({ id: 'clinic', secret: 'shh' });
  t = await createTestApp({
    PUBLIC_URL: 'https://clinic.example',
    RATE_LIMIT: 'on',
    FACEBOOK_CLIENT_ID: 'clinic',
    FACEBOOK_CLIENT_SECRET: 'shh',
    FACEBOOK_ISSUER: facebook.url,
  });
  await addAccount(t.deps, 'nour');
});
afterAll(async () => {
  await t.close();
  await facebook.close();
});

type Answer = Awaited<ReturnType<TestApp['call']>>;
/** The cookies that an answer sets (+) and deletes (-); each name must match its attributes. */
const changes = ({ cookies: set }: Pick<Answer, 'cookies'>): string[] =>
  set.map(({ name, value, ...more }) => {
    expect(more, name).toMatchObject({ path: '/', secure: true, sameSite: 'Lax' });
    expect(more, name).not.toHaveProperty('domain');
    return `${value === '' ? '-' : '+'} ${name}`;
  });
const logIn = (cookie = '') =>
  t.call('POST', '/api/auth/login', {
    body: { username: 'nour', password: testPassword },
    headers: { cookie },
  });

test('behind TLS every cookie has a name that no other host and no page without TLS can set', async () => {
  const signedIn = await logIn();
  expect(changes(signedIn)).toEqual(['+ __Host-session', '+ __Host-signed-in', '+ __Host-known-device']);
  const [session] = signedIn.cookies;
  const cookie = `${session?.name}=${session?.value}`;
  expect(changes(await t.call('POST', '/api/auth/logout', { cookie }))).toEqual([
    '- __Host-session',
    '- __Host-signed-in',
    '- __Host-left',
  ]);
  const body = { phone: '+201001234567' };
  const asked = await t.call('POST', '/api/auth/phone/request-otp', { body });
  expect(changes(asked)).toEqual(['+ __Host-code-device']);
  expect(changes(await t.call('GET', '/api/auth/facebook'))).toEqual(['+ __Host-journey']);
  const back = await t.call('GET', '/api/auth/facebook/callback?code=x&state=y');
  expect(changes(back)).toEqual(['- __Host-journey']);
});

test('a plain cookie name opens nothing', async () => {
  const [session] = (await logIn()).cookies;
  const asked = await t.call('GET', '/api/auth/user', { cookie: `session=${session?.value}` });
  expect(asked.statusCode).toBe(401);
});

test('only a quick exit of this host ends the session: any subdomain can set a plain name', async () => {
  const own = `__Host-session=${(await logIn()).cookies[0]?.value}`;
  for (const [left, status] of [
    ['left', 200],
    ['__Host-left', 401],
  ] as const)
    expect((await t.call('GET', '/api/auth/user', { cookie: `${own}; ${left}=1` })).statusCode).toBe(status);
});

test('earlier plain names are read if they matter and deleted when the new ones are set', async () => {
  const signedIn = await logIn('signed-in=1; __Host-left=1; lang=ar');
  expect(changes(signedIn).filter((one) => one.startsWith('-'))).toEqual(['- signed-in', '- __Host-left']);
  const refused = await t.call('GET', '/api/auth/user', { cookie: 'lang=ar' });
  expect(refused.json().message, 'her language').toMatch(/[\u0600-\u06ff]/);
});

test('the language cookie of a page also has the new name, and the plain one is deleted', async () => {
  const app = fastify();
  await app.register(cookies);
  const source = {
    site: [{ path: '/', languages: true, guard: 'anyone' as const }],
    render: async () => ({ html: '<p>', status: 200 as const, inlineScripts: [], inlineStyles: [] }),
    keeps: true,
    files: import.meta.dirname,
  };
  await servePages(app, t.deps, source, () => Promise.reject(new Error('no content')));
  const open = (url: string, cookie = '') => app.inject({ url, headers: { cookie } });
  expect(changes(await open('/?lang=en'))).toEqual(['+ __Host-lang']);
  expect(changes(await open('/ar'))).toEqual(['+ __Host-lang']);
  expect(changes(await open('/?lang=en', 'lang=ar'))).toEqual(['- lang', '+ __Host-lang']);
  expect(changes(await open('/ar', 'lang=ar')), 'kept').toEqual([]);
  for (const cookie of ['lang=ar', '__Host-lang=ar; lang=en'])
    expect((await open('/', cookie)).headers.location, cookie).toBe('/ar');
  await app.close();
});

test('cookies keep plain names without TLS, because browsers would reject the prefix', () => {
  expect([cookieName('session', true), cookieName('session', false)]).toEqual(['__Host-session', 'session']);
});
