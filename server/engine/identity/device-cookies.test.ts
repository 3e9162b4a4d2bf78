import cookies from '@fastify/cookie';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { randomToken } from '#server/engine/secrets/tokens.ts';
import {
  readCodeDeviceCookie,
  readDeviceCookie,
  setCodeDeviceCookie,
  setDeviceCookie,
} from './device-cookies.ts';

async function kept(publicUrl: string) {
  const deps = { config: readConfig({ PUBLIC_URL: publicUrl }) };
  const app = Fastify();
  await app.register(cookies);
  const token = randomToken();
  app.get('/keep', (_, reply) => {
    setDeviceCookie(deps, reply, { token, seconds: 60 });
    setCodeDeviceCookie(deps, reply, { token, seconds: 60 });
    return {};
  });
  app.get('/known', (request) => [readDeviceCookie(deps, request), readCodeDeviceCookie(deps, request)]);
  const { cookies: set } = await app.inject('/keep');
  const known = async (cookie: string) => (await app.inject({ url: '/known', headers: { cookie } })).json();
  return { token, set, known };
}

test('device cookies can be set only by this host behind TLS, and both of them are read back', async () => {
  const { token, set, known } = await kept('https://clinic.example');
  expect(
    set.map(({ name, secure, httpOnly, path, domain }) => [name, secure, httpOnly, path, domain]),
  ).toEqual(['__Host-known-device', '__Host-code-device'].map((name) => [name, true, true, '/', undefined]));
  expect(await known(set.map(({ name, value }) => `${name}=${value}`).join('; '))).toEqual([
    { token, mayBePlanted: false },
    token,
  ]);
  for (const before of ['known-device', '__Secure-known-device'])
    expect((await known(`${before}=${token}`))[0], before).toEqual({ token, mayBePlanted: true });
  expect((await known(`code-device=${token}; __Secure-code-device=${token}`))[1]).toBe(null);
  const planted = randomToken();
  const all = `known-device=${planted}; __Secure-known-device=${planted}; __Host-known-device=${token}`;
  expect((await known(all))[0], 'all').toEqual({ token, mayBePlanted: false });
});

test('device cookies have plain names on loopback without TLS, and an invalid token counts as none', async () => {
  const { token, set, known } = await kept('http://127.0.0.1:3000');
  expect(set.map(({ name }) => name)).toEqual(['known-device', 'code-device']);
  expect(await known('known-device=x; code-device=y')).toEqual([null, null]);
  expect((await known(`known-device=${token}`))[0]).toEqual({ token, mayBePlanted: false });
});
