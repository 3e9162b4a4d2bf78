import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { ownMigrations } from '#server/db/own-migrations.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { schemaText } from '#server/engine/db/schema-text.ts';
import { testServer } from '../databases/test-databases.ts';
import { findLostRows, listRewrittenColumns, migrateAndSeed, type Rows, readAllRows } from './upgrading.ts';

const { UPGRADE_SEED = '1' } = process.env;

/** A database without migrations, and a function that drops it. */
async function untouched(): Promise<{ pool: pg.Pool; close: () => Promise<void> }> {
  const name = `hakima_upgrade_${process.pid}`;
  const server = new pg.Client(testServer());
  await server.connect();
  await server.query(`drop database if exists ${name} with (force)`);
  await server.query(`create database ${name} template template0 encoding 'UTF8'`);
  const pool = new pg.Pool({ connectionString: new URL(name, testServer()).href, max: 1 });
  const close = async () => {
    await pool.end();
    // Without force, which would break a connection that is just closing and has no error listener.
    await server.query(`drop database ${name}`);
    await server.end();
  };
  return { pool, close };
}

const { pool, close } = await untouched();
afterAll(close);

test('rows written under each earlier schema are unchanged in the current schema', async () => {
  const own = ownMigrations();
  const client = await pool.connect();
  let before: Rows = new Map();
  const lost: string[] = [];
  const empty = await migrateAndSeed(
    client,
    { upTo: own.length, seed: Number(UPGRADE_SEED) },
    {
      before: async () => void (before = await readAllRows(client)),
      after: async (name) => {
        for (const row of findLostRows(before, await readAllRows(client), listRewrittenColumns([name])))
          lost.push(`${name}: ${row}`);
      },
    },
  );
  client.release();
  expect(lost).toEqual([]);
  expect(empty).toEqual([]);
  const schema = readFileSync(new URL('../../db/schema.sql', import.meta.url), 'utf8');
  expect(await schemaText(pool)).toBe(schema);
  expect(await migrate(pool)).toEqual([]);
});
