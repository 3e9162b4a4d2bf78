import pg from 'pg';
import { type Database, databaseOf } from '#server/engine/db/connect.ts';
import { migrate, migrationsFingerprint } from '#server/engine/db/migrate.ts';
import { openPostgres } from '#server/engine/db/postgres-pool.ts';

const templateLock = 7_402_313;

/**
 * A migrated database of this worker's own on a PostgreSQL server, copied from a template that the first
 * worker makes.
 */
export async function openOnServer(url: string): Promise<Database> {
  const name = `hakima_test_${process.ppid}_${process.env.VITEST_POOL_ID ?? process.pid}`;
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  try {
    const template = await prepareTemplate(server, url);
    await server.query(`drop database if exists ${name} with (force)`);
    await server.query(`create database ${name} template ${template}`);
  } finally {
    await server.end();
  }
  const pool = await openPostgres(addressOf(url, name), (message) => process.stderr.write(`${message}\n`));
  return databaseOf('postgres', pool, () => pool.end());
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

function addressOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
