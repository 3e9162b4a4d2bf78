import type pg from 'pg';
import { ownMigrations } from '#server/db/own-migrations.ts';
import { applyMigrations } from '#server/engine/db/migrate.ts';
import { quoted } from '#server/engine/db/table-shapes.ts';
import { AnyRows } from './any-rows.ts';

/** What a migration writes anew in rows that were there: everything else stays as it was. */
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
  // What staff searched for is a hash from then on.
  '0060-asked': ['notices.asked'],
  // Channels that nobody chose follow the phone and the e-mail from then on.
  '0078-contact-channels': ['users.channels'],
  // Every column of dates has its own order from then on; it is found anew when the file is checked.
  '0083-import-account': ['imports.found_order'],
};

/** What the given migrations write anew, as `table.column`. */
export const rewrittenBy = (names: readonly string[]): string[] =>
  names.flatMap((name) => rewritten[name] ?? []);

/**
 * Applies the first so many migrations to an empty database, one by one, with rows written under each: into
 * what it made or changed. `looks` before and after each; answers which tables could not be filled.
 */
export async function writtenUnderEach(
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

/** Every row of every table as it stands, by the table's name. */
export async function everyRow(client: Pick<pg.ClientBase, 'query'>): Promise<Rows> {
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

/** Which rows of before are not there any more as they were, but for columns that were rewritten. */
export function lostRows(before: Rows, after: Rows, except: readonly string[]): string[] {
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
