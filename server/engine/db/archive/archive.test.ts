import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { backupContents, moveContents, valuesAfterMove } from '#server/db/archive-contents.ts';
import { ownMigrations } from '#server/db/own-migrations.ts';
import { seedDemo } from '#server/db/seed/demo-clinic.ts';
import { seedClinic } from '#server/db/seed/seed-clinic.ts';
import type { TestDatabase } from '#server/testing/databases/test-databases.ts';
import { monday } from '#server/testing/test-app.ts';
import { emptyDatabase, otherTestDatabase, testDatabase } from '#server/testing/test-database.ts';
import { unzip } from '#server/testing/unzip.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { zip } from '../../files/zip.ts';
import { schemaText } from '../schema-text.ts';
import { inTransaction } from '../transaction.ts';
import { type LoadOptions, loadArchive } from './load-archive.ts';
import type { Manifest } from './manifest.ts';
import { openArchive } from './read-archive.ts';
import { writeArchiveFile } from './write-archive.ts';

let clinic: TestDatabase;
let other: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), 'hakima-archive-'));
const file = join(folder, 'clinic.zip');

const awkward = 'two\r\nlines,\u2028 a "quote", a back\\slash, \u0001 and an end\r';
const picture = Buffer.from([0, 1, 2, 0xff, 0x5c, 0x0a, 0x22]);

beforeAll(async () => {
  clinic = await testDatabase();
  other = await otherTestDatabase();
  await emptyDatabase(clinic);
  await inTransaction(clinic.db, async (tx) => {
    await seedClinic(tx);
    await seedDemo(tx, '$argon2id$never', clinicClock(monday), monday);
  });
  const run = (statement: string, values: unknown[] = []) => clinic.owner.query(statement, values);
  for (const name of ['=1+1', '', ' -2', 'منى', awkward])
    await run(
      `insert into users (role, name, created_at) values ('patient', $1, '2027-01-01 10:00:00.123456Z')`,
      [name],
    );
  await run(`insert into uploads values (repeat('a', 64), 'image/webp', 1, 1, $1, '2027-01-01')`, [picture]);
  await run(`insert into api_keys (name, token_hash, hint, scopes, per_minute, created_by)
    values ('Laboratory', '\\x736563726574', 'hk_1', '{appointments:read,"a,b","NULL",""}', 60, 1)`);
  await run(
    `insert into messages (dedupe_key, channel, locale, template, secrets, state) values
      ('1', 'email', 'ar', 'resetLink', '{"link":"/s3cret"}', 'sent'),
      ('2', 'email', 'ar', 'resetLink', '{"link":"/s3cret"}', 'queued')`,
  );
  await run(`insert into content_versions (key, body) values ('push-keys', '{"privateKey":"s3cret"}')`);
  await run(
    `insert into events (actor_role, action, subject, before, after) values
      ('admin', 'changed', 'users', null, $1), ('system', 'changed', 'users', 'null', '[1.50, 1e400, {"a": null}]')`,
    [JSON.stringify({ name: awkward, n: 1 })],
  );
  await run(`insert into users (role, name) values ('patient', 'Gone')`);
  await run(`delete from users where name = 'Gone'`);
});
beforeEach(() => emptyDatabase(other));
afterAll(async () => {
  await other.close();
  await emptyDatabase(clinic);
  rmSync(folder, { recursive: true, force: true });
});

async function on<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

const backup = (from: pg.Pool = clinic.pool) =>
  on(from, (client) => writeArchiveFile(file, client, backupContents));
async function restore(options: LoadOptions = {}, kind: Manifest['kind'] = 'backup') {
  const archive = await openArchive(file, kind);
  try {
    return await on(other.owner, async (client) => {
      await client.query('set statement_timeout = 20'); // is lifted while an archive is loaded
      const loading = loadArchive(client, archive, options);
      return loading.finally(() => client.query('reset statement_timeout'));
    });
  } finally {
    archive.close();
  }
}
const manifestIn = (files: ReadonlyMap<string, Buffer>): Manifest =>
  JSON.parse(String(files.get('manifest.json')));
/** Rewrites the archive with changed files. */
async function change(by: (files: Map<string, Buffer>) => void): Promise<void> {
  const files = await unzip(readFileSync(file));
  by(files);
  const entries = [...files].map(([name, bytes]) => ({ name, content: [bytes] }));
  writeFileSync(file, Buffer.concat(await Readable.from(zip(entries)).toArray()));
}
const changeManifest = (by: (manifest: Manifest) => Partial<Record<keyof Manifest, unknown>>) =>
  change((files) => {
    const manifest = manifestIn(files);
    files.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, ...by(manifest) })));
  });
