import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMinutes,
  addMonths,
  clinicClock,
  clinicZone,
  daysBetween,
  isLater,
  isRealDate,
  isRealWallTime,
  listDates,
  localDateTime,
  minutesOf,
  monthGrid,
  monthOf,
  parseTime,
  period,
  splitLocal,
  storedTimeToInstant,
  timeOfMinutes,
  wallToInstant,
  weekdayOf,
  weekOf,
} from './clinic-time.ts';

describe('the wall clock', () => {
  it.each([
    ['2026-11-18T13:20:05Z', '2026-11-18', '15:20:05', 920, 3],
    ['2026-07-01T21:30:00Z', '2026-07-02', '00:30:00', 30, 4],
    ['2027-04-29T21:59:59Z', '2027-04-29', '23:59:59', 1439, 4],
    ['2027-04-29T22:00:00Z', '2027-04-30', '01:00:00', 60, 5],
    ['2027-10-28T20:30:00Z', '2027-10-28', '23:30:00', 1410, 4],
    ['2027-10-28T21:30:00Z', '2027-10-28', '23:30:00', 1410, 4],
    ['2027-10-28T22:00:00Z', '2027-10-29', '00:00:00', 0, 5],
  ])('at %s shows %s %s', (now, date, time, minutes, weekday) => {
    expect(clinicClock(new Date(now))).toEqual({ date, time, minutes, weekday });
  });

  it.each([
    ['2026-11-18', '15:20', '2026-11-18T13:20:00.000Z'],
    ['2026-07-01', '15:20:00', '2026-07-01T12:20:00.000Z'],
    ['2027-04-29', '23:59', '2027-04-29T21:59:00.000Z'],
    ['2027-04-30', '01:00', '2027-04-29T22:00:00.000Z'],
    ['2027-10-28', '22:59', '2027-10-28T19:59:00.000Z'],
    ['2027-10-28', '23:30', '2027-10-28T20:30:00.000Z'],
    ['2027-10-29', '00:00', '2027-10-28T22:00:00.000Z'],
  ])('%s %s is the instant %s', (date, time, instant) => {
    expect(wallToInstant(date, time).toISOString()).toBe(instant);
  });

  it.each(['00:00', '00:30', '00:59:59'])('rejects %s on the night that skips it', (time) => {
    expect(() => wallToInstant('2027-04-30', time)).toThrow(RangeError);
    expect(isRealWallTime('2027-04-30', time)).toBe(false);
    expect(isRealWallTime('2027-05-01', time)).toBe(true);
  });

  it('reads such a stored time as the end of that hour', () => {
    const end = wallToInstant('2027-04-30', '01:00');
    for (const [date, time] of [
      ['2027-04-30', '00:30'],
      ['2027-04-29', '24:10:00'],
    ] as const)
      expect(storedTimeToInstant(date, time)).toEqual(end);
    expect(storedTimeToInstant('2027-04-30', '01:20')).toEqual(wallToInstant('2027-04-30', '01:20'));
    expect(() => storedTimeToInstant('2027-04-31', '00:30')).toThrow(RangeError);
  });

  it('converts back for every opening hour of any day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3650 }), fc.integer({ min: 60, max: 1379 }), (days, minutes) => {
        const date = addDays('2023-05-01', days);
        const { date: back, minutes: same } = clinicClock(wallToInstant(date, timeOfMinutes(minutes)));
        expect([back, same]).toEqual([date, minutes]);
      }),
    );
  });
});

