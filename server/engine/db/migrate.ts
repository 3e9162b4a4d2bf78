import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Migration, ownMigrations } from '#server/db/own-migrations.ts';
import { unhurried } from './clinic-pool.ts';

/** Held by whoever changes the schema. */
export const migrationLock = 7_402_311;

/**
 * The name of a migration that only adds ends so. A program that does not know such a migration works on the
 * database all the same: the way back to the version before needs no backup.
 */
export const compatible = '.compatible';

/** Names a schema: two databases of one fingerprint were made by the same migrations. */
export function migrationsFingerprint(migrations = ownMigrations()): string {
  const hash = createHash('sha256');
  for (const { name, sql } of migrations) hash.update(`${name}\0${sql}\0`);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Brings the database to this version's schema and returns the names it applied. All of them in one
 * transaction: killed half-way, nothing happened. Processes that start together take turns. A database of a
 * newer version is refused, unless its migrations are compatible.
 */
export async function migrate(pool: pg.Pool, migrations = ownMigrations()): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query(`begin; ${unhurried}`);
    await client.query(`select pg_advisory_xact_lock(${migrationLock})`);
    refuseUnknown(await appliedIn(client), migrations);
    const pending = await applyMigrations(client, migrations);
    await client.query('commit');
    client.release();
    return pending;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    client.release(true);
    throw error;
  }
}

/** Runs those of the given migrations that the database lacks, in the transaction that is open. */
export async function applyMigrations(
  client: pg.ClientBase,
  migrations: readonly Migration[],
): Promise<string[]> {
  const applied = new Set(await appliedIn(client));
  const pending = migrations.filter((migration) => !applied.has(migration.name));
  for (const { name, sql } of pending) {
    await client.query(sql);
    await client.query('insert into migrations (name) values ($1)', [name]);
  }
  return pending.map((migration) => migration.name);
}

// A database that is up to date is only read: it may be a standby, or its disk full.
async function appliedIn(client: pg.ClientBase): Promise<string[]> {
  const { rowCount } = await client.query(
    "select from pg_tables where schemaname = current_schema() and tablename = 'migrations'",
  );
  if (rowCount === 0)
    await client.query(
      'create table migrations (name text primary key, applied_at timestamptz not null default now())',
    );
  return appliedMigrations(client);
}

/** Names of the migrations that a database of ours has. */
export async function appliedMigrations(on: pg.Pool | pg.ClientBase): Promise<string[]> {
  return (await on.query<{ name: string }>('select name from migrations')).rows.map((row) => row.name);
}

/** Whether every migration of this version has been applied (for the readiness check). */
export async function isMigrated(pool: pg.Pool, migrations = ownMigrations()): Promise<boolean> {
  const { rows } = await pool.query<{ n: number }>(
    'select count(*) as n from migrations where name = any($1)',
    [migrations.map((m) => m.name)],
  );
  return rows[0]?.n === migrations.length;
}

function refuseUnknown(applied: readonly string[], migrations: readonly Migration[]): void {
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = applied.filter((name) => !known.has(name) && !name.endsWith(compatible));
  if (unknown.length > 0) {
    throw new Error(
      `the database was migrated by a newer version of Hakima (${unknown.join(', ')}): start that version, or restore a backup`,
    );
  }
}
