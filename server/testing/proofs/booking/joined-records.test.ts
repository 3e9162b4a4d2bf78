import { afterAll, beforeAll, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { offerFromDesk } from './offer-steps.ts';
import { beginCare } from './people-steps.ts';
import type { Step } from './place.ts';
import { mergeTwoRecords, undoLatestMerge } from './record-steps.ts';
import { tell } from './story.ts';
import { book } from './visit-steps.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

// The shortest sequences for each rule of merging two records, because random sequences rarely reach them.
// Patients 3 and 4 have no confirmed contact.
const when = { branch: 0, day: 1, start: 15 * 60, length: 0 };
const visit = (who: number, branch = 0) => book(who, { ...when, branch }, 'desk', false, 'any');
const stories: Readonly<Record<string, readonly Step[]>> = {
  'a visit goes along': [visit(3), mergeTwoRecords(0, 3)],
  'and comes back': [visit(3), mergeTwoRecords(0, 3), undoLatestMerge(0)],
  'a kept time goes along': [offerFromDesk(3, when), mergeTwoRecords(0, 3)],
  'and comes back as well': [offerFromDesk(3, when), mergeTwoRecords(0, 3), undoLatestMerge(0)],
  'nobody is in two places': [visit(3), visit(0, 1), mergeTwoRecords(0, 3)],
  'who signs in says anew what is seen of her': [beginCare(3, 1), mergeTwoRecords(0, 3)],
  'and it is seen again once they are parted': [beginCare(3, 1), mergeTwoRecords(0, 3), undoLatestMerge(0)],
  'who looks after both looks after one': [
    beginCare(3, 1),
    beginCare(0, 1),
    mergeTwoRecords(0, 3),
    undoLatestMerge(0),
  ],
  'two do not look after one': [beginCare(3, 1), beginCare(0, 2), mergeTwoRecords(0, 3)],
  'a mother is not her daughter': [beginCare(3, 0), mergeTwoRecords(0, 3)],
  'she who looks after others goes on doing so': [beginCare(0, 3), mergeTwoRecords(1, 3)],
  'and is who she was once they are parted': [beginCare(0, 3), mergeTwoRecords(1, 3), undoLatestMerge(0)],
  'two who sign in stay two, and who signs in is kept': [mergeTwoRecords(0, 1), mergeTwoRecords(3, 0)],
  'records of records, parted from the last on': [
    mergeTwoRecords(4, 3),
    mergeTwoRecords(0, 4),
    undoLatestMerge(1),
    undoLatestMerge(0),
    undoLatestMerge(0),
  ],
};

test.each(Object.entries(stories))('%s', (_, story) => tell(t, story));
