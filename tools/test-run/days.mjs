// Days on which tests run. Node built-ins only.

/** Day of `npm test`: an ordinary working day, mid-morning in Cairo. */
const workingDay = {
  name: 'working-day',
  at: '2027-01-12T10:30:00+02:00',
  says: 'a Tuesday morning',
};

/**
 * Days of `npm run test:all`, in Cairo: each weekday, the boundaries of day, month and year, and the nights
 * on which summer time begins and ends.
 */
export const specialDays = [
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

/**
 * The day named by TEST_DAY ("today": the real one), or the working day.
 * @returns {{ name: string, at: string, says: string }}
 */
export function chooseDay(wanted = process.env.TEST_DAY || workingDay.name) {
  if (wanted === 'today') return { name: wanted, at: '', says: 'the present' };
  const all = [workingDay, ...specialDays];
  const day = all.find(({ name }) => name === wanted);
  if (day) return day;
  throw new Error(`TEST_DAY is "today" or one of ${all.map(({ name }) => name).join(', ')}: not "${wanted}"`);
}

/** Description of the day, for the log. */
export const describeDay = ({ name, at, says }) =>
  `· the clinic's clock: ${says}${at ? `, ${at}` : ''} (TEST_DAY=${name})`;

/** Environment variables that start the clock of a program at that day. */
export const clockOf = ({ at }) => ({ CLOCK_SHIFT_MS: at ? String(Date.parse(at) - Date.now()) : '' });

/** Switches with which Node runs a program on the clock of the run. */
export const clockSwitches = (env = process.env) => (env.CLOCK_SHIFT_MS ? ['--import', setClock] : []);

/** Environment for a program whose child processes need that clock too. */
export const clockForAll = (day) => {
  const clock = clockOf(day);
  if (!clock.CLOCK_SHIFT_MS) return clock;
  return {
    ...clock,
    NODE_OPTIONS: [process.env.NODE_OPTIONS, `--import ${setClock}`].filter(Boolean).join(' '),
  };
};
