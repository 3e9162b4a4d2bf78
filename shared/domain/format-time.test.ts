import { describe, expect, it } from 'vitest';
import { langs } from '#shared/domain/languages.ts';
import { icsStamp } from './clinic-time.ts';
import {
  formatAgo,
  formatClock,
  formatDate,
  formatDayMonth,
  formatInstant,
  formatLongDate,
  formatMonth,
  formatMonthName,
  formatTime,
  formatTimeOf,
  formatVisit,
  formatWeekday,
  readTime,
  stampInstant,
  weekdayName,
} from './format-time.ts';

describe('texts of times', () => {
  const at = new Date('2026-11-18T13:20:00Z');
  it.each([
    [formatDate('en', '2026-09-03'), '3 Sep 2026'],
    [formatDate('ar', '2026-11-18'), '١٨ نوفمبر ٢٠٢٦'],
    [formatLongDate('en', '2026-11-18'), 'Wednesday 18 November 2026'],
    [formatLongDate('ar', '2026-11-18'), 'الأربعاء ١٨ نوفمبر ٢٠٢٦'],
    [formatDayMonth('en', '2026-11-18'), '18 Nov'],
    [formatWeekday('en', '2026-11-18', 'short'), 'Wed'],
    [weekdayName('ar', 0), 'الأحد'],
    [formatMonth('ar', '2026-11'), 'نوفمبر ٢٠٢٦'],
    [formatTime('en', '15:20:00'), '3:20 PM'],
    [formatTime('en', '00:05'), '12:05 AM'],
    [formatTime('ar', '15:20:00'), '٣:٢٠ م'],
    [formatTime('ar', '09:05:00'), '٩:٠٥ ص'],
    [formatTime('en', '24:30:00'), '12:30 AM (next day)'],
    [formatTime('ar', '26:05:00'), '٢:٠٥ ص (اليوم التالي)'],
    [formatClock('en', '25:00'), '1:00 AM'],
    [formatTimeOf('en', '2026-11-19', '24:30'), '12:30 AM (next day, Friday)'],
    [formatTimeOf('ar', '2026-11-19', '15:00'), '٣:٠٠ م'],
    [formatVisit('ar', '2026-11-19', '24:30'), 'الخميس ١٩ نوفمبر، ١٢:٣٠ ص (اليوم التالي، الجمعة)'],
    [formatVisit('ar', '2026-11-18', '16:20'), 'الأربعاء ١٨ نوفمبر، ٤:٢٠ م'],
    [formatInstant('en', at), '18 Nov 2026, 3:20 PM'],
    [formatInstant('ar', at.toISOString()), '١٨ نوفمبر ٢٠٢٦، ٣:٢٠ م'],
    [stampInstant(at), 'Nov 18, 2026 3:20 PM'],
    [icsStamp(at), '20261118T132000Z'],
  ])('%s', (written, expected) => {
    expect(written).toBe(expected);
  });

  it.each([
    ['2026-11-18T13:19:30Z', 'now', 'الآن'],
    ['2026-11-18T13:15:00Z', '5 minutes ago', 'قبل ٥ دقائق'],
    ['2026-11-18T10:00:00Z', '3 hours ago', 'قبل ٣ ساعات'],
    ['2026-11-17T10:00:00Z', 'yesterday', 'أمس'],
    ['2026-11-01T10:00:00Z', '1 Nov 2026', '١ نوفمبر ٢٠٢٦'],
    ['2026-12-01T10:00:00Z', '1 Dec 2026', '١ ديسمبر ٢٠٢٦'],
  ])('%s was %s', (then, en, ar) => {
    expect([formatAgo('en', then, at), formatAgo('ar', then, at)]).toEqual([en, ar]);
  });

  it.each(langs)('use the month and weekday names of Intl in %s', (lang) => {
    const nameOf = (date: string, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(lang === 'ar' ? 'ar-EG' : 'en-US', { ...options, timeZone: 'UTC' }).format(
        new Date(date),
      );
    for (let month = 1; month <= 12; month++) {
      const date = `2026-${String(month).padStart(2, '0')}-01`;
      expect(formatMonthName(lang, date)).toBe(nameOf(date, { month: 'long' }));
      expect(formatDayMonth(lang, date)).toContain(nameOf(date, { month: 'short' }));
    }
    for (const weekday of ['long', 'short', 'narrow'] as const)
      for (let day = 15; day < 22; day++)
        expect(weekdayName(lang, day - 15, weekday)).toBe(nameOf(`2026-11-${day}`, { weekday }));
  });

  it('contain no invisible marks or narrow spaces, which differ between server and browser', () => {
    const all = langs.flatMap((lang) => [
      formatLongDate(lang, '2026-11-18'),
      formatInstant(lang, at),
      formatAgo(lang, '2026-11-18T13:15:00Z', at),
    ]);
    expect(all.join('')).not.toMatch(/[\u00a0\u061c\u2009\u200e\u200f\u202a-\u202f\u2066-\u2069]/);
  });
});

describe('a time parsed for display', () => {
  it.each([
    ['15:20', { hours: 15, minutes: 20, seconds: 0 }, 0],
    ['28:20:10', { hours: 0, minutes: 20, seconds: 10 }, 1],
    ['23:60:61', { hours: 23, minutes: 0, seconds: 0 }, 2],
    ['noon', { hours: 0, minutes: 0, seconds: 0 }, 2],
  ])('shows %j with invalid parts as 0 and warns', (text, parts, warnings) => {
    const heard: string[] = [];
    expect(readTime(text, (problem) => heard.push(problem))).toEqual(parts);
    expect(heard).toHaveLength(warnings);
  });

  it.each([undefined, null, 900, ''])('rejects %j', (value) => {
    expect(() => readTime(value)).toThrow('Invalid time format');
  });
});
