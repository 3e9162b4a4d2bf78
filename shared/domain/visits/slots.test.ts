import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeOfMinutes } from '../clinic-time.ts';
import {
  type BranchHours,
  type DayHours,
  dayGrid,
  freeDays,
  freeSlots,
  type HoursException,
  hoursOfDay,
  isClosedDay,
  isStaffStart,
  listStarts,
  listTakenByRoom,
  publicSlots,
  type Shift,
  type Window,
  windowsOfDay,
} from './slots.ts';

const h = (hours: number, minutes = 0): number => hours * 60 + minutes;
const shift = (opens: number, closes: number | null): Shift => ({ opens, closes });
const day = (shifts: Shift[], exceptions: HoursException[] = [], hasSchedule = true): DayHours => ({
  shifts,
  exceptions,
  hasSchedule,
});
const closed: HoursException = { isClosed: true, opens: null, closes: null };
const special = (opens: number, closes: number): HoursException => ({ isClosed: false, opens, closes });
const rules = { consultationStart: '15:00', minutes: 20 };
const ends = (starts: number[]): string =>
  `${starts.length}: ${starts.length ? `${clock(starts[0])}-${clock(starts.at(-1))}` : 'none'}`;
const clock = (minutes = 0): string => timeOfMinutes(minutes).slice(0, 5);

describe('hours and public starts of a day', () => {
  it.each<[string, DayHours, Window[], string]>([
    ['the seeded afternoon', day([shift(h(15), h(19))]), [{ from: h(15), to: h(19) }], '12: 15:00-18:40'],
    [
      'published hours, never before 15:00',
      day([shift(h(9), h(19))]),
      [{ from: h(15), to: h(19) }],
      '12: 15:00-18:40',
    ],
    [
      'an opening off the full hour',
      day([shift(h(8, 30), h(16))]),
      [{ from: h(15), to: h(16) }],
      '3: 15:00-15:40',
    ],
    [
      'a later start keeps its own grid',
      day([shift(h(15, 10), h(16))]),
      [{ from: h(15, 10), to: h(16) }],
      '2: 15:10-15:30',
    ],
    [
      'no end falls back to 21:00',
      day([shift(h(16), null)]),
      [{ from: h(16), to: h(21) }],
      '15: 16:00-20:40',
    ],
    ['an end before 15:00 too', day([shift(h(9), h(14))]), [{ from: h(15), to: h(21) }], '18: 15:00-20:40'],
    ['an end at 15:00 is no fallback', day([shift(h(9), h(15))]), [], '0: none'],
    [
      'an early shift beside another',
      day([shift(h(16), h(18)), shift(h(9), h(13))]),
      [{ from: h(16), to: h(18) }],
      '6: 16:00-17:40',
    ],
    ['two early shifts', day([shift(h(8), h(10)), shift(h(11), h(13))]), [], '0: none'],
    ['a shift that opens after 21:00 with no end', day([shift(h(22), null)]), [], '0: none'],
    ['a Friday without a shift', day([]), [], '0: none'],
    ['a holiday', day([shift(h(15), h(19))], [closed]), [], '0: none'],
    [
      'other hours, taken literally',
      day([shift(h(15), h(19))], [special(h(10), h(12))]),
      [{ from: h(10), to: h(12) }],
      '6: 10:00-11:40',
    ],
    [
      'hours on a weekday that is closed',
      day([], [special(h(16), h(17))]),
      [{ from: h(16), to: h(17) }],
      '3: 16:00-16:40',
    ],
    ['closed wins over other hours', day([], [special(h(16), h(17)), closed]), [], '0: none'],
  ])('%s', (_, hours, windows, starts) => {
    expect(windowsOfDay(hours, '15:00')).toEqual(windows);
    expect(ends(listStarts('public', hours, rules))).toBe(starts);
  });

  it.each([
    [20, '12: 15:00-18:40'],
    [30, '11: 15:00-18:20'],
    [60, '10: 15:00-18:00'],
    [240, '1: 15:00-15:00'],
    [245, '0: none'],
  ])('a service of %i minutes starts on the same grid and ends in time', (minutes, starts) => {
    expect(ends(listStarts('public', day([shift(h(15), h(19))]), { ...rules, minutes }))).toBe(starts);
  });
});

