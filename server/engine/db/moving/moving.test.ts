import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { leftBehind, leftRows, movedColumns } from '#server/db/moved-columns.ts';
import { seedDemo } from '#server/db/seed/demo-clinic.ts';
import { seedClinic } from '#server/db/seed/seed-clinic.ts';
import type { TestDatabase } from '#server/testing/databases/test-databases.ts';
import { monday } from '#server/testing/test-app.ts';
import { emptyDatabase, otherTestDatabase, testDatabase } from '#server/testing/test-database.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { byteOrderMark } from '#shared/domain/csv.ts';
import type { Database } from '../connect.ts';
import { plainSpelling, rowsOf } from '../dump.ts';
import { load } from '../load.ts';
import { giveRows } from '../schema-owner.ts';
import { readShapes, selectLines } from '../table-shapes.ts';
import { inTransaction } from '../transaction.ts';
import { type Manifest, manifestFile } from './manifest.ts';
import { linesOfFolder, readManifest } from './move-in.ts';
import { csvHeading } from './open-rows.ts';
import { moveOutTo } from './out-folder.ts';

let clinic: TestDatabase;
let other: TestDatabase;
const made: string[] = [];
const folderOf = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hakima-moving-'));
  made.push(folder);
  return folder;
};

beforeAll(async () => {
  clinic = await testDatabase();
  other = await otherTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(clinic);
  await emptyDatabase(other);
});
afterAll(async () => {
  await other.close();
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

async function on<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/** Every row of every table, of the columns that move. */
async function rowsThatMove({ pool }: Database): Promise<Record<string, string[]>> {
  return on(pool, async (client) => {
    const found: Record<string, string[]> = {};
    await client.query(`begin; ${plainSpelling}`);
    for (const shape of await readShapes(client)) {
      const moved = movedColumns[shape.name]?.split(' ');
      if (!moved) continue;
      const columns = shape.columns.filter(([name]) => moved.includes(name));
      const where = leftRows[shape.name]?.keeps ?? 'true';
      const rows: string[] = [];
      for await (const lines of rowsOf(client, selectLines(shape, { columns, where }))) rows.push(...lines);
      found[shape.name] = rows;
    }
    await client.query('commit');
    return found;
  });
}

const awkward = 'two\r\nlines,\u2028 a "quote", a back\\slash, \u0001 and an end\r';
const picture = Buffer.from([0, 1, 2, 0xff, 0x5c, 0x0a, 0x22]);

async function seed({ db, pool }: Database): Promise<void> {
  await inTransaction(db, async (tx) => {
    await seedClinic(tx);
    await seedDemo(tx, '$argon2id$never', clinicClock(monday), monday);
  });
  const run = (statement: string, values: unknown[] = []) => pool.query(statement, values);
  for (const name of ['=1+1', "'=1", "'plain", '+20100', '', ' -2', 'منى', awkward])
    await run(`insert into users (role, name, username) values ('patient', $1, null)`, [name]);
  await run(
    `insert into uploads values (repeat('a', 64), 'image/webp', 1, 1, $1, '2027-01-01T00:00:00.123456Z')`,
    [picture],
  );
  await run(`insert into identities values ('google', '1234567890', 1)`);
  await run(`insert into api_keys (name, token_hash, hint, scopes, per_minute, created_by)
    values ('Laboratory', '\\x736563726574', 'hk_1', '{appointments:read,"a,b"}', 60, 1)`);
  await run(
    `insert into messages (dedupe_key, channel, locale, template, secrets, state) values
      ('1', 'email', 'ar', 'resetLink', '{"link":"/s3cret"}', 'sent'),
      ('2', 'email', 'ar', 'resetLink', '{"link":"/s3cret"}', 'queued'),
      ('3', 'webhook', 'en', 'event', null, 'sent'), ('4', 'sms', 'en', 'reminder', null, 'queued')`,
  );
  await run(`insert into content_versions (key, body) values ('push-keys', '{"privateKey":"s3cret"}')`);
  await run(
    `insert into events (actor_role, action, subject, ip, before, after) values
      ('admin', 'changed', 'users', '10.0.0.1', null, $1), ('system', 'changed', 'users', null, 'null',
        '[1.50, 1e400]')`,
    [JSON.stringify({ name: awkward, 'key {"[': { deep: ['}', '\\"'] }, n: 1 })],
  );
  await run(`insert into users (role, name) values ('patient', 'Gone')`);
  await run(`delete from users where name = 'Gone'`);
}

const moveOut = (from: Database, folder: string) => on(from.pool, (client) => moveOutTo(folder, client));
async function moveIn({ owner, pool }: TestDatabase, folder: string): Promise<void> {
  const manifest = await readManifest(folder);
  await on(owner, (client) => load(client, linesOfFolder(folder, manifest), { notEmpty: 'not empty' }));
  await giveRows(owner, pool);
}
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, manifestFile), 'utf8'));

