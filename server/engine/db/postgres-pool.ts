import type pg from 'pg';
import { ClinicClient, ClinicPool } from './clinic-pool.ts';
import { versionProblem } from './start-problem.ts';

/** How long a caller waits for the database, in milliseconds. */
export interface Deadlines {
  /** For a connection. */
  readonly connectMs: number;
  /** Before the server ends a statement. */
  readonly statementMs: number;
  /** For the answer of a statement. Later than `statementMs`: then only a server that is gone misses it. */
  readonly answerMs: number;
}
// Callers wait at most three seconds for a server that is gone.
const deadlinesOfRequests: Deadlines = { connectMs: 2_500, statementMs: 2_400, answerMs: 2_800 };
/** The limit of earlier versions, later than `answerMs`. It is replaced. */
const oldStatementMs = 5_000;
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
  deadlines: Deadlines = deadlinesOfRequests,
): Promise<pg.Pool> {
  await prepareServer(url, warn, keepsStatements, deadlines);
  return new ClinicPool({
    connectionString: url,
    max: connections,
    keepsStatements,
    query_timeout: deadlines.answerMs,
    connectionTimeoutMillis: deadlines.connectMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'hakima',
    onLost: (error) => warn(`database connection lost: ${error.message}`),
  });
}

const connected = async (url: string, { connectMs, answerMs }: Deadlines): Promise<pg.Client> => {
  const client = new ClinicClient({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
  });
  await client.connect();
  return client;
};

async function prepareServer(
  url: string,
  warn: (message: string) => void,
  keepsStatements: boolean,
  deadlines: Deadlines,
): Promise<void> {
  const client = await connected(url, deadlines);
  try {
    await refuseOldVersion(client);
    if (keepsStatements) await refusePooler(client, () => connected(url, deadlines));
    await warnOfLocale(client, warn);
    await limitStatements(client, deadlines);
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
async function refusePooler(client: pg.Client, openAnother: () => Promise<pg.Client>): Promise<void> {
  const sessionOf = async (one: pg.Client) =>
    (await one.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  const other = await openAnother();
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
async function limitStatements(client: pg.Client, { statementMs }: Deadlines): Promise<void> {
  await client.query(`begin; select pg_advisory_xact_lock(${settingLock})`);
  for (const [name, ms] of [
    ['statement_timeout', statementMs],
    ['lock_timeout', lockTimeoutMs],
  ])
    await client.query(`do $$ begin
      if not exists (select from pg_db_role_setting s, unnest(s.setconfig) as setting
        where s.setrole in (0, (select oid from pg_roles where rolname = current_user))
          and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
          and setting like '${name}=%' and setting <> 'statement_timeout=${oldStatementMs}') then
        execute format('alter role current_user in database %I set ${name} = ${ms}', current_database());
      end if;
    end $$`);
  await client.query('commit');
}
