import { expect, test } from 'vitest';
import type { Appointment } from '#shared/contract/appointments.ts';
import { mineAsWell } from './note-merge.ts';

const now = (notes: string) => ({ notes, version: 7 }) as Appointment;

test("a doctor's words go below whatever stands there now", () => {
  expect(mineAsWell('append', '', 'Will call.', now('Seen.'))).toEqual({
    appendNote: 'Will call.',
    version: 7,
  });
});

test("an admin's text takes the place of notes that did not change", () => {
  expect(mineAsWell('overwrite', 'Old', 'New', now('Old'))).toEqual({ notes: 'New', version: 7 });
});

test('what somebody else wrote meanwhile stays above what the admin added or wrote anew', () => {
  expect(mineAsWell('overwrite', 'Old', 'Old and more', now('Old, by Hoda'))).toEqual({
    notes: 'Old, by Hoda\n\nand more',
    version: 7,
  });
  expect(mineAsWell('overwrite', 'Old', 'Quite new', now('By Hoda'))).toEqual({
    notes: 'By Hoda\n\nQuite new',
    version: 7,
  });
});
