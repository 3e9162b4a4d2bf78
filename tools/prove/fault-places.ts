import { spawnSync } from 'node:child_process';
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connect } from '#server/engine/db/connect.ts';
import { gatewayServer } from '#server/testing/gateway-server.ts';
import { mailServer } from '#server/testing/mail-server.ts';
import { seed } from '../../bench/seed.ts';
import { type Running, startClinic } from '../../bench/servers.ts';
import { startPostgres } from '../test-run/postgres.mjs';
import { type Ledger, seededVisits } from './ledger.ts';
import { Line, type Mood } from './line.ts';

export interface Fault {
  begin(): Promise<void>;
  end(): Promise<void>;
}

/** A clinic and what may befall it. */
export interface Place {
  readonly faults: Readonly<Record<string, Fault>>;
  start(): Promise<Running>;
  /** What is missing or contradicts itself, while nobody writes. */
  look(ledger: Ledger): Promise<string[]>;
  /** What is to be seen when all faults are over. */
  afterwards?(): Promise<string[]>;
  close(): Promise<void>;
}

const mb = 1024 * 1024;

/** A small disk of its own; null where this machine gives none. */
function smallDisk(
  sizeMb: number,
): { folder: string; fill(leftMb: number): void; free(): void; end(): void } | null {
  const folder = mkdtempSync(join(tmpdir(), 'hakima-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', folder]).status === 0;
  const ballast = join(folder, 'ballast');
  const end = () => {
    if (mounted) spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  if (!mounted) {
    end();
    return null;
  }
  const fill = (leftMb: number) => {
    const { bavail, bsize } = statfsSync(folder);
    try {
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftMb * mb)));
    } catch {
      // It is full.
    }
  };
  return { folder, fill, free: () => rmSync(ballast, { force: true }), end };
}

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

async function query(url: string, ...statements: string[]): Promise<pg.QueryResult[]> {
  const client = new pg.Client(url);
  await client.connect();
  const results: pg.QueryResult[] = [];
  for (const statement of statements) results.push(await client.query(statement));
  await client.end();
  return results;
}

/** On a PostgreSQL of its own, at the end of a line, its tables on a small disk where there is one. */
export async function onPostgres(today: string): Promise<Place> {
  const postgres = await startPostgres({ durable: true });
  const [shown] = await query(postgres.url, 'show data_directory');
  const data = String(shown?.rows[0]?.data_directory);
  const disk = smallDisk(400);
  if (disk) {
    const { uid, gid } = statSync(data);
    chownSync(disk.folder, uid, gid);
    await query(postgres.url, `create tablespace small location '${disk.folder}'`);
  }
  await query(postgres.url, `create database clinic ${disk ? 'tablespace small' : ''}`);
  const direct = new URL('clinic', postgres.url).href;
  const filling = await connect({ dataDir: '', databaseUrl: direct });
  await seed(filling, { rows: seededVisits, patients: 3000, today });
  await filling.close();
  const line = await Line.to(Number(new URL(direct).port));
  const url = new URL(direct);
  url.port = String(line.port);
  const turning = (mood: Mood): Fault => ({ begin: () => line.turn(mood), end: () => line.turn('well') });
  const postmaster = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const readOnly = async (on: boolean) => {
    const set = `alter system set default_transaction_read_only = ${on ? 'on' : 'off'}`;
    await query(direct, 'set default_transaction_read_only = off', set, 'select pg_reload_conf()');
  };
  return {
    faults: {
      'PostgreSQL refuses': turning('refuses'),
      'PostgreSQL breaks off': turning('breaks off'),
      'PostgreSQL black-holed': turning('says nothing'),
      'PostgreSQL slow': turning(25),
      'PostgreSQL frozen': {
        begin: async () => signalAll(postmaster(), 'STOP'),
        end: async () => signalAll(postmaster(), 'CONT'),
      },
      'PostgreSQL read-only': { begin: () => readOnly(true), end: () => readOnly(false) },
      ...(disk && {
        "PostgreSQL's disk full": { begin: async () => disk.fill(0), end: async () => disk.free() },
      }),
    },
    start: () => startClinic({ DATABASE_URL: url.href }),
    look: async (ledger) => {
      const database = await connect({ dataDir: '', databaseUrl: direct });
      return ledger.complaints(database.pool).finally(() => database.close());
    },
    close: async () => {
      await line.close();
      await postgres.stop();
      disk?.end();
    },
  };
}

