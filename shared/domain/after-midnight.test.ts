import { describe, expect, it } from 'vitest';
import {
  clinicTime,
  dayClock,
  isLater,
  localDateTime,
  minutesBetween,
  parseDayTime,
  skippedAfter,
  splitLocal,
  wallToInstant,
} from './clinic-time.ts';
import { canPatientChange, checkBookingTime, findFirstBookableMinute } from './visits/booking-rules.ts';
import { calendarFile } from './visits/calendar-file.ts';
import { listDoctorDays } from './visits/doctor-times.ts';
import {
  type BranchHours,
  hoursOfDay,
  isSkipped,
  publicSlots,
  type Shift,
  windowsOfDay,
} from './visits/slots.ts';

const at = (instant: string) => dayClock(new Date(instant));

describe('the clinic’s day ends at 3 AM', () => {
  it.each([
    ['2026-11-19 23:59:00', '2026-11-19', '23:59:00'],
    ['2026-11-20 00:00:00', '2026-11-19', '24:00:00'],
    ['2026-11-20 02:59:59', '2026-11-19', '26:59:59'],
    ['2026-11-20 03:00:00', '2026-11-20', '03:00:00'],
    ['2027-01-01 00:30:00', '2026-12-31', '24:30:00'],
  ])('%s of the calendar is %s %s, and back', (local, date, time) => {
    expect(splitLocal(local)).toEqual({ date, time });
    expect(localDateTime(date, time)).toBe(local);
  });

  it('one moment has one form in either notation', () => {
    const meant = { date: '2026-11-19', time: '24:30:00' };
    expect(clinicTime('2026-11-19', '24:30')).toEqual(meant);
    expect(clinicTime('2026-11-20', '12:30 AM')).toEqual(meant);
    expect(clinicTime('2026-11-20', '15:00')).toEqual({ date: '2026-11-20', time: '15:00:00' });
    expect(wallToInstant('2026-11-19', '24:30')).toEqual(wallToInstant('2026-11-20', '00:30'));
  });

  it.each([
    ['24:00', '24:00:00'],
    ['26:59:30', '26:59:30'],
    ['27:00', '27:00:00'],
    ['27:01', null],
    ['28:00', null],
    ['1:30 AM', '01:30:00'],
  ])('a time of a day may be %s', (text, time) => {
    expect(parseDayTime(text)).toBe(time);
  });

  it('the day’s clock counts on after midnight', () => {
    expect(at('2026-11-19T22:30:10Z')).toEqual({
      date: '2026-11-19',
      time: '24:30:10',
      minutes: 1470,
      weekday: 4,
    });
    expect(at('2026-11-20T01:00:00Z')).toMatchObject({ date: '2026-11-20', minutes: 180, weekday: 5 });
    expect(isLater('2026-11-19', '24:40', at('2026-11-19T22:30:00Z'))).toBe(true);
    expect(isLater('2026-11-19', '24:20', at('2026-11-19T22:30:00Z'))).toBe(false);
    expect(isLater('2026-11-19', '24:20', at('2026-11-19T21:59:00Z'))).toBe(true);
  });

  it('an appointment there can be booked and changed until it begins', () => {
    const settings = { daysAhead: 60, minutesAhead: 0 };
    const clock = at('2026-11-19T22:30:00Z');
    const ask = (time: string) => checkBookingTime({ date: '2026-11-19', time, clock, settings });
    expect([ask('24:20'), ask('24:40')]).toEqual(['in_the_past', null]);
    expect(findFirstBookableMinute('2026-11-19', clock, settings)).toBe(1470);
    expect(findFirstBookableMinute('2026-11-20', clock, settings)).toBe(30);
    const start = localDateTime('2026-11-19', '25:00');
    const now = new Date('2026-11-19T21:00:00Z');
    expect(canPatientChange({ start, now, cutoffHours: 2 })).toBe(true);
    expect(canPatientChange({ start, now, cutoffHours: 3 })).toBe(false);
  });

  it('a calendar file names the real moment', () => {
    const visit = {
      uid: 'x',
      sequence: 0,
      title: 'Visit',
      place: 'Giza',
      doctor: null,
      changedAt: new Date(0),
    };
    const entry = {
      ...visit,
      date: '2026-11-19',
      time: '24:30:00',
      minutes: 20,
      status: 'CONFIRMED',
    } as const;
    const file = calendarFile({ name: null, entries: [entry] });
    expect(file).toContain('DTSTART:20261119T223000Z\r\nDURATION:PT20M\r\n');
  });
});

