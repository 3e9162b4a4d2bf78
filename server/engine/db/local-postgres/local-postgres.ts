import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Account, allowAccessToFolder, findServerAccount, requireWritable } from './account.ts';
import { DatabaseProblem } from './database-problem.ts';
import { type Binaries, findBinaries } from './find-binaries.ts';
import {
  clusterUser,
  createFolderFor,
  isRunning,
  makeCluster,
  spawnPostgres,
  stopPostgres,
  toServerError,
} from './run-postgres.ts';

/**
 * Advisory lock that every process of the clinic holds in shared mode. A process that gets it exclusively
 * when it ends is the last one, and stops PostgreSQL.
 */
const presenceLock = 7_402_315;
const startWithinMs = 30_000;
/** Time for a previous PostgreSQL to finish stopping. */
const predecessorEndsWithinMs = 10_000;
const startupPollMs = 20;
/** Pauses before PostgreSQL is started again; the last one repeats. */
const pausesMs = [100, 500, 2_000, 5_000];
/** The longest path of a Unix socket has 107 bytes on Linux, 103 on macOS. */
const longestSocketPath = 100;
const isWindows = process.platform === 'win32';
const clinicDatabase = 'clinic';

/** Address of the server: a Unix socket, or on Windows the loopback address with a password. */
interface Address {
  readonly host: string;
  readonly port: number;
  readonly password?: string;
}

interface LocalPostgres {
  /** URL of the clinic's database. */
  readonly url: string;
  /** Disconnects, and stops PostgreSQL if no other process uses it. */
  readonly close: () => Promise<void>;
}

