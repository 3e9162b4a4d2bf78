import { PassThrough } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { Refusal } from '#shared/errors.ts';
import { handleErrors } from './error-handler.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test('an address that cannot be parsed gets an ordinary error in the reader’s language', async () => {
  const answer = await t.call('GET', '/api/users/%zz', { headers: { 'accept-language': 'ar' } });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({
    code: 'malformed',
    message: expect.stringMatching(/[ء-ي]/),
    requestId: expect.any(String),
  });
});

test('an unknown address gets 404, an undeclared method 405 with the allowed ones', async () => {
  expect((await t.call('GET', '/api/no-such-thing')).statusCode).toBe(404);
  expect((await t.call('POST', '/api/locations/1/no-such-thing', { body: {} })).json().code).toBe(
    'not_found',
  );
  const other = await t.call('PUT', '/api/locations/1', { body: {} });
  expect(other.statusCode).toBe(405);
  expect(other.headers.allow?.split(', ').sort()).toEqual(['DELETE', 'PATCH']);
});

test('a rejection is logged with its code and the user’s id, without the request’s content', async () => {
  const stream = new PassThrough();
  const app = Fastify({ logger: { level: 'info', stream } });
  handleErrors(app);
  app.addHook('onRequest', async (request) => {
    request.viewer = { id: 7 } as typeof request.viewer;
  });
  app.get('/no', () => {
    throw new Refusal('forbidden', { params: { name: 'Mona' } });
  });
  await app.inject('/no');
  const lines = String(stream.read()).trim().split('\n');
  const said = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'refused');
  expect(said).toMatchObject({ code: 'forbidden', user: 7, reqId: expect.any(String) });
  expect(lines.join()).not.toContain('Mona');
  await app.close();
});
