import { afterAll, beforeEach, expect, test } from 'vitest';
import { currentHorizon, eventsSince } from '#server/engine/events/queries.ts';
import { Cache } from '#server/engine/live/cache.ts';
import { makeClinic, makeLocation, makePatients, makeUser, openEveryDay } from '#server/testing/factories.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const clinic = await createTestApp({ OWNER_USERNAME: 'madam' });
const { call, deps } = clinic;
let admin = '';
let patients: number[] = [];
let laila = 0;
const date = '2027-06-08';

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 2 });
  admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  patients = await makePatients(deps.db, 4);
  laila = (await makeUser(deps.db, { role: 'doctor', name: 'Laila Kamal', worksAt: [1] })).id;
  const called = { nameAr: 'ليلى كمال', title: 'Prof.', titleAr: 'أ.د.', gender: 'female' };
  await call('PATCH', `/api/staff/${laila}`, { cookie: admin, body: called });
});
afterAll(clinic.close);

const visit = (more: object = {}) => ({
  userId: patients[0],
  locationId: 1,
  service: '1',
  appointmentDate: date,
  appointmentTime: '15:00',
  ...more,
});
const book = (more: object = {}, cookie = admin) =>
  call('POST', '/api/appointments', { cookie, body: visit(more) });
const change = (id: number, body: object, cookie = admin) =>
  call('PATCH', `/api/appointments/${id}`, { cookie, body });

test('an appointment names its doctor to staff, on the board, to the patient and in her calendar', async () => {
  const mona = await createSignedInUser(clinic, { role: 'patient' });
  const made = (await book({ userId: mona.id, doctorId: laila, appointmentDate: '2027-06-07' })).json();
  const doctor = { name: 'Laila Kamal', nameAr: 'ليلى كمال', title: 'Prof.', titleAr: 'أ.د.' };
  expect(made).toMatchObject({ doctorId: laila, doctor });
  const read = async (path: string, cookie = admin) => (await call('GET', path, { cookie })).json();
  expect(await read('/api/appointments?limit=5')).toMatchObject([{ doctorId: laila, doctor }]);
  const day = `date=2027-06-07&locationId=1`;
  expect((await read(`/api/appointments/day?${day}`)).appointments).toMatchObject([{ doctor }]);
  expect((await read(`/api/arrivals?${day}`)).cards).toMatchObject([{ doctor }]);
  expect(await read(`/api/appointments/${made.id}`, mona.cookie)).toMatchObject({ doctor });
  const file = await call('GET', `/api/appointments/${made.id}/calendar.ics`, {
    cookie: mona.cookie,
    headers: { 'accept-language': 'ar' },
  });
  expect(file.body).toContain('أ.د. ليلى كمال');
  const told = await deps.database.pool.query(
    "select params->>'doctor' as doctor from messages where template = 'confirmed'",
  );
  expect(told.rows).toEqual([{ doctor: 'أ.د. ليلى كمال' }]);
});

test('a list can be limited to one doctor, with its count', async () => {
  await book({ doctorId: laila });
  await book({ userId: patients[1] });
  const list = await call('GET', `/api/appointments?limit=5&doctorId=${laila}`, { cookie: admin });
  expect(list.json()).toHaveLength(1);
  expect(list.headers['x-total-count']).toBe('1');
});

test('a doctor cannot have overlapping appointments in rooms, also across branches', async () => {
  const maadi = await makeLocation(deps.db, { name: 'Maadi' });
  await openEveryDay(deps.db, maadi.id);
  const first = (await book({ doctorId: laila })).json();
  const refused = async (answer: ReturnType<typeof call>) => [
    (await answer).statusCode,
    (await answer).json().code,
  ];
  const other = { userId: patients[1], doctorId: laila };
  expect(await refused(book(other))).toEqual([409, 'doctor_busy']);
  expect(await refused(book({ ...other, locationId: maadi.id }))).toEqual([409, 'doctor_busy']);
  expect((await book({ ...other, overbook: true })).statusCode).toBe(201);
  const elsewhere = (await book({ userId: patients[2], locationId: maadi.id })).json();
  expect(await refused(change(elsewhere.id, { doctorId: laila }))).toEqual([409, 'doctor_busy']);
  await change(first.id, { status: 'cancelled' });
  expect((await change(elsewhere.id, { doctorId: laila })).json().doctorId).toBe(laila);
  expect(await refused(change(first.id, { status: 'confirmed' }))).toEqual([409, 'doctor_busy']);
  const later = (await book({ userId: patients[3], doctorId: laila, appointmentTime: '16:00' })).json();
  expect(await refused(change(later.id, { appointmentTime: '15:00' }))).toEqual([409, 'doctor_busy']);
});

