import { type ChildProcess, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../set-up/free-port.mjs';
import { root, start } from '../../set-up/processes.mjs';

const bin = '/usr/lib/postgresql/15/bin';
const deploy = join(root, 'deploy');
export const password = 'of-the-proof';

/** Required Debian packages that are not installed. */
export const missingPackages = (): string[] =>
  Object.entries({
    patroni: '/usr/bin/patroni',
    'etcd-server': '/usr/bin/etcd',
    haproxy: '/usr/sbin/haproxy',
    'postgresql-15': join(bin, 'pg_rewind'),
  }).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));

/** Folder of their files, and the account that runs them, because PostgreSQL refuses to run as root. */
interface MachineSetup {
  readonly home: string;
  readonly account: { readonly uid: number; readonly gid: number } | undefined;
}

const localUrl = (port: number): string => `http://127.0.0.1:${port}`;

function run(
  { home, account }: MachineSetup,
  name: string,
  command: string,
  args: string[],
  env: Record<string, string>,
): ChildProcess {
  const log = openSync(join(home, `${name}.log`), 'a');
  const child = start(command, args, {
    cwd: home,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC', ...env },
    ...account,
  });
  closeSync(log);
  return child;
}
const isChildRunning = (child?: ChildProcess): boolean =>
  child !== undefined && child.exitCode === null && child.signalCode === null;

function send(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended already.
    }
}

