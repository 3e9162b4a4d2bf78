import { expect, test } from 'vitest';
import { findConfirmDeadline } from './confirm-by.ts';

const by = (appointmentDate: string, updatedAt = '2027-06-01T09:00:00.000Z') => {
  const { date, time } = findConfirmDeadline({ updatedAt, appointmentDate, appointmentTime: '15:00:00' });
  return `${date} ${time}`;
};

test('a pending appointment is confirmed by 7 PM of the next day', () => {
  expect(by('2027-06-08')).toBe('2027-06-02 19:00:00');
});

test('a pending appointment is confirmed an hour before it begins, a nearer one in half of the remaining time', () => {
  expect(by('2027-06-01')).toBe('2027-06-01 14:00:00');
  expect(by('2027-06-01', '2027-06-01T11:20:00.000Z')).toBe('2027-06-01 14:40:00');
});
