import type pg from 'pg';
import { ClinicClient, ClinicPool } from './clinic-pool.ts';
import { versionProblem } from './start-problem.ts';

// Callers wait at most three seconds for a server that is gone; the server itself ends statements that nobody
// waits for.
const queryTimeoutMs = 2_800;
const connectTimeoutMs = 2_500;
const statementTimeoutMs = 5_000;
// A statement that waits for a lock fails before the pool's own timeout. Work without a deadline waits (see
// `withoutTimeouts`).
const lockTimeoutMs = 2_000;
const connections = 11; // one of them listens
const settingLock = 7_402_312;

/**
 * A pool on a PostgreSQL server. With `keepsStatements`, each connection is a session of the server and may
 * prepare statements. Without, nothing depends on a session, so that it works behind a pooler.
 */
export async function openPostgres(
  url: string,
  warn: (message: string) => void,
  keepsStatements = true,
): Promise<pg.Pool> {
  await prepareServer(url, warn, keepsStatements);
  return new ClinicPool({
    connectionString: url,
    max: connections,
    keepsStatements,
    query_timeout: queryTimeoutMs,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'hakima',
    onLost: (error) => warn(`database connection lost: ${error.message}`),
  });
}

const connected = async (url: string): Promise<pg.Client> => {
  const client = new ClinicClient({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
  });
  await client.connect();
  return client;
};

async function prepareServer(
  url: string,
  warn: (message: string) => void,
  keepsStatements: boolean,
): Promise<void> {
  const client = await connected(url);
  try {
    await refuseOldVersion(client);
    if (keepsStatements) await refusePooler(client, url);
    await warnOfLocale(client, warn);
    await limitStatements(client);
  } finally {
    await client.end();
  }
}

async function refuseOldVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ n: number; name: string }>(
    "select current_setting('server_version_num')::int as n, current_setting('server_version') as name",
  );
  const problem = rows[0] && versionProblem(rows[0].n, rows[0].name);
  if (problem) throw new Error(problem);
}

/** Two connections that are open at once have different sessions, unless a pooler stands between. */
async function refusePooler(client: pg.Client, url: string): Promise<void> {
  const sessionOf = async (one: pg.Client) =>
    (await one.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  const other = await connected(url);
  try {
    if ((await sessionOf(client)) !== (await sessionOf(other))) return;
    throw new Error(
      'a pooler hands each transaction to another session: set DATABASE_NOTICES=off, or name the server itself',
    );
  } finally {
    await other.end();
  }
}

async function warnOfLocale(client: pg.Client, warn: (message: string) => void): Promise<void> {
  const { rows } = await client.query<{ ctype: string; encoding: string }>(
    'select datctype as ctype, pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()',
  );
  const [database] = rows;
  if (database?.encoding !== 'UTF8')
    throw new Error(`the database is encoded in ${database?.encoding}: create it with encoding UTF8`);
  if (database.ctype === 'C' || database.ctype === 'POSIX') {
    warn(
      `the database has LC_CTYPE ${database.ctype}: searching for Arabic names will be slow; create it with a UTF-8 locale such as C.UTF-8`,
    );
  }
}

// A pooler would reject a startup parameter, and SET would leak to its other clients: so it is a property of
// the role in this database. A value that an administrator set stays.
async function limitStatements(client: pg.Client): Promise<void> {
  await client.query(`begin; select pg_advisory_xact_lock(${settingLock})`);
  for (const [name, ms] of [
    ['statement_timeout', statementTimeoutMs],
    ['lock_timeout', lockTimeoutMs],
  ])
    await client.query(`do $$ begin
      if not exists (select from pg_db_role_setting s, unnest(s.setconfig) as setting
        where s.setrole in (0, (select oid from pg_roles where rolname = current_user))
          and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
          and setting like '${name}=%') then
        execute format('alter role current_user in database %I set ${name} = ${ms}', current_database());
      end if;
    end $$`);
  await client.query('commit');
}
