import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Migration, ownMigrations } from '#server/db/own-migrations.ts';
import { withoutTimeouts } from './clinic-pool.ts';

/** Advisory lock of schema changes. */
export const migrationLock = 7_402_311;

/**
 * Suffix of a migration that only adds. A program that does not know the migration can still use the
 * database, so going back to the previous version needs no backup.
 */
export const compatibleSuffix = '.compatible';

/** Fingerprint of a schema: equal if the same migrations made it. */
export function migrationsFingerprint(migrations = ownMigrations()): string {
  const hash = createHash('sha256');
  for (const { name, sql } of migrations) hash.update(`${name}\0${sql}\0`);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Applies the missing migrations and returns their names. All run in one transaction. Processes that start
 * together wait for each other. A database of a newer version is rejected, unless its migrations are
 * compatible.
 */
export async function migrate(pool: pg.Pool, migrations = ownMigrations()): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query(`begin; ${withoutTimeouts}`);
    await client.query(`select pg_advisory_xact_lock(${migrationLock})`);
    rejectUnknownMigrations(await ensureMigrationsTable(client), migrations);
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

/** Runs the migrations that the database lacks, in the open transaction. */
export async function applyMigrations(
  client: pg.ClientBase,
  migrations: readonly Migration[],
): Promise<string[]> {
  const applied = new Set(await ensureMigrationsTable(client));
  const pending = migrations.filter((migration) => !applied.has(migration.name));
  for (const { name, sql } of pending) {
    await client.query(sql);
    await client.query('insert into migrations (name) values ($1)', [name]);
  }
  return pending.map((migration) => migration.name);
}

// Only reads if the database is up to date: it may be a standby, or its disk may be full.
async function ensureMigrationsTable(client: pg.ClientBase): Promise<string[]> {
  const { rowCount } = await client.query(
    "select from pg_tables where schemaname = current_schema() and tablename = 'migrations'",
  );
  if (rowCount === 0)
    await client.query(
      'create table migrations (name text primary key, applied_at timestamptz not null default now())',
    );
  return appliedMigrations(client);
}

/** Names of the applied migrations. */
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

function rejectUnknownMigrations(applied: readonly string[], migrations: readonly Migration[]): void {
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = applied.filter((name) => !known.has(name) && !name.endsWith(compatibleSuffix));
  if (unknown.length > 0) {
    throw new Error(
      `the database was migrated by a newer version of Hakima (${unknown.join(', ')}): start that version, or restore a backup`,
    );
  }
}
