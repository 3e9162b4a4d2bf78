import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { endpoints } from '#server/testing/contract.ts';
import { rowsOf } from '#server/testing/example-values.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { type LoadCall, send } from '../../../bench/load.ts';
import { cookieOf, staffCookie, tokenOf } from '../../../bench/seed.ts';
import { kill, type Running, startClinic } from '../../../bench/servers.ts';
import { databasesOnServer } from '../databases.ts';
import { type EarlierBuild, seedWithEarlierVersion } from '../earlier-build.ts';
import { Ledger } from '../ledger.ts';

// The server of an earlier commit (`UPGRADE_FROM`; default: the one before the newest migration) and this one
// on the same database, as during a rolling update: eight writers write to both without a pause, and staff
// and a patient read everything from both. Then a later version is rolled back under the same load.
const seconds = Number(process.env.UPGRADE_SECONDS ?? 20);
const today = dayClock(new Date()).date;
const patienceMs = 15_000;
const pages = ['/', '/ar', '/book', '/profile', '/doctors', '/sign-in'];

/** Values for query parameters. */
const values: Readonly<Record<string, string>> = {
  date: today,
  from: today,
  to: today,
  month: today.slice(0, 7),
  locationId: '1',
  service: '1',
  limit: '50',
  q: 'Mona',
};

/** All GET endpoints of the contract, with an id and query parameters that they accept. */
function listReadCalls(id: number): LoadCall[] {
  const calls: LoadCall[] = pages.map((path) => ({ path }));
  for (const spec of endpoints) {
    if (spec.method !== 'GET' || spec.path.includes(':token')) continue;
    const fields = Object.keys(spec.query ? rowsOf(spec.query).shape : {});
    const asked = new URLSearchParams(fields.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));
    const path = spec.path.replaceAll(/:\w+/g, String(id));
    const bare = { path };
    const full = { path: `${path}?${asked.toString()}` };
    for (const call of asked.size > 0 ? [bare, full] : [bare])
      calls.push({ ...call, cookie: staffCookie }, { ...call, cookie: cookieOf(tokenOf(1)) });
  }
  return calls;
}

/** Reads everything from these ports until stopped; returns the number of requests and the faults. */
function startReading(ports: () => readonly number[], earlier: number, newest: () => Promise<number>) {
  let going = true;
  let asked = 0;
  let ofEarlier = 0;
  const wrong = new Map<string, number>();
  const under = [0, 1].map(async (at) => {
    for (let round = at; going; round++)
      for (const call of listReadCalls(round % 2 === 0 ? await newest() : 1 + round)) {
        const open = ports();
        const port = open[asked++ % open.length];
        if (!going || port === undefined) return;
        const version = port === earlier ? 'the earlier' : 'this one';
        let text = '';
        if (port === earlier) ofEarlier += 1;
        const none = sleep(patienceMs, new Error(`no answer within ${patienceMs / 1000} s`), { ref: false });
        const asking = send(port, call, (said) => (text = said)).catch((error: Error) => error);
        const answer = await Promise.race([asking, none]);
        if (port === earlier) ofEarlier -= 1;
        const status = answer instanceof Error ? answer.message : answer.status;
        if (answer instanceof Error || (answer.status >= 500 && answer.status !== 503)) {
          const what = `${version}: ${call.path.replaceAll(/\d+/g, 'N')}: ${status} ${text.slice(0, 100)}`;
          wrong.set(what, (wrong.get(what) ?? 0) + 1);
        }
      }
  });
  return {
    /** Waits until the earlier version has answered all requests. */
    answered: async () => {
      while (ofEarlier > 0) await sleep(50);
    },
    stop: async () => {
      going = false;
      await Promise.all(under);
      return { asked, wrong: [...wrong].map(([what, times]) => `${what} (${times} ×)`) };
    },
  };
}

/** Messages that were given up while two versions processed the outbox. */
async function listGivenUpMessages(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(
    `select distinct template || ' over ' || channel || ': ' || coalesce(error, '') as what
     from messages where state in ('dead', 'failed')`,
  );
  return rows.map(({ what }) => `given up: ${what}`);
}

/** Runs two versions side by side; returns each fault once. */
export async function runTwoVersions(earlier: EarlierBuild): Promise<string[]> {
  const databases = await databasesOnServer();
  const place = await databases.make();
  if (!seedWithEarlierVersion(earlier, place.env, today))
    return [`${earlier.commit} did not make its clinic`];
  const database = await place.open();
  const ledger = new Ledger(today);
  const found: string[] = [];
  let old: Running | undefined;
  let now: Running | undefined;
  let serving: number[] = [];
  let readers: ReturnType<typeof startReading> | undefined;
  try {
    old = await startClinic(place.env, earlier.folder);
    serving = [old.port];
    ledger.begin(() => serving);
    const newest = async () => {
      const { rows } = await database.pool.query<{ id: number }>('select max(id) as id from appointments');
      return rows[0]?.id ?? 1;
    };
    readers = startReading(() => serving, old.port, newest);
    await sleep(2000);
    // Migrates while the earlier version is being written to.
    now = await startClinic(place.env);
    serving = [old.port, now.port];
    await sleep(seconds * 1000);
    // As with a proxy: no new requests go to the server, then it stops.
    serving = [now.port];
    await readers.answered();
    await sleep(500);
    await old.stop();
    if (old.child.exitCode !== 0) found.push(`the earlier version ended with ${old.child.exitCode}`);
    await sleep(2000);
    // Simulates the rollback of a later version that only added to the schema: this version must start on it.
    await database.pool.query(`begin; create table added_later (id int primary key);
      alter table locations add column added_later text not null default 'later';
      insert into migrations (name) values ('9000-of-tomorrow.compatible'); commit`);
    const later = now;
    now = await startClinic(place.env);
    serving = [now.port];
    await sleep(500);
    await later.stop();
    if (later.child.exitCode !== 0) found.push(`the later version ended with ${later.child.exitCode}`);
    await sleep(2000);
    const read = await readers.stop();
    await ledger.end();
    found.push(...read.wrong, ...ledger.failed, ...(await ledger.complaints(database.pool)));
    found.push(...(await listGivenUpMessages(database.pool)));
    console.log(
      `  ${earlier.commit.slice(0, 8)} and this version on one PostgreSQL for ${seconds} s: ` +
        `${ledger.acknowledged} writes acknowledged, ${ledger.refused} told "later", ${read.asked} readings; ${found.length} wrong`,
    );
  } finally {
    serving = [];
    await Promise.all([ledger.end(), readers?.stop()]);
    for (const server of [old, now]) if (server) await kill(server);
    await database.close();
    await databases.close();
  }
  return found.map((what) => `two versions: ${what}`);
}
