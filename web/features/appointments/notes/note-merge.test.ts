import { expect, test } from 'vitest';
import type { Appointment } from '#shared/contract/appointments.ts';
import { mergeNoteText } from './note-merge.ts';

const now = (notes: string) => ({ notes, version: 7 }) as Appointment;

test('a doctor’s text is appended to the current notes', () => {
  expect(mergeNoteText('append', '', 'Will call.', now('Seen.'))).toEqual({
    appendNote: 'Will call.',
    version: 7,
  });
});

test('an admin’s text replaces unchanged notes', () => {
  expect(mergeNoteText('overwrite', 'Old', 'New', now('Old'))).toEqual({ notes: 'New', version: 7 });
});

test('notes that others wrote meanwhile stay above the admin’s text', () => {
  expect(mergeNoteText('overwrite', 'Old', 'Old and more', now('Old, by Hoda'))).toEqual({
    notes: 'Old, by Hoda\n\nand more',
    version: 7,
  });
  expect(mergeNoteText('overwrite', 'Old', 'Quite new', now('By Hoda'))).toEqual({
    notes: 'By Hoda\n\nQuite new',
    version: 7,
  });
});
