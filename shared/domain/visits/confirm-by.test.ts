import { expect, test } from 'vitest';
import { confirmBy } from './confirm-by.ts';

const usual = { confirmDays: 1, confirmUntil: '19:00' };
const by = (appointmentDate: string, rule = usual, updatedAt = '2027-06-01T09:00:00.000Z') => {
  const { date, time } = confirmBy({ updatedAt, appointmentDate, appointmentTime: '15:00:00' }, rule);
  return `${date} ${time}`;
};

test('a held visit is confirmed by the hour and the day that the clinic set', () => {
  expect(by('2027-06-08')).toBe('2027-06-02 19:00:00');
  expect(by('2027-06-08', { confirmDays: 3, confirmUntil: '12:00' })).toBe('2027-06-04 12:00:00');
  expect(by('2027-06-08', { confirmDays: 0, confirmUntil: '18:30' })).toBe('2027-06-01 18:30:00');
});

test('at least an hour before it begins; of a visit that begins sooner, by its beginning', () => {
  expect(by('2027-06-01')).toBe('2027-06-01 14:00:00');
  expect(by('2027-06-01', usual, '2027-06-01T11:20:00.000Z')).toBe('2027-06-01 15:00:00');
});

test('asked for after the hour of the same day, it is the next day; never an hour that the clock skips', () => {
  const sameDay = { confirmDays: 0, confirmUntil: '12:00' };
  expect(by('2027-06-08', sameDay, '2027-06-01T15:00:00.000Z')).toBe('2027-06-02 12:00:00');
  const midnight = { confirmDays: 1, confirmUntil: '00:00' };
  expect(by('2027-05-20', midnight, '2027-04-29T09:00:00.000Z')).toBe('2027-04-30 01:00:00');
});
