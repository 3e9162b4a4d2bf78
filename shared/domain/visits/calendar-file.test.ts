import { expect, test } from 'vitest';
import { calendarFile } from './calendar-file.ts';

const visit = {
  uid: 'HKM-000001@clinic.example',
  sequence: 2,
  title: 'حكيمة لصحة المرأة',
  place: 'Nasr City; 12 Abbas\nEl-Akkad, Cairo \\',
  doctor: null,
  date: '2027-01-12',
  time: '15:20:00',
  minutes: 30,
  status: 'CONFIRMED' as const,
};
const now = new Date('2027-01-01T08:00:00Z');

test('says when, in universal time, winter and summer', () => {
  expect(calendarFile(visit, now)).toContain('DTSTART:20270112T132000Z\r\nDTEND:20270112T135000Z\r\n');
  expect(calendarFile({ ...visit, date: '2027-06-12' }, now)).toContain('DTSTART:20270612T122000Z');
});

test('escapes what would begin another field or line', () => {
  const file = calendarFile({ ...visit, title: 'A\r\nATTENDEE:x' }, now);
  expect(file).toContain('LOCATION:Nasr City\\; 12 Abbas\\nEl-Akkad\\, Cairo \\\\\r\n');
  expect(file).toContain('SUMMARY:A\\nATTENDEE:x\r\n');
});

test('folds long lines at 75 bytes, never within a letter', () => {
  const file = calendarFile({ ...visit, place: 'مدينة نصر '.repeat(20) }, now);
  const lines = file.split('\r\n');
  expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain(`LOCATION:${'مدينة نصر '.repeat(20)}`);
});

test('says who sees her, where somebody was chosen', () => {
  expect(calendarFile(visit, now)).not.toContain('DESCRIPTION');
  expect(calendarFile({ ...visit, doctor: 'Dr. Laila Kamal' }, now)).toContain(
    'DESCRIPTION:Dr. Laila Kamal\r\n',
  );
});

test('of a cancelled visit tells the calendar so', () => {
  expect(calendarFile({ ...visit, status: 'CANCELLED' }, now)).toContain('STATUS:CANCELLED');
});
