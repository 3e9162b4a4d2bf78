import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { clinicClock, weekdayOf } from '#shared/domain/clinic-time.ts';
import { chooseDay, clockOf, describeDay, specialDays } from './days.mjs';

const setClock = new URL('./set-clock.mjs', import.meta.url).href;

const clockAt = ({ at }: { at: string }) => clinicClock(new Date(at));

test('the usual day is an ordinary working morning', () => {
  expect(chooseDay(undefined)).toMatchObject({ name: process.env.TEST_DAY || 'working-day' });
  expect(clockAt(chooseDay('working-day'))).toMatchObject({ date: '2027-01-12', time: '10:30:00' });
});

test('the special days are each weekday, the time after midnight, month and year ends, and clock changes', () => {
  expect(new Set(specialDays.map((day) => weekdayOf(clockAt(day).date)))).toEqual(
    new Set([0, 1, 2, 3, 4, 5, 6]),
  );
  const clocks = Object.fromEntries(specialDays.map((day) => [day.name, clockAt(day)]));
  expect(clocks.midnight).toMatchObject({ date: '2027-03-03', time: '00:00:20' });
  expect(clocks['month-end']?.date).toBe('2027-05-31');
  expect(clocks['year-end']?.date).toBe('2028-12-31');
  // Forward at 00:00 of the last Friday of April, back at the end of the last Thursday of October.
  expect(clocks.spring).toMatchObject({ date: '2027-04-30', time: '01:00:20' });
  const minuteBefore = new Date(Date.parse('2027-04-30T01:00:20+03:00') - 60_000);
  expect(clinicClock(minuteBefore)).toMatchObject({ date: '2027-04-29', time: '23:59:20' });
  expect(clocks.autumn).toMatchObject({ date: '2027-10-28', time: '23:56:00' });
  const fiveLater = new Date(Date.parse('2027-10-28T23:56:00+03:00') + 300_000);
  expect(clinicClock(fiveLater)).toMatchObject({ date: '2027-10-28', time: '23:01:00' });
});

test('a day can be chosen by name, which the run prints', () => {
  const day = chooseDay('midnight');
  expect(day.name).toBe('midnight');
  expect(describeDay(day)).toContain('TEST_DAY=midnight');
  expect(clockOf(chooseDay('today'))).toEqual({ CLOCK_SHIFT_MS: '' });
  expect(() => chooseDay('someday')).toThrow('TEST_DAY');
});

test('a program with a shifted clock prints that day’s time', () => {
  const code = 'console.log(JSON.stringify([new Date(), new Date(Date.now()), new Date(0)]));';
  const day = chooseDay('year-end');
  // The clock of this test run may be shifted too.
  const real = Date.now() - Number(process.env.CLOCK_SHIFT_MS ?? 0);
  const shift = String(Date.parse(day.at) - real);
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, CLOCK_SHIFT_MS: shift, NODE_OPTIONS: `--import ${setClock}` },
    encoding: 'utf8',
  });
  const [made, now, given] = JSON.parse(said) as string[];
  for (const moment of [made, now]) expect(moment).toMatch(/^2028-12-31T20:3/);
  expect(given).toBe('1970-01-01T00:00:00.000Z');
});
