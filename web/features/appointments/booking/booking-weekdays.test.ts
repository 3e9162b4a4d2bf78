import { expect, it } from 'vitest';
import { groupWeekdays } from './booking-weekdays.ts';

it.each([
  ['Friday closed', [0, 1, 2, 3, 4, 6], [[6, 0, 1, 2, 3, 4]]],
  ['the weekend closed', [0, 1, 2, 3, 4], [[0, 1, 2, 3, 4]]],
  ['every other day', [0, 2, 4], [[0], [2], [4]]],
  ['every day', [0, 1, 2, 3, 4, 5, 6], [[0, 1, 2, 3, 4, 5, 6]]],
  ['never', [], []],
])('groups of weekdays are not split at the end of the week: %s', (_, open, runs) => {
  expect(groupWeekdays(new Set(open))).toEqual(runs);
});
