import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connect } from '#server/engine/db/connect.ts';
import { startClinic } from '../../../bench/servers.ts';
import { startPostgres } from '../../test-run/postgres.mjs';
import { Line, type Mood } from './line.ts';
import { type Fault, filled, type Place } from './place.ts';
import { noSmallDisk, type SmallDisk, smallDisk } from './small-disk.ts';

/** Stops or wakes a PostgreSQL, with every process it has. */
function signalAll(postmaster: number, signal: 'STOP' | 'CONT'): void {
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
  const found = children.stdout.split('\n').map(Number).filter(Boolean);
  for (const pid of [postmaster, ...found])
    try {
      process.kill(pid, `SIG${signal}`);
    } catch {
      // It has ended.
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

const portOf = (url: string): number => Number(new URL(url).port);

/** A PostgreSQL whose tables lie on a small disk, where this machine gives one. */
class OwnPostgres {
  readonly home = mkdtempSync(join(tmpdir(), 'hakima-postgres-'));
  readonly #data = join(this.home, 'data');
  readonly #pidFile = join(this.#data, 'postmaster.pid');
  #url = '';
  #stop: () => Promise<unknown> = async () => undefined;
  disk: SmallDisk | undefined;

  async start(): Promise<void> {
    const { url, stop } = await startPostgres({ durable: true, folder: this.home });
    [this.#url, this.#stop] = [url, stop];
  }

  /** Makes the clinic's database. */
  async make(onDisk: boolean): Promise<void> {
    await this.start();
    if (onDisk) {
      this.disk = smallDisk(400, statSync(this.#data));
      await query(this.#url, `create tablespace small location '${this.disk.folder}'`);
    }
    await query(this.#url, `create database clinic ${onDisk ? 'tablespace small' : ''}`);
  }

  get url(): string {
    return new URL('clinic', this.#url).href;
  }

  get postmaster(): number {
    return Number(readFileSync(this.#pidFile, 'utf8').split('\n')[0]);
  }

  async close(): Promise<void> {
    await this.#stop();
    this.disk?.end();
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** On a PostgreSQL of its own, at the end of a line. */
export async function onPostgres(today: string): Promise<Place> {
  const postgres = new OwnPostgres();
  const noDisk = noSmallDisk();
  const noPs = spawnSync('ps', ['-V']).error && 'ps wanted: apt-get install procps';
  await postgres.make(!noDisk);
  const { disk } = postgres;
  const filling = await filled({ dataDir: '', databaseUrl: postgres.url }, today);
  await filling.close();
  const line = await Line.to(portOf(postgres.url));
  const url = new URL(postgres.url);
  url.port = String(line.port);
  const turning = (mood: Mood): Fault => ({ begin: () => line.turn(mood), end: () => line.turn('well') });
  const readOnly = async (on: boolean) => {
    const set = `alter system set default_transaction_read_only = ${on ? 'on' : 'off'}`;
    await query(postgres.url, 'set default_transaction_read_only = off', set, 'select pg_reload_conf()');
  };
  return {
    faults: {
      'PostgreSQL refuses': turning('refuses'),
      'PostgreSQL breaks off': turning('breaks off'),
      'PostgreSQL black-holed': turning('says nothing'),
      'PostgreSQL slow': turning(25),
      ...(!noPs && {
        'PostgreSQL frozen': {
          begin: async () => signalAll(postgres.postmaster, 'STOP'),
          end: async () => signalAll(postgres.postmaster, 'CONT'),
        },
      }),
      'PostgreSQL read-only': { begin: () => readOnly(true), end: () => readOnly(false) },
      ...(disk && {
        "PostgreSQL's disk full": {
          begin: async () => disk.fill(0),
          end: async () => disk.free(),
        },
      }),
    },
    notTried: {
      ...(noPs && { 'PostgreSQL frozen': noPs }),
      ...(noDisk && { "PostgreSQL's disk full": noDisk }),
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
