import { expect, test } from 'vitest';
import { toExceptionDrafts } from './exceptions-draft.ts';
import { mergeDuties, mergeExceptions, mergeWeek } from './merge-saved.ts';
import { toSchedulesBody, toWeekDraft } from './week-draft.ts';

const closed = (date: string) => ({
  date,
  isClosed: true,
  startTime: null,
  endTime: null,
  reason: null,
  reasonAr: null,
});
const days = (...dates: string[]) => toExceptionDrafts(dates.map(closed));
const dates = (rows: readonly { date: string }[]) => rows.map(({ date }) => date);

test('holidays of both admins are kept, and removed ones of both are gone', () => {
  const merge = mergeExceptions({
    start: days('2027-07-01', '2027-07-02', '2027-07-03'),
    mine: days('2027-07-01', '2027-07-03', '2027-07-09'),
    theirs: days('2027-07-01', '2027-07-02', '2027-07-08'),
  });
  expect(dates(merge.rows)).toEqual(['2027-07-01', '2027-07-08', '2027-07-09']);
  expect(dates(merge.addedByThem)).toEqual(['2027-07-08']);
  expect(dates(merge.removedByThem)).toEqual(['2027-07-03']);
});

test('a holiday that both added is listed once', () => {
  const merge = mergeExceptions({ start: [], mine: days('2027-07-01'), theirs: days('2027-07-01') });
  expect(dates(merge.rows)).toEqual(['2027-07-01']);
  expect(merge.addedByThem).toEqual([]);
});

test('a holiday that the other admin added here alone is still saved for all branches', () => {
  const mine = days('2027-07-01', '2027-07-02').map((row) => ({ ...row, everywhere: true }));
  const { rows } = mergeExceptions({ start: [], mine, theirs: days('2027-07-01', '2027-07-03') });
  expect(rows.map(({ date, everywhere }) => [date, everywhere])).toEqual([
    ['2027-07-01', true],
    ['2027-07-02', true],
    ['2027-07-03', false],
  ]);
});

test('a day added for all branches is kept if the other admin removed it at this branch', () => {
  const mine = days('2027-07-01').map((row) => ({ ...row, everywhere: true }));
  const merge = mergeExceptions({ start: days('2027-07-01'), mine, theirs: [] });
  expect(merge.rows).toEqual(mine);
  expect(merge.removedByThem).toEqual([]);
});

test('duties of both admins are kept', () => {
  const duty = (userId: number) => ({ userId, dayOfWeek: 1, startTime: '15:00:00', endTime: '19:00:00' });
  const { rows } = mergeDuties({ start: [duty(1)], mine: [duty(1), duty(2)], theirs: [duty(3)] });
  expect(rows.map(({ userId }) => userId)).toEqual([3, 2]);
});

test('a weekday edited here stays, the others take the saved values', () => {
  const week = (...starts: (string | null)[]) =>
    toWeekDraft(
      starts.map((startTime, dayOfWeek) => ({
        dayOfWeek,
        isAvailable: startTime !== null,
        startTime,
        endTime: startTime && '20:00:00',
      })),
    );
  const start = week('15:00:00', '15:00:00', null);
  const mine = week('16:00:00', '15:00:00', null);
  const theirs = week('15:00:00', '17:00:00', '18:00:00');
  const merge = mergeWeek({ start, mine, theirs });
  const opens = toSchedulesBody(merge.week).map((row) => ('startTime' in row ? row.startTime : null));
  expect(opens.slice(0, 3)).toEqual(['16:00:00', '17:00:00', '18:00:00']);
  expect(merge.changedByThem).toEqual([1, 2]);
});
