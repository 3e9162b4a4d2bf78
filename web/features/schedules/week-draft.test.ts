import { expect, test } from 'vitest';
import { draftOf, isSound, newShift, problemOf, schedulesOf, warningOf } from './week-draft.ts';

test('a week is converted to a draft and back unchanged', () => {
  const sunday = { dayOfWeek: 0, isAvailable: true, startTime: '09:00:00', endTime: '12:00:00' };
  const evening = { ...sunday, startTime: '15:00:00', endTime: null };
  const closed = { dayOfWeek: 1, isAvailable: false, startTime: null, endTime: null };
  const week = draftOf([sunday, evening, closed]);
  expect(week.map((day) => day.length)).toEqual([2, 0, 0, 0, 0, 0, 0]);
  expect(schedulesOf(week).slice(0, 3)).toEqual([sunday, evening, { dayOfWeek: 1, isAvailable: false }]);
});

test('a shift must end after it begins and not overlap another', () => {
  const morning = newShift('09:00:00', '12:00:00');
  const backwards = newShift('15:00:00', '14:00:00');
  const noon = newShift('11:30:00', '13:00:00');
  const open = newShift('11:00:00', '');
  expect(problemOf(backwards, [backwards])).toBe('order');
  expect(problemOf(morning, [morning, noon])).toBe('overlap');
  expect(problemOf(noon, [noon, open])).toBe('overlap');
  expect(problemOf(morning, [morning, newShift('12:00:00', '13:00:00')])).toBeNull();
  expect(isSound([[morning, noon]])).toBe(false);
  expect(isSound([[morning], []])).toBe(true);
});

test('the editor warns of a shift end that patients would not see', () => {
  const early = newShift('09:00:00', '14:00:00');
  const late = newShift('15:00:00', '19:00:00');
  expect(warningOf(early, [early], '15:00')).toBe('fallback');
  expect(warningOf(early, [early, late], '15:00')).toBe('hidden');
  expect(warningOf(newShift('15:00:00', ''), [], '15:00')).toBe('noEnd');
  expect(warningOf(late, [late], '15:00')).toBeNull();
});
