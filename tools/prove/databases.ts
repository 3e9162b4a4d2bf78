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

/** An empty database of its own, nobody's yet. */
export interface Place {
  /** How a process is told of it. */
  readonly env: Record<string, string>;
  open(): Promise<Database>;
  forget(): Promise<void>;
}

/** A folder in which the process starts its own PostgreSQL. */
export function localDatabase(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hakima-prove-'));
  return Promise.resolve({
    env: { DATA_DIR: dataDir, DATABASE_URL: '' },
    open: () => connect({ dataDir }),
    forget: () => removeDataFolder(dataDir),
  });
}

/** Removes a data folder. A PostgreSQL that outlived its server is joined and stopped first. */
export async function removeDataFolder(dataDir: string): Promise<void> {
  await connect({ dataDir }).then((database) => database.close());
  rmSync(dataDir, { recursive: true, force: true });
}

/** How its tables are called. */
export async function tablesOf({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Of every table that `of` gives a row of, a sum of all its rows: the same for the same rows. */
async function sums(
  place: Place,
  of: (table: string) => { row: string; where: string } | null,
): Promise<string> {
  const database = await place.open();
  const found: string[] = [];
  for (const name of await tablesOf(database)) {
    const rows = of(name);
    if (!rows) continue;
    const { row, where } = rows;
    const text = `select md5(string_agg(${row}, '' order by ${row} collate "C")) as sum from "${name}" t
      where ${where}`;
    // The deadline of the product's queries is for people who wait.
    const unhurried = { text, query_timeout: 600_000 };
    found.push(`${name} ${(await database.pool.query<{ sum: string }>(unhurried)).rows[0]?.sum}`);
  }
  await database.close();
  return found.join('\n');
}

/** That it has moved is a line of a clinic's history; the rest of it is as it was. */
const others = "to_jsonb(t) ->> 'subject' is distinct from 'moving'";

/** What stands in every table; nothing where there is none. */
export const sumOf = (place: Place): Promise<string> =>
  // When a migration was applied here, and by which transaction of this server, is not of the clinic.
  sums(place, () => ({ row: "(to_jsonb(t) - 'written_by' - 'applied_at')::text", where: others }));

/** What of it leaves with a clinic that moves out. */
export const sumThatMoves = (place: Place): Promise<string> =>
  sums(place, (table) => {
    const { columns: moved, rows }: ArchiveContents = moveContents;
    const columns = moved?.[table]?.split(' ').map((column) => `t."${column}"`);
    if (!columns) return null;
    const row = `jsonb_build_array(${columns.join(', ')})::text`;
    return { row, where: `(${rows[table]?.keeps ?? 'true'}) and ${others}` };
  });

export type Tool = 'backup' | 'restore' | 'move-out' | 'move-in';

/** Runs a command of the house to its end, or kills it after a while; answers whether it ended by itself. */
export async function runAt(
  place: Place,
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

/** Databases on a PostgreSQL that can be killed under them; it answers once it is back. */
export interface Databases {
  make(): Promise<Place>;
  crash(): Promise<void>;
  close(): Promise<void>;
}

/** A PostgreSQL that makes as many as are asked for. */
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
