import type { LoadCall } from './load.ts';
import {
  branches,
  confirmedFrom,
  cookieOf,
  dayFromToday,
  freeFrom,
  signedIn,
  staffCookie,
  staffedFrom,
  tokenOf,
} from './seed.ts';

export interface Scenario {
  name: string;
  /** Expected status of every answer; any other status invalidates the measurement. */
  status: number;
  /** Number of calls before measuring, per round, and per second while measuring waiting times. */
  warm: number;
  chunk: number;
  rate: number;
  call: (i: number) => LoadCall;
}

const service = 'service=Gynecological%20Consultations';
const clock = (step: number): string => `${15 + Math.floor(step / 3)}:${['00', '20', '40'][step % 3]}`;

const availability = (query: string): string => `/api/locations/1/availability?${query}&${service}`;

/** The n-th time in these branches that is still free. */
export function freeTime(today: string, i: number, first = 1, last = branches) {
  const count = last - first + 1;
  const [step, rest] = [i % 12, Math.floor(i / 12)];
  return {
    locationId: first + (rest % count),
    appointmentDate: dayFromToday(today, freeFrom + (Math.floor(rest / count) % 29)),
    appointmentTime: clock(step),
  };
}

/** Calls for the same time, each by a different patient without earlier bookings. */
export function simultaneousBookings(today: string, round: number, count: number): LoadCall[] {
  return Array.from({ length: count }, (_, i) => {
    const userId = confirmedFrom - 1 - round * count - i;
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

/** Each patient books once, so that the limit of open appointments does not matter. */
const booking = (userId: number, time: object): LoadCall => ({
  method: 'POST',
  path: '/api/appointments',
  cookie: cookieOf(tokenOf(userId)),
  body: { userId, service: '1', ...time },
});

const hot = { status: 200, warm: 3000, chunk: 500, rate: 200 };
const staffPage = { status: 200, warm: 60, chunk: 40, rate: 30 };
const writing = { status: 201, warm: 60, chunk: 40, rate: 30 };

export const health = 'health check';

export const bareScenarios: Scenario[] = [
  { ...hot, name: 'bare Node server', call: () => ({ path: '/' }) },
  { ...writing, name: 'bare INSERT of one row', call: () => ({ method: 'POST', path: '/' }) },
];

/** Scenarios on the clinic's server. */
export function scenarios(today: string): Scenario[] {
  const month = `from=${dayFromToday(today, 1)}&to=${dayFromToday(today, 31)}`;
  const words = ['Mona Ali', 'فاطمه محمود', 'Sara 12', '0100 37', 'نورا', 'patient77', 'Mona', 'HKM-000500'];
  const word = (i: number) => encodeURIComponent(words[i % words.length] ?? '');
  const aDay = dayFromToday(today, -3);
  const pages: Record<string, (i: number) => string> = {
    'staff list, first page': () => '/api/appointments?limit=50',
    'staff list, branch and status': () => '/api/appointments?limit=50&locationId=3&status=no_show',
    'staff list, a week, newest first': () =>
      `/api/appointments?limit=50&from=${today}&to=${dayFromToday(today, 6)}&sort=-date`,
    'staff list, searched': (i) => `/api/appointments?limit=50&q=${word(i)}`,
    'patient search': (i) => `/api/users?role=patient,user&limit=10&sort=match&uncounted=1&q=${word(i)}`,
    'people list, searched and counted': (i) =>
      `/api/users?role=patient,user&limit=10&sort=match&q=${word(i)}`,
    'the day of a branch': (i) =>
      `/api/appointments/day?locationId=1&date=${dayFromToday(today, 1 + (i % 30))}`,
    'tiles and month summary': () => '/api/appointments/summary',
    'calendar month': () => `/api/appointments/calendar?month=${today.slice(0, 7)}`,
    'insights, thirteen weeks': () => `/api/insights?from=${dayFromToday(today, -91)}&to=${today}`,
    'logs, newest interactions': () => '/api/logs/interactions?limit=50',
    'logs, one type and a day': () => `/api/logs/client?limit=50&type=toast&from=${aDay}&to=${aDay}`,
  };
  return [
    { ...hot, name: health, call: () => ({ path: '/healthz' }) },
    {
      ...hot,
      name: 'free slots of a day',
      call: (i) => ({ path: availability(`date=${dayFromToday(today, 1 + (i % 30))}`) }),
    },
    { ...hot, name: 'free days of a month', call: () => ({ path: availability(month) }) },
    {
      ...hot,
      name: 'landing page, brotli',
      call: () => ({ path: '/', headers: { 'accept-encoding': 'br' } }),
    },
    {
      ...hot,
      name: 'who is signed in',
      warm: 300,
      chunk: 100,
      rate: 30,
      call: (i) => ({ path: '/api/auth/user', cookie: cookieOf(tokenOf(1 + (i % signedIn))) }),
    },
    {
      ...writing,
      name: 'booking, nobody to write to',
      call: (i) => booking(1 + i, freeTime(today, i, 1, staffedFrom - 1)),
    },
    {
      ...writing,
      name: 'booking, address and three staff',
      call: (i) => booking(confirmedFrom + i, freeTime(today, i, staffedFrom, branches)),
    },
    ...Object.entries(pages).map(([name, path]) => ({
      ...staffPage,
      name,
      call: (i: number) => ({ path: path(i), cookie: staffCookie }),
    })),
  ];
}
