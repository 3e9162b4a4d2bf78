import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connect } from '#server/engine/db/connect.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { seed } from '../../bench/seed.ts';
import { kill, type Running, startClinicAt } from '../../bench/servers.ts';
import { freePort } from '../set-up/free-port.mjs';
import { root } from '../set-up/processes.mjs';
import { startPostgres } from '../test-run/postgres.mjs';
import { Ledger, seededVisits } from './ledger.ts';
import { heardAfter } from './watch.ts';

// Four servers behind HAProxy on one PostgreSQL behind PgBouncer, with the files of deploy/ as they stand.
// Eight write without a pause while one server is killed, one ended, and all of them exchanged in turn.
const missing = ['haproxy', 'pgbouncer'].filter((name) => spawnSync(name, ['-v']).error);
if (missing.length > 0) {
  console.error(`  ${missing.join(' and ')} wanted: apt-get install ${missing.join(' ')}`);
  process.exit(1);
}
const today = dayClock(new Date()).date;
const home = mkdtempSync(join(tmpdir(), 'hakima-cluster-'));
const isRoot = process.getuid?.() === 0;
const deploy = (name: string) => join(root, 'deploy', name);

const postgres = await startPostgres({ durable: true });
const server = new URL(postgres.url);
const filling = await connect({ dataDir: '', databaseUrl: postgres.url });
await seed(filling, { rows: seededVisits, patients: 3000, today });

const poolPort = await freePort();
const users = join(home, 'users.txt');
writeFileSync(users, `"${server.username}" ""\n`, { mode: 0o644 });
// A second `[pgbouncer]` would set back what the first says, an included one too: so it is one text.
const settings = [
  '[databases]',
  `clinic = host=${server.hostname} port=${server.port} dbname=postgres user=${server.username}`,
  readFileSync(deploy('pgbouncer.ini'), 'utf8'),
  `admin_users = ${server.username}`,
  `listen_addr = 127.0.0.1`,
  `listen_port = ${poolPort}`,
  `unix_socket_dir =`,
  `auth_type = trust`,
  `auth_file = ${users}`,
];
const poolFile = join(home, 'pgbouncer.ini');
writeFileSync(poolFile, settings.join('\n'));
if (isRoot) spawnSync('chmod', ['-R', 'a+rX', home]);
const quiet = { stdio: 'ignore' as const };
const pooler = spawn('pgbouncer', ['-q', ...(isRoot ? ['-u', 'nobody'] : []), poolFile], quiet);
const databaseUrl = `postgres://${server.username}@127.0.0.1:${poolPort}/clinic`;
const env = { DATABASE_URL: databaseUrl, DATABASE_NOTICES: 'off', TRUST_PROXY: '127.0.0.1' };

/** What PgBouncer itself says of how it works. */
async function poolMode(): Promise<string> {
  const console = new pg.Client(`postgres://${server.username}@127.0.0.1:${poolPort}/pgbouncer`);
  await console.connect();
  const { rows } = await console.query<{ key: string; value: string }>('show config');
  await console.end();
  return rows.find(({ key }) => key === 'pool_mode')?.value ?? '';
}
await sleep(500);
if ((await poolMode()) !== 'transaction') throw new Error('PgBouncer does not pool by transaction');

const ports = [await freePort(), await freePort(), await freePort(), await freePort()];
const front = await freePort();
const start = (at: number): Promise<Running> => startClinicAt(env, ports[at] ?? 0);
const servers = await Promise.all(ports.map((_, at) => start(at)));
const proxy = spawn('haproxy', ['-q', '-f', deploy('haproxy.cfg')], {
  ...quiet,
  env: {
    ...process.env,
    CLINIC_BIND: `127.0.0.1:${front}`,
    ...Object.fromEntries(ports.map((port, at) => [`PORT_${at + 1}`, String(port)])),
  },
});
await sleep(1500);

const ended = (at: number): Promise<void> => servers[at]?.stop() ?? Promise.resolve();
const phases: Readonly<Record<string, { lost: number; happens: () => Promise<void> }>> = {
  'all four': { lost: 0, happens: () => sleep(3000) },
  // What it had in hand is lost with it; her page asks what became of it.
  'one killed': { lost: 8, happens: async () => kill(servers[0] as Running) },
  'and back': {
    lost: 0,
    happens: async () => {
      servers[0] = await start(0);
    },
  },
  'one ended': { lost: 0, happens: () => ended(1) },
  'each exchanged in turn': {
    lost: 0,
    happens: async () => {
      for (const at of [1, 0, 2, 3]) {
        if (at !== 1) await ended(at);
        servers[at] = await start(at);
        await sleep(1000);
      }
    },
  },
};

const ledger = new Ledger(today);
let wrong = 0;
try {
  console.log(
    `  heard by another server after ${(await heardAfter(ports[0] ?? 0, ports[1] ?? 0)).toFixed(0)} ms, without notices`,
  );
  for (const [name, { lost, happens }] of Object.entries(phases)) {
    const [before, failed] = [ledger.acknowledged, ledger.failed.length];
    ledger.begin(() => [front]);
    await sleep(1000);
    await happens();
    await sleep(1000);
    await ledger.end();
    const now = ledger.failed.slice(failed);
    const found = await ledger.complaints(filling.pool);
    console.log(
      `  ${name}: ${ledger.acknowledged - before} writes acknowledged, ${now.length} without an answer (${lost} may be), ${found.length} wrong`,
    );
    for (const what of [...new Set(now.length > lost ? now : []), ...found].slice(0, 10))
      console.log(`    ${what}`);
    wrong += found.length + Math.max(0, now.length - lost);
  }
} finally {
  await ledger.end();
  await Promise.all(servers.map(kill));
  proxy.kill('SIGKILL');
  pooler.kill('SIGKILL');
  await filling.close();
  await postgres.stop();
  rmSync(home, { recursive: true, force: true });
}
process.exitCode = wrong > 0 ? 1 : 0;
