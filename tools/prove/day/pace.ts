import { saturate } from '../../../bench/load.ts';
import { branches, cookieOf, dayFromToday, staffCookie, tokenOf } from '../../../bench/seed.ts';
import { pages } from './patients.ts';

/**
 * Requests per second in the busiest part of a Monday: patients who arrive or look, and refetches of desks.
 */
const busiest = 200;
/** Maximum share of the capacity for these requests; writes and live events need the rest. */
const mostOfIt = 0.75;
const [warming, counted] = [400, 800];

/**
 * Measures how many requests per second the server answers now, beside other load: eight clients send the
 * requests of that day, in the same proportions, without a pause. Returns the rate, and the part of the
 * group's Monday that it allows. It also renders every page once, because a server does not start on a
 * Monday.
 */
export async function measurePace(port: number, today: string): Promise<{ perSecond: number; part: number }> {
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
