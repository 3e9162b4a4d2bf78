import { describe, expect, it } from 'vitest';
import { checkBooking } from './booking-checks.ts';

const complete = {
  user: { id: 7, role: 'patient' as const },
  locationId: 3,
  serviceId: 2,
  date: '2026-11-22',
  time: '15:20:00',
};

describe('the reason why a booking cannot be sent', () => {
  it.each([
    [{}, null],
    [{ user: null }, 'validation.loginToBook'],
    [{ user: null, date: null }, 'validation.loginToBook'],
    [{ user: { id: 7, role: 'doctor' as const } }, 'validation.patientsOnly'],
    [{ user: { id: 7, role: 'user' as const }, time: null }, 'validation.patientsOnly'],
    [{ locationId: null }, 'validation.selectAllRequired'],
    [{ serviceId: null }, 'validation.selectAllRequired'],
    [{ date: null }, 'validation.selectAllRequired'],
    [{ time: null, user: { id: 'seven', role: 'patient' as const } }, 'validation.selectAllRequired'],
    [{ user: { id: 'seven', role: 'patient' as const }, locationId: 'three' }, 'validation.userId'],
    [{ locationId: 'three' }, 'validation.locationId'],
    [{ date: '22/11/2026' }, 'validation.date'],
    [{ date: '2027-02-30' }, 'validation.date'],
    [{ time: '3:20 PM' }, 'validation.time'],
    [{ time: '15:20' }, 'validation.time'],
  ])('%o → %s', (change, message) => {
    expect(checkBooking({ ...complete, ...change })).toBe(message);
  });
});
