import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { staffCookie } from '../../../bench/seed.ts';

interface Visit {
  readonly id: number;
  readonly userId: number;
  readonly notes: string;
}
/** Visits that are there from the start, each changed by one who reads. */
const visits = [1, 2, 3, 4];
let changes = 0;

async function ask<T>(port: number, path: string, change?: object) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: change ? 'PATCH' : 'GET',
    headers: { cookie: staffCookie, 'content-type': 'application/json' },
    body: change && JSON.stringify(change),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await answer.text();
  return { status: answer.status, body: (answer.ok ? JSON.parse(text) : null) as T | null };
}

/**
 * Some of the staff change a visit by any server, and then list its patient's visits by the one that reads
 * beside the primary, again and again, until told to stop. Answers how often they listed, and each list that
 * was older than what its reader had been told was done.
 */
export function readOwnChanges(
  ports: readonly number[],
  apart: number,
): () => Promise<{ lists: number; wrong: string[] }> {
  let going = true;
  let lists = 0;
  const wrong: string[] = [];
  const readers = visits.map(async (id) => {
    let acknowledged = 0;
    for (let turn = 0; going; turn++)
      try {
        const nth = ++changes;
        const by = ports[turn % ports.length] ?? apart;
        const changed = await ask<Visit>(by, `/api/appointments/${id}`, { notes: `change ${nth}` });
        if (changed.status === 200) acknowledged = nth;
        else if (changed.status !== 503) wrong.push(`a change was answered with ${changed.status}`);
        const { userId } = changed.body ?? {};
        if (!userId) {
          await sleep(50);
          continue;
        }
        const listed = await ask<Visit[]>(apart, `/api/appointments?userId=${userId}&limit=500`);
        if (listed.status === 503) continue;
        lists += 1;
        const shown = listed.body?.find((visit) => visit.id === id)?.notes ?? `status ${listed.status}`;
        // What was never acknowledged may be there as well.
        if (!(Number(/^change (\d+)$/.exec(shown)?.[1]) >= acknowledged))
          wrong.push(`a list after change ${acknowledged} shows ${shown}`);
        await sleep(50);
      } catch (error) {
        wrong.push(String(error));
        await sleep(50);
      }
  });
  return async () => {
    going = false;
    await Promise.all(readers);
    return { lists, wrong };
  };
}

/** Until somebody was answered, and not only met, by one of these that follow; whether that came about. */
export async function untilReadApart(urls: readonly string[]): Promise<boolean> {
  for (const end = performance.now() + 15_000; performance.now() < end; await sleep(200))
    for (const connectionString of urls) {
      const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        const { rows } = await client.query<{ is: boolean }>(
          `select pg_is_in_recovery() and exists (select from pg_stat_activity
             where application_name = 'hakima reads' and query ilike 'commit'
               and state_change > now() - interval '2 s') as is`,
        );
        if (rows[0]?.is) return true;
      } catch {
        // It is away, or begins anew.
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  return false;
}