const week = (shifts: Shift[]): BranchHours => ({
  week: Array.from({ length: 7 }, (_, weekday) => (weekday === 4 ? shifts : [])),
  exceptions: new Map(),
  closedFrom: null,
});
const rules = { consultationStart: '15:00', minutes: 20 };
const times = (branch: BranchHours, date: string, minutes = 20) =>
  publicSlots({ hours: hoursOfDay(branch, date), rules: { ...rules, minutes }, held: [], rooms: 1 }, 0).map(
    (start) => `${Math.floor(start / 60)}:${String(start % 60).padStart(2, '0')}`,
  );

describe('a shift that ends after midnight', () => {
  const night = week([{ opens: 23 * 60, closes: 25 * 60 + 30 }]);

  it('has its times on the day it began, and none on the next', () => {
    expect(times(night, '2026-11-19').join(' ')).toBe('23:00 23:20 23:40 24:00 24:20 24:40 25:00');
    expect(times(night, '2026-11-20')).toEqual([]);
  });

  it('is cut where summer time skips the hour after midnight', () => {
    expect(skippedAfter('2027-04-29')).toEqual({ from: 1440, to: 1500 });
    expect(skippedAfter('2027-04-22')).toBeNull();
    expect(skippedAfter('2027-10-28')).toBeNull();
    expect(times(night, '2027-04-29')).toEqual(['23:00', '23:20', '23:40', '25:00']);
    // No appointment may begin before the missing hour and end within or after it.
    expect(times(night, '2027-04-29', 30)).toEqual(['23:00', '23:20', '25:00']);
    const hours = hoursOfDay(night, '2027-04-29');
    expect(windowsOfDay(hours, '15:00')).toEqual([
      { from: 1380, to: 1440 },
      { from: 1500, to: 1530 },
    ]);
    const isMissing = (start: number) => isSkipped(hours, start, 20);
    expect([1420, 1430, 1500].map(isMissing)).toEqual([false, true, false]);
  });

  it('continues once where the hour before midnight occurs twice', () => {
    expect(times(night, '2027-10-28')).toEqual(times(night, '2026-11-19'));
    const clocks = ['20:30', '21:00', '21:30', '22:00', '22:30'].map((time) => {
      const { date, time: clock } = at(`2027-10-28T${time}:00Z`);
      return `${date} ${clock}`;
    });
    expect(clocks).toEqual([
      '2027-10-28 23:30:00',
      '2027-10-28 23:59:59',
      '2027-10-28 23:59:59',
      '2027-10-28 24:00:00',
      '2027-10-28 24:30:00',
    ]);
  });

  it('is as long as the wall clock says', () => {
    expect(minutesBetween('2026-11-19 23:50:00', '2026-11-20 00:20:00')).toBe(30);
  });
});

describe('doctors after midnight', () => {
  const duty = { doctorId: 1, weekday: 4, starts: 1200, ends: 1560, from: null, before: null };
  const day = (from: string, to: string, date = '2026-11-19') =>
    listDoctorDays(date, { duties: [duty], away: [{ doctorId: 1, from, to }] }, [1]);

  it('an absence includes the night of its day', () => {
    expect(day('2026-11-19 03:00:00', '2026-11-20 03:00:00')).toEqual([]);
    expect(day('2026-11-20 03:00:00', '2026-11-21 03:00:00')).toMatchObject([{ busy: [] }]);
    expect(day('2026-11-20 00:00:00', '2026-11-21 03:00:00')).toMatchObject([
      { onDuty: [{ from: 1200, to: 1560 }], busy: [{ from: 1440, to: 1620 }] },
    ]);
  });
});
