import pg from 'pg';
import { ClinicPool } from '#server/engine/db/clinic-pool.ts';
import { type Database, databaseOf } from '#server/engine/db/connect.ts';
import { migrate, migrationsFingerprint } from '#server/engine/db/migrate.ts';
import { openPostgres } from '#server/engine/db/postgres-pool.ts';
import { giveRows } from '#server/engine/db/schema-owner.ts';
import type { TestDatabase } from '../test-database.ts';

const templateLock = 7_402_313;
/** The role that the clinic under test works with: as in a clinic that names another for migrations. */
const appRole = 'hakima_test_app';

/**
 * A migrated database of this worker's own on a PostgreSQL server, copied from a template that the first
 * worker makes.
 */
export async function openOnServer(url: string): Promise<TestDatabase> {
  const name = `hakima_test_${process.ppid}_${process.env.VITEST_POOL_ID ?? process.pid}`;
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  try {
    const template = await prepareTemplate(server, url);
    await server.query(`do $$ begin create role ${appRole} login password '${appRole}';
      exception when duplicate_object or unique_violation then null; end $$`);
    await server.query(`drop database if exists ${name} with (force)`);
    await server.query(`create database ${name} template ${template}`);
  } finally {
    await server.end();
  }
  const address = addressOf(url, name);
  const pool = await openPostgres(asApp(address), (message) => process.stderr.write(`${message}\n`));
  const owner = new ClinicPool({ connectionString: address, max: 2 });
  owner.on('error', () => undefined);
  await giveRows(owner, pool);
  const close = async () => void (await Promise.all([pool.end(), owner.end()]));
  return { ...databaseOf('postgres', pool, close), owner };
}

function asApp(address: string): string {
  const url = new URL(address);
  [url.username, url.password] = [appRole, appRole];
  return url.href;
}

async function prepareTemplate(server: pg.Client, url: string): Promise<string> {
  const template = `hakima_template_${migrationsFingerprint()}`;
  await server.query('select pg_advisory_lock($1)', [templateLock]);
  try {
    const { rowCount } = await server.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) await makeTemplate(server, url, template);
  } finally {
    await server.query('select pg_advisory_unlock($1)', [templateLock]);
  }
  return template;
}

async function makeTemplate(server: pg.Client, url: string, template: string): Promise<void> {
  const draft = `${template}_draft`;
  await server.query(`drop database if exists ${draft} with (force)`);
  await server.query(
    `create database ${draft} template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`,
  );
  const pool = new pg.Pool({ connectionString: addressOf(url, draft), max: 1 });
  pool.on('error', () => undefined);
  await migrate(pool);
  await pool.query('vacuum analyze');
  await pool.end();
  await server.query(`alter database ${draft} rename to ${template}`);
}

/** Where a test's database is for another process, by a superuser. */
export async function addressFor({ pool }: Pick<Database, 'pool'>, server: string): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  return addressOf(server, rows[0]?.name ?? '');
}

function addressOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
