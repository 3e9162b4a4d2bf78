import { expect, test } from 'vitest';
import { isPartWeek, readInsightsFilter, writeInsightsFilter } from './insights-period.ts';

const today = '2026-11-18';
const read = (query: string) => readInsightsFilter(new URLSearchParams(query), today);

test('the default is the last twelve weeks of all branches', () => {
  expect(read('')).toEqual({ weeks: 12, from: '2026-08-27', to: today, locationId: null });
  expect(read('period=4')).toMatchObject({ weeks: 4, from: '2026-10-22', to: today });
});

test('a custom range and a branch', () => {
  const filter = { weeks: 'custom', from: '2026-01-01', to: '2026-02-28', locationId: 3 };
  expect(read('period=custom&from=2026-01-01&to=2026-02-28&location=3')).toEqual(filter);
  expect(
    read(writeInsightsFilter(read('period=custom&from=2026-01-01&to=2026-02-28&location=3')).toString()),
  ).toEqual(filter);
});

test('invalid dates, periods and branches are ignored', () => {
  expect(read('period=never&from=2026-02-30&location=1e3')).toEqual(read(''));
  expect(read('period=custom&from=2026-02-30&to=x')).toMatchObject({ from: '2026-08-27', to: today });
});

test('a week is complete if all its days are counted', () => {
  const days = { from: '2026-11-04', to: '2026-11-21' };
  expect(
    ['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22'].map((week) => isPartWeek(week, days)),
  ).toEqual([true, false, false, true]);
});
