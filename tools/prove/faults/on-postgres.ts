import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connect } from '#server/engine/db/connect.ts';
import { startClinic } from '../../../bench/servers.ts';
import { startPostgres } from '../../test-run/postgres.mjs';
import { wanted } from '../packages.ts';
import { FaultyProxy, type ProxyState } from './line.ts';
import { type Fault, type FaultyClinic, openFilledClinic } from './place.ts';
import { noSmallDisk, type SmallDisk, smallDisk } from './small-disk.ts';

/** Stops or continues all processes of a PostgreSQL. */
function signalAll(postmaster: number, signal: 'STOP' | 'CONT'): void {
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
  const found = children.stdout.split('\n').map(Number).filter(Boolean);
  for (const pid of [postmaster, ...found])
    try {
      process.kill(pid, `SIG${signal}`);
    } catch {
      // The process has ended already.
    }
}

async function query(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url).on('error', () => undefined);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const isFelt: Fault['isFelt'] = ({ refused }) => refused > 0;

const portOf = (url: string): number => Number(new URL(url).port);

/** A PostgreSQL with its tables and its write-ahead log on two small disks, if the machine allows it. */
class OwnPostgres {
  readonly home = mkdtempSync(join(tmpdir(), 'hakima-postgres-'));
  readonly #data = join(this.home, 'data');
  readonly #pidFile = join(this.#data, 'postmaster.pid');
  #url = '';
  #stop: () => Promise<unknown> = async () => undefined;
  disks: { readonly tables: SmallDisk; readonly journal: SmallDisk } | undefined;

  async start(): Promise<void> {
    const { url, stop } = await startPostgres({ durable: true, folder: this.home });
    [this.#url, this.#stop] = [url, stop];
  }

  /** Moves the write-ahead log to one small disk, and creates the clinic's database on another. */
  async make(onDisks: boolean): Promise<void> {
    await this.start();
    if (onDisks) {
      const owner = statSync(this.#data);
      const [tables, journal] = [smallDisk(400, owner), smallDisk(400, owner)];
      this.disks = { tables, journal };
      await this.#stop();
      const [from, to] = [join(this.#data, 'pg_wal'), join(journal.folder, 'pg_wal')];
      spawnSync('mv', [from, to]);
      symlinkSync(to, from);
      await this.start();
      await query(this.#url, `create tablespace small location '${tables.folder}'`);
    }
    await query(this.#url, `create database clinic ${onDisks ? 'tablespace small' : ''}`);
  }

  get url(): string {
    return new URL('clinic', this.#url).href;
  }

  get postmaster(): number {
    return Number(readFileSync(this.#pidFile, 'utf8').split('\n')[0]);
  }

  /** Waits until it answers; starts it again if it ended, as an operator's supervisor would. */
  async untilUp(): Promise<void> {
    const isUp = () =>
      query(this.url, 'select 1').then(
        () => true,
        () => false,
      );
    for (; !(await isUp()); await sleep(100)) if (!existsSync(this.#pidFile)) await this.start();
  }

  async close(): Promise<void> {
    await this.#stop();
    this.disks?.tables.end();
    this.disks?.journal.end();
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** A clinic on a separate PostgreSQL, behind a `FaultyProxy`. */
export async function clinicOnPostgres(today: string): Promise<FaultyClinic> {
  const postgres = new OwnPostgres();
  const noDisk = noSmallDisk();
  const noPs = spawnSync('ps', ['-V']).error && wanted(['procps']);
  await postgres.make(!noDisk);
  const { disks } = postgres;
  const filling = await openFilledClinic({ dataDir: '', databaseUrl: postgres.url }, today);
  await filling.close();
  const line = await FaultyProxy.to(portOf(postgres.url));
  const url = new URL(postgres.url);
  url.port = String(line.port);
  const createProxyFault = (mood: ProxyState): Pick<Fault, 'begin' | 'end'> => ({
    begin: () => line.turn(mood),
    end: () => line.turn('well'),
  });
  const lateMs = 25;
  const readOnly = async (on: boolean) => {
    const set = `alter system set default_transaction_read_only = ${on ? 'on' : 'off'}`;
    await query(postgres.url, 'set default_transaction_read_only = off', set, 'select pg_reload_conf()');
  };
  return {
    faults: {
      'PostgreSQL refuses': { ...createProxyFault('refuses'), isFelt },
      'PostgreSQL breaks off': { ...createProxyFault('breaks off'), isFelt },
      'PostgreSQL black-holed': { ...createProxyFault('says nothing'), isFelt },
      'PostgreSQL slow': {
        ...createProxyFault(lateMs),
        isFelt: ({ shortestMs }) => shortestMs >= 2 * lateMs,
      },
      ...(!noPs && {
        'PostgreSQL frozen': {
          begin: async () => signalAll(postgres.postmaster, 'STOP'),
          end: async () => signalAll(postgres.postmaster, 'CONT'),
          isFelt,
        },
      }),
      'PostgreSQL read-only': {
        begin: () => readOnly(true),
        end: () => readOnly(false),
        isFelt,
        keepsReading: true,
      },
      ...(disks && {
        "PostgreSQL's disk full": {
          begin: async () => disks.tables.fill(0),
          end: async () => disks.tables.free(),
          isFelt,
          keepsReading: true,
        },
        "PostgreSQL's journal full": {
          begin: async () => {
            disks.journal.fill(0);
            // Writes much data, which soon uses up the recycled segments of the write-ahead log.
            const much = "select pg_logical_emit_message(false, 'much', repeat('x', 1 << 20))";
            await query(postgres.url, ...Array(400).fill(much)).catch(() => undefined);
          },
          end: async () => {
            disks.journal.free();
            await postgres.untilUp();
            line.leadTo(portOf(postgres.url));
          },
          isFelt,
        },
      }),
    },
    notTried: {
      ...(noPs && { 'PostgreSQL frozen': noPs }),
      ...(noDisk && { "PostgreSQL's disk full": noDisk, "PostgreSQL's journal full": noDisk }),
    },
    start: () => startClinic({ DATABASE_URL: url.href }),
    look: async (ledger) => {
      const database = await connect({ dataDir: '', databaseUrl: postgres.url });
      return ledger.complaints(database.pool).finally(() => database.close());
    },
    close: async () => {
      await line.close();
      await postgres.close();
    },
  };
}
