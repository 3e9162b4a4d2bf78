import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedClinic } from '#server/db/seed/seed-clinic.ts';
import { connect } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { verifyPassword } from '#server/engine/secrets/passwords.ts';
import { runCommand as run } from '#server/testing/run-command.ts';
import { fillDataFolder } from '../../tools/test-run/prepared-cluster.ts';

const root = mkdtempSync(join(tmpdir(), 'hakima-moving-'));
chmodSync(root, 0o755); // for the account that PostgreSQL runs as where the tests run as root
const [clinic, next, file] = ['clinic', 'next', 'clinic.zip'].map((name) => join(root, name)) as [
  string,
  string,
  string,
];

async function asked(dataDir: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const database = await connect({ dataDir });
  let rows: Record<string, unknown>[] = [];
  for (const statement of statements) ({ rows } = await database.pool.query(statement));
  await database.close();
  return rows;
}

beforeAll(async () => {
  await fillDataFolder(clinic);
  const database = await connect({ dataDir: clinic });
  await inTransaction(database.db, (tx) => seedClinic(tx));
  await database.pool.query(`insert into users (role, name, username, is_super_admin) values
    ('admin', 'Admin', 'admin', true), ('admin', 'Owner', 'owner', false), ('patient', 'منى', null, false)`);
  await database.pool.query(`insert into appointments
    (patient_id, location_id, service_id, local_start, local_end, status)
    values (3, 1, 1, '2027-01-02 01:00', '2027-01-02 01:20', 'confirmed')`);
  await database.close();
}, 120_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a clinic moves out and in by one command each, and staff can sign in afterwards', async () => {
  expect(await run('move-out', [file], { DATA_DIR: clinic })).toMatchObject({
    code: 0,
    says: expect.stringContaining(`has moved to ${file}`),
  });
  const moved = await run('move-in', [file], { DATA_DIR: next, OWNER_USERNAME: 'owner' });
  expect(moved).toMatchObject({ code: 0, says: expect.stringMatching(/holds the clinic of .* rows in/) });
  const words = /password of "(\w+)", shown only now, is (\S+)/g;
  const given = [...moved.says.matchAll(words)].map(([, name, password]) => [name, password ?? ''] as const);
  expect(given.map(([name]) => name)).toEqual(['admin', 'owner']);
  const hashes = await asked(
    next,
    'select password_hash as hash, must_change from credentials order by user_id',
  );
  expect(hashes.map(({ must_change: must }) => must)).toEqual([true, true]);
  for (const [at, [, password]] of given.entries())
    expect(await verifyPassword(String(hashes[at]?.hash), password)).toBe(true);

  expect(await asked(next, 'select day::text, status, n from day_counts')).toEqual([
    { day: '2027-01-01', status: 'confirmed', n: 1 },
  ]);
  expect(await asked(next, 'select id from users where words is null')).toEqual([]);
  expect(await asked(next, 'select action from events order by id')).toEqual([{ action: 'moved_in' }]);
  expect(await asked(clinic, 'select action from events order by id')).toEqual([{ action: 'moved_out' }]);
}, 120_000);

test('each error is one sentence in the language of the terminal', async () => {
  expect((await run('move-out', [], { DATA_DIR: clinic })).says).toMatch(/^Name the file/);
  expect((await run('move-in', [], { DATA_DIR: next })).says).toMatch(/^Name the archive/);
  expect(await run('move-in', [file], { DATA_DIR: clinic })).toEqual({
    code: 1,
    says: expect.stringMatching(/^The database is not empty: .*Nothing has been changed\.\n$/),
  });
  expect((await run('restore', [file], { DATA_DIR: next })).says).toMatch(/is an archive for moving/);
  const inArabic = { DATA_DIR: clinic, LC_ALL: 'ar_EG.UTF-8' };
  expect((await run('move-in', [file], inArabic)).says).toMatch(
    /^قاعدة البيانات ليست فارغة: .*DATA_DIR=NEW-FOLDER move-in .*لم يتغير شيء\.\n$/,
  );
  const nowhere = join(root, 'none.zip');
  expect((await run('move-in', [nowhere], { ...inArabic, LC_ALL: '', LANG: 'ar' })).says).toMatch(
    /^لا يوجد ملف/,
  );
}, 120_000);
