import { describe, expect, it } from 'vitest';
import { openHoursText, parseOpenHours, type WeekShift } from './open-hours.ts';

describe('opening hours sent as a map of weekdays', () => {
  it('become shifts in order of the week', () => {
    expect(
      parseOpenHours(
        '{"monday":"09:00-12:30, 15:00-19:00","sunday":"10:00-17:00","Friday":"closed","saturday":""}',
      ),
    ).toEqual([
      { weekday: 0, opens: 600, closes: 1020 },
      { weekday: 1, opens: 540, closes: 750 },
      { weekday: 1, opens: 900, closes: 1140 },
    ]);
    expect(parseOpenHours('{"friday":null}')).toEqual([]);
    expect(parseOpenHours('{"sunday":"09:00-12:00,12:00-15:00"}')).toHaveLength(2);
  });

  it.each([
    ['20:00-01:30', 1200, 1530],
    ['20:00-00:00', 1200, 1440],
    ['20:00-25:30', 1200, 1530],
    ['00:30-02:00', 1470, 1560],
    ['21:00-03:00', 1260, 1620],
  ])('%s ends after midnight', (hours, opens, closes) => {
    expect(parseOpenHours(`{"thursday":"${hours}"}`)).toEqual([{ weekday: 4, opens, closes }]);
  });

  it.each(['Sunday - Thursday: 9am - 7pm', '', '9', '"sunday"', '[1,2]', 'null', '{not json}'])(
    '%j is plain text',
    (text) => {
      expect(parseOpenHours(text)).toBeNull();
    },
  );

  it.each([
    '{}',
    '{"someday":"09:00-17:00"}',
    '{"sunday":"9-17"}',
    '{"sunday":"20:00-27:30"}',
    '{"sunday":"20:00-03:30"}',
    '{"sunday":"17:00-09:00"}',
    '{"sunday":"00:30-09:00"}',
    '{"sunday":900}',
    '{"sunday":"09:00-12:00,11:00-13:00"}',
    '{"sunday":"09:00-12:00","SUNDAY":"09:00-10:00"}',
  ])('%s is an invalid map', (text) => {
    expect(parseOpenHours(text)).toBe('malformed');
  });
});

describe('the text shown to the public', () => {
  const days = (weekdays: number[], opens: number, closes: number | null): WeekShift[] =>
    weekdays.map((weekday) => ({ weekday, opens, closes }));
  it.each<[string, WeekShift[], string, string]>([
    [
      'runs of days with the same hours',
      [...days([5], 540, 900), ...days([0, 1, 2, 3, 4], 540, 1140)],
      'Sunday - Thursday: 9am - 7pm\nFriday: 9am - 3pm',
      'الأحد - الخميس: ٩ ص - ٧ م\nالجمعة: ٩ ص - ٣ م',
    ],
    [
      'a gap parts two runs',
      days([0, 2, 3], 900, 1110),
      'Sunday: 3pm - 6:30pm\nTuesday - Wednesday: 3pm - 6:30pm',
      'الأحد: ٣ م - ٦:٣٠ م\nالثلاثاء - الأربعاء: ٣ م - ٦:٣٠ م',
    ],
    [
      'two shifts a day',
      [...days([6], 960, 1200), ...days([6], 540, 720)],
      'Saturday: 9am - 12pm, 4pm - 8pm',
      'السبت: ٩ ص - ١٢ م، ٤ م - ٨ م',
    ],
    ['no end: 9 PM, as its slots', days([1], 900, null), 'Monday: 3pm - 9pm', 'الاثنين: ٣ م - ٩ م'],
    ['after midnight', days([4], 1200, 1530), 'Thursday: 8pm - 1:30am', 'الخميس: ٨ م - ١:٣٠ ص'],
    ['never open', [], '', ''],
  ])('%s', (_, shifts, en, ar) => {
    expect(openHoursText('en', shifts)).toBe(en);
    expect(openHoursText('ar', shifts)).toBe(ar);
  });
});
