import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, clinicClock, timeOfMinutes } from '../clinic-time.ts';
import {
  canPatientChange,
  checkBookingTime,
  checkStaffDate,
  findFirstBookableMinute,
} from './booking-rules.ts';

const noon = clinicClock(new Date('2026-11-18T10:00:00Z'));
const justAfter = clinicClock(new Date('2026-11-18T10:00:01Z'));
const limits = { daysAhead: 60, minutesAhead: 0 };

describe('the requested time of a patient', () => {
  it.each([
    ['2026-11-18', '12:00:00', noon, 0, null],
    ['2026-11-18', '12:00:00', justAfter, 0, 'in_the_past'],
    ['2026-11-18', '11:40:00', noon, 0, 'in_the_past'],
    ['2026-11-17', '18:00:00', noon, 0, 'in_the_past'],
    ['2026-11-18', '12:30:00', noon, 30, null],
    ['2026-11-18', '12:30:00', justAfter, 30, 'too_soon'],
    ['2026-11-19', '11:59:00', noon, 1440, 'too_soon'],
    ['2026-11-19', '12:00:00', noon, 1440, null],
    ['2027-01-17', '18:40:00', noon, 0, null],
    ['2027-01-18', '15:00:00', noon, 0, 'too_far_ahead'],
  ] as const)('%s %s', (date, time, clock, minutesAhead, refusal) => {
    expect(checkBookingTime({ date, time, clock, settings: { ...limits, minutesAhead } })).toBe(refusal);
  });

  it.each([
    ['2026-11-17', 0, null],
    ['2026-11-18', 0, 720],
    ['2026-11-18', 90, 810],
    ['2026-11-18', 720, 1440],
    ['2026-11-18', 899, 1619],
    ['2026-11-18', 900, null],
    ['2026-11-19', 1440, 720],
    ['2026-11-19', 0, 0],
    ['2027-01-17', 0, 0],
    ['2027-01-18', 0, null],
  ])('%s with %i minutes ahead opens at minute %j', (date, minutesAhead, first) => {
    expect(findFirstBookableMinute(date, noon, { ...limits, minutesAhead })).toBe(first);
  });

  it('shows exactly the times that are accepted', () => {
    const some = fc.record({
      days: fc.integer({ min: -2, max: 63 }),
      at: fc.integer({ min: 0, max: 1439 }),
      ahead: fc.integer({ min: 0, max: 4000 }),
    });
    fc.assert(
      fc.property(some, fc.constantFrom(noon, justAfter), ({ days, at, ahead }, clock) => {
        const date = addDays(clock.date, days);
        const settings = { daysAhead: 60, minutesAhead: ahead };
        const first = findFirstBookableMinute(date, clock, settings);
        expect(first !== null && at >= first).toBe(
          checkBookingTime({ date, time: timeOfMinutes(at), clock, settings }) === null,
        );
      }),
    );
  });

  it('may be today for staff, not yesterday', () => {
    expect(checkStaffDate('2026-11-18', noon)).toBeNull();
    expect(checkStaffDate('2026-11-17', noon)).toBe('in_the_past');
  });
});

describe('changing an appointment', () => {
  it.each([
    ['2026-11-18 16:00:00', 4, true],
    ['2026-11-18 15:59:00', 4, false],
    ['2026-11-18 12:01:00', 0, true],
    ['2026-11-18 12:00:00', 0, false],
    ['2026-11-17 16:00:00', 0, false],
  ])('%s, %i hours before: %s', (start, cutoffHours, may) => {
    expect(canPatientChange({ start, now: new Date('2026-11-18T10:00:00Z'), cutoffHours })).toBe(may);
  });

  it('counts real hours over the night that is an hour shorter', () => {
    const start = '2027-04-30 03:00:00';
    expect(canPatientChange({ start, now: new Date('2027-04-29T20:00:00Z'), cutoffHours: 4 })).toBe(true);
    expect(canPatientChange({ start, now: new Date('2027-04-29T20:01:00Z'), cutoffHours: 4 })).toBe(false);
  });
});
