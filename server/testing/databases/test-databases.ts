import pg from 'pg';
import { ClinicPool } from '#server/engine/db/clinic-pool.ts';
import { type Database, wrapPool } from '#server/engine/db/connect.ts';
import { migrate, migrationsFingerprint } from '#server/engine/db/migrate.ts';
import { type Deadlines, openPostgres } from '#server/engine/db/postgres-pool.ts';
import { grantRowAccess } from '#server/engine/db/schema-owner.ts';

export interface TestDatabase extends Database {
  /** With the role that owns the schema: to change the schema, or to do what the clinic's role may not. */
  readonly owner: pg.Pool;
}

/** The PostgreSQL of this test run (see `start-cluster.ts`), as a superuser. */
export function testServer(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set: vitest starts a PostgreSQL and sets it');
  return url;
}

const templateLock = 7_402_313;
/** The role of the clinic under test. As in a clinic with a separate role for migrations, it owns nothing. */
const appRole = 'hakima_test_app';

/** A busy machine makes a test slow, and must not make it fail. Tests of deadlines use those of requests. */
const deadlinesOfTests: Deadlines = { connectMs: 15_000, statementMs: 14_000, answerMs: 16_000 };

/** Returns a migrated, empty database of this worker. A worker can open each name once at a time. */
export async function openTestDatabase(url: string, suffix = ''): Promise<TestDatabase> {
  const worker = process.env.VITEST_POOL_ID ?? process.pid;
  const address = await newDatabase(url, `hakima_test_${process.ppid}_${worker}${suffix}`);
  const warn = (message: string) => process.stderr.write(`${message}\n`);
  const pool = await openPostgres(urlAsAppRole(address), warn, true, deadlinesOfTests);
  const owner = new ClinicPool({ connectionString: address, max: 2 });
  await grantRowAccess(owner, pool);
  const close = async () => void (await Promise.all([pool.end(), owner.end()]));
  return { ...wrapPool(pool, close), owner };
}

/** Creates a migrated, empty database of this name and returns its address. */
export async function newDatabase(url: string, name: string): Promise<string> {
  const template = await prepareTemplate(url);
  await withServer(url, async (server) => {
    await server.query(`do $$ begin create role ${appRole} login password '${appRole}';
      exception when duplicate_object or unique_violation then null; end $$`);
    await server.query(`drop database if exists ${name} with (force)`);
    await server.query(`create database ${name} template ${template}`);
  });
  return addressOf(url, name);
}

async function withServer<T>(url: string, work: (server: pg.Client) => Promise<T>): Promise<T> {
  // Creating a database may take longer than the statements of a clinic may.
  const server = new pg.Client({ connectionString: url, options: '-c statement_timeout=0' });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

function urlAsAppRole(address: string): string {
  const url = new URL(address);
  [url.username, url.password] = [appRole, appRole];
  return url.href;
}

/** The database that test databases are copied from. The first worker that needs it creates it. */
export function prepareTemplate(url: string): Promise<string> {
  const template = `hakima_template_${migrationsFingerprint()}`;
  return withServer(addressOf(url, 'postgres'), async (server) => {
    await server.query('select pg_advisory_lock($1)', [templateLock]);
    const { rowCount } = await server.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) await makeTemplate(server, url, template);
    return template;
  });
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

/** Address of a test's database for another process, as a superuser. */
export async function findDatabaseUrl({ pool }: Pick<Database, 'pool'>): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  return addressOf(testServer(), rows[0]?.name ?? '');
}

function addressOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
