import { afterAll, beforeEach, expect, test } from 'vitest';
import { loadPublicContent } from '#server/features/guide/public-content-queries.ts';
import { makeClinic, makeLocation, makeUser, openEveryDay } from '#server/testing/factories.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const clinic = await createTestApp({ OWNER_USERNAME: 'the-owner' });
const { call, deps } = clinic;
let admin = '';
let [laila, karim, maadi] = [0, 0, 0];

const send = (method: string, path: string, body: unknown) => call(method, path, { cookie: admin, body });
const change = (id: number, body: object) => send('PATCH', `/api/staff/${id}`, body);
const listed = async () => (await loadPublicContent(deps)).doctors;
const names = async () => (await listed()).map(({ name }) => name);

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  maadi = (await makeLocation(deps.db, { name: 'Maadi' })).id;
  await openEveryDay(deps.db, maadi);
  admin = (await createSignedInUser(clinic, { role: 'admin', isSuperAdmin: true })).cookie;
  laila = (await makeUser(deps.db, { role: 'doctor', name: 'Laila', worksAt: [1] })).id;
  karim = (await makeUser(deps.db, { role: 'doctor', name: 'Karim', worksAt: [1] })).id;
});
afterAll(clinic.close);

test('nobody has a page until the clinic publishes it with its texts', async () => {
  expect(await names()).toEqual([]);
  const page = { languages: ['ar', 'fr'], about: 'Twenty years.', aboutAr: 'عشرون عامًا.' };
  expect((await change(laila, { ...page, onSite: true, gender: 'female' })).statusCode).toBe(200);
  expect(await listed()).toMatchObject([
    { ...page, id: laila, gender: 'female', locationIds: [1], bookableAt: [] },
  ]);
  expect(Object.keys((await listed())[0] ?? {})).not.toContain('phone');
  await change(laila, { onSite: false });
  expect(await names()).toEqual([]);
});

test('a page disappears with deactivation, another role or the hidden owner', async () => {
  for (const id of [laila, karim]) await change(id, { onSite: true });
  expect(await names()).toEqual(['Karim', 'Laila']);
  await change(karim, { deactivated: true });
  expect(await names()).toEqual(['Laila']);
  await change(laila, { name: 'Laila Kamal' });
  expect(await names()).toEqual(['Laila Kamal']);
  await change(laila, { role: 'admin' });
  expect(await names()).toEqual([]);
  const owner = await makeUser(deps.db, { role: 'doctor', username: 'the-owner' });
  await change(owner.id, { onSite: true });
  expect(await names()).toEqual([]);
});

test('a doctor is listed at the branches of her duties and chosen by name where doctors are booked', async () => {
  await change(laila, { onSite: true });
  const duty = [{ userId: laila, dayOfWeek: 3, startTime: '16:00', endTime: '17:00' }];
  await send('PUT', `/api/locations/${maadi}/duties`, duty);
  expect(await listed()).toMatchObject([{ locationIds: [1, maadi], bookableAt: [] }]);
  for (const id of [1, maadi]) await send('PATCH', `/api/locations/${id}`, { bookedBy: 'doctor' });
  expect(await listed()).toMatchObject([{ locationIds: [1, maadi], bookableAt: [maadi] }]);
});

test('an unknown language and too much text are rejected', async () => {
  expect((await change(laila, { languages: ['xx'] })).statusCode).toBe(400);
  expect((await change(laila, { about: 'a'.repeat(1501) })).statusCode).toBe(400);
  const doctor = await createSignedInUser(clinic, { role: 'doctor' });
  const own = await call('PATCH', `/api/staff/${doctor.id}`, {
    cookie: doctor.cookie,
    body: { onSite: true },
  });
  expect(own.statusCode).toBe(403);
});
