import { setTimeout as sleep } from 'node:timers/promises';
import { staffCookie } from '../../bench/seed.ts';
import type { Ledger } from './ledger.ts';

/**
 * Opens the front page repeatedly until stopped; returns the results. `later` counts failures that were the
 * retry page.
 */
export function watchPage(
  port: () => number,
): () => Promise<{ asked: number; bad: number; later: number; longestMs: number }> {
  let going = true;
  const seen = { asked: 0, bad: 0, later: 0, longestMs: 0 };
  const watching = (async () => {
    for (; going; await sleep(100)) {
      const since = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port()}/`, { signal: AbortSignal.timeout(10_000) })
        .then(async (page) => {
          if (page.status === 503 && page.headers.has('retry-after')) seen.later += 1;
          return (await page.text()).includes('<main') && page.ok;
        })
        .catch(() => false);
      seen.asked += 1;
      if (!answer) seen.bad += 1;
      seen.longestMs = Math.max(seen.longestMs, performance.now() - since);
    }
  })();
  return async () => {
    going = false;
    await watching;
    return seen;
  };
}

/** Whether a staff member can load a list of appointments. */
export async function canRead(port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(10_000);
  const headers = { cookie: staffCookie };
  const list = await fetch(`http://127.0.0.1:${port}/api/appointments?limit=5`, { headers, signal });
  return list.ok && (await list.json()).length === 5;
}

/** Waits for this many further acknowledged writes; returns the milliseconds. */
export async function waitForMoreWrites(ledger: Ledger, more = 20): Promise<number> {
  const [since, enough] = [performance.now(), ledger.acknowledged + more];
  while (ledger.acknowledged < enough && performance.now() - since < 60_000) await sleep(5);
  return performance.now() - since;
}

/** Milliseconds from a write on one server until the live stream of another reports it. */
export async function measureEventDelay(by: number, other: number): Promise<number> {
  const stop = AbortSignal.timeout(30_000);
  const stream = await fetch(`http://127.0.0.1:${other}/api/events`, {
    headers: { cookie: staffCookie },
    signal: stop,
  });
  const since = performance.now();
  const body = JSON.stringify({
    name: 'Mona',
    email: 'mona@mail.example',
    message: 'Are you open on Friday?',
  });
  const headers = { 'content-type': 'application/json' };
  await fetch(`http://127.0.0.1:${by}/api/contact-messages`, { method: 'POST', headers, body });
  for await (const part of stream.body ?? [])
    if (Buffer.from(part).includes('contact-messages')) return performance.now() - since;
  throw new Error(`the stream ended with ${stream.status}`);
}
