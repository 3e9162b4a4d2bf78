import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configFromProcess } from '#server/config.ts';
import { ConsoleError } from '#server/engine/console-error.ts';
import { type Connection, connect, type Database } from '#server/engine/db/connect.ts';
import { grantRowAccess } from '#server/engine/db/schema-owner.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { say } from '#shared/messages/dictionaries.ts';

export interface DatabasePlace {
  dataDir: string;
  databaseUrl?: string | undefined;
  postgresBin?: string | undefined;
  /** The same database with the role that owns its schema, if that is a different role. */
  migrationUrl?: string | undefined;
}

/** The address of the clinic's database in the environment. */
export function readDatabasePlace(): DatabasePlace {
  const { DATA_DIR, DATABASE_URL, POSTGRES_BIN, MIGRATION_DATABASE_URL } = configFromProcess();
  return {
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    postgresBin: POSTGRES_BIN,
    migrationUrl: MIGRATION_DATABASE_URL,
  };
}

/** A place in words for the operator, without its password. */
export function databaseLabel({ dataDir, databaseUrl }: DatabasePlace, lang: Lang = 'en'): string {
  if (!databaseUrl) return say(lang, 'console.local', { folder: dataDir });
  const { host, pathname } = new URL(databaseUrl);
  return say(lang, 'console.postgres', { server: `${host}${pathname}` });
}

/** A folder without a database is rejected instead of being initialized. */
export function requireDatabase({ dataDir, databaseUrl }: DatabasePlace): void {
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres', 'data', 'PG_VERSION')))
    throw new Error(`there is no database in ${dataDir}: set DATA_DIR or DATABASE_URL`);
}

/** Opens the database, works on one connection of it, and closes it again. */
export async function withClient<T>(
  place: DatabasePlace,
  work: (client: Connection, database: Database) => Promise<T>,
): Promise<T> {
  const database = await connect(place);
  try {
    const client = await database.pool.connect();
    try {
      return await work(client, database);
    } finally {
      client.release();
    }
  } finally {
    await database.close();
  }
}

/**
 * The same with the role that owns the schema. Afterwards the clinic's own role gets its rights on the rows.
 */
export async function withSchemaOwner<T>(
  { migrationUrl, ...place }: DatabasePlace,
  work: (client: Connection) => Promise<T>,
): Promise<T> {
  if (!migrationUrl) return withClient(place, work);
  const done = await withClient({ ...place, databaseUrl: migrationUrl }, work);
  const [owner, app] = await Promise.all(
    [migrationUrl, place.databaseUrl].map((url) => connect({ ...place, databaseUrl: url })),
  );
  try {
    if (owner && app) await grantRowAccess(owner.pool, app.pool);
  } finally {
    await Promise.all([owner?.close(), app?.close()]);
  }
  return done;
}

/** Rejects while a server is running, because its caches hold data of the previous database. */
export async function refuseWhileServing(client: Connection): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    "select count(*) as n from pg_stat_activity where datname = current_database() and application_name = 'hakima' and pid <> pg_backend_pid()",
  );
  if (rows[0]?.n) throw new ConsoleError('console.open');
}
