import { expect, test } from 'vitest';
import { followUpDates, listNeighbouringDays, nearestStarts } from './follow-up.ts';

test('a follow-up keeps the weekday and counts from the appointment', () => {
  expect(followUpDates('2027-04-25', '2027-04-26', { weeks: 6, times: 1 })).toEqual(['2027-06-06']);
  // Across both changes of summer time and the end of a year.
  expect(followUpDates('2027-10-24', '2027-10-24', { weeks: 4, times: 3 })).toEqual([
    '2027-11-21',
    '2027-12-19',
    '2028-01-16',
  ]);
});

test('a follow-up of an old appointment counts from today', () => {
  expect(followUpDates('2027-01-05', '2027-06-10', { weeks: 2, times: 2 })).toEqual([
    '2027-06-24',
    '2027-07-08',
  ]);
  // A date that is due today is not in the past.
  expect(followUpDates('2027-06-03', '2027-06-10', { weeks: 1, times: 1 })).toEqual(['2027-06-10']);
});

test('the nearest free starts are two of the day, then one of each neighbouring day', () => {
  const wished = { date: '2027-06-10', start: 900 };
  const at = (date: string, ...starts: number[]) => starts.map((start) => ({ date, start }));
  const free = [
    ...at('2027-06-08', 900),
    ...at('2027-06-09', 960),
    ...at('2027-06-10', 1100, 920, 860),
    ...at('2027-06-11', 900, 920),
  ];
  expect(nearestStarts(wished, free)).toEqual([...at('2027-06-10', 920, 860), ...at('2027-06-11', 900)]);
  // Of two equally near days the later wins: nobody should come back too early.
  const beside = [...at('2027-06-09', 960), ...at('2027-06-11', 960)];
  expect(nearestStarts(wished, beside)).toEqual(beside.toReversed());
});

test('no day before tomorrow is proposed', () => {
  expect(listNeighbouringDays('2027-06-10', '2027-06-09')).toEqual([
    '2027-06-11',
    '2027-06-12',
    '2027-06-13',
  ]);
});
