import type { Load } from './load.ts';
import { branches, cookieOf, dayFromToday, freeFrom, signedIn, staffCookie, tokenOf } from './seed.ts';

export interface Scenario extends Load {
  name: string;
  /** What every answer must be; anything else makes the measurement worthless. */
  status: number;
}

const service = 'service=Gynecological%20Consultations';
const clock = (step: number): string => `${15 + Math.floor(step / 3)}:${['00', '20', '40'][step % 3]}`;

const availability = (query: string): string => `/api/locations/1/availability?${query}&${service}`;
const staff = (path: string) => ({ path, cookie: staffCookie });

/** The n-th free time that nobody has been given yet, and a patient of her own for it. */
export function freeTime(today: string, i: number): object {
  const [step, rest] = [i % 12, Math.floor(i / 12)];
  const [locationId, day] = [1 + (rest % branches), Math.floor(rest / branches)];
  return {
    locationId,
    appointmentDate: dayFromToday(today, freeFrom + (day % 29)),
    appointmentTime: clock(step),
  };
}

const bookings = 2400;

/** One call after the other for the same time, each by another patient. */
export function rivals(today: string, round: number, count: number) {
  return Array.from({ length: count }, (_, i) => {
    const userId = signedIn - i;
    const body = {
      userId,
      locationId: 1 + (round % branches),
      service: '1',
      appointmentDate: dayFromToday(today, 60),
      appointmentTime: clock(round),
    };
    return { method: 'POST' as const, path: '/api/appointments', cookie: cookieOf(tokenOf(userId)), body };
  });
}

/** What is measured on the clinic's server. */
export function scenarios(today: string, quick: boolean): Scenario[] {
  const many = quick ? 1500 : 6000;
  const few = quick ? 150 : 600;
  const dayOf = (i: number) => dayFromToday(today, 1 + (i % 30));
  const month = `from=${dayFromToday(today, 1)}&to=${dayFromToday(today, 31)}`;
  const list = (query: string) => () => staff(`/api/appointments?limit=50&${query}`);
  const words = [
    'Mona Ali',
    'فاطمه محمود',
    'Sara 12',
    '0100 37',
    'نورا',
    'patient77',
    'Heba Zaki',
    'HKM-000500',
  ].map(encodeURIComponent);
  const names = ['Mona', 'فاطمة', 'sara', 'هدى', 'Heba', 'Hassan'].map(encodeURIComponent);
  const logsOfADay = `/api/logs/client?limit=50&type=toast&from=${dayFromToday(today, -3)}&to=${dayFromToday(today, -3)}`;
  return [
    {
      name: 'free slots of a day',
      status: 200,
      rate: 200,
      count: many,
      call: (i) => ({ path: availability(`date=${dayOf(i)}`) }),
    },
    {
      name: 'free days of a month',
      status: 200,
      rate: 100,
      count: many / 2,
      call: () => ({ path: availability(month) }),
    },
    {
      name: 'book a slot (a patient)',
      status: 201,
      rate: 50,
      count: quick ? 600 : bookings,
      call: (i) => ({
        method: 'POST',
        path: '/api/appointments',
        cookie: cookieOf(tokenOf(i + 1)),
        body: { userId: i + 1, service: '1', ...freeTime(today, i) },
      }),
    },
    { name: 'landing page', status: 200, rate: 100, count: many / 2, call: () => ({ path: '/' }) },
    { name: 'staff list, first page', status: 200, rate: 30, count: few, call: list('') },
    {
      name: 'staff list, branch and status',
      status: 200,
      rate: 30,
      count: few,
      call: list('locationId=3&status=no_show'),
    },
    {
      name: 'staff list, a week, newest first',
      status: 200,
      rate: 30,
      count: few,
      call: list(`from=${today}&to=${dayFromToday(today, 6)}&sort=-date`),
    },
    {
      name: 'staff list, searched',
      status: 200,
      rate: 30,
      count: few,
      call: (i) => staff(`/api/appointments?limit=50&q=${words[i % words.length]}`),
    },
    {
      name: 'patient search',
      status: 200,
      rate: 30,
      count: few,
      call: (i) => staff(`/api/users?limit=10&sort=match&q=${words[i % words.length]}`),
    },
    {
      name: 'staff list, a frequent name',
      status: 200,
      rate: 30,
      count: few,
      call: (i) => staff(`/api/appointments?limit=50&q=${names[i % names.length]}`),
    },
    {
      name: 'patient search, a frequent name',
      status: 200,
      rate: 30,
      count: few,
      call: (i) => staff(`/api/users?limit=10&sort=match&q=${names[i % names.length]}`),
    },
    {
      name: 'tiles and month summary',
      status: 200,
      rate: 30,
      count: few,
      call: () => staff('/api/appointments/summary'),
    },
    {
      name: 'calendar month',
      status: 200,
      rate: 30,
      count: few,
      call: () => staff(`/api/appointments/calendar?month=${today.slice(0, 7)}`),
    },
    {
      name: 'logs, newest interactions',
      status: 200,
      rate: 30,
      count: few,
      call: () => staff('/api/logs/interactions?limit=50'),
    },
    { name: 'logs, one type and a day', status: 200, rate: 30, count: few, call: () => staff(logsOfADay) },
  ];
}
