import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Answered, percentile, send } from '../load.ts';
import { freeTime } from '../scenarios.ts';
import { cookieOf, signedIn, tokenOf } from '../seed.ts';
import { edge, later, type Months } from './shape.ts';

const writers = 8;

/** Bookings without a pause by the served product, beside what is done meanwhile. */
async function beside(port: number, today: string, from: number, act: () => Promise<number>) {
  const answers: (Answered & { at: number })[] = [];
  let [next, going] = [from, true];
  const one = async () => {
    while (going) {
      const n = next++;
      const userId = 1 + (n % signedIn);
      const body = { userId, service: '1', ...freeTime(today, n) };
      const cookie = cookieOf(tokenOf(userId));
      const answer = await send(port, { method: 'POST', path: '/api/appointments', body, cookie });
      answers.push({ ...answer, at: performance.now() });
    }
  };
  const all = Array.from({ length: writers }, one);
  await sleep(2000);
  const since = performance.now();
  const ms = await act().finally(() => sleep(1000).then(() => (going = false)));
  const until = performance.now() - 1000;
  await Promise.all(all);
  const during = answers.filter(({ at }) => at >= since && at - 5 <= until + 1000);
  const before = answers.filter(({ at }) => at < since);
  const slowest = (some: readonly Answered[]) => Math.max(0, ...some.map((answer) => answer.ms)).toFixed(0);
  const wrong = answers.filter(({ status }) => status >= 500).length;
  return {
    next,
    told: `${ms.toFixed(0)} ms; bookings before p50 ${percentile(before, 0.5).toFixed(0)}, slowest ${slowest(before)} of ${before.length}; from then on p50 ${percentile(during, 0.5).toFixed(0)}, slowest ${slowest(during)} of ${during.length} (${during.filter(({ status }) => status === 201).length} booked), failed ${wrong}`,
  };
}

/** Months go under bookings: as the database likes it best and plainly, and beside a report that reads on. */
export async function detaching(url: string, port: number, today: string, table: string): Promise<void> {
  const client = new pg.Client(url);
  const reading = new pg.Client(url);
  const watching = new pg.Client(url);
  const all = [client, reading, watching];
  await Promise.all(all.map((one) => one.connect()));
  await client.query('set statement_timeout = 0; set lock_timeout = 0');
  const { rows: parts } = await client.query<{ part: string; pending: boolean }>(
    `select inhrelid::regclass::text as part, inhdetachpending as pending from pg_inherits
      where inhparent = $1::regclass order by 1`,
    [table],
  );
  const timed = async (text: string): Promise<number> => {
    const started = performance.now();
    await client.query(text);
    return performance.now() - started;
  };
  const detach = (part: string | undefined, how = '') =>
    timed(`alter table ${table} detach partition ${part} ${how}`);
  for (const { part } of parts.filter(({ pending }) => pending)) await detach(part, 'finalize');
  // The oldest may be no whole month.
  const [first, second, third, fourth] = parts
    .flatMap(({ part, pending }) => (pending ? [] : [part]))
    .slice(1);
  const { rows: held } = await client.query<{ n: string }>(
    `select count(*) as n from ${table} group by tableoid order by tableoid::regclass::text offset 1 limit 4`,
  );
  console.log(`  months of ${held.map(({ n }) => n).join(', ')} visits`);
  /** A transaction that has read visits, and stays open. */
  const besideReport = async (act: () => Promise<number>): Promise<number> => {
    await reading.query('begin');
    await reading.query(`select count(*) from ${table} where id = 1`);
    const over = sleep(2000).then(() => reading.query('commit'));
    const ms = await act();
    await over;
    return ms;
  };
  /** How long new statements still find its rows, however long those of before go on. */
  const inSight = async (part: string | undefined): Promise<number> => {
    const started = performance.now();
    const still = 'select from pg_inherits where inhrelid = $1::regclass and not inhdetachpending';
    while ((await watching.query(still, [part])).rowCount) await sleep(2);
    return performance.now() - started;
  };
  let next = 1000;
  const ways: [string, () => Promise<number>][] = [
    ['concurrently', () => detach(first, 'concurrently')],
    ['plainly', () => detach(second)],
    [
      'concurrently, while a report reads for 2 s',
      () =>
        besideReport(async () => {
          const [ms, seen] = await Promise.all([detach(third, 'concurrently'), inSight(third)]);
          console.log(`  out of sight after ${seen.toFixed(0)} ms:`);
          return ms;
        }),
    ],
    ['plainly, while a report reads for 2 s', () => besideReport(() => detach(fourth))],
    ['and its rows dropped', () => timed(`drop table ${first}`)],
  ];
  for (const [how, act] of ways) {
    const { told, next: n } = await beside(port, today, next, act);
    next = n;
    console.log(`  a month detached ${how}: ${told}`);
  }
  await Promise.all(all.map((one) => one.end()));
}

/** What stands in its place in one whole table: the like number of rows deleted, and then not after all. */
export async function deleting(client: pg.Client, { first }: Months): Promise<void> {
  const [from, to] = [edge(later(first, 1)), edge(later(first, 2))];
  await client.query('begin');
  const started = performance.now();
  const { rowCount } = await client.query(
    `delete from appointments where local_start >= '${from}' and local_start < '${to}'`,
  );
  console.log(
    `  its oldest whole month, ${rowCount} visits, deleted in ${(performance.now() - started).toFixed(0)} ms`,
  );
  await client.query('rollback');
}