describe('the grids of staff', () => {
  it.each<[string, DayHours, string, string]>([
    ['an afternoon', day([shift(h(15), h(19))]), '23: 09:00-20:00', '8: 15:00-18:30'],
    ['a morning', day([shift(h(9), h(13))]), '23: 09:00-20:00', '8: 09:00-12:30'],
    ['no end', day([shift(h(16), null)]), '23: 09:00-20:00', '10: 16:00-20:30'],
    ['no schedule at all', day([], [], false), '23: 09:00-20:00', '16: 09:00-16:30'],
    ['a weekday without a shift', day([]), '0: none', '0: none'],
    ['a holiday', day([shift(h(15), h(19))], [closed]), '0: none', '0: none'],
    ['a holiday without a schedule', day([], [closed], false), '0: none', '0: none'],
    ['other hours', day([shift(h(15), h(19))], [special(h(10), h(12))]), '23: 09:00-20:00', '4: 10:00-11:30'],
  ])('%s', (_, hours, admin, doctor) => {
    expect(ends(listStarts('admin', hours, rules))).toBe(admin);
    expect(ends(listStarts('doctor', hours, rules))).toBe(doctor);
    expect(isClosedDay(hours)).toBe(admin === '0: none');
  });

  it.each([
    [h(9, 30), true],
    [h(15, 20), true],
    [h(18, 40), true],
    [h(20), true],
    [h(20, 30), false],
    [h(15, 10), false],
    [h(8, 30), false],
  ])('a start at minute %i is on one of them: %s', (start, valid) => {
    expect(isStaffStart(start, day([shift(h(15), h(19))]), { ...rules, minutes: 60 })).toBe(valid);
    expect(isStaffStart(start, day([]), rules)).toBe(false);
  });

  it('contain the free public starts, and mark times outside the hours', () => {
    const hours = day([shift(h(15), h(16))]);
    const held = [{ room: 1, from: h(15, 20), to: h(15, 40) }];
    const grid = dayGrid('admin', { hours, rules, held, rooms: 1 });
    const inside = grid.filter(({ outside }) => !outside).map(({ start }) => clock(start));
    expect(inside).toEqual(['15:00', '15:30', '15:40']);
    expect(grid.find(({ start }) => start === h(16))).toEqual({ start: h(16), taken: false, outside: true });
  });

  it('mark taken times', () => {
    const held = [{ room: 1, from: h(15, 20), to: h(15, 40) }];
    const grid = dayGrid('doctor', { hours: day([shift(h(15), h(16, 30))]), rules, held, rooms: 1 });
    expect(grid.map(({ start, taken }) => `${clock(start)} ${taken}`)).toEqual([
      '15:00 false',
      '15:30 true',
      '15:40 false',
      '16:00 false',
    ]);
    expect(
      dayGrid('admin', { hours: day([shift(h(15), h(16))]), rules, held, rooms: 2 }).some(
        ({ taken }) => taken,
      ),
    ).toBe(false);
  });
});

describe('free rooms', () => {
  const windows = [{ from: h(15), to: h(16) }];
  it('are counted, not appointments: two half-free rooms have no free hour', () => {
    const taken = listTakenByRoom(
      [
        { room: 1, from: h(15), to: h(15, 30) },
        { room: 2, from: h(15, 30), to: h(16) },
      ],
      2,
    );
    expect(freeSlots(windows, taken, 20, 60)).toEqual([]);
    expect(freeSlots(windows, taken, 20, 20)).toEqual([h(15), h(15, 40)]);
    expect(freeSlots(windows, taken, 30, 30)).toEqual([h(15), h(15, 30)]);
  });

  it('ignore overbooked appointments and removed rooms', () => {
    const held = [
      { room: null, from: h(15), to: h(16) },
      { room: 2, from: h(15), to: h(16) },
    ];
    expect(freeSlots(windows, listTakenByRoom(held, 1), 20, 20)).toHaveLength(3);
    expect(freeSlots(windows, listTakenByRoom([], 0), 20, 20)).toEqual([]);
  });
});

