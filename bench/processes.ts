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
import { cookieOf, seed, signedIn, tokenOf } from './seed.ts';
import { startClinic } from './servers.ts';

/**
 * `npm run bench:processes`: how many bookings a second one, two and four processes take on one PostgreSQL,
 * beside what that PostgreSQL does without any of us: the same visits, inserted by as many connections. And
 * which rows a booking writes, and what it waits for there.
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

type Written = Map<string, { inserted: number; updated: number }>;
async function written(): Promise<Written> {
  // What a connection has counted arrives a second later.
  await sleep(1500);
  const { rows } = await watching.query(
    'select relname, n_tup_ins::int as inserted, n_tup_upd::int as updated from pg_stat_user_tables',
  );
  return new Map(rows.map(({ relname, ...counts }) => [relname, counts]));
}

async function measured(name: string, servers: readonly number[], act: (at: number) => Promise<unknown>) {
  const before = await written();
  const spent = () => familyMs(postmaster) + servers.reduce((sum, pid) => sum + processorMs(pid), 0);
  const [spentBefore, stop] = [spent(), waits()];
  const rate = await perSecond(act);
  const [used, waited] = [spent() - spentBefore, await stop()];
  const done = rate * (lastsMs / 1000);
  console.log(
    `  ${name}: ${rate.toFixed(0)} a second, ${(used / done).toFixed(2)} ms of processor each; ` +
      `load average ${loadavg()[0]?.toFixed(1)}; sessions at a look: ${waited}`,
  );
  return { rate, before, after: await written() };
}

const clients = await Promise.all(
  Array.from({ length: together }, async () => {
    const client = new pg.Client(postgres.url);
    await client.connect();
    return client;
  }),
);
const bareTime = `insert into appointments (patient_id, location_id, service_id, local_start, local_end, room)
  values ($1, $2, 1, $3::timestamp, $3::timestamp + interval '20 minutes', 1)`;
await watching.query('create table bare_rows (id int generated always as identity primary key, text text)');
try {
  await measured('PostgreSQL alone, one row of two columns', [], (at) =>
    (clients[at] as pg.Client).query('insert into bare_rows (text) values ($1)', ['x']),
  );
  // Years away from all that is booked below.
  const bare = await measured('PostgreSQL alone, a visit with its constraints', [], (at) => {
    const n = next++;
    const start = new Date(Date.UTC(2040, 0, 1) + Math.floor(n / 8) * 1_800_000).toISOString();
    return (clients[at] as pg.Client).query(bareTime, [1 + (n % 5000), 1 + (n % 8), start.slice(0, 19)]);
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
    const share = ((100 * booked.rate) / bare.rate).toFixed(0);
    const [p50, p99] = [0.5, 0.99].map((part) => percentile(taken, part).toFixed(0));
    console.log(
      `    ${taken.length} of ${answers.length} booked, p50 ${p50} p99 ${p99} ms; ${share} % of the bare visits`,
    );
    const rows = [...booked.after].flatMap(([table, { inserted, updated }]) => {
      const was = booked.before.get(table) ?? { inserted: 0, updated: 0 };
      const [ins, upd] = [(inserted - was.inserted) / taken.length, (updated - was.updated) / taken.length];
      return ins + upd < 0.05 ? [] : [`${table} ${ins.toFixed(1)} + ${upd.toFixed(1)}`];
    });
    console.log(`    rows a booking, inserted + updated: ${rows.join(', ')}`);
    for (const server of servers) await server.stop();
  }
} finally {
  await Promise.all(clients.map((client) => client.end()));
  await watching.end();
  await database.close();
  await postgres.stop();
}
process.exit(0);
