import cookies from '@fastify/cookie';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { randomToken } from '#server/engine/secrets/tokens.ts';
import { codeDeviceOf, deviceOf, keepCodeDevice, keepDevice } from './device-cookies.ts';

async function kept(publicUrl: string) {
  const deps = { config: readConfig({ PUBLIC_URL: publicUrl }) };
  const app = Fastify();
  await app.register(cookies);
  const token = randomToken();
  app.get('/keep', (_, reply) => {
    keepDevice(deps, reply, { token, seconds: 60 });
    keepCodeDevice(deps, reply, { token, seconds: 60 });
    return {};
  });
  app.get('/known', (request) => [deviceOf(deps, request), codeDeviceOf(deps, request)]);
  const { cookies: set } = await app.inject('/keep');
  const known = async (cookie: string) => (await app.inject({ url: '/known', headers: { cookie } })).json();
  return { token, set, known };
}

test('behind TLS no page without it can set them, and both are read again; a plain name may be planted', async () => {
  const { token, set, known } = await kept('https://clinic.example');
  expect(set.map(({ name, secure, httpOnly, path }) => ({ name, secure, httpOnly, path }))).toEqual(
    ['__Secure-known-device', '__Secure-code-device'].map((name) => ({
      name,
      secure: true,
      httpOnly: true,
      path: '/api/auth',
    })),
  );
  expect(await known(set.map(({ name, value }) => `${name}=${value}`).join('; '))).toEqual([
    { token, mayBePlanted: false },
    token,
  ]);
  expect(await known(`known-device=${token}; code-device=${token}`), 'known from before').toEqual([
    { token, mayBePlanted: true },
    null,
  ]);
  const both = `known-device=${randomToken()}; __Secure-known-device=${token}`;
  expect((await known(both))[0], 'both').toEqual({ token, mayBePlanted: false });
});

test('on a loopback address without TLS they have plain names; what is no token is nothing', async () => {
  const { token, set, known } = await kept('http://127.0.0.1:3000');
  expect(set.map(({ name }) => name)).toEqual(['known-device', 'code-device']);
  expect(await known('known-device=x; code-device=y')).toEqual([null, null]);
  expect((await known(`known-device=${token}`))[0]).toEqual({ token, mayBePlanted: false });
});
