import * as fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { anyStory, tell } from './story.ts';

/** The same stories in every run of the suite; `npm run prove` tells more, longer and other ones. */
const { PROVE_STORIES = '20', PROVE_STEPS = '500', PROVE_SEED = '7' } = process.env;

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test('whatever happens, the clinic does what the rules of booking say', { timeout: 3_600_000 }, async () => {
  const property = fc.asyncProperty(anyStory(Number(PROVE_STEPS)), (story) => tell(t, story));
  await fc.assert(property, { numRuns: Number(PROVE_STORIES), seed: Number(PROVE_SEED) });
});
