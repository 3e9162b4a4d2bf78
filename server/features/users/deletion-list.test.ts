import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeUser } from '#server/testing/factories.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { addDeletions, startDeletionListSync } from './deletion-list-actions.ts';

const folder = mkdtempSync(join(tmpdir(), 'hakima-deletion-list-'));
const file = join(folder, 'deletions');
const clinic = await createTestApp({ DELETIONS_FILE: file });
const { deps } = clinic;
beforeEach(async () => {
  await clinic.reset();
  rmSync(file, { force: true });
});
afterAll(async () => {
  await clinic.close();
  rmSync(folder, { recursive: true });
});

const noted = (id: number) =>
  deps.database.pool.query(`insert into deletions values (${id}, '2026-01-01 10:00:00.123456Z', now())`);
const lines = () => readFileSync(file, 'utf8').split('\n').slice(0, -1);
const lineOf = (id: number) => `{"id":${id},"since":"2026-01-01T10:00:00.123456Z"}`;

test('each deletion is added once, an incomplete line again, and a restored database shortens nothing', async () => {
  expect(await addDeletions(deps, file)).toBe(0);
  await noted(7);
  await noted(9);
  expect([await addDeletions(deps, file), await addDeletions(deps, file)]).toEqual([2, 0]);
  expect(lines()).toEqual([lineOf(7), lineOf(9)]);
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, -9));
  expect([await addDeletions(deps, file), await addDeletions(deps, file)]).toEqual([1, 0]);
  expect([lines()[0], lines()[2]]).toEqual([lineOf(7), lineOf(9)]);
  await deps.database.pool.query('delete from deletions');
  expect(await addDeletions(deps, file)).toBe(0);
  expect(lines()).toHaveLength(3);
});

test('a deleted person is added soon, with id and time only', async () => {
  const admin = await createSignedInUser(clinic, { role: 'admin' });
  const { id } = await makeUser(deps.db, { name: 'Mona Samir' });
  const stop = await startDeletionListSync(deps);
  const gone = await clinic.call('DELETE', `/api/users/${id}`, { cookie: admin.cookie });
  expect(gone.statusCode).toBe(204);
  await deps.feed.poke();
  const written = () => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  };
  await expect
    .poll(written, { timeout: 10_000 })
    .toMatch(new RegExp(`^\\{"id":${id},"since":"[-\\d:.TZ]+"\\}\\n$`));
  stop();
});

test('a file that cannot be written is reported at the start with what to do', async () => {
  const away = { ...deps, config: { ...deps.config, DELETIONS_FILE: join(folder, 'away', 'deletions') } };
  await expect(startDeletionListSync(away)).rejects.toThrow(
    /^the file of DELETIONS_FILE, .*away\/deletions, cannot be written \(ENOENT\): .* ReadWritePaths/,
  );
});