/** Starts PostgreSQL on the data folder, or connects to the one that is already running there. */
export async function openLocalPostgres(
  { dataDir, postgresBin }: { dataDir: string; postgresBin?: string | undefined },
  warn: (message: string) => void,
): Promise<LocalPostgres> {
  const folder = resolve(dataDir, 'postgres');
  const data = join(folder, 'data');
  const marker = join(dataDir, 'database-made.txt');
  if (!hasCluster(data)) {
    refuseOldFolder(dataDir);
    refuseLostDatabase(data, marker);
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const account = findServerAccount(existsSync(folder) ? folder : dataDir);
  allowAccessToFolder(account, dataDir);
  createFolderFor(account, folder);
  requireWritable(folder);
  const copyTo = join(folder, 'binaries');
  const binaries = await findBinaries({ postgresBin, major: readMajorVersion(data), account, copyTo });
  const address = await chooseAddress(folder, account);
  if (!hasCluster(data)) await makeCluster({ data, binaries, account, password: address.password });
  const server = new SupervisedServer({ folder, data, binaries, account, address, warn });
  await server.open();
  leaveMarker(marker, warn);
  return { url: buildConnectionUrl(address), close: () => server.close() };
}

const hasCluster = (data: string): boolean => existsSync(join(data, 'PG_VERSION'));

function refuseOldFolder(dataDir: string): void {
  if (existsSync(join(dataDir, 'database', 'PG_VERSION')))
    throw new DatabaseProblem(
      `the data folder ${dataDir} holds a PGlite database of an earlier version, which this version does not read; ` +
        'nothing was changed. With that version, run "DATABASE_URL=postgres://… npm run move-to-postgres"; then start ' +
        'this version with that DATABASE_URL',
    );
}

const markerText =
  'The folder "postgres" beside this file holds the database of a clinic. While this file is here, Hakima does not ' +
  'make a new database if that folder is missing or empty.\n';

/** The clinic runs without the marker as well: a disk that is full or read-only must not stop it. */
function leaveMarker(marker: string, warn: (message: string) => void): void {
  try {
    if (!existsSync(marker)) writeFileSync(marker, markerText);
  } catch (error) {
    warn(
      `${marker} could not be written (${(error as Error).message}). It keeps a database that is deleted by mistake ` +
        'from becoming an empty clinic; the next start tries again',
    );
  }
}

/** A database that was deleted or is not mounted must not become an empty clinic. */
function refuseLostDatabase(data: string, marker: string): void {
  if (existsSync(marker))
    throw new DatabaseProblem(
      `the database folder ${data} is missing or empty, but ${marker} says that a clinic was there; nothing was ` +
        'changed. Put the folder back. If it is lost, delete that file, then restore a backup ("npm run restore -- <file>") or start ' +
        'with an empty clinic',
    );
}

function readMajorVersion(data: string): number | undefined {
  return hasCluster(data) ? Number.parseInt(readFileSync(join(data, 'PG_VERSION'), 'utf8'), 10) : undefined;
}

async function chooseAddress(folder: string, account: Account | undefined): Promise<Address> {
  return isWindows ? loopbackAddress(folder) : { host: socketFolder(folder, account), port: 5432 };
}

function socketFolder(folder: string, account: Account | undefined): string {
  const run = join(folder, 'run');
  if (Buffer.byteLength(join(run, '.s.PGSQL.5432')) <= longestSocketPath) {
    createFolderFor(account, run);
    return run;
  }
  const note = join(folder, 'socket');
  const noted = existsSync(note) ? readFileSync(note, 'utf8') : '';
  const owner = account?.uid ?? process.getuid?.();
  if (noted && statSync(noted, { throwIfNoEntry: false })?.uid === owner) return noted;
  const made = mkdtempSync(join(tmpdir(), 'hakima-'));
  writeFileSync(note, made, { mode: 0o600 });
  if (account) for (const one of [made, note]) chownSync(one, account.uid, account.gid);
  return made;
}

// Not tested on Windows yet.
async function loopbackAddress(folder: string): Promise<Address> {
  const note = join(folder, 'address.json');
  if (!existsSync(note)) {
    const made = { host: '127.0.0.1', port: await freePort(), password: randomBytes(24).toString('hex') };
    writeFileSync(note, JSON.stringify(made), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(note, 'utf8')) as Address;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().on('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

function buildConnectionUrl({ host, port, password }: Address): string {
  return password
    ? `postgres://${clusterUser}:${password}@${host}:${port}/${clinicDatabase}`
    : `postgres://${clusterUser}@localhost:${port}/${clinicDatabase}?host=${encodeURIComponent(host)}`;
}

interface ServerSetup {
  readonly folder: string;
  readonly data: string;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  readonly address: Address;
  readonly warn: (message: string) => void;
}

/**
 * Keeps PostgreSQL running while this process uses it. A session in the database `postgres` holds the
 * presence lock; when that session ends, PostgreSQL has ended. If all processes of a clinic are killed, its
 * PostgreSQL keeps running, and the next process uses it.
 */
class SupervisedServer {
  readonly #setup: ServerSetup;
  #session: pg.Client | undefined;
  #started: ReturnType<typeof spawnPostgres> | undefined;
  #closing = false;

  constructor(setup: ServerSetup) {
    this.#setup = setup;
  }

  async open(): Promise<void> {
    const session = await this.#attach();
    this.#keep(session);
    try {
      await makeDatabase(session);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing = true;
    const session = this.#session;
    if (!session) return void this.#started?.child.kill('SIGINT');
    try {
      await session.query('select pg_advisory_unlock_shared($1)', [presenceLock]);
      const { rows } = await session.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
        presenceLock,
      ]);
      if (rows[0]?.last) await stopPostgres(this.#setup);
    } catch {
      // PostgreSQL has ended.
    }
    await session.end().catch(() => undefined);
  }

  #keep(session: pg.Client): void {
    this.#session = session;
    session.once('end', () => {
      this.#session = undefined;
      if (!this.#closing) void this.#attachAgain();
    });
  }

  async #attachAgain(): Promise<void> {
    this.#setup.warn('PostgreSQL ended and is started again');
    for (let attempt = 0; !this.#closing; attempt++) {
      await sleep(pausesMs[Math.min(attempt, pausesMs.length - 1)]);
      if (this.#closing) return;
      try {
        const session = await this.#attach();
        this.#setup.warn('PostgreSQL runs again');
        this.#keep(session);
        if (this.#closing) await this.close();
        return;
      } catch (error) {
        this.#setup.warn((error as Error).message);
      }
    }
  }

  /** Opens a session in the PostgreSQL of this folder; starts it if it does not answer. */
  async #attach(): Promise<pg.Client> {
    this.#started = undefined;
    let refusedSince: number | undefined;
    for (const end = performance.now() + startWithinMs; performance.now() < end; await sleep(startupPollMs)) {
      const session = await this.#trySession();
      if (session) return session;
      this.#started ??= this.#spawn();
      if (isRunning(this.#started.child)) continue;
      const says = this.#started.says();
      this.#started = undefined;
      // PostgreSQL refuses to run twice on a folder: another one is starting or stopping.
      if (!says.includes('already exists')) throw toServerError(says, 'PostgreSQL does not start');
      refusedSince ??= performance.now();
      if (performance.now() - refusedSince > predecessorEndsWithinMs) throw this.#otherProcess(says);
      await sleep(10 * startupPollMs);
    }
    throw toServerError(
      this.#started?.says() ?? '',
      `PostgreSQL was not ready within ${startWithinMs / 1000} s`,
    );
  }

  #otherProcess(says: string): DatabaseProblem {
    const pid = /PID (\d+)/.exec(says)?.[1] ?? 'of another PostgreSQL';
    return new DatabaseProblem(
      `PostgreSQL does not start in ${this.#setup.data}: its file postmaster.pid names the process ${pid}, which runs ` +
        'and does not answer. If that is PostgreSQL, end it; if it is another program, delete the file',
    );
  }

  #spawn(): ReturnType<typeof spawnPostgres> {
    const { folder, data, binaries, account, address } = this.#setup;
    return spawnPostgres(
      { data, binaries, account, log: join(folder, 'log') },
      {
        listen_addresses: isWindows ? address.host : '',
        port: address.port,
        ...(isWindows ? {} : { unix_socket_directories: address.host, unix_socket_permissions: '0700' }),
        shared_buffers: '64MB',
        max_connections: 40,
        max_wal_size: '256MB',
        min_wal_size: '64MB',
        ...(isWindows ? {} : { dynamic_shared_memory_type: 'mmap' }),
      },
    );
  }

  /**
   * Opens a session with the presence lock; undefined while PostgreSQL is unreachable, starting or stopping.
   */
  async #trySession(): Promise<pg.Client | undefined> {
    const { address, data } = this.#setup;
    const client = new pg.Client({
      ...address,
      user: clusterUser,
      database: 'postgres',
      application_name: 'hakima supervisor',
      keepAlive: true,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ folder: string; present: boolean }>(
        `select current_setting('data_directory') as folder, pg_try_advisory_lock_shared($1) as present`,
        [presenceLock],
      );
      const [found] = rows;
      if (found && realpathSync(found.folder) !== realpathSync(data))
        throw new DatabaseProblem(
          `another PostgreSQL (of ${found.folder}) answers in ${address.host}: stop it, or set DATA_DIR to another folder`,
        );
      if (found?.present) return client;
    } catch (error) {
      if (error instanceof DatabaseProblem || isWrongPassword(error)) {
        await client.end().catch(() => undefined);
        throw error;
      }
    }
    await client.end().catch(() => undefined);
    return undefined;
  }
}

const isWrongPassword = (error: unknown): boolean =>
  ((error as { code?: string }).code ?? '').startsWith('28');
const alreadyExistsCodes = new Set(['42P04', '23505']);

/** Creates the clinic's database once, after checking that Arabic words can be searched in it. */
async function makeDatabase(session: pg.Client): Promise<void> {
  const { rowCount } = await session.query('select from pg_database where datname = $1', [clinicDatabase]);
  if (rowCount) return;
  await session.query('begin; create extension if not exists pg_trgm');
  const { rows } = await session.query<{ n: number }>(`select cardinality(show_trgm('سارة')) as n`);
  await session.query('rollback');
  if (!rows[0]?.n)
    throw new DatabaseProblem(
      'PostgreSQL finds no letters in Arabic words: this system has no UTF-8 locale. Install the locale C.UTF-8 or ' +
        'en_US.UTF-8, delete the folder "postgres" in DATA_DIR and start again',
    );
  await session.query(`create database ${clinicDatabase}`).catch((error: { code?: string }) => {
    if (!alreadyExistsCodes.has(error.code ?? '')) throw error;
  });
}