test('every table and column leaves, or is left with its reason', async () => {
  const { rows } = await clinic.pool.query<{ name: string; table: string }>(
    `select c.relname as table, c.relname || '.' || a.attname as name
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype`,
  );
  const leaving = Object.entries(movedColumns).flatMap(([table, columns]) =>
    columns.split(' ').map((column) => `${table}.${column}`),
  );
  const whole = (table: string) => (table in leftBehind ? table : undefined);
  const staying = rows.flatMap(({ name, table }) => (name in leftBehind || whole(table) ? name : []));
  expect([...leaving, ...staying].sort()).toEqual(rows.map(({ name }) => name).sort());
  const known = new Set(rows.flatMap(({ name, table }) => [name, table]));
  expect(Object.keys(leftBehind).filter((name) => !known.has(name))).toEqual([]);
});

test('what moves out moves in on another engine and is the same row by row, and back again', async () => {
  await seed(clinic);
  const before = await rowsThatMove(clinic);
  const [first, second] = [folderOf(), folderOf()];
  const out = await moveOut(clinic, first);
  expect(out.rows).toBe(Object.values(before).flat().length);
  await moveIn(other, first);
  expect(await rowsThatMove(other)).toEqual(before);
  expect((await other.pool.query('select bytes from uploads')).rows[0].bytes).toEqual(picture);
  const next = `insert into users (role, name) values ('patient', 'Next') returning id`;
  const [there, here] = [await other.pool.query(next), await clinic.pool.query(next)];
  expect(there.rows).toEqual(here.rows);

  await other.pool.query(`delete from users where name = 'Next'`);
  await moveOut(other, second);
  await emptyDatabase(clinic);
  await moveIn(clinic, second);
  expect(await rowsThatMove(clinic)).toEqual(before);
});

test('no way in and no secret is in the files, which nobody else may read', async () => {
  await seed(clinic);
  const folder = folderOf();
  await moveOut(clinic, folder);
  for (const file of filesIn(folder)) {
    const text = readFileSync(file, 'latin1');
    for (const secret of ['argon2', 's3cret', '736563726574']) expect(text, file).not.toContain(secret);
    expect(statSync(file).mode & 0o077).toBe(0);
  }
  await moveIn(other, folder);
  const { rows } = await other.pool.query('select token_hash, revoked_at from api_keys');
  expect(rows[0].token_hash.toString()).not.toBe('secret');
  expect(rows[0].revoked_at).not.toBeNull();
});

