import { expect, test } from 'vitest';
import { listSelectableBranches } from './closed-branch.ts';

const day = '2027-06-08';
const open = { id: 1, closedFrom: null };
const closing = { id: 2, closedFrom: '2027-06-09' };
const closed = { id: 3, closedFrom: day };

test('a branch can be chosen until the day before it closes for good', () => {
  expect(listSelectableBranches([open, closing, closed], day)).toEqual([open, closing]);
});

test('a branch that is already chosen stays in the list after it closed', () => {
  expect(listSelectableBranches([open, closed], day, closed.id)).toEqual([open, closed]);
});
