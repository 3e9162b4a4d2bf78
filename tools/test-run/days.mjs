// The days the suite is run on: a working day is not the only one there is. Node built-ins only.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../set-up/processes.mjs';

/** Every day of the clinic's week, the edges of day, month and year, both odd nights; in Cairo. */
export const days = [
  { name: 'sunday', at: '2027-02-07T10:00:00+02:00', says: 'a Sunday, the first day of the week' },
  { name: 'monday', at: '2027-02-08T12:00:00+02:00', says: 'a Monday' },
  { name: 'tuesday', at: '2027-07-13T16:10:00+03:00', says: 'a Tuesday in summer, during consultations' },
  { name: 'wednesday', at: '2027-02-10T19:30:00+02:00', says: 'a Wednesday, after consultations' },
  { name: 'thursday', at: '2027-02-11T08:00:00+02:00', says: 'a Thursday, the last working day' },
  { name: 'friday', at: '2027-02-12T13:00:00+02:00', says: 'a Friday, when nobody consults' },
  { name: 'saturday', at: '2027-02-13T16:00:00+02:00', says: 'a Saturday, the last day of the week' },
  { name: 'midnight', at: '2027-03-03T00:00:20+02:00', says: 'just after midnight, still yesterday in UTC' },
  { name: 'month-end', at: '2027-05-31T14:00:00+03:00', says: 'the last day of a month' },
  { name: 'year-end', at: '2028-12-31T22:30:00+02:00', says: 'the last day of a leap year, a Sunday' },
  { name: 'spring', at: '2027-04-30T01:00:20+03:00', says: 'the night without an hour, just after it' },
  { name: 'autumn', at: '2027-10-28T23:56:00+03:00', says: 'the night with an hour twice, just before it' },
];

const setClock = new URL('./set-clock.mjs', import.meta.url).href;
const memo = join(root, '.cache/day');
/** The date whose day is the first of the list. */
const firstDate = Date.UTC(2026, 10, 18);

/**
 * The day TEST_DAY names ("today" is the real one), or the one after the last run's. A fresh clone begins
 * with the date's: two that run on one date agree.
 * @returns {{ name: string, at: string, says: string }}
 */
export function chooseDay(wanted = process.env.TEST_DAY) {
  if (wanted === 'today') return { name: wanted, at: '', says: 'the present' };
  if (wanted) {
    const day = days.find(({ name }) => name === wanted);
    if (!day)
      throw new Error(
        `TEST_DAY is "today" or one of ${days.map(({ name }) => name).join(', ')}: not "${wanted}"`,
      );
    return day;
  }
  const last = existsSync(memo)
    ? days.findIndex(({ name }) => name === readFileSync(memo, 'utf8'))
    : Math.floor((Date.now() - firstDate) / 86_400_000) - 1;
  const day = days[(last + 1) % days.length];
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(memo, day.name);
  return day;
}

/** How a run tells its day, and how to have it again. */
export const tellDay = ({ name, at, says }) =>
  `· the clinic's day: ${says}${at ? `, ${at}` : ''} (again with TEST_DAY=${name})`;

/** What a piece of the run is given so that its day begins as it starts. */
export const clockOf = ({ at }) => ({ CLOCK_SHIFT_MS: at ? String(Date.parse(at) - Date.now()) : '' });

/** The switches with which Node starts a program on the clock of the run; none on the real one. */
export const clockSwitches = (env = process.env) => (env.CLOCK_SHIFT_MS ? ['--import', setClock] : []);

/** The like for a program whose children must stand on that clock too. */
export const clockForAll = (day) => {
  const clock = clockOf(day);
  if (!clock.CLOCK_SHIFT_MS) return clock;
  return {
    ...clock,
    NODE_OPTIONS: [process.env.NODE_OPTIONS, `--import ${setClock}`].filter(Boolean).join(' '),
  };
};
