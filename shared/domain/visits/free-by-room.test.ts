import { expect, test } from 'vitest';
import { type FreeTimeInput, findFirstRemainingMinute, listFreeInRoom } from './free-by-room.ts';

const every20 = [900, 920, 930, 940, 960, 980, 990, 1000];
const ask: FreeTimeInput = { starts: every20, taken: [], minutes: 20, notBefore: 0 };
const startsOf = (question: Partial<FreeTimeInput>) =>
  listFreeInRoom({ ...ask, ...question }).map(({ from }) => from);

test('free times follow each other without overlaps', () => {
  expect(startsOf({})).toEqual([900, 920, 940, 960, 980, 1000]);
});

test('taken times are left out, and the next start after them is used', () => {
  expect(startsOf({ taken: [{ from: 905, to: 925 }] })).toEqual([930, 960, 980, 1000]);
});

test('started times are past, and a past day has none', () => {
  expect(startsOf({ notBefore: 945 })).toEqual([960, 980, 1000]);
  const clock = { date: '2027-06-08', minutes: 945 };
  expect(
    ['2027-06-07', '2027-06-08', '2027-06-09'].map((date) => findFirstRemainingMinute(date, clock)),
  ).toEqual([null, 945, 0]);
  expect(listFreeInRoom({ ...ask, notBefore: null })).toEqual([]);
});
