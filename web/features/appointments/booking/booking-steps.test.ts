import { describe, expect, it } from 'vitest';
import { emptyBookingChoice } from './booking-choice.ts';
import { computeBookingSteps, type StepName } from './booking-steps.ts';

const branch = { ...emptyBookingChoice, locationId: 3, serviceId: 1 };
const day = { ...branch, date: '2026-11-23' };
const all = { ...day, time: '15:20:00' };

describe('the open step of a booking and the target of the button', () => {
  it.each<[string, object, StepName | null, StepName, StepName | null]>([
    ['nothing chosen', emptyBookingChoice, null, 'location', null],
    ['a service chosen before the branch', { ...emptyBookingChoice, serviceId: 5 }, null, 'location', null],
    ['a branch, and its services on show with the days below', branch, 'service', 'service', null],
    ['a branch and its service', branch, null, 'date', null],
    ['a branch, looked at again', branch, 'location', 'location', 'date'],
    ['a day', day, null, 'time', null],
    ['a day, and the services opened again', day, 'service', 'service', 'time'],
    ['everything', all, null, 'who', null],
    ['everything, the branch opened again', all, 'location', 'location', 'who'],
    ['the time before a day', branch, 'time', 'date', null],
  ])('%s', (_, choice, opened, open, next) => {
    expect(
      computeBookingSteps({ choice: { ...emptyBookingChoice, ...choice }, byDoctor: false, opened }),
    ).toMatchObject({
      open,
      next,
    });
  });

  it('shows the days below the services, or the doctors at branches booked by doctor', () => {
    const opened = 'service';
    expect(computeBookingSteps({ choice: branch, byDoctor: false, opened }).below).toBe('date');
    expect(computeBookingSteps({ choice: branch, byDoctor: true, opened }).below).toBe('doctor');
    expect(computeBookingSteps({ choice: branch, byDoctor: false, opened: null }).below).toBeUndefined();
  });

  it('asks for a doctor before the day at branches booked by doctor', () => {
    const asked = { byDoctor: true, opened: null };
    expect(computeBookingSteps({ choice: branch, ...asked }).open).toBe('doctor');
    expect(computeBookingSteps({ choice: { ...branch, doctor: 'any' }, ...asked }).open).toBe('date');
    expect(computeBookingSteps({ choice: branch, ...asked, byDoctor: false }).names).not.toContain('doctor');
  });
});
