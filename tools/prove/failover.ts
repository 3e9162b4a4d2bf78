import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connect } from '#server/engine/db/connect.ts';
import { findServerAccount } from '#server/engine/db/local-postgres/account.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { seed } from '../../bench/seed.ts';
import { kill, startClinic } from '../../bench/servers.ts';
import { freePort } from '../set-up/free-port.mjs';
import { endGroup, root, start } from '../set-up/processes.mjs';
import { Machine, missingPackages, password, Witness, waitForCompleteCluster } from './failover/machine.ts';
import { Straggler } from './failover/straggler.ts';
import { Ledger, seededVisits } from './ledger.ts';
import { wanted } from './packages.ts';
import { measureEventDelay, waitForMoreWrites, watchPage } from './watch.ts';

// Two servers on a PostgreSQL cluster of three machines, with the unchanged files of deploy/; the second
// server sends expensive reads to the replicas. Eight writers write without a pause while the primary, or
// what it depends on, fails in every way; other clients list the changes. `FAILOVER_KILLS`: how often the
// primary's machine is killed. `FAILOVER_ONLY`: only this failure.
const missing = missingPackages();
if (missing.length > 0) {
  console.error(`  ${wanted(missing)}`);
  process.exit(1);
}
const kills = Number(process.env.FAILOVER_KILLS ?? 3);
const only = process.env.FAILOVER_ONLY ?? '';
const today = dayClock(new Date()).date;
const goals = { pauseMs: 15_000, answerMs: 5500, pageMs: 3000, heardMs: 2000 };
/** Longer than a lease. */
const frozenMs = 15_000;

const home = mkdtempSync(join(tmpdir(), 'hakima-failover-'));
const account = findServerAccount(home);
if (account) chownSync(home, account.uid, account.gid);
chmodSync(home, 0o755);

const ground = { home, account };
const witnesses = await Promise.all(
  ['etcd-one', 'etcd-two', 'etcd-three'].map((name) => Witness.named(name, ground)),
);
const machines = await Promise.all(['one', 'two', 'three'].map((name) => Machine.named(name, ground)));
const again = (): void => {
  for (const witness of witnesses) witness.start(witnesses);
  for (const machine of machines) machine.start(witnesses);
};
again();
const front = await freePort();
const addresses = machines.flatMap(({ ports }, at) => [
  [`POSTGRES_${at + 1}`, `127.0.0.1:${ports.postgres}`],
  [`PATRONI_${at + 1}`, String(ports.patroni)],
]);
const proxy = start('/usr/sbin/haproxy', ['-q', '-f', join(root, 'deploy/haproxy-postgres.cfg')], {
  stdio: 'ignore',
  env: {
    ...process.env,
    PRIMARY_BIND: `127.0.0.1:${front}`,
    ...Object.fromEntries(addresses),
  },
});

const complaints: string[] = [];
const checkGoal = (name: string, holds: boolean, what: string): void => {
  if (!holds) complaints.push(`${name}: ${what}`);
};
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const url = (user: string, port: number, database: string): string =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

/** Runs a query as superuser, through the proxy. */
async function queryPrimary<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  const client = new pg.Client(url('postgres', front, 'postgres'));
  client.on('error', () => undefined);
  await client.connect();
  return client
    .query<T>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

interface FailureCase {
  /** Starts the failure of the primary or of its synchronous standby. */
  begin(primary: Machine, confirming: Machine): Promise<void>;
  /** Duration after another machine is ready. */
  readonly lastsMs?: number;
  end(primary: Machine, confirming: Machine): void;
  /** The primary stays: no failover is expected. */
  readonly stays?: boolean;
}
const killed: FailureCase = { begin: async (primary) => primary.signal('SIGKILL'), end: again };
/** The etcd member that is the leader. */
async function findLeader(): Promise<Witness> {
  for (const one of witnesses) if (await one.leads()) return one;
  throw new Error('etcd has no leader');
}
const failureCases: Readonly<Record<string, FailureCase>> = {
  ...Object.fromEntries(Array.from({ length: kills }, (_, at) => [`machine killed, ${at + 1}`, killed])),
  'machine frozen': {
    begin: async (primary) => primary.signal('SIGSTOP'),
    lastsMs: frozenMs,
    end: (primary) => primary.signal('SIGCONT'),
  },
  'machine frozen as it renews its lease': {
    begin: (primary) => primary.stopInTurn(),
    lastsMs: frozenMs,
    end: (primary) => primary.signal('SIGCONT'),
  },
  'its PostgreSQL killed': { begin: async (primary) => primary.signal('SIGKILL', 'postgres'), end: again },
  'its Patroni killed': {
    begin: async (primary) => primary.signal('SIGKILL', 'patroni'),
    lastsMs: 5000,
    end: again,
  },
  'handed over': { begin: (primary, confirming) => primary.handOver(confirming.name), end: again },
  'who confirms killed': {
    begin: async (_, confirming) => confirming.signal('SIGKILL'),
    end: again,
    stays: true,
  },
  'who confirms frozen': {
    begin: async (_, confirming) => confirming.signal('SIGSTOP'),
    lastsMs: frozenMs,
    end: (_, confirming) => confirming.signal('SIGCONT'),
    stays: true,
  },
  'the first of etcd frozen': {
    begin: async () => (await findLeader()).signal('SIGSTOP'),
    lastsMs: frozenMs,
    end: () => {
      for (const witness of witnesses) witness.signal('SIGCONT');
    },
    stays: true,
  },
  'all of etcd killed': {
    begin: async () => {
      for (const witness of witnesses) witness.signal('SIGKILL');
    },
    lastsMs: frozenMs,
    end: again,
    stays: true,
  },
};

