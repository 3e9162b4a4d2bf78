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
