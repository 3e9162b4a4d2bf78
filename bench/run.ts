import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '#server/engine/db/connect.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { build, withSetupLock } from '../tools/set-up/setup.mjs';
import { startPostgres } from '../tools/test-run/postgres.mjs';
import type { Figure, Sample } from './figures.ts';
import { type AnsweredCall, measureThroughput, percentile, saturate, send, sendAtRate } from './load.ts';
import { familyMs, parentOf, processorMs, residentMb } from './processor.ts';
import { summaryOf, tableOf } from './report.ts';
import { bareScenarios, health, type Scenario, scenarios, simultaneousBookings } from './scenarios.ts';
import { createDatabase, seed } from './seed.ts';
import { type Running, startBare, startClinic } from './servers.ts';

/**
 * `npm run bench`: cost of a request with 1,000 to 1,000,000 appointments. All servers run at once and are
 * measured in turn, so that other load on the machine affects all alike. `--quick` takes three minutes, a
 * full run thirty at most.
 */
const { values: asked } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    postgres: { type: 'string', default: '' },
    /** Only scenarios with this text in the name, and the health check. */
    only: { type: 'string', default: '' },
  },
});
const sizes = (text: string, quick: string, long: string): number[] =>
  (text || (asked.quick ? quick : long))
    .split(',')
    .filter((n) => Number(n) > 0)
    .map(Number);
const onPostgres = sizes(asked.postgres, '1000,100000', '1000,100000,1000000');
const rounds = asked.quick ? 4 : 12;
const waitSeconds = asked.quick ? 1 : 4;
const today = clinicClock(new Date()).date;

/** A server under measurement, with its database. */
interface Target {
  engine: string;
  rows: number;
  server: Running;
  databaseMs: () => number;
  scenarios: Scenario[];
  /** Number of calls made per scenario: writes cannot be repeated with the same data. */
  made: Map<string, number>;
}

