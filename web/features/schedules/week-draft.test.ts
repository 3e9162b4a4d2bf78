import { expect, test } from 'vitest';
import {
  createShiftDraft,
  findShiftProblem,
  findShiftWarning,
  isWeekValid,
  toSchedulesBody,
  toWeekDraft,
} from './week-draft.ts';

test('a week is converted to a draft and back unchanged', () => {
  const sunday = { dayOfWeek: 0, isAvailable: true, startTime: '09:00:00', endTime: '12:00:00' };
  const evening = { ...sunday, startTime: '15:00:00', endTime: null };
  const closed = { dayOfWeek: 1, isAvailable: false, startTime: null, endTime: null };
  const week = toWeekDraft([sunday, evening, closed]);
  expect(week.map((day) => day.length)).toEqual([2, 0, 0, 0, 0, 0, 0]);
  expect(toSchedulesBody(week).slice(0, 3)).toEqual([sunday, evening, { dayOfWeek: 1, isAvailable: false }]);
});

test('a shift must end after it begins and not overlap another', () => {
  const morning = createShiftDraft('09:00:00', '12:00:00');
  const backwards = createShiftDraft('15:00:00', '14:00:00');
  const noon = createShiftDraft('11:30:00', '13:00:00');
  const open = createShiftDraft('11:00:00', '');
  expect(findShiftProblem(backwards, [backwards])).toBe('order');
  expect(findShiftProblem(morning, [morning, noon])).toBe('overlap');
  expect(findShiftProblem(noon, [noon, open])).toBe('overlap');
  expect(findShiftProblem(morning, [morning, createShiftDraft('12:00:00', '13:00:00')])).toBeNull();
  expect(isWeekValid([[morning, noon]])).toBe(false);
  expect(isWeekValid([[morning], []])).toBe(true);
});

test('the editor warns of a shift end that patients would not see', () => {
  const early = createShiftDraft('09:00:00', '14:00:00');
  const late = createShiftDraft('15:00:00', '19:00:00');
  expect(findShiftWarning(early, [early], '15:00')).toBe('fallback');
  expect(findShiftWarning(early, [early, late], '15:00')).toBe('hidden');
  expect(findShiftWarning(createShiftDraft('15:00:00', ''), [], '15:00')).toBe('noEnd');
  expect(findShiftWarning(late, [late], '15:00')).toBeNull();
});
