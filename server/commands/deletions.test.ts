import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clinic } from '#server/clinic.ts';
import { connect } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { deletePerson } from '#server/features/users/delete-person-actions.ts';
import { newDatabase, testServer } from '#server/testing/databases/test-databases.ts';
import { runCommand as run } from '#server/testing/run-command.ts';
import { readDeletions } from './deletions.ts';

const folder = mkdtempSync(join(tmpdir(), 'hakima-deletions-'));
const [file, list] = ['clinic.backup', 'later.deleted'].map((name) => join(folder, name)) as [string, string];
const databaseUrl = await newDatabase(testServer(), `hakima_deletions_${process.pid}`);
const env = { DATABASE_URL: databaseUrl };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function inClinic<T>(work: (database: Awaited<ReturnType<typeof connect>>) => Promise<T>): Promise<T> {
  const database = await connect({ dataDir: '', databaseUrl });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
const names = () =>
  inClinic(async ({ pool }) =>
    (await pool.query('select name from users order by id')).rows.map(({ name }) => name),
  );

test('a restore deletes people again who were deleted, but nobody who got the same id later', async () => {
  await inClinic(async ({ pool }) => {
    await pool.query(`insert into users (role, name, created_at)
      values ('patient', 'Mona', '2026-01-01 10:00:00.123456Z'), ('patient', 'Salma', '2026-01-02Z')`);
  });
  expect((await run('backup', [file], env)).code).toBe(0);
  expect(JSON.parse(readFileSync(`${file}.deleted`, 'utf8'))).toEqual([]);
  await inClinic(async ({ pool, db }) => {
    const { rows } = await pool.query(
      'select id, role, created_at as "createdAt" from users order by id limit 1',
    );
    await inTransaction(db, (tx) => deletePerson(tx, rows[0], { now: new Date(), ...clinic.registries }));
    await pool.query(`insert into deletions values (2, '2031-01-01Z', now())`);
  });
  expect((await run('delete-again', ['--list', list], env)).says).toContain('names 2 deleted people');
  expect(readFileSync(list, 'utf8')).not.toContain('Mona');

  expect((await run('restore', [file, '--replace'], env)).code).toBe(0);
  expect(await names()).toEqual(['Mona', 'Salma']);
  expect(await run('delete-again', [list], env)).toEqual({
    code: 0,
    says: expect.stringMatching(/^1 of 2 were there again/),
  });
  expect(await names()).toEqual(['Salma']);
  expect((await run('delete-again', [list], env)).says).toMatch(/^0 of 2/);
}, 120_000);

test('the server’s own list of deletions is accepted apart from an incomplete line, any other file is rejected', () => {
  const kept = join(folder, 'deletions');
  const [first, second] = [1, 2].map((id) => ({ id, since: '2026-01-01T10:00:00.123456Z' }));
  const [one, other] = [JSON.stringify(first), JSON.stringify(second)];
  writeFileSync(kept, `${one}\n${other.slice(0, -9)}\n${other}\n`);
  expect(readDeletions(kept)).toEqual([first, second]);
  for (const text of ['something else', `{"id":1}\n`]) {
    writeFileSync(kept, text);
    expect(() => readDeletions(kept)).toThrow('is no list of deletions');
  }
});
