import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './machine.ts';

/** Attempts per user name before the limit refuses; the same for one process or several. */
const tries = 10;

async function guess(port: number, username: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'not this one' }),
  });
  await answer.text();
  if (answer.status !== 503) return answer.status;
  // 503: refused under overload before the attempt was counted.
  await sleep(100);
  return guess(port, username);
}

const perhaps = (statuses: readonly number[]): string =>
  [...new Set(statuses)].map((one) => `${statuses.filter((s) => s === one).length} × ${one}`).join(', ');

/**
 * Sends wrong passwords for one name until two are refused: to one process, to each in turn, through the
 * proxy, and many at once. Four processes must count them like one. Returns the differences.
 */
export async function limitComplaints({ front, ports }: Cluster): Promise<string[]> {
  const ways: Readonly<Record<string, readonly number[]>> = {
    'one process': ports.slice(0, 1),
    'the four in turn': ports,
    'the front': [front],
  };
  const found: string[] = [];
  const said: string[] = [];
  const count = (way: string, statuses: readonly number[], inOrder: boolean): void => {
    const refused = statuses.length - tries;
    const right = [...Array<number>(tries).fill(401), ...Array<number>(refused).fill(429)];
    const seen = inOrder ? statuses : statuses.toSorted((a, b) => a - b);
    said.push(`${way}: ${perhaps(statuses)}`);
    if (seen.join() !== right.join()) found.push(`wrong passwords by ${way}: ${statuses.join()}`);
  };
  for (const [nth, [way, through]] of Object.entries(ways).entries()) {
    const statuses: number[] = [];
    for (let i = 0; i < tries + 2; i++)
      statuses.push(await guess(through[i % through.length] ?? 0, `patient${1 + nth}`));
    count(way, statuses, true);
  }
  const names = Array.from({ length: 2 * tries }, (_, i) => guess(ports[i % ports.length] ?? 0, 'patient9'));
  count('all at once', await Promise.all(names), false);
  console.log(`  wrong passwords by ${said.join('; ')}`);
  return found;
}
