import { afterAll, beforeAll, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { setDay, waitMinutes } from './clinic-steps.ts';
import { offerFromDesk } from './offer-steps.ts';
import { tell } from './story.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test('an offer that expires in the minute of changed hours sends no message', () =>
  tell(t, [
    offerFromDesk(0, { branch: 2, day: 0, start: 900, length: 0 }),
    waitMinutes(60),
    setDay(2, 0, 1),
    offerFromDesk(0, { branch: 0, day: 0, start: 540, length: 0 }),
  ]));
