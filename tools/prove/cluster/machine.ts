import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { kill, launchClinic, type Running, startClinicAt } from '../../../bench/servers.ts';
import { freePort } from '../../set-up/free-port.mjs';
import { root } from '../../set-up/processes.mjs';
import { wanted } from '../packages.ts';

const deploy = (name: string) => join(root, 'deploy', name);
const quiet = { stdio: 'ignore' as const };
/** Debian's packages, by one of their commands. */
const packages = { haproxy: 'haproxy', pgbouncer: 'pgbouncer', 'systemd-analyze': 'systemd' };

/** Whether Debian's packages are installed; prints the missing ones. */
export function hasPackages(...commands: (keyof typeof packages)[]): boolean {
  const missing = commands.filter((name) => spawnSync(name, ['-v']).error).map((name) => packages[name]);
  if (missing.length > 0) console.error(`  ${wanted(missing)}`);
  return missing.length === 0;
}

type Settings = Readonly<Record<string, string>>;

export interface Cluster {
  /** Port of HAProxy in front of all servers. */
  readonly front: number;
  readonly ports: readonly number[];
  readonly servers: Running[];
  /** Starts one server again with the current build, and with these additional settings. */
  start(at: number, more?: Settings): Promise<void>;
  /** Error output of a server that was not configured for the pooler. */
  untold(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Four servers behind HAProxy on a PostgreSQL behind PgBouncer, with the unchanged files of deploy/, of this
 * or another build. The first server is ready before the others start.
 */
export async function startCluster(
  databaseUrl: string,
  { clinic = {}, front, built }: { clinic?: Settings; front: number; built?: string },
): Promise<Cluster> {
  const home = mkdtempSync(join(tmpdir(), 'hakima-cluster-'));
  const pooler = await startPooler(home, new URL(databaseUrl));
  const env = { ...clinic, DATABASE_URL: pooler.url, DATABASE_NOTICES: 'off', TRUST_PROXY: '127.0.0.1' };
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()];
  const [first = 0, ...others] = ports;
  const servers = [await startClinicAt(env, first, built)];
  servers.push(...(await Promise.all(others.map((port) => startClinicAt(env, port, built)))));
  const proxy = spawn('haproxy', ['-q', '-f', deploy('haproxy.cfg')], {
    ...quiet,
    env: {
      ...process.env,
      CLINIC_BIND: `127.0.0.1:${front}`,
      ...Object.fromEntries(ports.map((port, n) => [`PORT_${n + 1}`, String(port)])),
    },
  });
  await sleep(1500);
  return {
    front,
    ports,
    servers,
    async start(n, more = {}) {
      servers[n] = await startClinicAt({ ...env, ...more }, ports[n] ?? 0);
    },
    async untold() {
      const one = launchClinic({ ...env, DATABASE_NOTICES: 'on' }, await freePort(), 'pipe');
      const timer = setTimeout(() => one.kill('SIGKILL'), 20_000);
      let says = '';
      for await (const part of one.stderr ?? []) says += part;
      clearTimeout(timer);
      return says;
    },
    async stop() {
      await Promise.all(servers.map(kill));
      proxy.kill('SIGKILL');
      pooler.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Starts PgBouncer for the database and checks that it pools by transaction. */
async function startPooler(home: string, { hostname, port, username }: URL) {
  const ownPort = await freePort();
  const isRoot = process.getuid?.() === 0;
  const users = join(home, 'users.txt');
  writeFileSync(users, `"${username}" ""\n`, { mode: 0o644 });
  // A second `[pgbouncer]` section, also in an included file, would reset the first one: so it is one text.
  const settings = [
    '[databases]',
    `clinic = host=${hostname} port=${port} dbname=postgres user=${username}`,
    readFileSync(deploy('pgbouncer.ini'), 'utf8'),
    `admin_users = ${username}`,
    `listen_addr = 127.0.0.1`,
    `listen_port = ${ownPort}`,
    `unix_socket_dir =`,
    `auth_type = trust`,
    `auth_file = ${users}`,
  ];
  const file = join(home, 'pgbouncer.ini');
  writeFileSync(file, settings.join('\n'));
  if (isRoot) spawnSync('chmod', ['-R', 'a+rX', home]);
  const pooler = spawn('pgbouncer', ['-q', ...(isRoot ? ['-u', 'nobody'] : []), file], quiet);
  await sleep(500);
  const asked = new pg.Client(`postgres://${username}@127.0.0.1:${ownPort}/pgbouncer`);
  await asked.connect();
  const { rows } = await asked.query<{ key: string; value: string }>('show config');
  await asked.end();
  if (rows.find(({ key }) => key === 'pool_mode')?.value !== 'transaction')
    throw new Error('PgBouncer does not pool by transaction');
  return { url: `postgres://${username}@127.0.0.1:${ownPort}/clinic`, kill: () => pooler.kill('SIGKILL') };
}
