import { afterAll, beforeEach, expect, test } from 'vitest';
import { personColumnList } from '#server/db/person-columns.ts';
import { makeAppointment, makeClinic } from '#server/testing/factories.ts';
import { runBlockedBy, waitForLocks, withHeldLocks } from '#server/testing/locks.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let admin: SignedIn;
let mother: SignedIn;
let daughter = 0;
beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  admin = await createSignedInUser(clinic, { role: 'admin' });
  mother = await createSignedInUser(clinic, { role: 'patient' });
  const body = { name: 'Noor', relation: 'daughter' };
  const family = await call('POST', `/api/patients/${mother.id}/family`, { cookie: mother.cookie, body });
  daughter = family.json().caresFor[0].id;
});
afterAll(clinic.close);

const remove = (lang = 'en') =>
  call('DELETE', `/api/users/${mother.id}`, { cookie: `${admin.cookie}; lang=${lang}` });
const leave = () => call('POST', '/api/own-data/deletion', { cookie: mother.cookie, body: {} });
const visit = { locationId: 1, serviceId: 1, date: '2027-06-10' };
const there = async () =>
  (await deps.database.pool.query('select id from users where erased_at is null order by id')).rows.map(
    ({ id }) => id,
  );

test('the only guardian of a patient with an upcoming appointment is not removed until it is cancelled', async () => {
  const { id } = await makeAppointment(deps.db, { ...visit, patientId: daughter });
  const refused = await remove();
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      code: 'patient_has_future_appointments',
      message:
        'This person, or someone only she looks after, still has 1 appointment to come. Cancel it first.',
    },
  ]);
  expect((await remove('ar')).json().message).toBe(
    'لصاحبة هذا الحساب أو لمن في رعايتها وحدها موعد قادم. ألغيه أولًا.',
  );
  const body = { status: 'cancelled' };
  await call('PATCH', `/api/appointments/${id}`, { cookie: admin.cookie, body });
  expect((await remove()).statusCode).toBe(204);
  expect(await there()).toEqual([admin.id, daughter]);
});

test('or until the guardianship ends', async () => {
  await makeAppointment(deps.db, { ...visit, patientId: daughter });
  expect((await remove()).statusCode).toBe(409);
  const ended = await call('DELETE', `/api/patients/${daughter}/guardian`, { cookie: admin.cookie });
  expect([ended.statusCode, (await remove()).statusCode]).toEqual([204, 204]);
});

test('a guardian of patients with accounts may be removed', async () => {
  await makeAppointment(deps.db, { ...visit, patientId: daughter });
  await deps.database.pool.query(`update users set auth_provider = 'local' where id = $1`, [daughter]);
  expect((await remove()).statusCode).toBe(204);
});

test.each([
  ['is removed', remove],
  ['leaves', leave],
])('a booking for the daughter while her mother %s is waited for', async (_, goes) => {
  const books = `select from users where id = ${daughter} for no key update;
    insert into appointments (patient_id, location_id, service_id, local_start, local_end, room, status)
    values (${daughter}, 1, 1, '2027-06-10 15:00', '2027-06-10 15:20', 1, 'confirmed')`;
  const { gone } = await withHeldLocks(deps.database, books, async () => {
    const gone = goes();
    await waitForLocks(deps.database);
    return { gone };
  });
  expect((await gone).statusCode).toBe(409);
  expect(await there()).toEqual([admin.id, mother.id, daughter]);
});

/** Concurrent requests of somebody who still saw the person. */
async function asSheGoes(act: () => PromiseLike<Awaited<ReturnType<typeof call>>>) {
  const held = `select from users where id = ${mother.id} for no key update`;
  const [gone, acted] = await runBlockedBy(deps.database, held, remove, act);
  expect(gone.statusCode).toBe(204);
  return [acted.statusCode, acted.body === '' ? null : acted.json().code];
}

const keepTime = () =>
  call('POST', '/api/offers', {
    cookie: admin.cookie,
    body: { ...visit, userId: mother.id, appointmentDate: visit.date, appointmentTime: '15:00:00' },
  });
const kept = async () => (await deps.database.pool.query('select from offers')).rows;

test('no time is held for a person who is being removed', async () => {
  expect(await asSheGoes(keepTime)).toEqual([422, 'unknown_patient']);
  expect(await kept()).toEqual([]);
});

test('a time held for a removed person is released', async () => {
  await makeAppointment(deps.db, { ...visit, date: '2027-06-01', status: 'attended', patientId: mother.id });
  const held = 'select from locations where id = 1 for no key update';
  const [, gone] = await runBlockedBy(deps.database, held, keepTime, remove);
  expect([gone.statusCode, await kept()]).toEqual([204, []]);
});

test('no alert of a person being removed is ended', async () => {
  const { cookie } = await createSignedInUser(clinic, { role: 'doctor' });
  const body = { kind: 'other', text: 'allergic' };
  const alerts = `/api/patients/${mother.id}/alerts`;
  const { id } = (await call('POST', alerts, { cookie, body })).json();
  const end = () => call('DELETE', `${alerts}/${id}`, { cookie });
  expect(await asSheGoes(end)).toEqual([404, 'not_found']);
});

test('a row that the database keeps with its person keeps the person', async () => {
  const { rows } = await deps.database.pool.query(`
    select c.relname || '.' || a.attname as place from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confrelid = 'users'::regclass and k.confdeltype = 'a' order by 1`);
  // Messages lose their person before anybody is deleted.
  const keeping = personColumnList.filter(({ deletion }) => deletion === 'keeps').map(({ place }) => place);
  expect(rows.map(({ place }) => place)).toEqual([...keeping, 'messages.user_id'].toSorted());
});

test('an admin with an API key is erased instead of deleted, because the key refers to the account', async () => {
  const leaving = await createSignedInUser(clinic, { role: 'admin' });
  const body = { name: 'Laboratory', scopes: ['appointments.read'], days: 30, perMinute: 60 };
  const made = await call('POST', '/api/api-keys', { cookie: leaving.cookie, body });
  expect(made.statusCode).toBe(201);
  const { cookie } = await createSignedInUser(clinic, { role: 'admin', isSuperAdmin: true });
  const gone = await call('DELETE', `/api/users/${leaving.id}`, { cookie });
  expect(gone.statusCode).toBe(204);
  expect(await there()).not.toContain(leaving.id);
});