/**
 * Number of our servers that listen for notifications; a server that lost its connection reconnects after a
 * while.
 */
async function listening(): Promise<number> {
  for (const end = performance.now() + 15_000; ; await sleep(200)) {
    const [row] = await queryPrimary<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where query = 'listen hakima_events'`,
    );
    const ears = row?.n ?? 0;
    if (ears === servers.length || performance.now() > end) return ears;
  }
}

async function waitForNewPrimary(than: Machine): Promise<number> {
  const others = machines.filter((one) => one !== than);
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(50))
    for (const one of others) if (await one.isPrimary()) return performance.now();
  throw new Error(`no machine replaced ${than.name}`);
}

const startedAt = performance.now();
const ledger = new Ledger(today);
let filling: Awaited<ReturnType<typeof connect>> | undefined;
const servers: Awaited<ReturnType<typeof startClinic>>[] = [];
try {
  await waitForCompleteCluster(machines);
  for (let tries = 0; !(await queryPrimary('select').catch(() => null)) && tries < 50; tries++)
    await sleep(200);
  await queryPrimary(`create role hakima login password '${password}'`);
  for (const name of ['hakima', 'marks'])
    await queryPrimary(`create database ${name} owner hakima template template0 locale 'C.UTF-8'`);
  const databaseUrl = url('hakima', front, 'hakima');
  filling = await connect({ dataDir: '', databaseUrl, warn: () => undefined });
  await seed(filling, { rows: seededVisits, patients: 3000, today });
  const stragglers = new Straggler((port) => url('hakima', port, 'marks'), front);
  await stragglers.prepare();
  servers.push(
    await startClinic({ DATABASE_URL: databaseUrl }),
    await startClinic({ DATABASE_URL: databaseUrl }),
  );
  const ports = servers.map(({ port }) => port);
  const [port = 0, other = 0] = ports;
  console.log(`  whole after ${seconds(performance.now() - startedAt)}`);

  for (const [name, fall] of Object.entries(failureCases)) {
    if (!name.startsWith(only)) continue;
    const [primary, confirming] = (await waitForCompleteCluster(machines)) as [Machine, Machine];
    const [before, failedBefore, refusedBefore] = [ledger.acknowledged, ledger.failed.length, ledger.refused];
    ledger.begin(() => ports);
    await waitForMoreWrites(ledger);
    await fetch(`http://127.0.0.1:${port}/`).then((page) => page.text());
    const stopWatching = watchPage(() => port);
    const stopMarking = await stragglers.begin(primary.ports.postgres);
    ledger.forgetTimes();
    const fellAt = performance.now();
    await fall.begin(primary, confirming);
    const anotherAt = fall.stays ? fellAt : await waitForNewPrimary(primary);
    await waitForMoreWrites(ledger);
    await sleep(fall.lastsMs ?? 0);
    fall.end(primary, confirming);
    const backAt = performance.now();
    await waitForCompleteCluster(machines);
    const wholeMs = performance.now() - backAt;
    await waitForMoreWrites(ledger);
    const { marked, late, lost } = await stopMarking(fall.stays ? Number.POSITIVE_INFINITY : anotherAt);
    const page = await stopWatching();
    await ledger.end();
    const { longestPauseMs, longestMs } = ledger;
    const ears = await listening();
    const heardMs = await measureEventDelay(port, other);
    const failed = [...new Set(ledger.failed.slice(failedBefore))];
    const wrong = await ledger.complaints(filling.pool);
    console.log(
      `  ${name}: ${ledger.acknowledged - before} writes acknowledged, ${wrong.length} lost or wrong; ` +
        `nothing was written for ${seconds(longestPauseMs)}; ${ledger.refused - refusedBefore} told "later", ` +
        `longest ${seconds(longestMs)}; front page ${page.asked - page.bad} of ${page.asked}; ` +
        `past the proxy ${marked} written, ${late} after another was the primary, ${lost} lost; ` +
        `all three well ${seconds(wholeMs)} after; ${ears} listen, heard after ${heardMs.toFixed(0)} ms`,
    );
    for (const what of [...failed, ...wrong].slice(0, 10)) complaints.push(`${name}: ${what}`);
    checkGoal(name, longestPauseMs < goals.pauseMs, `nothing was written for ${seconds(longestPauseMs)}`);
    checkGoal(name, longestMs < goals.answerMs, `an answer took ${seconds(longestMs)}`);
    checkGoal(name, page.bad === 0, `the front page failed ${page.bad} times`);
    checkGoal(name, page.longestMs < goals.pageMs, `the front page took ${seconds(page.longestMs)}`);
    checkGoal(name, heardMs < goals.heardMs, `a change was heard after ${heardMs.toFixed(0)} ms`);
    checkGoal(name, ears === servers.length, `${ears} of ${servers.length} listen`);
    checkGoal(name, late + lost === 0, `who was the primary wrote ${late} more, ${lost} are lost`);
  }
} catch (error) {
  complaints.push(String(error).slice(0, 300));
  console.log(
    spawnSync('tail', ['-n', '30', ...machines.map(({ name }) => join(home, `${name}.log`))], {
      encoding: 'utf8',
    }).stdout,
  );
} finally {
  await ledger.end();
  await Promise.all(servers.map(kill));
  await filling?.close().catch(() => undefined);
  endGroup(proxy, 'SIGKILL');
  for (const one of [...machines, ...witnesses]) one.signal('SIGKILL');
  await sleep(500);
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
for (const what of complaints) console.log(`    ${what}`);
process.exitCode = complaints.length > 0 ? 1 : 0;
