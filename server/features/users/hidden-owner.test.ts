import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

/** The owner, as a patient and as an admin: the super admin sees them nowhere. */
let t: TestApp;
let chief: SignedIn;
let owner: SignedIn;
beforeAll(async () => {
  t = await createTestApp({ OWNER_USERNAME: 'Madam' });
});
beforeEach(async () => {
  await t.reset();
  chief = await createSignedInUser(t, { role: 'admin', isSuperAdmin: true, name: 'Amal' });
  owner = await createSignedInUser(t, { role: 'admin', username: 'madam', name: 'Zubaida Owner' });
  const { db } = t.deps;
  await db.execute(sql`insert into services (name) values ('Check-up')`);
  await db.execute(
    sql`insert into locations (name, address, open_hours) values ('Maadi', 'Street 9', '9-5')`,
  );
  await db.execute(
    sql`insert into location_hours (location_id, weekday, opens, closes) select 1, day, 900, 1140 from generate_series(0, 6) day`,
  );
  await db.execute(sql`insert into appointments (patient_id, location_id, service_id, local_start, local_end,
    room, status)
    values (${owner.id}, 1, 1, '2027-06-20 15:00', '2027-06-20 15:20', 1, 'pending')`);
  await db.execute(sql`insert into events (actor_id, actor_role, action, subject, subject_id, patient_id)
    values (${owner.id}, 'admin', 'created', 'appointments', 1, ${owner.id}), (${owner.id}, 'admin',
      'changed', 'settings', null, null)`);
  await db.execute(
    sql`insert into content_versions (key, body, author_id) values ('homepage.hero', '{}', ${owner.id})`,
  );
  await db.execute(sql`insert into contact_messages (name, email, message, locale, state, answer, answered_by)
    values ('Mona', 'mona@example.com', 'A question', 'en', 'answered', 'An answer', ${owner.id})`);
  await db.execute(sql`insert into staff (user_id) values (${owner.id})`);
  await db.execute(
    sql`insert into duties (user_id, location_id, weekday, starts, ends) values (${owner.id}, 1, 0, 900, 1000)`,
  );
});
afterAll(() => t.close());

const read = (path: string, cookie: string) => t.call('GET', path, { cookie });
const day = '2027-06-20';
const places = [
  '/api/appointments',
  '/api/appointments?q=zubaida',
  `/api/appointments?from=${day}&to=${day}`,
  `/api/appointments/day?locationId=1&date=${day}`,
  '/api/appointments/calendar?month=2027-06',
  '/api/homepage/hero/versions',
  '/api/contact-messages',
  '/api/logs/audit',
  '/api/logs/audit?q=zubaida',
  '/api/logs/messages',
  '/api/users?role=admin',
  '/api/staff',
];

test('no list shows the owner to others', async () => {
  for (const path of places) {
    const answer = await read(path, chief.cookie);
    expect([path, answer.statusCode]).toEqual([path, 200]);
    expect(answer.body, path).not.toMatch(/Zubaida|madam/);
  }
  expect((await read('/api/logs/audit?q=zubaida', chief.cookie)).json()).toEqual([]);
  const own = await Promise.all(
    places.map(async (path) => (await read(path, owner.cookie)).body.includes('Zubaida')),
  );
  expect(own.filter(Boolean).length).toBeGreaterThan(8);
});

test('the owner’s actions are in the history for herself only', async () => {
  await t.deps.db.execute(sql`insert into events (actor_id, actor_role, action, subject, subject_id)
    values (${chief.id}, 'admin', 'user_changed', 'users', ${owner.id}), (null, 'visitor', 'sign_in_failed',
      'sessions', ${owner.id})`);
  const seen = async (path: string, cookie: string) =>
    ((await read(path, cookie)).json() as { actorId: number | null; subjectId: number | null }[]).length;
  for (const path of ['/api/logs/audit', `/api/logs/audit?actorId=${owner.id}`]) {
    const { headers, body } = await read(path, chief.cookie);
    expect([path, body, headers['x-total-count']]).toEqual([path, '[]', '0']);
  }
  expect(await seen(`/api/logs/audit?actorId=${owner.id}`, owner.cookie)).toBe(2);
  expect((await read('/api/logs/audit/export', chief.cookie)).body).not.toContain('created');
});

test('the owner’s appointments and file are not visible to others', async () => {
  for (const path of [
    '/api/appointments/1',
    '/api/appointments/1/history',
    `/api/appointments/user/${owner.id}`,
    `/api/users/${owner.id}/history`,
  ]) {
    expect([path, (await read(path, chief.cookie)).statusCode]).toEqual([path, 404]);
    expect([path, (await read(path, owner.cookie)).statusCode]).toEqual([path, 200]);
  }
});

test('nobody else books for the owner, and her duties survive others’ saves', async () => {
  await t.deps.db.execute(sql`update users set role = 'patient' where id = ${owner.id}`);
  const body = {
    userId: owner.id,
    locationId: 1,
    service: 'Check-up',
    appointmentDate: '2027-06-21',
    appointmentTime: '15:00',
    status: 'confirmed',
  };
  const booked = await t.call('POST', '/api/appointments', { body, cookie: chief.cookie });
  expect([booked.statusCode, booked.json().code]).toEqual([422, 'unknown_patient']);
  expect((await read('/api/locations/1/duties', chief.cookie)).json()).toEqual([]);
  expect(
    (await t.call('PUT', '/api/locations/1/duties', { body: [], cookie: chief.cookie })).statusCode,
  ).toBe(200);
  const { rows } = await t.deps.db.execute(sql`select user_id from duties`);
  expect(rows).toEqual([{ user_id: owner.id }]);
});

test('the super admin creates the configured owner’s account, an admin visible to nobody', async () => {
  await t.reset();
  chief = await createSignedInUser(t, { role: 'admin', isSuperAdmin: true, name: 'Amal' });
  const other = await createSignedInUser(t, { role: 'admin' });
  const madam = { name: 'Zubaida', username: 'madam', password: 'a quiet river', role: 'admin' };
  const make = (url: string, cookie: string, body: object = madam) => t.call('POST', url, { cookie, body });
  const { role: _role, ...asPatient } = madam;
  for (const refused of [
    await make('/api/staff', other.cookie),
    await make('/api/staff', chief.cookie, { ...madam, role: 'doctor' }),
    await make('/api/patients', chief.cookie, { ...asPatient, phone: '01001234567' }),
    await make('/api/auth/register', '', asPatient),
  ])
    expect(refused.json().code).toBe('username_taken');
  const made = await make('/api/staff', chief.cookie);
  expect([made.statusCode, made.json().user.username]).toEqual([201, 'madam']);
  expect((await read('/api/staff', chief.cookie)).body).not.toContain('madam');
  expect((await make('/api/staff', chief.cookie)).json().code).toBe('username_taken');
  expect(await t.signIn('madam', madam.password)).toContain('session=');
});