test('staff change or remove the doctor, and the history has both names', async () => {
  const hoda = (await makeUser(deps.db, { role: 'doctor', name: 'Hoda Selim' })).id;
  const { id } = (await book({ doctorId: laila })).json();
  expect((await change(id, { doctorId: hoda })).json().doctor.name).toBe('Hoda Selim');
  expect((await change(id, { doctorId: null })).json()).toMatchObject({ doctorId: null, doctor: null });
  const entries = (await call('GET', `/api/appointments/${id}/history`, { cookie: admin })).json();
  expect(entries.map(({ after }: { after: { doctor: unknown } }) => after.doctor)).toMatchObject([
    { name: 'Laila Kamal' },
    { name: 'Hoda Selim' },
    null,
  ]);
});

test('only an active doctor can be named, and an appointment keeps one who leaves', async () => {
  const walaa = (await makeUser(deps.db, { role: 'receptionist' })).id;
  const madam = (await makeUser(deps.db, { role: 'doctor', username: 'madam' })).id;
  for (const doctorId of [walaa, madam, patients[1], 9999])
    expect((await book({ doctorId })).json().code, String(doctorId)).toBe('unknown_doctor');
  const { id } = (await book({ doctorId: laila })).json();
  await call('PATCH', `/api/staff/${laila}`, { cookie: admin, body: { deactivated: true } });
  expect((await book({ userId: patients[1], doctorId: laila })).json().code).toBe('unknown_doctor');
  const kept = (await change(id, { notes: 'Asked for her', doctorId: laila })).json();
  expect([kept.doctor.name, kept.notes]).toEqual(['Laila Kamal', 'Asked for her']);
  expect((await call('GET', '/api/doctors', { cookie: admin })).json()).toEqual([]);
});

test('a patient cannot name a doctor where rooms are booked', async () => {
  const mona = await createSignedInUser(clinic, { role: 'patient' });
  const hers = await book({ userId: mona.id, doctorId: laila }, mona.cookie);
  expect([hers.statusCode, hers.json().code]).toEqual([403, 'forbidden']);
  const { id } = (await book({ userId: mona.id }, mona.cookie)).json();
  expect((await change(id, { appointmentTime: '16:00', doctorId: laila }, mona.cookie)).statusCode).toBe(403);
});

test('the list of doctors is cached until a staff member changes', async () => {
  const listed = async () => (await call('GET', '/api/doctors', { cookie: admin })).json();
  expect(await listed()).toMatchObject([{ id: laila, gender: 'female', locationIds: [1] }]);
  await call('PATCH', `/api/users/${laila}`, { cookie: admin, body: { name: 'Laila Kamal Hassan' } });
  expect(await listed()).toMatchObject([{ name: 'Laila Kamal Hassan' }]);
  await call('PATCH', `/api/users/${laila}`, { cookie: admin, body: { role: 'user' } });
  expect(await listed()).toEqual([]);
});

test('the cached doctors survive changes of patients in every process, but no change of role', async () => {
  const another = new Cache();
  let seen = await currentHorizon(deps.db);
  const wrongAfter = async (method: string, path: string, body?: object) => {
    const before = [deps.cache, another].map((cache) => cache.generation(['doctors']));
    expect((await call(method, path, { cookie: admin, body })).statusCode).toBeLessThan(300);
    const told = await eventsSince(deps.db, seen);
    seen = told.seen;
    another.heed(told.rows);
    return [deps.cache, another].map((cache, n) => cache.generation(['doctors']) !== before[n]);
  };
  const mona = `/api/users/${patients[0]}`;
  const noor = { name: 'Noor Aziz', phone: '01012345678' };
  expect(await wrongAfter('POST', '/api/patients', noor)).toEqual([false, false]);
  expect(await wrongAfter('PATCH', mona, { name: 'Mona Aziz' })).toEqual([false, false]);
  expect(await wrongAfter('PATCH', mona, { role: 'doctor' })).toEqual([true, true]);
  expect(await wrongAfter('PATCH', mona, { role: 'patient' })).toEqual([true, true]);
  expect(await wrongAfter('PATCH', `/api/users/${laila}`, { name: 'Laila Aziz' })).toEqual([true, true]);
});

test('a staff member’s session contains her names', async () => {
  const own = await clinic.call('GET', '/api/staff/me', { cookie: admin });
  expect(own.json().called).toMatchObject({ title: '', nameAr: null });
});
