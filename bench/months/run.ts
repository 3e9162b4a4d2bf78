import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { connect } from '#server/engine/db/connect.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { alone, build } from '../../tools/set-up/setup.mjs';
import { startPostgres } from '../../tools/test-run/postgres.mjs';
import { createDatabase } from '../seed.ts';
import { startClinic } from '../servers.ts';
import { pastByMonth, readTogether } from './archive.ts';
import { ask, type Cost } from './asked.ts';
import { deleting, detaching } from './detaching.ts';
import { type Clinic, clinicOf, fill } from './fill.ts';
import { races } from './races.ts';
import { monthsOf, trailByNumber, visitsByMonth } from './shape.ts';
import { stepsOn } from './steps.ts';

/**
 * `npm run bench:months`: what the hot requests cost at so many visits (`--visits`, 10,000,000) in today's
 * schema, and where the past lies apart, parted by month (or with `--shape months` every visit does); whether
 * the database still has the last word there, and how a month goes. `--trail` parts the trail too.
 * `--in <folder>` keeps everything there: cut off, the next run goes on behind the last step.
 */
const { values: asked } = parseArgs({
  options: {
    visits: { type: 'string', default: '10000000' },
    in: { type: 'string', default: '' },
    shape: { type: 'string', default: 'archive' },
    rounds: { type: 'string', default: '300' },
    trail: { type: 'boolean', default: false },
  },
});
const visits = Number(asked.visits);
const rounds = Number(asked.rounds);
const folder = asked.in ? resolve(asked.in) : mkdtempSync(join(tmpdir(), 'hakima-months-'));
const today = clinicClock(new Date()).date;
const name = `months_${visits}_${today.replaceAll('-', '')}`;

const gb = (bytes: string | undefined): string => (Number(bytes) / 1e9).toFixed(2);

/**
 * As the product's tests start it (nothing waits for the disk), with what counts statements and with memory
 * to build indexes in; what a step makes anew is not written to the journal, and vacuum is a step of its own.
 */
async function started() {
  const first = await startPostgres({ folder });
  const client = new pg.Client(first.url);
  await client.connect();
  for (const setting of [
    "shared_preload_libraries = 'pg_stat_statements'",
    "maintenance_work_mem = '1GB'",
    "shared_buffers = '2GB'",
    "max_wal_size = '8GB'",
    'wal_level = minimal',
    'max_wal_senders = 0',
    'autovacuum = off',
    'max_locks_per_transaction = 512',
  ])
    await client.query(`alter system set ${setting}`);
  await client.end();
  await first.stop();
  return startPostgres({ folder });
}

async function prepared(serverUrl: string): Promise<string> {
  const admin = await connect({ dataDir: '', databaseUrl: serverUrl });
  const url = new URL(name, serverUrl).href;
  const { rowCount } = await admin.pool.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await createDatabase(admin, serverUrl, name);
  await admin.pool.query(`alter database ${name} set pg_stat_statements.track_planning = on`);
  await admin.close();
  return url;
}

/** What the tables and their indexes take. */
async function size(client: pg.Client, what: string): Promise<void> {
  const { rows } = await client.query<{ table: string; rows: string; indexes: string }>(
    `select coalesce(i.inhparent::regclass, c.oid::regclass)::text as table,
        sum(pg_table_size(c.oid)) as rows, sum(pg_indexes_size(c.oid)) as indexes
      from pg_class c left join pg_inherits i on i.inhrelid = c.oid
      where c.relkind = 'r' and coalesce(i.inhparent::regclass, c.oid::regclass)::text
        in ('appointments', 'past_appointments', 'events', 'visit_numbers') group by 1 order by 1`,
  );
  const told = rows.map((one) => `${one.table} ${gb(one.rows)} GB and indexes of ${gb(one.indexes)} GB`);
  console.log(`${what}: ${told.join(', ')}`);
}

