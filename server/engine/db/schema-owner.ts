import type pg from 'pg';
import { ClinicPool } from './clinic-pool.ts';
import type { Database } from './connect.ts';
import { migrate, migrationLock } from './migrate.ts';
import { toStartError } from './start-problem.ts';
import { pgErrorCode } from './transaction.ts';

const insufficientPrivilege = '42501';

/** Everything that is ours: extensions bring tables and functions of their own. */
const isOwnObject = (catalogue: 'pg_class' | 'pg_proc', row: string): string =>
  `not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${row}.oid
    and d.deptype = 'e')`;

/**
 * Rights to grant and revoke until the role can read and write rows and nothing else. A table with a trigger
 * `…_append_only` allows only inserts.
 */
const rightsChangesQuery = `
  with tables as (
    select c.oid, case when c.relkind = 'S' then 'sequence' else 'table' end as kind,
      case when c.relkind = 'S' then array['USAGE', 'SELECT']
        when c.relname = 'migrations' then array['SELECT']
        when exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname like '%\\_append\\_only')
          then array['SELECT', 'INSERT']
        else array['SELECT', 'INSERT', 'UPDATE', 'DELETE'] end as due,
      case when c.relkind = 'S' then array['USAGE', 'SELECT', 'UPDATE']
        else array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'] end as known
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'S')
      and ${isOwnObject('pg_class', 'c')}
  ), rights as (
    select kind || ' ' || oid::regclass as thing, privilege, privilege = any(due) as due,
      case kind when 'table' then has_table_privilege($1, oid, privilege)
        else has_sequence_privilege($1, oid, privilege) end as held
    from tables, unnest(known) as privilege
    union all
    select 'function ' || p.oid::regprocedure, 'EXECUTE', true, has_function_privilege($1, p.oid, 'EXECUTE')
    from pg_proc p where p.pronamespace = 'public'::regnamespace and ${isOwnObject('pg_proc', 'p')}
    union all
    select 'schema public', privilege, privilege = 'USAGE', has_schema_privilege($1, 'public', privilege)
    from unnest(array['USAGE', 'CREATE']) as privilege
  )
  select due, format('%s on %s', lower(privilege), thing) as what from rights where due <> held`;

/** A role with more rights that another role is or can become, also without inheriting them. */
const excessiveRoleQuery = `
  select r.rolname as role from pg_roles r
  where pg_has_role($1, r.oid, 'MEMBER') and (r.rolsuper or r.rolcreaterole
    or r.rolname in ('pg_write_all_data', 'pg_write_server_files', 'pg_execute_server_program')
    or exists (select from pg_database d where d.datname = current_database() and d.datdba = r.oid)
    or exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relowner = r.oid
      and ${isOwnObject('pg_class', 'c')})
    or exists (select from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proowner = r.oid
      and ${isOwnObject('pg_proc', 'p')}))
  limit 1`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Sets the rights of a role; only reads if they are already right. */
async function grantRows(client: pg.ClientBase, role: string): Promise<void> {
  const find = async () =>
    (await client.query<{ due: boolean; what: string }>(rightsChangesQuery, [role])).rows.map(
      ({ due, what }) => (due ? `grant ${what} to ${quoted(role)}` : `revoke ${what} from ${quoted(role)}`),
    );
  for (const statement of await find()) await client.query(statement);
  const [left] = await find();
  const [more] = (await client.query<{ role: string }>(excessiveRoleQuery, [role])).rows;
  const because = left ? `${left} changes nothing` : more && `it may act as "${more.role}"`;
  if (because)
    throw new Error(
      `the role "${role}" of DATABASE_URL may do more than read and write rows (${because}): it must own neither the ` +
        'database nor its tables, be no superuser, nor make or become a role that does; MIGRATION_DATABASE_URL ' +
        'names who owns them',
    );
}

async function refuseForeignTables(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ owner: string; self: string }>(`
    select distinct pg_get_userbyid(c.relowner) as owner, current_user::text as self from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and ${isOwnObject('pg_class', 'c')}
      and not pg_has_role(c.relowner, 'USAGE')`);
  const [found] = rows;
  if (found)
    throw new Error(
      `the tables belong to "${found.owner}", not to the role of MIGRATION_DATABASE_URL: as a superuser, in this ` +
        `database, run: reassign owned by ${quoted(found.owner)} to ${quoted(found.self)}`,
    );
}

const findDatabaseIdentity = async (on: pg.Pool | pg.ClientBase): Promise<unknown> =>
  (
    await on.query(`select row(oid, pg_postmaster_start_time())::text as place from pg_database
    where datname = current_database()`)
  ).rows[0]?.place;

const findRole = async (pool: pg.Pool): Promise<string> =>
  (await pool.query<{ role: string }>('select current_user::text as role')).rows[0]?.role ?? '';

/** Changes the schema as the role of `url`, and grants the role of `app` access to rows. */
async function migrateAsOwner(app: pg.Pool, url: string): Promise<void> {
  const pool = new ClinicPool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 });
  try {
    const client = await pool.connect().catch((error: unknown) => {
      throw toStartError(error, { folder: '', databaseUrl: url, setting: 'MIGRATION_DATABASE_URL' });
    });
    try {
      if ((await findDatabaseIdentity(client)) !== (await findDatabaseIdentity(app)))
        throw new Error('MIGRATION_DATABASE_URL and DATABASE_URL name different databases');
      await refuseForeignTables(client);
    } finally {
      client.release();
    }
    await migrate(pool);
    await grantRowAccess(pool, app);
  } finally {
    await pool.end();
  }
}

/**
 * Grants the role of one pool access to the rows that the role of the other owns, unless they are the same.
 */
export async function grantRowAccess(owner: pg.Pool, app: pg.Pool): Promise<void> {
  const role = await findRole(app);
  if (role === (await findRole(owner))) return;
  const client = await owner.connect();
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${migrationLock})`);
    await grantRows(client, role);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Applies migrations. With an address for migrations, the role of that address owns the schema and the
 * clinic's role cannot change it; without, the clinic's role does both.
 */
export async function prepareSchema({ pool }: Database, migrationUrl: string | undefined): Promise<void> {
  if (migrationUrl) return migrateAsOwner(pool, migrationUrl);
  await migrate(pool).catch((error: unknown) => {
    if (pgErrorCode(error) !== insufficientPrivilege) throw error;
    throw new Error(
      'the schema is to be changed, and the role of DATABASE_URL may not: start once with MIGRATION_DATABASE_URL, ' +
        'the address of the role that owns it',
      { cause: error },
    );
  });
}
