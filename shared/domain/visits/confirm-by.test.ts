import { expect, test } from 'vitest';
import { confirmBy } from './confirm-by.ts';

const asked = '2027-06-01T09:00:00.000Z';
const by = (appointmentDate: string, appointmentTime = '15:00:00') =>
  confirmBy({ createdAt: asked, appointmentDate, appointmentTime }).toISOString();

test('a held visit is confirmed by the next evening, and an hour before it begins', () => {
  expect(by('2027-06-08')).toBe('2027-06-02T16:00:00.000Z');
  expect(by('2027-06-01')).toBe('2027-06-01T11:00:00.000Z');
});
