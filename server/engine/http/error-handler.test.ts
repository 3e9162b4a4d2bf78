import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test('an address that cannot be read is answered like any other mistake, in the reader’s language', async () => {
  const answer = await t.call('GET', '/api/users/%zz', { headers: { 'accept-language': 'ar' } });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({
    code: 'malformed',
    message: expect.stringMatching(/[ء-ي]/),
    requestId: expect.any(String),
  });
});

test('nothing there is 404; another method than the declared ones 405, with their names', async () => {
  expect((await t.call('GET', '/api/no-such-thing')).statusCode).toBe(404);
  expect((await t.call('POST', '/api/locations/1/no-such-thing', { body: {} })).json().code).toBe(
    'not_found',
  );
  const other = await t.call('PUT', '/api/locations/1', { body: {} });
  expect(other.statusCode).toBe(405);
  expect(other.headers.allow?.split(', ').sort()).toEqual(['DELETE', 'PATCH']);
});
