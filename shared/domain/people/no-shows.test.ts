import { expect, test } from 'vitest';
import { countNoShows, type MissedVisit, noShowState, requiresConfirmingCall } from './no-shows.ts';

const missed = (more: Partial<MissedVisit> = {}): MissedVisit => ({
  localStart: '2027-06-07 15:00:00',
  localEnd: '2027-06-07 15:20:00',
  // 15:20 in Cairo, in summer time.
  markedAt: new Date('2027-06-07T12:20:00Z'),
  excused: false,
  ...more,
});
const today = '2027-06-20';

test('a no-show counts if marked up to 48 hours after the end', () => {
  expect(noShowState(missed(), today)).toBe('counts');
  expect(noShowState(missed({ markedAt: new Date('2027-06-09T12:20:00Z') }), today)).toBe('counts');
  expect(noShowState(missed({ markedAt: new Date('2027-06-09T12:20:00.001Z') }), today)).toBe('late');
  expect(noShowState(missed({ markedAt: null }), today)).toBe('late');
});

test('the hours are real ones at clock changes, and a night appointment belongs to its day', () => {
  const night = { localStart: '2027-04-29 15:00:00', localEnd: '2027-04-29 15:20:00' };
  // Summer time begins on the 30th at 00:00: 48 hours later it is 16:20 by the clock.
  expect(noShowState(missed({ ...night, markedAt: new Date('2027-05-01T13:20:00Z') }), today)).toBe('counts');
  expect(noShowState(missed({ ...night, markedAt: new Date('2027-05-01T13:21:00Z') }), today)).toBe('late');
  const late = { localStart: '2026-06-20 00:30:00', localEnd: '2026-06-20 00:50:00' };
  const markedAt = new Date('2026-06-20T09:00:00Z');
  expect(noShowState(missed({ ...late, markedAt }), today)).toBe('past');
});

test('a no-show counts for exactly a year, and never after an excuse', () => {
  const markedAt = new Date('2026-06-20T12:30:00Z');
  const yearAgo = missed({ localStart: '2026-06-20 15:00:00', localEnd: '2026-06-20 15:20:00', markedAt });
  expect(noShowState(yearAgo, today)).toBe('counts');
  expect(noShowState(yearAgo, '2027-06-21')).toBe('past');
  expect(noShowState(missed({ excused: true }), today)).toBe('excused');
  expect(
    countNoShows([missed(), yearAgo, missed({ excused: true }), missed({ markedAt: null })], today),
  ).toBe(2);
});

test('online bookings wait for a call from the clinic’s number on, without one never', () => {
  expect([0, 1, 2, 3].map((counted) => requiresConfirmingCall(counted, 2))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(requiresConfirmingCall(100, null)).toBe(false);
});
