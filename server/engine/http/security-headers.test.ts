import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endpointName, endpoints } from '#server/testing/contract.ts';
import { addAccount } from '#server/testing/people.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { contentPolicy } from './security-headers.ts';

const clinic = { HOST: '0.0.0.0', PUBLIC_URL: 'https://clinic.example', RATE_LIMIT: 'on' };
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp(clinic);
});
beforeEach(() => t.reset());
afterAll(() => t.close());

/** Parses a policy like a browser: of two directives with one name the first counts. */
const directivesOf = (policy: unknown) =>
  Object.fromEntries(
    String(policy)
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...values]) => [name, values.join(' ')] as const)
      .reverse(),
  );

test('every answer forbids framing and foreign base URLs, also without a route or with an unreadable address', async () => {
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = t.app.server.address() as AddressInfo;
  const headersOf = (path: string) =>
    new Promise<Record<string, unknown>>((done, fail) => {
      const asked = httpRequest({ port, host: '127.0.0.1', path }, (answer) => {
        answer.resume();
        done(answer.headers);
      });
      asked.on('error', fail).end();
    });
  for (const path of [
    '/%zz',
    '/api/users/%zz',
    '/api/nothing',
    '/nothing',
    '/healthz',
    '/api/docs/',
    '/api/services',
  ]) {
    const headers = await headersOf(path);
    const policy = directivesOf(headers['content-security-policy']);
    expect(policy, path).toMatchObject({ 'base-uri': "'none'", 'frame-ancestors': "'none'" });
    // A policy without `object-src` falls back to `default-src`.
    expect(policy['object-src'] ?? policy['default-src'], path).toBe("'none'");
    expect(headers, path).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-request-id': expect.any(String),
    });
  }
  expect(await headersOf('/api/services')).not.toHaveProperty('connection');
});

test('a request with two Host headers is rejected', async () => {
  const { port } = t.app.server.address() as AddressInfo;
  const statusWith = (hosts: string[]) =>
    new Promise<string>((done, fail) => {
      const socket = connect(port, '127.0.0.1');
      const lines = hosts.map((host) => `host: ${host}\r\n`).join('');
      socket.on('error', fail).once('data', (data) => {
        socket.destroy();
        done(String(data).slice(9, 12));
      });
      socket.write(`GET /api/services HTTP/1.1\r\n${lines}\r\n`);
    });
  expect(await statusWith(['clinic.example'])).toBe('200');
  expect(await statusWith(['clinic.example', 'elsewhere.example'])).toBe('400');
});

test('an API answer contains the clinic’s current time, which desks use', async () => {
  const { headers } = await t.call('GET', '/api/services');
  expect(headers.date).toBe(t.deps.now().toUTCString());
});

test('data may load nothing, and has no headers for documents', async () => {
  const { headers } = await t.call('GET', '/api/services');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
  expect(headers).not.toHaveProperty('permissions-policy');
});

test('only the first free times can be read by other sites, and only without cookies', async () => {
  const headers = { origin: 'https://elsewhere.example' };
  const open: string[] = [];
  for (const spec of endpoints) {
    const path = spec.path.replaceAll(/:\w+/g, '1');
    const answer = await t.call(spec.method, path, { headers });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    const allowed = answer.headers['access-control-allow-origin'];
    if (allowed !== undefined) open.push(`${endpointName(spec)} ${allowed}`);
  }
  expect(open).toEqual(['GET /api/earliest *']);
});

test('the API documentation is for admins only, unless it is made public', async () => {
  await addAccount(t.deps, 'desk', { role: 'admin' });
  await addAccount(t.deps, 'nour');
  const [admin, patient] = [await t.signIn('desk'), await t.signIn('nour')];
  const read = async (path: string, cookie?: string) =>
    (await t.call('GET', path, cookie ? { cookie } : {})).statusCode;
  for (const path of ['/api/docs/', '/api/openapi.json', '/api/docs/json']) {
    expect([await read(path), await read(path, patient), await read(path, admin)], path).toEqual([
      404, 404, 200,
    ]);
  }
  await addAccount(t.deps, 'mona', { role: 'admin' }, true);
  expect(await read('/api/openapi.json', await t.signIn('mona')), 'a password to choose first').toBe(404);
  const policy = (await t.call('GET', '/api/docs/', { cookie: admin })).headers['content-security-policy'];
  expect(directivesOf(policy), 'no other site').toEqual(directivesOf(contentPolicy()));
});