const rowsIn = async ({ owner }: TestDatabase): Promise<unknown> => {
  const query = `select (select json_agg(to_jsonb(u) order by id) from users u) as users,
    (select json_agg(to_jsonb(e) - 'written_by' order by id) from events e) as events,
    (select json_agg(to_jsonb(a) order by id) from appointments a) as appointments,
    (select json_agg(to_jsonb(k)) from api_keys k) as keys, (select json_agg(to_jsonb(p)) from uploads p) as pictures`;
  return (await owner.query(query)).rows;
};
const newUser = async ({ owner }: TestDatabase): Promise<number> =>
  (await owner.query(`insert into users (role, name) values ('patient', 'Next') returning id`)).rows[0].id;

test('a restored clinic has the same rows, schema and rules, and new ids', async () => {
  await backup();
  expect(statSync(file).mode & 0o077).toBe(0);
  const { rows, tables } = await restore();
  expect(rows).toBeGreaterThan(1000);
  expect(tables).toBeGreaterThan(50);
  expect(await rowsIn(other)).toEqual(await rowsIn(clinic));
  expect(await schemaText(other.owner)).toBe(await schemaText(clinic.owner));
  const last = (await clinic.owner.query('select last_value as n from users_id_seq')).rows[0].n;
  expect(await newUser(other)).toBe(last + 1);
  const attempts = [
    'delete from events',
    "insert into users (role, name, created_by) values ('patient', 'X', 999999)",
    'insert into appointments select * from appointments limit 1',
  ];
  for (const attempt of attempts) await expect(other.owner.query(attempt)).rejects.toThrow();
  const counted = async () =>
    (await other.owner.query('select count(*) as n from day_count_deltas')).rows[0].n;
  const before = await counted();
  await other.owner.query('delete from appointments where id = 1');
  expect(await counted()).toBe(before + 1);
});

test('an archive for moving has no secrets, opens in a spreadsheet and runs no formula there', async () => {
  await on(clinic.pool, (client) => writeArchiveFile(file, client, moveContents));
  const files = await unzip(readFileSync(file));
  for (const [name, bytes] of files)
    for (const secret of ['argon2', 's3cret', '736563726574'])
      expect(bytes.toString('latin1'), name).not.toContain(secret);
  expect(files.get(`pictures/${'a'.repeat(64)}.webp`)).toEqual(picture);
  const users = String(files.get('csv/users.csv'));
  expect(users).toMatch(/^\ufeffid,role,name,/);
  expect(users).toContain(",'=1+1,");
  expect([...files.keys()].at(-1)).toBe('manifest.json');
});

test('an archive is a snapshot of one moment', async () => {
  let isChanged = false;
  const meanwhile = async (client: pg.PoolClient) => {
    const query = client.query.bind(client);
    const spy = async (...given: unknown[]) => {
      if (!isChanged && String(given[0]).includes('from "users"')) {
        isChanged = true;
        await clinic.owner.query(`update services set description = 'since then'`);
        await newUser(clinic);
      }
      return query(...(given as [string]));
    };
    await writeArchiveFile(file, Object.assign(Object.create(client), { query: spy }), backupContents);
  };
  await on(clinic.pool, meanwhile);
  expect(isChanged).toBe(true);
  const files = await unzip(readFileSync(file));
  expect(String(files.get('tables/users.jsonl'))).not.toContain('"Next"');
  await clinic.owner.query(`delete from users where name = 'Next'`);
});

test('an archive that cannot be written leaves no file', async () => {
  rmSync(file, { force: true });
  const failing = async (client: pg.PoolClient) => {
    const query = client.query.bind(client);
    const spy = (...given: unknown[]) =>
      String(given[0]).includes('from "users"')
        ? Promise.reject(new Error('the server is gone'))
        : query(...(given as [string]));
    await writeArchiveFile(file, Object.assign(Object.create(client), { query: spy }), backupContents);
  };
  await expect(on(clinic.pool, failing)).rejects.toThrow('the server is gone');
  expect(() => statSync(file)).toThrow('ENOENT');
  expect(() => statSync(`${file}.part`)).toThrow('ENOENT');
});

