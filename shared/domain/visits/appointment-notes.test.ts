import { expect, test } from 'vitest';
import {
  appendNote,
  doctorNotes,
  findAddedText,
  listWrittenNotes,
  programNotes,
  statusNotes,
  websiteNotes,
} from './appointment-notes.ts';

const at = new Date('2026-11-18T13:20:00Z');
const doctor = { name: 'Dr Hoda', username: 'hoda' };

test('notes are stamped and appended', () => {
  expect(appendNote('', 'Fasting', doctor, at)).toBe('[Nov 18, 2026 3:20 PM] Dr Hoda: Fasting');
  expect(appendNote('Old\n', 'Fasting', doctor, at)).toBe('Old\n\n[Nov 18, 2026 3:20 PM] Dr Hoda: Fasting');
});

test('a doctor without a name is named by username', () => {
  expect(doctorNotes(doctor, at)).toBe('Appointment created by Dr Hoda on Nov 18, 2026 3:20 PM');
  expect(doctorNotes({ name: '', username: 'hoda' }, at)).toContain('created by hoda on');
});

test('a status change is appended', () => {
  expect(statusNotes('', 'no_show', { name: 'Amal', username: 'amal' }, at)).toBe(
    'Status updated to "no show" by Amal on Nov 18, 2026 3:20 PM',
  );
  expect(statusNotes('Old', 'attended', doctor, at)).toBe(
    'Old\n\nStatus updated to "attended" by Dr Hoda on Nov 18, 2026 3:20 PM',
  );
});

test('of a text that begins with the existing notes only the rest is new', () => {
  expect(findAddedText('Old', 'Old\n\nNew')).toBe('New');
  expect(findAddedText('Old', 'Old')).toBe('');
  expect(findAddedText('Old', 'New')).toBe('New');
  expect(findAddedText('', 'New')).toBe('New');
});

test('a list shows people’s notes, newest first, and no automatic entries', () => {
  const made = [websiteNotes, programNotes('Partner'), doctorNotes(doctor, at)];
  for (const notes of made) expect(listWrittenNotes(statusNotes(notes, 'no_show', doctor, at))).toBe('');
  const spoken = appendNote('Needs the ground floor.', 'Fasting', doctor, at);
  expect(listWrittenNotes(statusNotes(spoken, 'confirmed', doctor, at))).toBe(
    '[Nov 18, 2026 3:20 PM] Dr Hoda: Fasting\n\nNeeds the ground floor.',
  );
  expect(listWrittenNotes('She said: Status updated to "late" by phone on Monday')).not.toBe('');
});
