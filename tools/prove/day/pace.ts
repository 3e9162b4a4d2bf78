import { saturate } from '../../../bench/load.ts';
import { branches, cookieOf, dayFromToday, staffCookie, tokenOf } from '../../../bench/seed.ts';
import { pages } from './patients.ts';

/** Calls a second of the busiest part of a Monday: patients who come, who look, and what desks read again. */
const busiest = 200;
/** That part may take so much of what is served: who writes, and all who hear of it, need the rest. */
const mostOfIt = 0.75;
const [warming, counted] = [400, 800];

/**
 * How many calls a second the server answers here and now, beside whatever else runs, when eight ask without
 * a pause for what is asked for that day, each as often as it is; and how large a part of the group's Monday
 * that is enough for. By then every page of that day has been drawn: no server begins with a Monday.
 */
export async function paceOf(port: number, today: string): Promise<{ perSecond: number; part: number }> {
  const call = (n: number) => {
    const [patient, branch] = [1 + n, 1 + (n % branches)];
    const hers = { cookie: cookieOf(tokenOf(patient)) };
    const headers = { 'accept-encoding': 'br' };
    const site = { path: pages[n % pages.length] ?? '/', headers };
    const page = { ...hers, path: '/profile', headers };
    const day = dayFromToday(today, 1 + (n % 30));
    const free = { path: `/api/locations/${branch}/availability?date=${day}&service=1` };
    const visits = { ...hers, path: `/api/appointments/user/${patient}?limit=50` };
    const board = { cookie: staffCookie, path: `/api/arrivals?date=${today}&locationId=${branch}` };
    const figures = { cookie: staffCookie, path: '/api/appointments/summary' };
    const ofDay = { cookie: staffCookie, path: `/api/appointments/day?date=${today}&locationId=${branch}` };
    const list = { cookie: staffCookie, path: `/api/appointments?limit=50&locationId=${branch}` };
    const signedIn = { ...hers, path: '/api/auth/user' };
    const patients = [page, signedIn, visits, site, free, site, free];
    const calls = [...patients, board, ...patients, figures, site, free, board, ofDay, list];
    return calls[n % calls.length] ?? site;
  };
  await saturate(port, { count: warming, call });
  const since = performance.now();
  const answers = await saturate(port, { count: counted, call: (n) => call(warming + n) });
  const served = answers.filter(({ status }) => status === 200).length;
  const perSecond = served / ((performance.now() - since) / 1000);
  return { perSecond, part: Math.min(1, (perSecond * mostOfIt) / busiest) };
}
