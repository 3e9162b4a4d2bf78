import { describe, expect, it } from 'vitest';
import { nothingChosen } from './booking-choice.ts';
import { type StepName, stepsOf } from './booking-steps.ts';

const branch = { ...nothingChosen, locationId: 3, serviceId: 1 };
const day = { ...branch, date: '2026-11-23' };
const all = { ...day, time: '15:20:00' };

describe('which step of the booking is open', () => {
  it.each<[string, object, boolean, StepName | null, StepName, StepName | null]>([
    ['nothing chosen', nothingChosen, true, null, 'location', null],
    [
      'a service wished for before the branch',
      { ...nothingChosen, serviceId: 5 },
      true,
      null,
      'location',
      null,
    ],
    ['a branch, and its service looked at', branch, true, 'service', 'service', 'date'],
    ['a branch', branch, true, null, 'date', null],
    ['a day', day, true, null, 'time', null],
    ['all, a visitor', all, true, null, 'who', null],
    ['all, a patient', all, false, null, 'time', null],
    ['all, the branch opened again', all, false, 'location', 'location', 'service'],
    ['who comes, asked of a patient', all, false, 'who', 'time', null],
    ['the time before a day', branch, true, 'time', 'date', null],
  ])('%s', (_, choice, visitor, opened, open, next) => {
    expect(
      stepsOf({ choice: { ...nothingChosen, ...choice }, visitor, byDoctor: false, opened }),
    ).toMatchObject({
      open,
      next,
    });
  });

  it('asks for a doctor where doctors are booked, before the day', () => {
    const asked = { visitor: false, byDoctor: true, opened: null };
    expect(stepsOf({ choice: branch, ...asked }).open).toBe('doctor');
    expect(stepsOf({ choice: { ...branch, doctor: 'any' }, ...asked }).open).toBe('date');
    expect(stepsOf({ choice: branch, ...asked, byDoctor: false }).mine).not.toContain('doctor');
  });
});
