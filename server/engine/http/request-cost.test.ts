import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccount } from '#server/testing/people.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import * as accounts from '#shared/contract/accounts.ts';
import { receiveReply } from '#shared/contract/links.ts';
import { Refusal } from '#shared/errors.ts';
import { mount } from './mount-endpoint.ts';
import { throttle } from './rate-limit.ts';
import { checkStructure } from './request-cost.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ RATE_LIMIT: 'on' });
});
beforeEach(() => t.reset());
afterAll(() => t.close());

const forgot = '/api/auth/forgot-password';
const manyKeys = (n: number): string =>
  `{"email":"nobody@example.com",${Array.from({ length: n }, (_, i) => `"k${i}":0`).join(',')}}`;
const nested = (depth: number): string => `{"email":${'['.repeat(depth)}${']'.repeat(depth)}}`;
const outcome = async (body: string, path = forgot) => {
  const { statusCode, json } = await t.call('POST', path, { body });
  return [statusCode, json().code];
};

test('a body that is too large, too full or too deep is rejected before it is parsed', async () => {
  expect(await outcome(manyKeys(80_000))).toEqual([413, 'too_large']);
  expect(await outcome(manyKeys(1000))).toEqual([413, 'too_large']);
  expect(await outcome(nested(13))).toEqual([400, 'malformed']);
  expect((await outcome(manyKeys(20)))[0]).toBe(200);
  await addAccount(t.deps, 'nour');
  const cookie = await t.signIn('nour');
  const notes = 'ن'.repeat(20_000);
  const kept = await t.call('POST', '/api/auth/confirmations', { body: { channel: notes }, cookie });
  expect([kept.statusCode, kept.json().code]).toEqual([400, 'malformed']);
});

test('a body with names of object internals is rejected', async () => {
  for (const said of ['"__proto__":{"role":"admin"}', '"constructor":{"prototype":{"role":"admin"}}'])
    expect(await outcome(`{"email":"nobody@example.com",${said}}`), said).toEqual([400, 'malformed']);
});

test('brackets inside strings do not count as structure', () => {
  const read = (json: string, most: number) => {
    try {
      checkStructure(Buffer.from(json), most);
      return 'ok';
    } catch (error) {
      return error instanceof Refusal ? error.code : 'unforeseen';
    }
  };
  expect(read(JSON.stringify({ a: ',,,[[[{{{"\\"', b: [1, 2, 3] }), 6)).toBe('ok');
  expect(read(JSON.stringify({ a: ',,,[[[{{{"\\"', b: [1, 2, 3] }), 4)).toBe('too_large');
  expect(read('"never ends \\', 1)).toBe('ok');
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect([read(deep(12), 100), read(deep(13), 100)]).toEqual(['ok', 'malformed']);
  const full = (values: number) =>
    `[${Array(values - 1)
      .fill(0)
      .join()},0]`;
  expect([read(full(511), 512), read(full(512), 512)]).toEqual(['ok', 'ok']);
  expect(read(full(513), 512)).toBe('too_large');
});

test('a rate limit rejects before the body is read', async () => {
  const answers: number[] = [];
  for (let i = 0; i < 32; i++) answers.push((await outcome('not even JSON'))[0]);
  expect(answers.slice(29)).toEqual([400, 429, 429]);
  const refused = await t.call('POST', forgot, { body: manyKeys(80_000) });
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 3000]).toEqual([429, true]);
  expect(refused.json().message).toMatch(/Please try again in \d+ minutes/);
});

test('a forged device cookie does not bypass the limit of sign-ins', async () => {
  const body = { username: 'nobody', password: 'not this one' };
  const headers = { cookie: `known-device=${'x'.repeat(43)}` };
  const login = () => t.call('POST', '/api/auth/login', { body, headers });
  const rule = { name: 'login', network: { points: 200, seconds: 900 } };
  for (let i = 0; i < 200; i++) await throttle(t.deps, { ip: '127.0.0.1' }, rule);
  expect((await login()).statusCode).toBe(429);
});

test('mounting a public endpoint with a body requires a rate limit', () => {
  expect(() => mount(t.app, t.deps, accounts.register, () => ({ message: '' }))).toThrow('needs a throttle');
  expect(() => mount(t.app, t.deps, receiveReply, () => null)).toThrow('needs a throttle');
});

function send(port: number, path: string, body?: string): Promise<number> {
  return new Promise((done) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = httpRequest(
      { port, host: '127.0.0.1', path, method: body === undefined ? 'GET' : 'POST', headers },
      (answer) => {
        answer.resume();
        answer.on('end', () => done(answer.statusCode ?? 0));
      },
    );
    sent.on('error', () => done(0));
    sent.end(body);
  });
}

test('six senders of the largest bodies do not delay other requests', async () => {
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = t.app.server.address() as AddressInfo;
  const body = manyKeys(80_000);
  let going = true;
  const flood = async () => {
    const seen = new Map<number, number>();
    while (going) {
      const status = await send(port, forgot, body);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }
    return seen;
  };
  const floods = Array.from({ length: 6 }, flood);
  const honest: number[] = [];
  for (let i = 0; i < 26; i++) honest.push(await send(port, '/api/locations'));
  going = false;
  const refused = await Promise.all(floods);
  expect(honest.filter((status) => status === 200)).toHaveLength(26);
  expect(new Set(refused.flatMap((seen) => [...seen.keys()])).has(200)).toBe(false);
});