describe('the offset from UTC', () => {
  const wallOf = new Intl.DateTimeFormat('sv-SE', {
    timeZone: clinicZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const said = (at: Date): string => {
    const { date, time } = clinicClock(at);
    return `${date} ${time}`;
  };

  it.each([2008, 2010, 2014, 2020, 2026, 2027])('is that of the zone in every hour of %i', (year) => {
    for (let at = Date.UTC(year, 0); at < Date.UTC(year + 1, 0); at += 3_600_000) {
      const instant = new Date(at);
      if (said(instant) !== wallOf.format(instant)) expect(said(instant)).toBe(wallOf.format(instant));
    }
  });

  it('and at any instant of 150 years', () => {
    const anyTime = fc.date({
      min: new Date('1950-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    fc.assert(fc.property(anyTime, (at) => said(at) === wallOf.format(at)));
  });
});

describe('the calendar', () => {
  it.each([
    ['2026-11-18', true],
    ['2028-02-29', true],
    ['2027-02-29', false],
    ['2027-02-30', false],
    ['2027-13-01', false],
    ['2027-00-10', false],
    ['2027-1-1', false],
    ['0001-01-01', false],
    ['2026-11-18T00:00', false],
    ['', false],
  ])('%s exists: %s', (date, real) => {
    expect(isRealDate(date)).toBe(real);
  });

  it('steps over months, leap days and years', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2027-05-01', -1)).toBe('2027-04-30');
    expect(daysBetween('2026-11-18', '2027-01-17')).toBe(60);
    expect(daysBetween('2026-11-18', '2026-11-17')).toBe(-1);
    expect(() => addDays('2027-02-30', 1)).toThrow(RangeError);
    expect(addMonths('2026-11', 2)).toBe('2027-01');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
  });

  it('counts weekdays from Sunday, and weeks to Saturday', () => {
    expect(['2026-11-15', '2026-11-18', '2026-11-21'].map(weekdayOf)).toEqual([0, 3, 6]);
    expect(['1969-12-31', '1969-12-28', '1955-02-05'].map(weekdayOf)).toEqual([3, 0, 6]);
    expect(weekOf('2026-11-15')).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    expect(weekOf('2026-11-21')).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    expect(monthOf('2027-02-10')).toEqual({ from: '2027-02-01', to: '2027-02-28' });
    expect(monthOf('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(listDates({ from: '2026-11-30', to: '2026-12-01' })).toEqual(['2026-11-30', '2026-12-01']);
    expect(listDates({ from: '2026-12-02', to: '2026-12-01' })).toEqual([]);
  });

  it('has a month in whole weeks', () => {
    const grid = monthGrid('2026-11');
    expect(grid).toHaveLength(5);
    expect([grid[0]?.[0], grid[4]?.[6]]).toEqual(['2026-11-01', '2026-12-05']);
    expect(monthGrid('2027-05').map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  });

  it.each([
    ['today', '2026-11-18', '2026-11-18'],
    ['week', '2026-11-15', '2026-11-21'],
    ['month', '2026-11-01', '2026-11-30'],
  ] as const)('the period %s', (name, from, to) => {
    expect(period(name, { date: '2026-11-18' })).toEqual({ from, to });
  });
});

describe('times', () => {
  it.each([
    ['09:30', '09:30:00'],
    ['15:20:07', '15:20:07'],
    ['9:30 AM', '09:30:00'],
    ['12:00 am', '00:00:00'],
    ['12:05PM', '12:05:00'],
    ['11:59 PM', '23:59:00'],
    ['9:30', null],
    ['24:00', null],
    ['13:00 PM', null],
    ['0:30 AM', null],
    ['10:60', null],
    ['10:00:60', null],
    ['', null],
  ])('parses %j as %j', (text, time) => {
    expect(parseTime(text)).toBe(time);
  });

  it('counts minutes both ways', () => {
    expect(minutesOf('15:20:00')).toBe(920);
    expect(timeOfMinutes(545)).toBe('09:05:00');
    expect(() => minutesOf('27:01')).toThrow(RangeError);
  });

  it('joins, splits and extends a local date and time', () => {
    expect(localDateTime('2026-11-18', '3:20 PM')).toBe('2026-11-18 15:20:00');
    expect(() => localDateTime('2027-02-30', '15:20')).toThrow(RangeError);
    expect(splitLocal('2026-11-18 15:20:00')).toEqual({ date: '2026-11-18', time: '15:20:00' });
    expect(addMinutes('2026-12-31 23:50:00', 20)).toBe('2027-01-01 00:10:00');
  });

  it.each([
    ['2026-11-19', '08:00:00', true],
    ['2026-11-18', '15:20:01', true],
    ['2026-11-18', '3:30 PM', true],
    ['2026-11-18', '15:20:00', false],
    ['2026-11-17', '23:00:00', false],
  ])('%s %s is in the future: %s', (date, time, later) => {
    expect(isLater(date, time, { date: '2026-11-18', time: '15:20:00' })).toBe(later);
  });
});