test('a way in does not come in either, where somebody has put one into the folder', async () => {
  await seed(clinic);
  const folder = folderOf();
  await moveOut(clinic, folder);
  const { tables, files } = manifestOf(folder);
  const at = '2027-01-01 00:00:00+00';
  const put = {
    api_keys: `1,Laboratory,\\x736563726574,hk_1,{appointments:read},60,1,${at},,,,\r\n`,
    credentials: `1,theirs,false,${at},\r\n`,
  };
  for (const [table, row] of Object.entries(put)) {
    const columns = tables[table]?.columns ?? [];
    const bytes = Buffer.from(byteOrderMark + csvHeading(columns) + row);
    const file = `${table}.csv`;
    writeFileSync(join(folder, file), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const others = manifestOf(folder).files.filter((one) => one.file !== file);
    change(folder, (manifest) => ({
      tables: { ...manifest.tables, [table]: { columns, left: {} } },
      files: [...others, { file, table, rows: 1, bytes: bytes.length, sha256 }],
    }));
  }
  expect(manifestOf(folder).files).toHaveLength(files.length + 1);
  await moveIn(other, folder);
  const { rows } = await other.pool.query('select token_hash, revoked_at from api_keys');
  expect(rows[0].token_hash.toString()).not.toBe('secret');
  expect(rows[0].revoked_at).not.toBeNull();
  expect((await other.pool.query('select from credentials')).rowCount).toBe(0);
});

test('a run that was cut off goes on with the same moment', async () => {
  await seed(clinic);
  const [whole, cut] = [folderOf(), folderOf()];
  await moveOut(clinic, whole);
  const stopping = on(clinic.pool, async (client) => {
    const real = client.query.bind(client);
    const spy = (...given: unknown[]) =>
      String(given[0]).includes('limit $3')
        ? Promise.reject(new Error('cut off'))
        : real(...(given as [string]));
    return moveOutTo(cut, Object.assign(Object.create(client), { query: spy }));
  });
  await expect(stopping).rejects.toThrow('cut off');
  await expect(readManifest(cut)).rejects.toThrow(/cut off\. Run move-out into this folder again/);
  await clinic.pool.query(
    `insert into events (actor_role, action, subject) values ('admin', 'later', 'users')`,
  );
  await clinic.pool.query(`insert into users (role, name) values ('patient', 'Later')`);
  const { kept } = await moveOut(clinic, cut);
  expect(kept).toBeGreaterThan(30);
  const sums = (folder: string) => manifestOf(folder).files.map(({ file, sha256 }) => [file, sha256]);
  expect(sums(cut)).toEqual(sums(whole));
  await expect(moveOut(clinic, cut)).rejects.toThrow('is not empty');
});

test('where somebody was deleted since, it begins again without her', async () => {
  await seed(clinic);
  const folder = folderOf();
  await moveOut(clinic, folder);
  const { files, at, migrations, tables, numbers } = manifestOf(folder);
  const moment = { hakima: 'clinic', format: 1, at, migrations, tables, numbers };
  const lines = [{ ...moment, snapshot: '1:1:', history: 1, deletions: 0, pictures: [] }, ...files];
  writeFileSync(join(folder, 'unfinished.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await clinic.pool.query(`insert into deletions values (99, now(), now())`);
  expect((await moveOut(clinic, folder)).kept).toBe(0);
});

const spoilings: [string, RegExp, (folder: string) => void][] = [
  [
    'a name',
    /users\.csv is not what was written.*nothing has been moved in/,
    (folder) => spoil(folder, 'users.csv', 'منى', 'مني'),
  ],
  [
    'a line of the history',
    /history\/events-0001\.jsonl is not/,
    (folder) => spoil(folder, 'history/events-0001.jsonl', '"changed"', '"created"'),
  ],
  ['a missing file', /services\.csv is missing in/, (folder) => rmSync(join(folder, 'services.csv'))],
  [
    'a picture',
    /pictures\/a+\.webp is not/,
    (folder) => writeFileSync(join(folder, `pictures/${'a'.repeat(64)}.webp`), 'x'),
  ],
  [
    'a newer version',
    /newer version of Hakima \(9999-later\).*Move in with the version/,
    (folder) => change(folder, ({ migrations }) => ({ migrations: [...migrations, '9999-later'] })),
  ],
  ['a newer format', /newer format/, (folder) => change(folder, () => ({ format: 2 as 1 }))],
  [
    'a path that leads elsewhere',
    /manifest\.json is damaged/,
    (folder) =>
      change(folder, ({ files }) => ({
        files: files.map((file) => ({ ...file, file: '../../secret.csv' })),
      })),
  ],
  ['a manifest that is none', /is no JSON/, (folder) => writeFileSync(join(folder, manifestFile), 'hello')],
  ['no manifest', /there is no manifest\.json/, (folder) => rmSync(join(folder, manifestFile))],
];
function spoil(folder: string, file: string, from: string, to: string): void {
  const path = join(folder, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
}
function change(folder: string, by: (manifest: Manifest) => Partial<Manifest>): void {
  const manifest = manifestOf(folder);
  writeFileSync(join(folder, manifestFile), JSON.stringify({ ...manifest, ...by(manifest) }));
}

test('what is wrong is said with how to mend it, and nothing has changed', async () => {
  await seed(clinic);
  const before = await rowsThatMove(other);
  const whole = folderOf();
  await moveOut(clinic, whole);
  for (const [what, says, spoiled] of spoilings) {
    const folder = folderOf();
    cpSync(whole, folder, { recursive: true });
    spoiled(folder);
    await expect(moveIn(other, folder), what).rejects.toThrow(says);
    expect(await rowsThatMove(other)).toEqual(before);
  }
  await other.pool.query(`insert into users (role, name) values ('patient', 'Here')`);
  await expect(moveIn(other, whole)).rejects.toThrow('not empty');
});
