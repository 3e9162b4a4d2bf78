import type pg from 'pg';
import { ownMigrations } from '#server/db/own-migrations.ts';
import { applyMigrations } from '#server/engine/db/migrate.ts';
import { quoted } from '#server/engine/db/table-shapes.ts';
import { AnyRows } from './any-rows.ts';

/** Columns of existing rows that a migration rewrites; all others must stay as they were. */
const rewritten: Readonly<Record<string, readonly string[]>> = {
  '0007-action-names': ['events.action'],
  '0010-handles': ['users.username', 'users.email_confirmed_at'],
  '0011-handed-over-passwords': ['credentials.expires_at'],
  '0018-people-matching': ['users.words'],
  '0037-after-midnight': [
    'location_hours.opens',
    'location_exceptions.opens',
    'absences.during',
    'disruptions.local_from',
    'disruptions.local_to',
  ],
  // Search texts of staff are stored as hashes from this migration on.
  '0060-asked': ['notices.asked'],
  // From this migration on, channels that nobody chose follow the phone and the e-mail.
  '0078-contact-channels': ['users.channels'],
  // From this migration on, each date column has its own order of day and month, which is detected when the
  // file is checked.
  '0083-import-account': ['imports.found_order'],
};

/** The columns that these migrations rewrite, as `table.column`. */
export const listRewrittenColumns = (names: readonly string[]): string[] =>
  names.flatMap((name) => rewritten[name] ?? []);

/**
 * Applies the first migrations to an empty database, one by one, and inserts rows after each into the tables
 * that it created or changed. `looks` runs before and after each. Returns the tables that accepted no rows.
 */
export async function migrateAndSeed(
  client: pg.ClientBase,
  { upTo, seed }: { upTo: number; seed: number },
  looks?: { before(): Promise<void>; after(name: string): Promise<void> },
): Promise<string[]> {
  const rows = new AnyRows(client, seed);
  const own = ownMigrations().slice(0, upTo);
  const empty: string[] = [];
  for (const [at, { name, sql }] of own.entries()) {
    await looks?.before();
    await client.query('begin');
    await applyMigrations(client, own.slice(0, at + 1));
    await looks?.after(name);
    const touched = (table: string) => new RegExp(`(alter|create) table ${table}\\b`).test(sql);
    empty.push(...(await rows.fill(2, touched)).map((table) => `${table} under ${name}`));
    await client.query('commit');
  }
  return empty;
}

export type Rows = ReadonlyMap<string, readonly Record<string, unknown>[]>;

/** All rows of all tables, by table. */
export async function readAllRows(client: Pick<pg.ClientBase, 'query'>): Promise<Rows> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations'`,
  );
  const all = new Map<string, Record<string, unknown>[]>();
  const text = tables.map(
    ({ name }) => `select '${name}' as name, to_jsonb(t) as row from ${quoted(name)} t`,
  );
  const { rows } = await client.query<{ name: string; row: Record<string, unknown> }>(
    text.join(' union all ') || "select '' as name, null as row where false",
  );
  for (const { name, row } of rows) all.set(name, [...(all.get(name) ?? []), row]);
  return all;
}

/** Earlier rows that no longer exist unchanged, apart from rewritten columns. */
export function findLostRows(before: Rows, after: Rows, except: readonly string[]): string[] {
  const lost: string[] = [];
  for (const [table, rows] of before) {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !except.includes(`${table}.${column}`));
    const said = (row: Record<string, unknown>): string =>
      JSON.stringify(columns.map((column) => row[column]));
    const left = new Map<string, number>();
    for (const row of after.get(table) ?? []) left.set(said(row), (left.get(said(row)) ?? 0) + 1);
    for (const row of rows) {
      const times = left.get(said(row)) ?? 0;
      if (times === 0) lost.push(`${table}: ${JSON.stringify(row).slice(0, 300)}`);
      left.set(said(row), times - 1);
    }
  }
  return lost;
}
