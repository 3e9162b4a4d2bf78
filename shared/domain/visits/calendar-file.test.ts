import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { addMilliseconds, storedTimeToInstant, wallToInstant } from '../clinic-time.ts';
import { type CalendarEntry, calendarFile } from './calendar-file.ts';

const visit: CalendarEntry = {
  uid: 'HKM-000001@clinic.example',
  sequence: 2,
  changedAt: new Date('2027-01-01T08:00:00Z'),
  title: 'حكيمة لصحة المرأة',
  place: 'Nasr City; 12 Abbas\nEl-Akkad, Cairo \\',
  doctor: null,
  date: '2027-01-12',
  time: '15:20:00',
  minutes: 30,
  status: 'CONFIRMED',
};
const written = (entry: Partial<CalendarEntry> = {}) =>
  calendarFile({ name: null, entries: [{ ...visit, ...entry }] });

/** Parses the file with an independent parser; times are in UTC, so it needs no zone. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  expect(calendar.getFirstSubcomponent('vtimezone')).toBeNull();
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    expect(event.startDate.zone).toBe(ICAL.Timezone.utcTimezone);
    const start = new Date(event.startDate.toUnixTime() * 1000);
    return { event, start, end: addMilliseconds(start, event.duration.toSeconds() * 1000) };
  });
}

describe('an independent parser reads', () => {
  test.each([
    ['winter', '2027-01-12', '15:20:00'],
    ['summer', '2027-06-12', '15:20:00'],
    ['the night after a day, as the next date', '2027-06-12', '24:30:00'],
    ['the last hour before summer time begins', '2027-04-29', '23:40:00'],
    ['the first hour of summer time', '2027-04-30', '01:00:00'],
    ['the hour that comes twice, the first time', '2027-10-28', '23:30:00'],
    ['the night after it', '2027-10-28', '24:10:00'],
    ['an end of summer time that lies in November', '2030-10-31', '23:30:00'],
    ['the day after that', '2030-11-01', '15:00:00'],
    ['the hour that summer time skips, as its end', '2027-04-29', '24:10:00'],
    ['the same said of the next date', '2028-04-28', '00:30:00'],
  ])('%s', (_, date, time) => {
    const [found] = read(written({ date, time }));
    expect(found?.start).toEqual(storedTimeToInstant(date, time));
    expect(found?.end).toEqual(addMilliseconds(storedTimeToInstant(date, time), 30 * 60_000));
  });

  test('every day of three years at the hour of its clock', () => {
    const start = Date.UTC(2026, 0, 1);
    const entries = Array.from({ length: 3 * 365 }, (_, day) => ({
      ...visit,
      uid: String(day),
      date: new Date(start + day * 86_400_000).toISOString().slice(0, 10),
      time: '16:40:00',
    }));
    const found = read(calendarFile({ name: 'Visits', entries }));
    expect(found.map((one) => one.start)).toEqual(entries.map(({ date, time }) => wallToInstant(date, time)));
  });

  test('its fields', () => {
    const [found] = read(written({ doctor: 'Dr. Laila Kamal' }));
    const { uid, sequence, summary, location, description } = found?.event ?? {};
    expect([uid, sequence, summary, location, description]).toEqual([
      visit.uid,
      2,
      visit.title,
      visit.place,
      'Dr. Laila Kamal',
    ]);
  });

  test('a calendar without appointments', () => {
    const file = calendarFile({ name: 'Visits', entries: [] });
    expect(read(file)).toEqual([]);
    expect(file).toContain('X-WR-CALNAME:Visits\r\nX-WR-TIMEZONE:Africa/Cairo\r\n');
  });
});

test('escapes text that would begin another field or line', () => {
  const file = written({ title: 'A\r\nATTENDEE:x' });
  expect(file).toContain('LOCATION:Nasr City\\; 12 Abbas\\nEl-Akkad\\, Cairo \\\\\r\n');
  expect(file).toContain('SUMMARY:A\\nATTENDEE:x\r\n');
});

test('folds long lines at 75 bytes, never within a character', () => {
  const file = written({ place: 'مدينة نصر '.repeat(20) });
  const lines = file.split('\r\n');
  expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain(`LOCATION:${'مدينة نصر '.repeat(20)}`);
});

test('has the doctor’s name if one was chosen', () => {
  expect(written()).not.toContain('DESCRIPTION');
});

test('marks a cancelled appointment and its time as free', () => {
  expect(written({ status: 'CANCELLED' })).toContain('STATUS:CANCELLED\r\nTRANSP:TRANSPARENT');
  expect(written({ status: 'TENTATIVE' })).toContain('STATUS:TENTATIVE\r\nTRANSP:OPAQUE');
});
