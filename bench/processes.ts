import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connect } from '#server/engine/db/connect.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { alone, build } from '../tools/set-up/setup.mjs';
import { startPostgres } from '../tools/test-run/postgres.mjs';
import { type Answered, percentile, send } from './load.ts';
import { familyMs, parentOf, processorMs } from './processor.ts';
import { freeTime } from './scenarios.ts';
import { branches, cookieOf, dayFromToday, seed, signedIn, tokenOf } from './seed.ts';
import { startClinic } from './servers.ts';

/**
 * `npm run bench:processes`: how many bookings a second one, two and four processes take on one PostgreSQL,
 * beside what that PostgreSQL does without any of us: the same visits, inserted by as many connections, alone
 * and with each row that many bookings touch at once. And what they wait for: a hot row would be a lock.
 */
const { values: asked } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } });
const lastsMs = Number(asked.seconds) * 1000;
const together = 16;
const today = dayClock(new Date()).date;

if (!(await alone(build))) process.exit(1);
const postgres = await startPostgres({ durable: true });
const database = await connect({ dataDir: '', databaseUrl: postgres.url });
await seed(database, { rows: 1000, patients: 5000, today });
const watching = new pg.Client(postgres.url);
await watching.connect();
const { rows: own } = await watching.query<{ pid: number }>('select pg_backend_pid() as pid');
const postmaster = parentOf(own[0]?.pid ?? 0);
let next = 0;

/** Does something so many at a time for a while; how often a second it succeeded. */
async function perSecond(act: (at: number) => Promise<unknown>): Promise<number> {
  const since = performance.now();
  let done = 0;
  const one = async (at: number) => {
    while (performance.now() - since < lastsMs) if (await act(at)) done++;
  };
  await Promise.all(Array.from({ length: together }, (_, at) => one(at)));
  return done / ((performance.now() - since) / 1000);
}

/** What statements wait for, looked at fifty times a second: how many of a hundred looks, the most first. */
function waits(): () => Promise<string> {
  const seen = new Map<string, number>();
  let looks = 0;
  let going = true;
  const looking = (async () => {
    for (; going; await sleep(20)) {
      const { rows } = await watching.query<{ what: string }>(
        `select coalesce(wait_event_type || ' ' || wait_event, 'runs') as what from pg_stat_activity
          where state = 'active' and pid <> pg_backend_pid()`,
      );
      looks += 1;
      for (const { what } of rows) seen.set(what, (seen.get(what) ?? 0) + 1);
    }
  })();
  return async () => {
    going = false;
    await looking;
    return [...seen]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 5)
      .map(([what, times]) => `${what} ${(times / looks).toFixed(1)}`)
      .join(', ');
  };
}

/** How often a second, and at how many milliseconds of processor. */
async function measured(name: string, servers: readonly number[], act: (at: number) => Promise<unknown>) {
  const spent = () => familyMs(postmaster) + servers.reduce((sum, pid) => sum + processorMs(pid), 0);
  const [spentBefore, stop] = [spent(), waits()];
  const rate = await perSecond(act).catch(async (error: Error) => {
    await stop();
    throw error;
  });
  const [used, waited] = [spent() - spentBefore, await stop()];
  const ms = used / (rate * (lastsMs / 1000));
  console.log(
    `  ${name}: ${rate.toFixed(0)} a second, ${ms.toFixed(2)} ms of processor each; ` +
      `load average ${loadavg()[0]?.toFixed(1)}; sessions at a look: ${waited}`,
  );
  return { rate, ms };
}

const clients = await Promise.all(
  Array.from({ length: together }, async () => {
    const client = new pg.Client(postgres.url);
    await client.connect();
    return client;
  }),
);
/** A visit with its constraints by one statement, and what a booking touches besides. */
const visit = (locking: string, ...more: string[]): string =>
  [
    `with visit as (
      insert into appointments (patient_id, location_id, service_id, local_start, local_end, room, status)
      select $1::int, l.id, 1, $3::timestamp, $3::timestamp + interval '20 minutes', 1, 'confirmed'
        from locations l where l.id = $2::int ${locking}
      returning id, location_id, patient_id)`,
    ...more,
  ].join() + ' select from visit';
const shared = 'for share of l';
const told = `told as (
  insert into events (actor_id, actor_role, action, subject, subject_id, location_id, patient_id, after)
  select patient_id, 'patient', 'created', 'appointments', id, location_id, patient_id,
    '{"status": "confirmed"}' from visit)`;
