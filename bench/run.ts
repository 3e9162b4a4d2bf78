import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '#server/engine/db/connect.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { alone, build } from '../tools/set-up/setup.mjs';
import { startPostgres } from '../tools/test-run/postgres.mjs';
import { type Answered, drive, percentile, saturate, send } from './load.ts';
import { familyMs, parentOf, processorMs, residentMb } from './processor.ts';
import { type Row, table, writeMeasurements } from './report.ts';
import { rivals, type Scenario, scenarios } from './scenarios.ts';
import { seed } from './seed.ts';
import { type Running, startBare, startClinic } from './servers.ts';

const { values: asked } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    rows: { type: 'string', default: '1000,1000000' },
    engines: { type: 'string', default: 'postgres,embedded' },
    /** Only what has this in its name. */
    only: { type: 'string', default: '' },
    /** The embedded engine at more than this takes many minutes to fill. */
    'embedded-rows': { type: 'string', default: '1000' },
  },
});
const today = clinicClock(new Date()).date;
const rounds = asked.quick ? 5 : 20;
const results: Row[] = [];

interface Measured {
  server: Running;
  databaseMs: () => number;
  engine: string;
  rows: number;
}

/**
 * First as fast as it goes, which shows the processor's part; then at an even rate, which shows the visitor's
 * wait.
 */
async function measure({ server, databaseMs, engine, rows }: Measured, scenario: Scenario): Promise<void> {
  const { name, count, call } = scenario;
  // What writes cannot be said twice: each phase has calls of its own.
  const from = (first: number, n: number) => ({
    ...scenario,
    count: n,
    call: (i: number) => call(first + i),
  });
  const third = Math.floor(count / 3);
  await saturate(server.port, from(0, third));
  const before = { server: processorMs(server.pid), database: databaseMs() };
  const busy = await saturate(server.port, from(third, third));
  const cpu = {
    server: (processorMs(server.pid) - before.server) / busy.length,
    database: (databaseMs() - before.database) / busy.length,
  };
  const paced = await drive(server.port, from(2 * third, third));
  const wrong = [...busy, ...paced].filter(({ status }) => status !== scenario.status);
  if (wrong.length > 0)
    throw new Error(
      `${name}: ${wrong.length} answers were ${wrong[0]?.status} instead of ${scenario.status}`,
    );
  report(engine, rows, name, paced, cpu);
}

function report(
  engine: string,
  rows: number,
  name: string,
  answers: readonly Answered[],
  cpu: { server: number; database: number },
): void {
  const row = {
    engine,
    rows,
    name,
    ...cpu,
    p50: percentile(answers, 0.5),
    p95: percentile(answers, 0.95),
    p99: percentile(answers, 0.99),
  };
  results.push(row);
  console.log(table([row], results.length === 1));
}

/** Fifty patients want one time, again and again: the slowest answer is what counts. */
async function crowd({ server, engine, rows }: Measured): Promise<void> {
  const all: Answered[] = [];
  for (let round = 0; round < Math.min(rounds, 12); round++) {
    const answers = await Promise.all(rivals(today, round, 50).map((call) => send(server.port, call)));
    const won = answers.filter(({ status }) => status === 201).length;
    const lost = answers.filter(({ status }) => status === 409).length;
    // Three rooms: three may have it.
    if (won !== 3 || lost !== 47)
      throw new Error(`fifty at once: ${won} won, ${lost} were told that it is taken`);
    all.push(...answers);
  }
  report(engine, rows, '50 at once for one slot of 3 rooms', all, {
    server: Number.NaN,
    database: Number.NaN,
  });
}

async function measureClinic(measured: Omit<Measured, 'server'>, env: Record<string, string>): Promise<void> {
  const server = await startClinic(env);
  try {
    for (const scenario of scenarios(today, asked.quick)) {
      if (scenario.name.includes(asked.only)) await measure({ ...measured, server }, scenario);
    }
    if (asked.only === '') await crowd({ ...measured, server });
    console.log(`  memory of the server after this: ${residentMb(server.pid)} MB`);
  } finally {
    await server.stop();
  }
}

async function measureBare(databaseUrl: string, databaseMs: () => number): Promise<void> {
  const server = await startBare(databaseUrl);
  const count = asked.quick ? 1500 : 6000;
  const bare = { server, databaseMs, engine: 'bare', rows: 0 };
  try {
    await measure(bare, {
      name: 'bare Node server',
      status: 200,
      rate: 200,
      count,
      call: () => ({ path: '/' }),
    });
    await measure(bare, {
      name: 'bare INSERT of one row',
      status: 201,
      rate: 50,
      count: count / 2,
      call: () => ({ method: 'POST', path: '/' }),
    });
  } finally {
    await server.stop();
  }
}

async function onPostgres(sizes: readonly number[]): Promise<void> {
  const postgres = await startPostgres();
  try {
    for (const [i, rows] of sizes.entries()) {
      const url = new URL(postgres.url);
      const admin = await connect({ dataDir: '', databaseUrl: postgres.url });
      await admin.pool.query(
        `create database bench_${rows} encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8' template template0`,
      );
      const { rows: backend } = await admin.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
      const postmaster = parentOf(backend[0]?.pid ?? 0);
      await admin.close();
      url.pathname = `/bench_${rows}`;
      await fill(rows, { databaseUrl: url.href, dataDir: '' });
      const databaseMs = () => familyMs(postmaster);
      if (i === 0) await measureBare(url.href, databaseMs);
      await measureClinic({ databaseMs, engine: 'PostgreSQL', rows }, { DATABASE_URL: url.href });
    }
  } finally {
    await postgres.stop();
  }
}

async function onEmbedded(sizes: readonly number[]): Promise<void> {
  for (const rows of sizes) {
    const dataDir = mkdtempSync(join(tmpdir(), 'hakima-bench-'));
    try {
      await fill(rows, { dataDir });
      await measureClinic(
        { databaseMs: () => 0, engine: 'embedded', rows },
        { DATA_DIR: dataDir, DATABASE_URL: '' },
      );
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
}

async function fill(rows: number, where: { databaseUrl?: string; dataDir: string }): Promise<void> {
  const started = performance.now();
  const database = await connect(where);
  await seed(database, { rows, patients: rows > 100_000 ? 200_000 : 5000, today });
  await database.close();
  console.log(`· ${rows} appointments filled in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

const sizesOf = (text: string): number[] => text.split(',').filter(Boolean).map(Number);

if (!(await alone(build))) process.exit(1);
console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
const engines = asked.engines.split(',');
if (engines.includes('postgres')) await onPostgres(sizesOf(asked.rows));
if (engines.includes('embedded')) await onEmbedded(sizesOf(asked['embedded-rows']));
console.log(`\n${table(results, true)}`);
if (asked.write) writeMeasurements(results);
process.exit(0);
