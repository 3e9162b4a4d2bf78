import { afterAll, beforeAll, test } from 'vitest';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { setDay, wait } from './clinic-steps.ts';
import { keep } from './offer-steps.ts';
import { tell } from './story.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test('an offer that expires in the minute of changed hours sends no message', () =>
  tell(t, [
    keep(0, { branch: 2, day: 0, start: 900, length: 0 }),
    wait(60),
    setDay(2, 0, 1),
    keep(0, { branch: 0, day: 0, start: 540, length: 0 }),
  ]));
