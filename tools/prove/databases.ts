import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ArchiveContents } from '#server/db/archive-contents.ts';
import { moveContents } from '#server/db/archive-contents.ts';
import { connect, type Database } from '#server/engine/db/connect.ts';
import { kill } from '../../bench/servers.ts';
import { root } from '../set-up/processes.mjs';
import { startPostgres } from '../test-run/postgres.mjs';

/** An empty database. */
export interface EmptyDatabase {
  /** Environment variables that select it. */
  readonly env: Record<string, string>;
  open(): Promise<Database>;
  forget(): Promise<void>;
}

/** A folder in which the process starts its own PostgreSQL. */
export function localDatabase(): Promise<EmptyDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hakima-prove-'));
  return Promise.resolve({
    env: { DATA_DIR: dataDir, DATABASE_URL: '' },
    open: () => connect({ dataDir }),
    forget: () => removeDataFolder(dataDir),
  });
}

/** Removes a data folder. If its PostgreSQL is still running, it is stopped first. */
export async function removeDataFolder(dataDir: string): Promise<void> {
  await connect({ dataDir }).then((database) => database.close());
  rmSync(dataDir, { recursive: true, force: true });
}

/** Names of its tables. */
export async function listTablesOf({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Checksums of all rows of each table for which `of` returns a row expression. */
async function checksumTables(
  place: EmptyDatabase,
  of: (table: string) => { row: string; where: string } | null,
): Promise<string> {
  const database = await place.open();
  const found: string[] = [];
  for (const name of await listTablesOf(database)) {
    const rows = of(name);
    if (!rows) continue;
    const { row, where } = rows;
    const text = `select md5(string_agg(${row}, '' order by ${row} collate "C")) as sum from "${name}" t
      where ${where}`;
    // The time limit of the product's queries is for interactive use.
    const slowQuery = { text, query_timeout: 600_000 };
    found.push(`${name} ${(await database.pool.query<{ sum: string }>(slowQuery)).rows[0]?.sum}`);
  }
  await database.close();
  return found.join('\n');
}

/** Ignores the history entry of the move itself. */
const others = "to_jsonb(t) ->> 'subject' is distinct from 'moving'";

/** Checksums of all tables; empty if there are none. */
export const checksumAll = (place: EmptyDatabase): Promise<string> =>
  // `written_by` and `applied_at` depend on the server, not on the clinic's data.
  checksumTables(place, () => ({ row: "(to_jsonb(t) - 'written_by' - 'applied_at')::text", where: others }));

/** Checksums of the data that an export contains. */
export const checksumOfExport = (place: EmptyDatabase): Promise<string> =>
  checksumTables(place, (table) => {
    const { columns: moved, rows }: ArchiveContents = moveContents;
    const columns = moved?.[table]?.split(' ').map((column) => `t."${column}"`);
    if (!columns) return null;
    const row = `jsonb_build_array(${columns.join(', ')})::text`;
    return { row, where: `(${rows[table]?.keeps ?? 'true'}) and ${others}` };
  });

export type Tool = 'backup' | 'restore' | 'move-out' | 'move-in';

/** Runs an operator command to its end, or kills it after a time; returns whether it ended by itself. */
export async function runCommandAt(
  place: EmptyDatabase,
  tool: Tool,
  args: string[],
  killAfterMs?: number,
): Promise<boolean> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts', tool, ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', ...place.env },
    stdio: ['ignore', 'ignore', killAfterMs === undefined ? 'inherit' : 'ignore'],
  });
  const ended = once(child, 'exit').then(() => true);
  const first = await Promise.race([
    ended,
    ...(killAfterMs === undefined ? [] : [sleep(killAfterMs, false)]),
  ]);
  if (!first) await kill({ child });
  return first;
}

/** Databases on a PostgreSQL; `crash` kills it and resolves once it is back. */
export interface Databases {
  make(): Promise<EmptyDatabase>;
  crash(): Promise<void>;
  close(): Promise<void>;
}

/** A PostgreSQL on which any number of databases can be created. */
export async function databasesOnServer(): Promise<Databases> {
  const postgres = await startPostgres({ durable: true });
  const server = await connect({ dataDir: '', databaseUrl: postgres.url, warn: () => undefined });
  let made = 0;
  return {
    make: async () => {
      const name = `prove${++made}`;
      const databaseUrl = new URL(name, postgres.url).href;
      await server.pool.query(`create database ${name} template template0 locale 'C.UTF-8'`);
      return {
        env: { DATABASE_URL: databaseUrl },
        open: () => connect({ dataDir: '', databaseUrl }),
        forget: async () => void (await server.pool.query(`drop database ${name} with (force)`)),
      };
    },
    crash: () => postgres.crash(),
    close: async () => {
      await server.close();
      await postgres.stop();
    },
  };
}
