import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { formatAsTest } from './format-as-test.ts';
import { anyStory, tell } from './story.ts';

/** Every run of the suite uses the same seeds; `npm run prove` runs more and longer random sequences. */
const { PROVE_STORIES = '20', PROVE_STEPS = '500', PROVE_SEED = '7' } = process.env;
const [stories, steps, seed] = [Number(PROVE_STORIES), Number(PROVE_STEPS), Number(PROVE_SEED)];
/** On average a sequence has half the maximum length: 200 ms a step, plus time to shrink a failing one. */
const timeout = 1_200_000 + stories * steps * 100;
/** Reports the shortest failing sequence found within this time. */
const inTime = { interruptAfterTimeLimit: timeout - 60_000, markInterruptAsFailure: true };

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test('random sequences have the results that the booking model predicts', { timeout }, async () => {
  const property = fc.asyncProperty(anyStory(steps), (story) => tell(t, story));
  const found = await fc.check(property, { numRuns: stories, seed, ...inTime });
  if (!found.failed) return;
  const [shortest = []] = found.counterexample ?? [];
  const name = `story ${found.numRuns} of seed ${seed}, shortened ${found.numShrinks} times`;
  throw new Error(`It differs. As a test:\n\n${formatAsTest(name, fc.stringify(shortest))}`, {
    cause: found.errorInstance,
  });
});

test('a failing sequence is printed as a test', () => {
  const written = `book(0, {branch:0,day:1}, 'her', true, 'any'),waitMinutes(20),book(1, {branch:0,day:1}, 0, false, 1) /*replayPath="AAB:F"*/`;
  expect(formatAsTest('found', written)).toBe(`import { afterAll, beforeAll, test } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/test-app.ts';
import { waitMinutes } from './clinic-steps.ts';
import { tell } from './story.ts';
import { book } from './visit-steps.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test('found', () =>
  tell(t, [
    book(0, {branch:0,day:1}, 'her', true, 'any'),
    waitMinutes(20),
    book(1, {branch:0,day:1}, 0, false, 1),
  ]));
`);
});