describe('a month', () => {
  const week = [0, 1, 2, 3, 4, 5, 6].map((weekday) => (weekday < 5 ? [shift(h(15), h(16))] : []));
  const branch: BranchHours = { week, exceptions: new Map([['2026-11-17', [closed]]]), closedFrom: null };
  it('has for each day whether it is open and how many times are free', () => {
    const held = new Map([
      ['2026-11-16', [{ room: 1, from: h(15, 20), to: h(15, 40) }]],
      ['2026-11-18', [{ room: 1, from: h(15), to: h(16) }]],
    ]);
    const notBefore = (date: string): number | null =>
      date < '2026-11-15' ? null : date === '2026-11-15' ? h(15, 21) : 0;
    const dates = ['2026-11-12', '2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-20'];
    expect(
      freeDays({ dates, branch, rules, held, rooms: 1, notBefore }).map(
        ({ date, open, free }) => `${date} ${open} ${free}`,
      ),
    ).toEqual([
      '2026-11-12 true 0',
      '2026-11-15 true 1',
      '2026-11-16 true 2',
      '2026-11-17 false 0',
      '2026-11-18 true 0',
      '2026-11-20 false 0',
    ]);
  });

  it('contains a start at the first bookable minute', () => {
    const hours = day([shift(h(15), h(16))]);
    expect(publicSlots({ hours, rules, held: [], rooms: 1 }, h(15, 20))).toEqual([h(15, 20), h(15, 40)]);
    expect(publicSlots({ hours, rules, held: [], rooms: 1 }, null)).toEqual([]);
  });

  it('has no start from the closing day of the branch on, in any grid', () => {
    const open: BranchHours = {
      week: week.map(() => [shift(h(15), h(16))]),
      exceptions: new Map([['2026-11-18', [{ isClosed: false, opens: h(9), closes: h(12) }]]]),
      closedFrom: null,
    };
    const starts = (branch: BranchHours, date: string) =>
      (['public', 'admin', 'doctor'] as const).flatMap((grid) =>
        listStarts(grid, hoursOfDay(branch, date), rules),
      );
    const closing = { ...open, closedFrom: '2026-11-18' };
    expect(starts(closing, '2026-11-17')).toEqual(starts(open, '2026-11-17'));
    for (const date of ['2026-11-18', '2026-11-19', '2029-01-01']) {
      expect(starts(open, date).length).toBeGreaterThan(0);
      expect(starts(closing, date)).toEqual([]);
    }
  });

  it('is the same on the nights of clock changes', () => {
    const always: BranchHours = {
      week: week.map(() => [shift(h(15), h(16))]),
      exceptions: new Map(),
      closedFrom: null,
    };
    const slots = (date: string) =>
      publicSlots({ hours: hoursOfDay(always, date), rules, held: [], rooms: 1 }, 0);
    for (const date of ['2027-04-29', '2027-04-30', '2027-10-28', '2027-10-29'])
      expect(slots(date)).toEqual([h(15), h(15, 20), h(15, 40)]);
  });
});

describe('any hours and appointments', () => {
  const span = (min: number, max: number) =>
    fc
      .tuple(fc.integer({ min, max }), fc.integer({ min: 1, max: 600 }))
      .map(([from, length]) => ({ from, to: Math.min(from + length, 1440) }));
  const shifts = fc.array(
    span(60, 1300).map(({ from, to }) => shift(from, to)),
    { maxLength: 2 },
  );
  const visits = fc.array(fc.tuple(span(800, 1300), fc.integer({ min: 1, max: 3 })), { maxLength: 12 });

  it('free times are on the grid, inside the hours, with a free room throughout', () => {
    fc.assert(
      fc.property(
        shifts,
        visits,
        fc.constantFrom(10, 20, 30, 45),
        fc.integer({ min: 1, max: 3 }),
        (some, found, minutes, rooms) => {
          const hours = day(some);
          const held = found.map(([visit, room]) => ({ ...visit, room }));
          const windows = windowsOfDay(hours, '15:00');
          const grid = listStarts('public', hours, { ...rules, minutes });
          const free = publicSlots({ hours, rules: { ...rules, minutes }, held, rooms }, 0);
          for (const start of free) {
            expect(grid).toContain(start);
            expect(start).toBeGreaterThanOrEqual(h(15));
            expect(
              windows.some(
                ({ from, to }) => from <= start && start + minutes <= to && (start - from) % 20 === 0,
              ),
            ).toBe(true);
          }
          const blocked = (start: number, room: number): boolean =>
            held.some((visit) => visit.room === room && visit.from < start + minutes && start < visit.to);
          const expected = grid.filter((start) =>
            [1, 2, 3].slice(0, rooms).some((room) => !blocked(start, room)),
          );
          expect(free).toEqual(expected);
        },
      ),
    );
  });

  it('another appointment never frees a time, another room never takes one', () => {
    fc.assert(
      fc.property(visits, span(800, 1300), (found, extra) => {
        const held = found.map(([visit, room]) => ({ ...visit, room }));
        const free = (all: typeof held, rooms: number) =>
          publicSlots({ hours: day([shift(h(15), h(21))]), rules, held: all, rooms }, 0);
        const before = free(held, 2);
        expect(before).toEqual(expect.arrayContaining(free([...held, { ...extra, room: 1 }], 2)));
        expect(free(held, 3)).toEqual(expect.arrayContaining(before));
      }),
    );
  });
});
