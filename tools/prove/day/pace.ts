import { saturate } from '../../../bench/load.ts';
import { branches, cookieOf, dayFromToday, tokenOf } from '../../../bench/seed.ts';

/** Calls a second of the busiest part of a Monday: patients who come, who look, and what desks read again. */
const busiest = 200;
/** So much of what this machine can do that part may take. */
const mostOfIt = 0.6;
const [warming, counted] = [400, 800];

/**
 * How many calls a second the server answers here and now, beside whatever else runs, when eight ask without
 * a pause for what patients ask for; and how large a part of the group's Monday that is enough for.
 */
export async function paceOf(port: number, today: string): Promise<{ perSecond: number; part: number }> {
  const call = (n: number) => {
    const cookie = cookieOf(tokenOf(1 + n));
    const day = dayFromToday(today, 1 + (n % 30));
    const headers = { 'accept-encoding': 'br' };
    const calls = [
      { path: '/profile', cookie, headers },
      { path: '/api/auth/user', cookie },
      { path: `/api/appointments/user/${1 + n}?limit=50`, cookie },
      { path: '/book', headers },
      { path: `/api/locations/${1 + (n % branches)}/availability?date=${day}&service=1` },
    ] as const;
    return calls[n % calls.length] ?? calls[0];
  };
  await saturate(port, { count: warming, call });
  const since = performance.now();
  const answers = await saturate(port, { count: counted, call: (n) => call(warming + n) });
  const served = answers.filter(({ status }) => status === 200).length;
  const perSecond = served / ((performance.now() - since) / 1000);
  return { perSecond, part: Math.min(1, (perSecond * mostOfIt) / busiest) };
}
