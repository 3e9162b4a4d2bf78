import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database } from '#server/engine/db/connect.ts';
import { startPostgres } from '../test-run/postgres.mjs';

/** An empty database of its own, nobody's yet. */
export interface Place {
  /** How a process is told of it. */
  readonly env: Record<string, string>;
  open(): Promise<Database>;
  forget(): Promise<void>;
}

export function embeddedDatabase(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hakima-prove-'));
  return Promise.resolve({
    env: { DATA_DIR: dataDir, DATABASE_URL: '' },
    open: () => connect({ dataDir, waitMs: 10_000 }),
    forget: async () => rmSync(dataDir, { recursive: true, force: true }),
  });
}

/** How its tables are called. */
export async function tablesOf({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** A PostgreSQL that makes as many as are asked for. */
export async function databasesOnServer(): Promise<{ make(): Promise<Place>; close(): Promise<void> }> {
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
    close: async () => {
      await server.close();
      await postgres.stop();
    },
  };
}