/** A clinic whose mail server and SMS gateway go wrong together, each time while bookings go on. */
export async function messagesAway(today: string): Promise<Place> {
  const postgres = await startPostgres({ durable: true });
  const filling = await connect({ dataDir: '', databaseUrl: postgres.url });
  await seed(filling, { rows: seededVisits, patients: 3000, today });
  await filling.pool.query(
    `update users set email_confirmed_at = now(), phone_confirmed_at = now(),
       channels = case when id % 2 = 0 then '{email}'::text[] else '{sms}'::text[] end
     where role = 'patient'`,
  );
  const [mail, gateway] = [await mailServer(), await gatewayServer()];
  const [toMail, toGateway] = [
    await Line.to(Number(new URL(mail.url).port)),
    await Line.to(Number(new URL(gateway.url).port)),
  ];
  const lines = [toMail, toGateway];
  const turn = async (mood: Mood) => void (await Promise.all(lines.map((line) => line.turn(mood))));
  const turning = (mood: Mood): Fault => ({ begin: () => turn(mood), end: () => turn('well') });
  const env = {
    DATABASE_URL: postgres.url,
    SMTP_URL: `smtp://127.0.0.1:${toMail.port}`,
    SMS_GATEWAY_URL: `http://127.0.0.1:${toGateway.port}/send`,
  };
  const waiting = async () =>
    Number(
      (
        await filling.pool.query(
          "select count(*) as n from messages where state = 'queued' and channel in ('email', 'sms')",
        )
      ).rows[0]?.n,
    );
  return {
    faults: {
      'mail and texts refuse': turning('refuses'),
      'mail and texts break off': turning('breaks off'),
      'mail and texts say nothing': turning('says nothing'),
      'mail and texts slow': turning(300),
    },
    start: () => startClinic(env),
    look: (ledger) => ledger.complaints(filling.pool),
    afterwards: async () => {
      const server = await startClinic(env);
      const since = performance.now();
      const left = await waiting();
      while ((await waiting()) > 0 && performance.now() - since < 240_000) await sleep(500);
      await server.stop();
      const { rows } = await filling.pool.query<{ state: string; channel: string; n: number }>(
        "select state, channel, count(*) as n from messages where channel in ('email', 'sms') group by 1, 2 order by 1, 2",
      );
      const seconds = ((performance.now() - since) / 1000).toFixed(0);
      const told = rows.map(({ state, channel, n }) => `${n} ${channel} ${state}`).join(', ');
      const heard = `${mail.received.length} mails and ${gateway.calls.length} texts arrived`;
      console.log(`  ${left} messages that waited left within ${seconds} s: ${told}; ${heard}`);
      return rows
        .filter(({ state }) => state === 'dead' || state === 'queued')
        .map((row) => JSON.stringify(row));
    },
    close: async () => {
      await Promise.all(lines.map((line) => line.close()));
      await Promise.all([mail.close(), gateway.close()]);
      await filling.close();
      await postgres.stop();
    },
  };
}

/** The embedded clinic on a small disk, or why there is none. */
export async function embeddedOnFullDisk(today: string): Promise<Place | string> {
  const disk = smallDisk(600);
  if (!disk) return 'a full disk under the embedded clinic: it takes root to mount a small one';
  const dataDir = join(disk.folder, 'data');
  mkdirSync(dataDir);
  const first = await connect({ dataDir });
  await seed(first, { rows: seededVisits, patients: 3000, today });
  await first.close();
  const env = { DATA_DIR: dataDir, DATABASE_URL: '' };
  return {
    faults: {
      'embedded clinic, disk full': {
        begin: async () => disk.fill(40),
        end: async () => disk.free(),
      },
    },
    start: () => startClinic(env),
    look: async (ledger) => {
      const database = await connect({ dataDir, waitMs: 10_000 });
      return ledger.complaints(database.pool).finally(() => database.close());
    },
    close: async () => disk.end(),
  };
}
