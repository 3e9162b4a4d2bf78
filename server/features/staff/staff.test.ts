import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertLocation } from '#server/features/locations/queries.ts';
import { createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let t: TestApp;
let chief: SignedIn;
let maadi: number;
beforeAll(async () => {
  t = await createTestApp({ OWNER_USERNAME: 'the-owner' });
});
beforeEach(async () => {
  await t.reset();
  chief = await createSignedInUser(t, { role: 'admin', isSuperAdmin: true, name: 'Amal' });
  maadi = (await insertLocation(t.deps.db, { name: 'Maadi', address: '9 Road', openHours: '9-5' })).id;
});
afterAll(() => t.close());

const nadia = {
  name: 'Dr. Nadia',
  username: 'nadia',
  password: 'a quiet river',
  role: 'doctor',
  title: 'Consultant',
  titleAr: 'استشارية',
};
const create = (body: object, cookie = chief.cookie) => t.call('POST', '/api/staff', { cookie, body });
const change = (id: number, body: object, cookie = chief.cookie) =>
  t.call('PATCH', `/api/staff/${id}`, { cookie, body });
const list = async (cookie = chief.cookie) => (await t.call('GET', '/api/staff', { cookie })).json();

test('a doctor is added with her branches and replaces her password at the first sign-in', async () => {
  const made = await create({ ...nadia, locationIds: [maadi, 999] });
  expect(made.statusCode).toBe(201);
  expect(made.json()).toMatchObject({
    title: 'Consultant',
    locationIds: [maadi],
    user: { role: 'doctor', requires: ['new-secret'] },
  });
  expect((await create(nadia)).json()).toMatchObject({ code: 'username_taken' });
  expect((await create({ ...nadia, username: 'n2', password: 'short' })).statusCode).toBe(400);
  expect(await list()).toHaveLength(2);
});

test('deactivating signs a user out everywhere, and activating allows sign-in again', async () => {
  const { id } = (await create(nadia)).json().user;
  const cookie = await createSession(t, id);
  expect((await t.call('GET', '/api/auth/user', { cookie })).statusCode).toBe(200);
  const gone = await change(id, { deactivated: true, name: 'Nadia H.', speciality: 'Oncology' });
  expect(gone.json()).toMatchObject({
    speciality: 'Oncology',
    user: { name: 'Nadia H.', deactivated: true },
  });
  expect((await t.call('GET', '/api/auth/user', { cookie })).statusCode).toBe(401);
  expect(
    (await t.call('POST', '/api/auth/login', { body: { username: 'nadia', password: nadia.password } }))
      .statusCode,
  ).toBe(401);
  expect((await list()).at(-1).user.id).toBe(id);
  expect((await change(id, { deactivated: false })).json().user.deactivated).toBe(false);
  expect(
    (await t.call('POST', '/api/auth/login', { body: { username: 'nadia', password: nadia.password } }))
      .statusCode,
  ).toBe(200);
});

test('nobody deactivates herself, the super admin or the owner, and only the super admin another admin', async () => {
  const owner = await createSignedInUser(t, { role: 'admin', username: 'the-owner' });
  const admin = await createSignedInUser(t, { role: 'admin' });
  const other = await createSignedInUser(t, { role: 'admin' });
  const patient = await createSignedInUser(t, { role: 'patient' });
  const outcome = async (id: number, cookie: string) =>
    (await change(id, { deactivated: true }, cookie)).statusCode;
  expect(await outcome(chief.id, chief.cookie)).toBe(403);
  expect(await outcome(chief.id, admin.cookie)).toBe(403);
  expect(await outcome(other.id, admin.cookie)).toBe(403);
  expect(await outcome(owner.id, chief.cookie)).toBe(404);
  expect(await outcome(patient.id, chief.cookie)).toBe(404);
  expect(await outcome(other.id, chief.cookie)).toBe(200);
  expect((await list()).map((row: { user: { id: number } }) => row.user.id)).not.toContain(owner.id);
  expect((await list(owner.cookie)).map((row: { user: { id: number } }) => row.user.id)).toContain(owner.id);
  const doctor = await createSignedInUser(t, { role: 'doctor' });
  expect((await t.call('GET', '/api/staff', { cookie: doctor.cookie })).statusCode).toBe(403);
});

test('a rejected change saves nothing, and only the super admin changes her own profile', async () => {
  const admin = await createSignedInUser(t, { role: 'admin' });
  const other = await createSignedInUser(t, { role: 'admin' });
  expect(
    (await change(other.id, { title: 'Half', email: 'evil@example.com' }, admin.cookie)).statusCode,
  ).toBe(403);
  expect((await change(other.id, { title: 'Half', role: 'doctor' }, admin.cookie)).statusCode).toBe(403);
  expect((await change(chief.id, { title: 'Mine now' }, admin.cookie)).statusCode).toBe(403);
  expect((await list()).map((row: { title: string }) => row.title)).toEqual(['', '', '']);
  expect((await change(other.id, { title: 'Manager' }, admin.cookie)).json().title).toBe('Manager');
});