function table(measured: readonly (readonly [string, readonly Cost[]])[]): string {
  const cell = ({ ms, pages, p50, p95, failed }: Cost): string =>
    failed
      ? failed.slice(0, 3)
      : `${ms.toFixed(2)}, ${pages.toFixed(0)}; ${p50.toFixed(0)}, ${p95.toFixed(0)}`;
  const [, first] = measured[0] ?? ['', []];
  const lines = first.map(({ what }) => {
    const cells = measured.map(([, costs]) => costs.find((one) => one.what === what));
    return `| ${what} | ${cells.map((one) => (one ? cell(one) : '')).join(' | ')} |`;
  });
  const heads = measured.map(([shape]) => shape).join(' | ');
  return [`| ms, pages; p50, p95 | ${heads} |`, `|${'---|'.repeat(measured.length + 1)}`, ...lines].join(
    '\n',
  );
}

type Shape = 'today' | 'past apart' | 'past apart, all of it read' | 'all by month';
const shapes: readonly Shape[] = ['today', 'past apart', 'past apart, all of it read', 'all by month'];

/** Measured once in the life of a database. */
async function measured(client: pg.Client, url: string, clinic: Clinic, shape: Shape): Promise<void> {
  const step = await stepsOn(client);
  await client.query('create table if not exists bench_costs (shape text primary key, costs jsonb not null)');
  await client.query('create sequence if not exists bench_rounds minvalue 0');
  const readsAll = shape === 'past apart, all of it read';
  await step(
    `measured: ${shape}`,
    async () => {
      await client.query('update sessions set proved_at = now()');
      console.log(`${shape}: ${visits} visits of ${clinic.branches} branches`);
      const all = new URL(url);
      if (readsAll) all.searchParams.set('options', '-c search_path=reading,public');
      const server = await startClinic({ DATABASE_URL: url });
      try {
        const { rows } = await client.query<{ round: string }>("select nextval('bench_rounds') as round");
        const costs = await ask(client, server.port, clinic, Number(rows[0]?.round), readsAll);
        await client.query('insert into bench_costs values ($1, $2)', [shape, JSON.stringify(costs)]);
      } finally {
        await server.stop();
      }
    },
    false,
  );
}

async function tell(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ shape: string; costs: Cost[] }>(
    'select shape, costs from bench_costs',
  );
  const known = shapes.flatMap((shape) => rows.filter((row) => row.shape === shape));
  console.log(`\n${table(known.map(({ shape, costs }) => [shape, costs] as const))}\n`);
}

async function withServer(url: string, work: (port: number) => Promise<void>): Promise<void> {
  const server = await startClinic({ DATABASE_URL: url });
  await work(server.port).finally(() => server.stop());
}

if (!(await alone(build))) process.exit(1);
const postgres = await started();
try {
  const url = await prepared(postgres.url);
  const client = new pg.Client(url);
  client.on('error', () => undefined); // the server goes before it where something else failed
  await client.connect();
  await client.query('set statement_timeout = 0; set lock_timeout = 0');
  await client.query('create extension if not exists pg_stat_statements');
  const clinic = clinicOf(visits, today);
  const step = await stepsOn(client);
  await fill(client, url, clinic);
  const months = await monthsOf(client, today);
  await step('size today', () => size(client, 'today'), false);
  await measured(client, url, clinic, 'today');
  await step('races today', () => races(url, clinic, rounds), false);
  await step('deleting today', () => deleting(client, months), false);
  if (asked.shape === 'months') await visitsByMonth(client, today);
  else await pastByMonth(client, url, today, months);
  if (asked.trail) await trailByNumber(client, months);
  await step('size parted', () => size(client, 'parted'), false);
  if (asked.shape === 'months') await measured(client, url, clinic, 'all by month');
  else {
    await measured(client, url, clinic, 'past apart');
    await readTogether(client, () => measured(client, url, clinic, 'past apart, all of it read'));
  }
  await tell(client);
  await step('races parted', () => races(url, clinic, rounds), false);
  const parted = asked.shape === 'months' ? 'appointments' : 'past_appointments';
  await withServer(url, (port) => detaching(url, port, today, parted));
  await client.end();
} finally {
  await postgres.stop();
  if (!asked.in) rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
