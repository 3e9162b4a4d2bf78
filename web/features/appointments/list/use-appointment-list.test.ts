import { expect, test } from 'vitest';
import type { Appointment } from '#shared/contract/appointments.ts';
import { getListPageSize, groupRowsByDate, keepEditedRow } from './use-appointment-list.ts';

const visit = (id: number, appointmentDate: string, appointmentTime: string) =>
  ({ id, appointmentDate, appointmentTime }) as Appointment;
const first = visit(4, '2026-11-16', '15:00:00');
const second = visit(2, '2026-11-16', '15:20:00');
const third = visit(9, '2026-11-17', '15:00:00');
const rows = [first, second, third];
const ids = (list: readonly Appointment[]) => list.map(({ id }) => id);

test('rows are grouped by date in their order', () => {
  expect(groupRowsByDate(rows).map(({ date, rows: day }) => [date, ids(day)])).toEqual([
    ['2026-11-16', [4, 2]],
    ['2026-11-17', [9]],
  ]);
});

test('a row with an open note stays in place when it leaves the list', () => {
  expect(ids(keepEditedRow([first, third], second))).toEqual([4, 2, 9]);
  expect(ids(keepEditedRow([first, second], third))).toEqual([4, 2, 9]);
});

test('a row with an open note stays in place when the appointment moves', () => {
  const moved = visit(2, '2026-11-20', '16:00:00');
  expect(keepEditedRow([first, third, moved], second)).toEqual([first, second, third]);
});

test('a row without an open note is the current one', () => {
  const fresh = { ...second, notes: 'new' } as Appointment;
  expect(keepEditedRow([first, fresh, third], second)[1]).toBe(fresh);
  expect(keepEditedRow(rows, null)).toBe(rows);
});

test('a page is longer only if days before today come first', () => {
  const size = (from?: string, to?: string) => getListPageSize({ from, to }, '2026-11-19');
  expect(size('2026-11-14', '2026-11-20')).toBe(100);
  expect(size('2026-11-14')).toBe(100);
  expect([size(), size('2026-11-19', '2026-11-20'), size('2026-11-14', '2026-11-18')]).toEqual([50, 50, 50]);
});
