import type { LoadCall } from './load.ts';
import { freeTime } from './scenarios.ts';
import { branches, cookieOf, dayFromToday, signedIn, staffCookie, tokenOf } from './seed.ts';

export type Kind = 'booking' | 'desk' | 'slots' | 'page' | 'list' | 'logs';
const callMix = 'booking desk desk slots slots slots slots slots page page page list list logs logs'.split(
  ' ',
) as Kind[];

export const mixedCallKind = (i: number): Kind => callMix[i % callMix.length] ?? 'page';

/** Calls of a working day at the clinic: of fifteen, one books and two load the day board. */
export function mixedCall(today: string, i: number): LoadCall {
  const branch = 1 + (i % branches);
  const staff = (path: string): LoadCall => ({ path, cookie: staffCookie });
  const slots = `/api/locations/${branch}/availability?date=${dayFromToday(today, 1 + (i % 30))}`;
  switch (mixedCallKind(i)) {
    case 'booking': {
      const nth = Math.floor(i / callMix.length);
      const userId = 1 + (nth % signedIn);
      const body = { userId, service: '1', ...freeTime(today, nth) };
      return { method: 'POST', path: '/api/appointments', cookie: cookieOf(tokenOf(userId)), body };
    }
    case 'desk':
      return staff(`/api/appointments/day?date=${today}&locationId=${branch}`);
    case 'slots':
      return { path: `${slots}&service=Gynecological%20Consultations` };
    case 'page':
      return { path: ['/', '/ar', '/book', '/privacy'][i % 4] ?? '/' };
    case 'list':
      return staff(`/api/appointments?limit=50&from=${dayFromToday(today, -(i % 20))}`);
    case 'logs':
      return staff(`/api/logs/interactions?limit=50`);
  }
}
