import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoadOptions, loadArchive } from '#server/engine/db/archive/load-archive.ts';
import type { Manifest } from '#server/engine/db/archive/manifest.ts';
import { openArchive } from '#server/engine/db/archive/read-archive.ts';
import { writeArchiveFile } from '#server/engine/db/archive/write-archive.ts';
import { readShapes, type TableShape } from '#server/engine/db/table-shapes.ts';
import type { TestDatabase } from '#server/testing/databases/test-databases.ts';
import { AnyRows } from '#server/testing/proofs/any-rows.ts';
import { emptyDatabase, otherTestDatabase, testDatabase } from '#server/testing/test-database.ts';
import { type ArchiveContents, backupContents, moveContents, valuesAfterMove } from './archive-contents.ts';

/** Every table and every column of the schema is filled with generated data, written and read again. */
let clinic: TestDatabase;
let other: TestDatabase;
let shapes: TableShape[];
const folder = mkdtempSync(join(tmpdir(), 'hakima-archive-'));

const maxRounds = 40;
const rowsARound = 6;

beforeAll(async () => {
  clinic = await testDatabase();
  other = await otherTestDatabase();
  await emptyDatabase(clinic);
  await on(clinic, async (client) => {
    shapes = await readShapes(client);
    await client.query('begin');
    for (let round = 1; round <= maxRounds; round++) {
      const lacking = await lackingValues(client);
      if (round > 1 && lacking.length === 0) break;
      // An appointment has one arrival at most: more arrivals need more appointments.
      const grows = (table: string) =>
        table === 'appointments' || lacking.some((name) => name.startsWith(`${table}.`));
      await new AnyRows(client, 7919 * round).fill(rowsARound, grows);
      await client.query(`update users set words = 'mona'`);
    }
    expect(await lackingValues(client)).toEqual([]);
    await client.query('commit');
  });
}, 120_000);
afterAll(async () => {
  await other.close();
  await emptyDatabase(clinic);
  rmSync(folder, { recursive: true, force: true });
});

async function on<T>({ owner }: TestDatabase, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await owner.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/** Columns without a value in any row, and states that no import and no offer has. */
async function lackingValues(client: pg.ClientBase): Promise<string[]> {
  const lacking: string[] = [];
  for (const { name, columns } of shapes) {
    const counts = columns.map(([column]) => `count("${column}")::int as "${column}"`);
    const { rows } = await client.query<Record<string, number>>(`select ${counts.join(', ')} from "${name}"`);
    for (const [column, count] of Object.entries(rows[0] ?? {}))
      if (count === 0) lacking.push(`${name}.${column}`);
  }
  for (const table of ['imports', 'offers']) {
    const { rows } = await client.query<{ name: string }>(
      `select '${table}.state ' || found[1] as name
        from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''(\\w+)''::text', 'g') as found
        where conname = '${table}_state_check' and not exists (select from ${table} where state = found[1])`,
    );
    lacking.push(...rows.map(({ name }) => name));
  }
  return lacking;
}

type Rows = Record<string, string[]>;

/** The rows of each table, of the columns that `contents` does not leave out. */
const rowsIn = (database: TestDatabase, contents: ArchiveContents): Promise<Rows> =>
  on(database, async (client) => {
    const found: Rows = {};
    for (const { name, columns } of shapes) {
      const kept = columns.filter(([column]) => !isLeftOut(contents, name, column));
      if (kept.length === 0) continue;
      const row = `jsonb_build_array(${kept.map(([column]) => `"${column}"`).join(', ')})::text`;
      const { rows } = await client.query<{ row: string }>(
        `select ${row} as row from "${name}" where ${contents.rows[name]?.keeps ?? 'true'} order by 1`,
      );
      found[name] = rows.map((each) => each.row);
    }
    return found;
  });
const isLeftOut = ({ leftOut }: ArchiveContents, table: string, column: string): boolean =>
  `${table}.${column}` !== 'uploads.bytes' && (table in leftOut || `${table}.${column}` in leftOut);

const lastNumbers = (database: TestDatabase) =>
  on(database, async (client) => {
    const numbers: Record<string, unknown> = {};
    for (const { name, sequence } of shapes)
      if (sequence)
        numbers[name] = (await client.query(`select last_value, is_called from ${sequence}`)).rows;
    return numbers;
  });

/** Writes an archive of the clinic, loads it into the other database and returns its manifest. */
async function copy(contents: ArchiveContents, options: LoadOptions): Promise<Manifest> {
  const file = join(folder, `${contents.kind}.zip`);
  await on(clinic, (client) => writeArchiveFile(file, client, contents));
  const archive = await openArchive(file, contents.kind);
  await on(other, (client) => loadArchive(client, archive, { ...options, replace: true }));
  archive.close();
  return archive.manifest;
}

test('a backup has every row of every table', async () => {
  const { leftOutTables, tables } = await copy(backupContents, {});
  expect(await rowsIn(other, backupContents)).toEqual(await rowsIn(clinic, backupContents));
  expect(await lastNumbers(other)).toEqual(await lastNumbers(clinic));
  expect(leftOutTables).toEqual({});
  expect(Object.keys(tables)).toEqual(shapes.map(({ name }) => name));
});

test('an archive for moving has everything but what its manifest lists as left out', async () => {
  const manifest = await copy(moveContents, {
    forbidden: moveContents.leftOut,
    missingValues: valuesAfterMove,
  });
  expect(await rowsIn(other, moveContents)).toEqual(await rowsIn(clinic, moveContents));
  const named = Object.entries(manifest.tables).flatMap(([table, { leftOut = {} }]) =>
    Object.entries(leftOut).map(([column, why]) => [`${table}.${column}`, why]),
  );
  expect({ ...manifest.leftOutTables, ...Object.fromEntries(named) }).toEqual(moveContents.leftOut);
  const columns = Object.entries(manifest.tables).map(([table, { columns: kept }]) => [
    table,
    Object.keys(kept).toSorted(),
  ]);
  const allowed = Object.entries(moveContents.columns).map(([table, kept]) => [
    table,
    kept.split(' ').toSorted(),
  ]);
  expect(Object.fromEntries(columns)).toEqual(Object.fromEntries(allowed));
});

test('columns that do not move have their default on the next server', async () => {
  await copy(moveContents, { missingValues: valuesAfterMove });
  const wrong = await on(other, async (client) => {
    const found: string[] = [];
    for (const name of Object.keys(moveContents.leftOut)) {
      const [table = '', column] = name.split('.');
      const { rows } = await client.query<{ value: string | null }>(
        `select pg_get_expr(adbin, adrelid) as value from pg_attrdef join pg_attribute
          on attrelid = adrelid and attnum = adnum where adrelid = '"${table}"'::regclass and attname = $1`,
        [column ?? ''],
      );
      const isWrong = column ? `"${column}" is distinct from ${rows[0]?.value ?? 'null'}` : 'true';
      if ((await client.query(`select from "${table}" where ${isWrong} limit 1`)).rowCount) found.push(name);
    }
    return found;
  });
  const [secret, revoked] = Object.keys(valuesAfterMove);
  expect(new Set(wrong)).toEqual(new Set([secret, revoked, 'events.written_by', 'uploads.bytes']));
  const keys = 'select token_hash, revoked_at from api_keys';
  const [before, after] = [await clinic.owner.query(keys), await other.owner.query(keys)];
  const hashes = before.rows.map(({ token_hash: hash }) => String(hash));
  for (const { token_hash: hash, revoked_at: at } of after.rows) {
    expect(hashes).not.toContain(String(hash));
    expect(at).not.toBeNull();
  }
});