const seen = `seen as (update sessions set seen_at = now() where user_id = $1::int - ${signedIn})`;
const unnoticed = 'and a line of the trail, no notice';
const bareCases: readonly [what: string, text: string, places: number][] = [
  ['alone', visit(''), branches],
  ['and its branch for share', visit(shared), branches],
  ['and a line of the trail', visit('', told), branches],
  [unnoticed, visit('', told), branches],
  ['and her session seen', visit('', seen), branches],
  ['and all three', visit(shared, told, seen), branches],
  ['alone, all at one branch', visit(''), 1],
  ['and its branch for share, all at one', visit(shared), 1],
];

/** Years away from all that is booked below and by the other cases, and by nobody who books there. */
async function bareVisits(nth: number, text: string, places: number) {
  const [what = ''] = bareCases[nth % bareCases.length] ?? [];
  let n = 0;
  await watching.query(
    `alter table events ${what === unnoticed ? 'disable' : 'enable'} trigger events_notice`,
  );
  return measured(`PostgreSQL alone, a visit ${what}`, [], (at) => {
    const [branch, time] = [1 + (n % places), Math.floor(n / places)];
    const [step, day] = [time % 12, 5000 + 3000 * nth + Math.floor(time / 12)];
    const start = `${dayFromToday(today, day)} ${15 + Math.floor(step / 3)}:${20 * (step % 3)}`;
    const values = [signedIn + 1 + (n++ % 2000), branch, start];
    return (clients[at] as pg.Client).query({ name: what, text, values });
  });
}

const rounds = 3;

/** Each case some times, in turn, so that what else goes on weighs on none; the rate of a visit alone. */
async function bare(): Promise<number> {
  const all = new Map<string, { rate: number; ms: number }[]>();
  for (let nth = 0; nth < rounds * bareCases.length; nth++) {
    const [what, text, places] = bareCases[nth % bareCases.length] ?? ['', '', 1];
    all.set(what, [...(all.get(what) ?? []), await bareVisits(nth, text, places)]);
  }
  const mean = (what: string, of: 'rate' | 'ms') =>
    (all.get(what) ?? []).reduce((sum, one) => sum + one[of] / rounds, 0);
  for (const [what, , places] of bareCases) {
    const beside = places === 1 ? 'alone, all at one branch' : 'alone';
    const [rate, ms] = [mean(what, 'rate'), mean(what, 'ms')];
    const share = (of: 'rate' | 'ms') => ((100 * mean(what, of)) / mean(beside, of)).toFixed(0);
    console.log(
      `  a visit ${what}: ${rate.toFixed(0)} a second (${share('rate')} %), ${ms.toFixed(2)} ms (${share('ms')} %)`,
    );
  }
  return mean('alone', 'rate');
}

await watching.query('create table bare_rows (id int generated always as identity primary key, text text)');
try {
  await measured('PostgreSQL alone, one row of two columns', [], (at) =>
    (clients[at] as pg.Client).query('insert into bare_rows (text) values ($1)', ['x']),
  );
  const bareRate = await bare();
  for (const processes of [1, 2, 4]) {
    const servers = await Promise.all(
      Array.from({ length: processes }, () => startClinic({ DATABASE_URL: postgres.url })),
    );
    const answers: Answered[] = [];
    const booked = await measured(
      `${processes} process${processes > 1 ? 'es' : ''}, a booking`,
      servers.map(({ pid }) => pid),
      async () => {
        const n = next++;
        const userId = 1 + (n % signedIn);
        const port = servers[n % processes]?.port ?? 0;
        const body = { userId, service: '1', ...freeTime(today, n) };
        const cookie = cookieOf(tokenOf(userId));
        const answer = await send(port, { method: 'POST', path: '/api/appointments', body, cookie });
        answers.push(answer);
        return answer.status === 201;
      },
    );
    const taken = answers.filter(({ status }) => status === 201);
    if (taken.length === 0) throw new Error(`answered by ${answers[0]?.status}`);
    const share = ((100 * booked.rate) / bareRate).toFixed(0);
    const [p50, p99] = [0.5, 0.99].map((part) => percentile(taken, part).toFixed(0));
    console.log(
      `    ${taken.length} of ${answers.length} booked, p50 ${p50} p99 ${p99} ms; ${share} % of visits alone`,
    );
    for (const server of servers) await server.stop();
  }
} finally {
  await Promise.all(clients.map((client) => client.end()));
  await watching.end();
  await database.close();
  await postgres.stop();
}
process.exit(0);
