import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { valuesAfterMove } from '#server/db/archive-contents.ts';
import { loadArchive } from '#server/engine/db/archive/load-archive.ts';
import { openArchive } from '#server/engine/db/archive/read-archive.ts';
import { systemActor } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { makeAppointment, makeClinic, makeUser } from '#server/testing/factories.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import { otherTestDatabase } from '#server/testing/test-database.ts';
import { makeRequestedArchives, requestMoveOut } from './actions.ts';

let t: TestApp;
let admin = '';
let adminId = 0;
const folder = mkdtempSync(join(tmpdir(), 'hakima-moving-'));
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.reset();
  ({ cookie: admin, id: adminId } = await createSignedInUser(t, {
    role: 'admin',
    name: 'Samia',
    isSuperAdmin: true,
  }));
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

const sql = async (text: string) => (await t.deps.database.pool.query(text)).rows;
const state = async (cookie = admin) => (await t.call('GET', '/api/moving', { cookie })).json();
const ask = (cookie = admin) => t.call('POST', '/api/moving', { cookie, body: {} });
const archive = (cookie = admin) => t.call('GET', '/api/moving/archive', { cookie });

const saved = (bytes: Buffer): string => {
  const path = join(folder, 'clinic.zip');
  writeFileSync(path, bytes);
  return path;
};

test('the super admin requests the archive and downloads it for a day, and another clinic imports it', async () => {
  const { location, service } = await makeClinic(t.deps.db);
  const mona = await makeUser(t.deps.db, { name: 'Mona Adel' });
  const of = { locationId: location.id, serviceId: service.id, patientId: mona.id };
  await makeAppointment(t.deps.db, { ...of, date: '2027-06-01', time: '10:00:00' });
  await t.deps.database.pool.query(
    `insert into uploads values (repeat('b', 64), 'image/webp', 1, 1, $1, '2027-01-01')`,
    [Buffer.alloc(1_048_576, 7)],
  );
  expect(await state()).toMatchObject({ state: 'none', allowed: true });
  expect((await archive()).statusCode).toBe(404);
  expect((await ask()).statusCode).toBe(202);
  expect((await ask()).json()).toMatchObject({ state: 'making', until: null });
  await makeRequestedArchives(t.deps);
  const { bytes, ...ready } = await state();
  expect(ready).toMatchObject({ state: 'ready', until: expect.stringMatching(/^20/) });
  const answer = await archive();
  expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, bytes]);
  expect(answer.headers['content-disposition']).toContain('.zip"');

  const other = await otherTestDatabase();
  const archiveOfClinic = await openArchive(saved(answer.rawPayload), 'move');
  const client = await other.owner.connect();
  await loadArchive(client, archiveOfClinic, { missingValues: valuesAfterMove });
  client.release();
  archiveOfClinic.close();
  const visits = 'select patient_id, local_start::text, status from appointments';
  expect((await other.owner.query(visits)).rows).toEqual(await sql(visits));
  await other.close();

  const told = await sql(
    `select action, actor_role as role from events where subject = 'moving' order by id`,
  );
  expect(told.map(({ action, role }) => `${action} ${role}`)).toEqual([
    'moving_asked admin',
    'moved_out system',
    'moving_fetched admin',
  ]);
  t.setNow(new Date(monday.getTime() + 25 * 3_600_000));
  await makeRequestedArchives(t.deps);
  expect(await sql('select n from moving_pieces')).toEqual([]);
});

test('two simultaneous requests make one archive', async () => {
  const who = { ...systemActor, id: adminId, role: 'admin' as const };
  const viewer = { ...who, isSuperAdmin: true } as Viewer;
  await Promise.all([requestMoveOut(t.deps, viewer), requestMoveOut(t.deps, viewer)]);
  expect(await sql('select attempts from movings')).toHaveLength(1);
  expect(await sql(`select id from events where action = 'moving_asked'`)).toHaveLength(1);
});

test('another admin is rejected and gets nothing', async () => {
  const plain = await createSignedInUser(t, { role: 'admin', name: 'Heba' });
  await ask();
  await makeRequestedArchives(t.deps);
  expect(await state(plain.cookie)).toMatchObject({ allowed: false });
  expect((await ask(plain.cookie)).statusCode).toBe(403);
  expect((await archive(plain.cookie)).statusCode).toBe(403);
});

test('deleting a person deletes the archive, also one in progress', async () => {
  const [mona, nour] = [await makeUser(t.deps.db), await makeUser(t.deps.db)];
  const remove = async ({ id }: { id: number }) =>
    expect((await t.call('DELETE', `/api/users/${id}`, { cookie: admin })).statusCode).toBe(204);
  await ask();
  await makeRequestedArchives(t.deps);
  await remove(mona);
  expect(await state()).toMatchObject({ state: 'none' });
  expect((await archive()).statusCode).toBe(404);
  expect(await sql('select n from moving_pieces')).toEqual([]);

  await ask();
  const { pool } = t.deps.database;
  const connect = async () => {
    await remove(nour);
    return pool.connect();
  };
  const meanwhile = Object.assign(Object.create(pool), { connect });
  await makeRequestedArchives({ ...t.deps, database: { ...t.deps.database, pool: meanwhile } });
  expect(await state()).toMatchObject({ state: 'making' });
  await makeRequestedArchives(t.deps);
  expect(await state()).toMatchObject({ state: 'ready' });
});

test('an archive that cannot be written is tried three times and then reported', async () => {
  await ask();
  await t.deps.database.pool.query(
    `insert into uploads values (repeat('c', 64), 'image/webp', 1, 1, '', now())`,
  );
  const { pool } = t.deps.database;
  const broken = {
    ...t.deps,
    database: {
      ...t.deps.database,
      pool: Object.assign(Object.create(pool), { connect: () => Promise.reject(new Error('gone')) }),
    },
  };
  for (let tries = 1; tries <= 3; tries++) {
    await expect(makeRequestedArchives(broken)).rejects.toThrow('gone');
    expect(await state()).toMatchObject({ state: 'making', tries });
  }
  await makeRequestedArchives(broken);
  expect(await state()).toMatchObject({ state: 'failed', bytes: null });
  const told = await sql(`select action from events where action ~ '^moving_' order by id`);
  expect(told.map(({ action }) => action)).toEqual([
    'moving_asked',
    'moving_begun_again',
    'moving_begun_again',
    'moving_failed',
  ]);
  await ask();
  await makeRequestedArchives(t.deps);
  expect(await state()).toMatchObject({ state: 'ready' });
});

test('an archive in its third attempt is not failed, and a process that took it over is not disturbed', async () => {
  await ask();
  const { pool } = t.deps.database;
  const during = (connect: () => Promise<unknown>) => ({
    ...t.deps,
    database: { ...t.deps.database, pool: Object.assign(Object.create(pool), { connect }) },
  });
  const gone = during(() => Promise.reject(new Error('gone')));
  for (let i = 0; i < 2; i++) await expect(makeRequestedArchives(gone)).rejects.toThrow('gone');
  await makeRequestedArchives(
    during(async () => {
      expect(await state()).toMatchObject({ state: 'making', tries: 3 });
      return pool.connect();
    }),
  );
  expect(await state()).toMatchObject({ state: 'ready', tries: 3 });

  await ask();
  await makeRequestedArchives(
    during(async () => {
      await sql('update movings set attempts = attempts + 1');
      return pool.connect();
    }),
  );
  expect(await state()).toMatchObject({ state: 'making' });
  expect(await sql('select n from moving_pieces')).toEqual([]);
});