function withChildren(roots: readonly number[]): number[] {
  const shown = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).stdout;
  const all = shown.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const found = new Set(roots);
  // A child may be listed before its parent.
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const [pid, parent] of all) if (pid && parent && found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** Settings of `etcd.env`, without those that differ by member. */
const etcdSettings = Object.fromEntries(
  readFileSync(join(deploy, 'etcd.env'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('ETCD_'))
    .map((line) => line.split('=', 2) as [string, string]),
);

/** A member of the etcd cluster that stores which machine is the primary. */
export class Witness {
  readonly name: string;
  readonly port: number;
  readonly #peer: number;
  readonly #ground: MachineSetup;
  #etcd: ChildProcess | undefined;

  private constructor(name: string, ground: MachineSetup, port: number, peer: number) {
    this.name = name;
    this.port = port;
    this.#peer = peer;
    this.#ground = ground;
  }

  static async named(name: string, ground: MachineSetup): Promise<Witness> {
    return new Witness(name, ground, await freePort(), await freePort());
  }

  /** Starts it, unless it is running. */
  start(all: readonly Witness[]): void {
    if (isChildRunning(this.#etcd)) return;
    this.#etcd = run(this.#ground, this.name, '/usr/bin/etcd', [], {
      ...etcdSettings,
      ETCD_NAME: this.name,
      ETCD_DATA_DIR: join(this.#ground.home, this.name),
      ETCD_LISTEN_CLIENT_URLS: localUrl(this.port),
      ETCD_ADVERTISE_CLIENT_URLS: localUrl(this.port),
      ETCD_LISTEN_PEER_URLS: localUrl(this.#peer),
      ETCD_INITIAL_ADVERTISE_PEER_URLS: localUrl(this.#peer),
      ETCD_INITIAL_CLUSTER: all.map((one) => `${one.name}=${localUrl(one.#peer)}`).join(','),
    });
  }

  signal(signal: NodeJS.Signals): void {
    if (this.#etcd?.pid) send([this.#etcd.pid], signal);
  }

  /** Whether it is the leader. */
  async leads(): Promise<boolean> {
    const answer = await fetch(`${localUrl(this.port)}/v3/maintenance/status`, {
      method: 'POST',
      body: '{}',
    });
    const status = (await answer.json()) as { leader: string; header: { member_id: string } };
    return status.leader === status.header.member_id;
  }
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

/** One of three machines: PostgreSQL, and the Patroni that manages it. */
export class Machine {
  readonly name: string;
  readonly ports: Readonly<Record<'patroni' | 'postgres', number>>;
  readonly #ground: MachineSetup;
  #patroni: ChildProcess | undefined;

  private constructor(name: string, ground: MachineSetup, ports: Machine['ports']) {
    this.name = name;
    this.ports = ports;
    this.#ground = ground;
  }

  static async named(name: string, ground: MachineSetup): Promise<Machine> {
    return new Machine(name, ground, { patroni: await freePort(), postgres: await freePort() });
  }

  /** Starts the processes that are not running. */
  start(witnesses: readonly Witness[]): void {
    if (isChildRunning(this.#patroni)) return;
    const { patroni, postgres } = this.ports;
    const { home } = this.#ground;
    this.#patroni = run(this.#ground, this.name, '/usr/bin/patroni', [join(deploy, 'patroni.yml')], {
      PYTHONPATH: join(import.meta.dirname, 'still'),
      PYTHONDONTWRITEBYTECODE: '1',
      HAKIMA_STAND_STILL: this.#standStill,
      PATRONI_NAME: this.name,
      PATRONI_ETCD_HOSTS: witnesses.map(({ port }) => `127.0.0.1:${port}`).join(','),
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${patroni}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${patroni}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${postgres}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${postgres}`,
      PATRONI_POSTGRESQL_DATA_DIR: join(home, this.name),
      PATRONI_POSTGRESQL_PGPASS: join(home, `${this.name}.pgpass`),
      PATRONI_POSTGRESQL_BIN_DIR: bin,
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: password,
    });
  }

  /** Sends a signal to the whole machine, or only to its PostgreSQL or its Patroni. */
  signal(signal: NodeJS.Signals, of: 'machine' | 'postgres' | 'patroni' = 'machine'): void {
    const file = join(this.#ground.home, this.name, 'postmaster.pid');
    const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    const postgres = postmaster > 1 ? withChildren([postmaster]) : [];
    const patroni = this.#patroni?.pid ? [this.#patroni.pid] : [];
    const all = of === 'machine' ? [...withChildren(patroni), ...postgres] : patroni;
    send(of === 'postgres' ? postgres : all, signal);
  }

  /**
   * Freezes the machine at the moment when its Patroni knows that it is the leader, but has not renewed the
   * lease.
   */
  async stopInTurn(): Promise<void> {
    writeFileSync(this.#standStill, '');
    for (const end = performance.now() + 30_000; !this.#isStopped(); await sleep(5))
      if (performance.now() > end) throw new Error(`${this.name} renewed no lease`);
    rmSync(this.#standStill);
    this.signal('SIGSTOP');
  }

  get #standStill(): string {
    return join(this.#ground.home, `${this.name}.stands-still`);
  }

  #isStopped(): boolean {
    const status = readFileSync(`/proc/${this.#patroni?.pid}/status`, 'utf8');
    return /^State:\s+T/m.test(status);
  }

  /** Whether its PostgreSQL runs as primary; holding the lease is not enough. */
  async isPrimary(): Promise<boolean> {
    try {
      const asked = await fetch(`${localUrl(this.ports.patroni)}/patroni`, {
        signal: AbortSignal.timeout(1000),
      });
      const { role, state } = (await asked.json()) as { role: string; state: string };
      return state === 'running' && /^(master|primary)$/.test(role);
    } catch {
      return false;
    }
  }

  async members(): Promise<Member[]> {
    const answer = await fetch(`${localUrl(this.ports.patroni)}/cluster`, {
      signal: AbortSignal.timeout(2000),
    });
    return ((await answer.json()) as { members: Member[] }).members;
  }

  async handOver(to: string): Promise<void> {
    const answer = await fetch(`${localUrl(this.ports.patroni)}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: this.name, candidate: to }),
    });
    if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`);
  }
}

/** Waits until there is a primary, a synchronous standby and a replica; returns them in this order. */
export async function waitForCompleteCluster(all: readonly Machine[]): Promise<Machine[]> {
  let last: unknown;
  for (const end = performance.now() + 120_000; performance.now() < end; await sleep(300)) {
    const members = await (all[0] as Machine).members().catch((error: unknown) => {
      last = error;
      return [];
    });
    const inOrder = ['leader', 'sync_standby', 'replica'].map((role) =>
      members.find((one) => one.role === role && /^(running|streaming)$/.test(one.state)),
    );
    last = members.length > 0 ? members : last;
    if (inOrder.every((one) => one && one.timeline === inOrder[0]?.timeline))
      return inOrder.map((one) => all.find(({ name }) => name === one?.name) as Machine);
  }
  throw new Error(`the cluster of three machines is not complete: ${JSON.stringify(last)}`);
}
