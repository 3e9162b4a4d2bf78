import { join } from 'node:path';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { embeddedPool } from './embedded/embedded-pool.ts';
import { FolderNotTaken, lockFolder } from './embedded/folder-lock.ts';
import { startUpkeep } from './embedded/upkeep.ts';
import { WorkerEngine } from './embedded/worker-engine.ts';
import { openPostgres } from './postgres-pool.ts';
import { startProblem } from './start-problem.ts';

/** What queries take: the database, or the transaction they run in. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

/** One connection of a pool. */
export type Connection = pg.PoolClient;

export interface Database {
  readonly engine: 'embedded' | 'postgres';
  readonly db: Db;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Folder of the embedded database; without use when there is a `databaseUrl`. */
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Not behind a pooler that hands each statement to another session of the server. */
  keepsStatements?: boolean;
  warn?: (message: string) => void;
  /** So long a process that holds the folder is waited for. */
  waitMs?: number;
}

const embeddedDeadlineMs = 15_000;
const toStandardError = (message: string): void => void process.stderr.write(`${message}\n`);

/**
 * Opens the clinic's database: a PostgreSQL server where a URL names one, else the embedded engine in the
 * data folder.
 */
export async function connect({
  dataDir,
  databaseUrl,
  keepsStatements = true,
  warn = toStandardError,
  waitMs = 0,
}: ConnectOptions): Promise<Database> {
  const folder = join(dataDir, 'database');
  try {
    return await (databaseUrl
      ? connectPostgres(databaseUrl, warn, keepsStatements)
      : connectEmbedded(folder, warn, waitMs));
  } catch (error) {
    if (error instanceof FolderNotTaken) throw error; // says what to do already
    throw startProblem(error, { folder, databaseUrl });
  }
}

/** Query builder on a pool, or on one connection of it. */
export function dbOn(connection: pg.Pool | pg.PoolClient): Db {
  return drizzle(connection);
}

/** Wraps a pool that is already open. */
export function databaseOf(engine: Database['engine'], pool: pg.Pool, close: () => Promise<void>): Database {
  return { engine, pool, db: dbOn(pool), close };
}

async function connectPostgres(
  url: string,
  warn: (message: string) => void,
  keepsStatements: boolean,
): Promise<Database> {
  const pool = await openPostgres(url, warn, keepsStatements);
  return databaseOf('postgres', pool, () => pool.end());
}

async function connectEmbedded(
  folder: string,
  warn: (message: string) => void,
  waitMs: number,
): Promise<Database> {
  const unlock = await lockFolder(folder, { waitMs });
  const onRestart = (reason: string): void => warn(`embedded database restarted: ${reason}`);
  const engine = new WorkerEngine({ folder, deadlineMs: embeddedDeadlineMs, onRestart });
  try {
    await engine.ready;
  } catch (error) {
    await engine.close();
    unlock();
    throw error;
  }
  const pool = embeddedPool(engine);
  const stopUpkeep = startUpkeep(engine, pool, folder, warn);
  return databaseOf('embedded', pool, async () => {
    stopUpkeep();
    await pool.end();
    await engine.close();
    unlock();
  });
}