async function fill(rows: number, where: { databaseUrl?: string; dataDir: string }): Promise<void> {
  const started = performance.now();
  const database = await connect(where);
  await seed(database, { rows, patients: rows > 100_000 ? 200_000 : 5000, today });
  await database.close();
  console.log(`· ${rows} appointments filled in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

const target = (engine: string, rows: number, server: Running, databaseMs: () => number): Target => ({
  engine,
  rows,
  server,
  databaseMs,
  made: new Map(),
  scenarios: (rows === 0 ? bareScenarios : scenarios(today)).filter(
    ({ name }) => rows === 0 || name === health || name.includes(asked.only),
  ),
});

/** The next unused calls of a scenario for a target. */
function nextCalls({ made }: Target, { name, call }: Scenario, count: number) {
  const first = made.get(name) ?? 0;
  made.set(name, first + count);
  return { count, call: (i: number) => call(first + i) };
}

/** Status of requests refused under overload. */
const overloadStatus = 503;

/** Removes refused answers and checks that all others have the expected status. */
function checkAdmitted(name: string, wanted: number, answers: readonly AnsweredCall[]): AnsweredCall[] {
  const admitted = answers.filter(({ status }) => status !== overloadStatus);
  check(name, wanted, admitted);
  return admitted;
}

function check(name: string, wanted: number, answers: readonly AnsweredCall[]): void {
  const wrong = answers.filter(({ status }) => status !== wanted);
  if (wrong.length > 0)
    throw new Error(`${name}: ${wrong.length} answers were ${wrong[0]?.status} instead of ${wanted}`);
}

async function measureSample(at: Target, scenario: Scenario, count: number): Promise<Sample> {
  const calls = nextCalls(at, scenario, count);
  const before = { server: processorMs(at.server.pid), database: at.databaseMs() };
  check(scenario.name, scenario.status, await saturate(at.server.port, calls));
  return {
    server: (processorMs(at.server.pid) - before.server) / count,
    database: (at.databaseMs() - before.database) / count,
  };
}

async function measureWaiting(at: Target, scenario: Scenario) {
  const { rate } = scenario;
  const answers = await sendAtRate(at.server.port, { rate, ...nextCalls(at, scenario, rate * waitSeconds) });
  const admitted = checkAdmitted(scenario.name, scenario.status, answers);
  return {
    refused: answers.length - admitted.length,
    p50: percentile(admitted, 0.5),
    p95: percentile(admitted, 0.95),
    p99: percentile(admitted, 0.99),
  };
}

/** Interleaved: each round measures one scenario on every server, then the next scenario. */
async function measure(targets: readonly Target[]): Promise<Figure[]> {
  const figures: Figure[] = targets.flatMap(({ engine, rows, scenarios: all }) =>
    all.map(({ name }) => ({ engine, rows, name, samples: [], waits: null })),
  );
  const turns = [...new Set(targets.flatMap((at) => at.scenarios.map(({ name }) => name)))].flatMap((name) =>
    targets.flatMap((at) => {
      const scenario = at.scenarios.find((one) => one.name === name);
      const figure = figures.find(
        (one) => one.name === name && one.engine === at.engine && one.rows === at.rows,
      );
      return scenario && figure ? [{ at, scenario, figure }] : [];
    }),
  );
  for (const { at, scenario } of turns) await measureSample(at, scenario, scenario.warm);
  for (let round = 0; round < rounds; round++)
    for (const { at, scenario, figure } of turns)
      figure.samples.push(await measureSample(at, scenario, scenario.chunk));
  for (const { at, scenario, figure } of turns) figure.waits = await measureWaiting(at, scenario);
  return figures;
}

/**
 * Fifty patients book the same time, repeatedly: with three rooms, exactly three may succeed. A busy server
 * may refuse some of them for overload instead of answering that the time is taken.
 */
async function bookSameTime({ engine, rows, server }: Target): Promise<string> {
  const slowest: number[] = [];
  let away = 0;
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all(
      simultaneousBookings(today, round, 50).map((call) => send(server.port, call)),
    );
    const won = answers.filter(({ status }) => status === 201).length;
    const lost = answers.filter(({ status }) => status === 409).length;
    const later = answers.filter(({ status }) => status === overloadStatus).length;
    if (won !== 3 || won + lost + later !== 50)
      throw new Error(
        `fifty at once: ${won} won, ${lost} were told that it is taken, ${later} to come again`,
      );
    away += later;
    slowest.push(Math.max(...answers.map(({ ms }) => ms)));
  }
  const median = slowest.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  return `Fifty at once for one time of three rooms, ${engine}, ${rows.toLocaleString('en')}: three won in each of ${rounds} rounds, ${away} of all were turned away; the last was answered after ${median.toFixed(0)} ms (median of the rounds)`;
}

async function measureFlood({ engine, rows, server }: Target, path: string, what: string): Promise<string> {
  await measureThroughput(server.port, path, 50, 1);
  const seconds = asked.quick ? 2 : 6;
  const answers = await measureThroughput(server.port, path, 50, seconds);
  const admitted = checkAdmitted(what, 200, answers);
  const perSecond = Math.round(admitted.length / seconds).toLocaleString('en');
  const away = answers.length - admitted.length;
  return `${what} at 50 connections, ${engine}, ${rows.toLocaleString('en')}: ${perSecond} a second, ${away} of all turned away, p50 ${percentile(admitted, 0.5).toFixed(1)} ms, p99 ${percentile(admitted, 0.99).toFixed(1)} ms`;
}

/** Saves the clinic to a file and restores it, by the operator's commands. */
function measureBackupAndRestore(rows: number, from: string, to: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'hakima-bench-')), 'clinic.backup');
  const root = join(import.meta.dirname, '..');
  const seconds = (tool: string, url: string) => {
    const started = performance.now();
    const args = ['--import', 'tsx', join(root, 'server/main.ts'), tool, file];
    const env = { ...process.env, DATABASE_URL: url };
    const { status, stderr } = spawnSync(process.execPath, args, { env, cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return ((performance.now() - started) / 1000).toFixed(0);
  };
  const saved = seconds('backup', from);
  const restored = seconds('restore', to);
  const size = (statSync(file).size / 1e6).toFixed(0);
  rmSync(join(file, '..'), { recursive: true, force: true });
  return `Backup of ${rows.toLocaleString('en')} appointments and ten times as many log entries on PostgreSQL: ${saved} s, ${size} MB; restored in ${restored} s`;
}

async function run(): Promise<void> {
  const postgres = await startPostgres();
  const targets: Target[] = [];
  try {
    const admin = await connect({ dataDir: '', databaseUrl: postgres.url });
    const { rows: backend } = await admin.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    const postmaster = parentOf(backend[0]?.pid ?? 0);
    const databaseMs = () => familyMs(postmaster);
    const create = (name: string) => createDatabase(admin, postgres.url, name);
    const urls = new Map<number, string>();
    for (const rows of onPostgres) {
      const databaseUrl = await create(`bench_${rows}`);
      urls.set(rows, databaseUrl);
      await fill(rows, { databaseUrl, dataDir: '' });
      const server = await startClinic({ DATABASE_URL: databaseUrl });
      targets.push(target('PostgreSQL', rows, server, databaseMs));
    }
    targets.unshift(target('bare', 0, await startBare(await create('bench_bare')), databaseMs));
    const figures = await measure(targets);
    const notes: string[] = [];
    for (const at of targets) {
      const day = `/api/locations/1/availability?date=${today}&service=1`;
      if (at.rows === 0) notes.push(await measureFlood(at, '/', 'Bare Node server'));
      else if (asked.only === '') {
        notes.push(
          await measureFlood(at, '/healthz', 'Health check'),
          await measureFlood(at, day, 'Free slots of a day'),
        );
        notes.push(await bookSameTime(at));
      }
    }
    for (const { engine, rows, server } of targets)
      if (rows > 0)
        notes.push(
          `Server on ${engine}, ${rows.toLocaleString('en')}: ready ${(server.startMs / 1000).toFixed(1)} s after its start; ${residentMb(server.pid)} MB after all of this`,
        );
    const largest = Math.max(...onPostgres);
    if (!asked.quick && asked.only === '' && onPostgres.length > 0)
      notes.push(measureBackupAndRestore(largest, urls.get(largest) ?? '', await create('bench_restored')));
    console.log(`\n${tableOf(figures)}\n\n${summaryOf(figures)}\n\n${notes.join('\n')}`);
    await admin.close();
  } finally {
    for (const { server } of targets) await server.stop();
    await postgres.stop();
  }
}

if (!(await withSetupLock(build))) process.exit(1);
console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
await run();
process.exit(0);