test('a database with rows is rejected unless replacing is requested, and so is one with foreign tables', async () => {
  await backup();
  await newUser(other);
  const before = await rowsIn(other);
  await expect(restore()).rejects.toThrow('not empty');
  expect(await rowsIn(other)).toEqual(before);
  await other.owner.query('alter table migrations rename to other_migrations');
  await expect(restore({ replace: true })).rejects.toThrow('tables that are not of Hakima');
  await other.owner.query('alter table other_migrations rename to migrations');
  await restore({ replace: true });
  expect(await rowsIn(other)).toEqual(await rowsIn(clinic));
});

const wrongs: [what: string, says: RegExp, spoil: () => Promise<void> | void][] = [
  ['is cut off', /is not an archive of Hakima, or it is incomplete/, () => cut(0.5)],
  ['lacks its last bytes', /is not an archive of Hakima, or it is incomplete/, () => cut(0.9999)],
  ['is something else', /is not an archive of Hakima/, () => writeFileSync(file, 'plain text')],
  ['has no manifest', /is not an archive/, () => change((files) => files.delete('manifest.json'))],
  [
    'has a manifest that is no manifest',
    /damaged \(manifest\.json\)/,
    () => change((files) => files.set('manifest.json', Buffer.from('{"version":1}'))),
  ],
  [
    'has another name in a row',
    /damaged \(tables\/users\.jsonl\)/,
    () =>
      change((files) => {
        const users = String(files.get('tables/users.jsonl'));
        files.set('tables/users.jsonl', Buffer.from(users.replace('منى', 'مني')));
      }),
  ],
  [
    'lacks a table',
    /damaged \(tables\/services\.jsonl\)/,
    () => change((files) => files.delete('tables/services.jsonl')),
  ],
  [
    'has another picture',
    /damaged \(pictures\/a+\.webp\)/,
    () => change((files) => files.set(`pictures/${'a'.repeat(64)}.webp`, Buffer.from('x'))),
  ],
  [
    'does not tell about a table',
    /damaged \(manifest\.json\)/,
    () =>
      changeManifest(({ tables }) => {
        delete tables.users;
        return { tables };
      }),
  ],
  [
    'does not tell about a column',
    /damaged \(tables\/users\.jsonl\)/,
    () =>
      changeManifest(({ tables }) => {
        delete tables.users?.columns.name;
        return { tables };
      }),
  ],
  [
    'names fewer rows than it has',
    /damaged \(tables\/users\.jsonl\)/,
    () =>
      changeManifest(({ tables }) => {
        if (tables.users) tables.users.rows -= 1;
        return { tables };
      }),
  ],
];
const cut = (part: number) =>
  writeFileSync(file, readFileSync(file).subarray(0, Math.floor(statSync(file).size * part)));

test.each(wrongs)(
  'an archive that %s is rejected in one sentence, and nothing has changed',
  async (_, says, spoil) => {
    await backup();
    await spoil();
    const before = await rowsIn(other);
    const error: unknown = await restore().catch((refused: unknown) => refused);
    expect(String(error)).toMatch(says);
    expect(String(error)).toMatch(/Copy or download it again\. Nothing has been changed\.$/);
    expect(await rowsIn(other)).toEqual(before);
  },
);

test('each command reads its own kind of archive, and data left out of it is not imported', async () => {
  await backup();
  await expect(restore({}, 'move')).rejects.toThrow('Run: restore');
  await changeManifest(() => ({ kind: 'move' }));
  await expect(restore()).rejects.toThrow('Run: move-in');
  const options = { forbidden: moveContents.leftOut, missingValues: valuesAfterMove };
  await expect(restore(options, 'move')).rejects.toThrow('is damaged');
});

test('an older archive gets the newer schema, and an archive of a newer version is rejected', async () => {
  await backup();
  const extra = { name: '9999-later', sql: 'alter table services add column later int default 7' };
  await restore({ migrations: [...ownMigrations(), extra] });
  expect((await other.owner.query('select distinct later from services')).rows).toEqual([{ later: 7 }]);
  await backup(other.owner);
  await expect(restore({ replace: true })).rejects.toThrow(
    'The archive has the schema of a newer version of Hakima (9999-later). Restore it with that version',
  );
  await restore({ replace: true, migrations: [...ownMigrations(), extra] });
  expect((await other.owner.query('select distinct later from services')).rows).toEqual([{ later: 7 }]);
  await backup();
  await changeManifest(() => ({ version: 2 }));
  await expect(restore()).rejects.toThrow('has a newer format');
});
