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
 * beside what that PostgreSQL does without any of us: the same visits, inserted by as many connections. And
 * what they wait for: a hot row would be a lock.
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

async function measured(name: string, servers: readonly number[], act: (at: number) => Promise<unknown>) {
  const spent = () => familyMs(postmaster) + servers.reduce((sum, pid) => sum + processorMs(pid), 0);
  const [spentBefore, stop] = [spent(), waits()];
  const rate = await perSecond(act).catch(async (error: Error) => {
    await stop();
    throw error;
  });
  const [used, waited] = [spent() - spentBefore, await stop()];
  const done = rate * (lastsMs / 1000);
  console.log(
    `  ${name}: ${rate.toFixed(0)} a second, ${(used / done).toFixed(2)} ms of processor each; ` +
      `load average ${loadavg()[0]?.toFixed(1)}; sessions at a look: ${waited}`,
  );
  return rate;
}

const clients = await Promise.all(
  Array.from({ length: together }, async () => {
    const client = new pg.Client(postgres.url);
    await client.connect();
    return client;
  }),
);
const bareTime = `insert into appointments (patient_id, location_id, service_id, local_start, local_end, room,
    status)
  values ($1, $2, 1, $3::timestamp, $3::timestamp + interval '20 minutes', 1, 'confirmed')`;
await watching.query('create table bare_rows (id int generated always as identity primary key, text text)');
try {
  await measured('PostgreSQL alone, one row of two columns', [], (at) =>
    (clients[at] as pg.Client).query('insert into bare_rows (text) values ($1)', ['x']),
  );
  // Years away from all that is booked below, and by nobody who books there.
  const bare = await measured('PostgreSQL alone, a visit with its constraints', [], (at) => {
    const n = next++;
    const [branch, step, day] = [
      1 + (n % branches),
      Math.floor(n / branches) % 12,
      Math.floor(n / branches / 12),
    ];
    const start = `${dayFromToday(today, 5000 + day)} ${15 + Math.floor(step / 3)}:${20 * (step % 3)}`;
    return (clients[at] as pg.Client).query(bareTime, [signedIn + 1 + (n % 2000), branch, start]);
  });
  next = 0;
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
    const share = ((100 * booked) / bare).toFixed(0);
    const [p50, p99] = [0.5, 0.99].map((part) => percentile(taken, part).toFixed(0));
    console.log(
      `    ${taken.length} of ${answers.length} booked, p50 ${p50} p99 ${p99} ms; ${share} % of bare visits`,
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
