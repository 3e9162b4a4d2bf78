import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { DatabaseProblem } from './local-postgres/database-problem.ts';
import { openLocalPostgres } from './local-postgres/local-postgres.ts';
import { openPostgres } from './postgres-pool.ts';
import { toStartError } from './start-problem.ts';

/** What queries take: the database, or the transaction that they run in. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

/** One connection of a pool. */
export type Connection = pg.PoolClient;

export interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** The folder of the local PostgreSQL; unused if there is a `databaseUrl`. */
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Folder of PostgreSQL's programs, if not the one that is found. */
  postgresBin?: string | undefined;
  /** False behind a pooler that gives each statement to another session. */
  keepsStatements?: boolean;
  warn?: (message: string) => void;
}

const toStandardError = (message: string): void => void process.stderr.write(`${message}\n`);

/** Opens the clinic's database: on the server of the URL, or on a PostgreSQL that runs in the data folder. */
export async function connect(options: ConnectOptions): Promise<Database> {
  const { dataDir, databaseUrl } = options;
  try {
    return await (databaseUrl ? connectTo(databaseUrl, options) : connectLocally(options));
  } catch (error) {
    if (error instanceof DatabaseProblem) throw error;
    throw toStartError(error, { folder: dataDir, databaseUrl });
  }
}

/** Query builder on a pool, or on one connection of it. */
export function queryBuilderOn(connection: pg.Pool | pg.PoolClient): Db {
  return drizzle(connection);
}

/** Wraps a pool that is already open. */
export function wrapPool(pool: pg.Pool, close: () => Promise<void>): Database {
  return { pool, db: queryBuilderOn(pool), close };
}

async function connectTo(url: string, options: ConnectOptions): Promise<Database> {
  const { warn = toStandardError, keepsStatements = true } = options;
  const pool = await openPostgres(url, warn, keepsStatements);
  return wrapPool(pool, () => pool.end());
}

async function connectLocally(options: ConnectOptions): Promise<Database> {
  const { dataDir, warn = toStandardError } = options;
  const server = await openLocalPostgres(options, warn);
  try {
    const { pool } = await connectTo(server.url, { dataDir, warn });
    return wrapPool(pool, async () => {
      await pool.end();
      await server.close();
    });
  } catch (error) {
    await server.close();
    throw error;
  }
}
