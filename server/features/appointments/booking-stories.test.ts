import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { anyStory, tell } from '#server/testing/proofs/booking/story.ts';
import { createTestApp } from '#server/testing/test-app.ts';

/* Twenty short runs of the booking model (`testing/proofs/booking/`); `npm run test:all` runs 500. */

const clinic = await createTestApp();
afterAll(clinic.close);

test('random sequences of actions leave no dangling rows and no patient uninformed', {
  timeout: 120_000,
}, async () => {
  const property = fc.asyncProperty(anyStory(25), (story) => tell(clinic, story));
  await expect(fc.assert(property, { numRuns: 20, seed: 11, endOnFailure: true })).resolves.toBeUndefined();
});
