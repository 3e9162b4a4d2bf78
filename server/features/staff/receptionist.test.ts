import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  makeAppointment,
  makeClinic,
  makeLocation,
  makeUser,
  openEveryDay,
} from '#server/testing/factories.ts';
import { createSession } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { addDays, dayClock } from '#shared/domain/clinic-time.ts';

/** Permissions of a receptionist at her own branches, and rejections at other branches. */

const clinic = await createTestApp();
const { call, deps } = clinic;
const tuesday = '2027-06-08';
let here = 0;
let there = 0;
let service = 0;
let patient = 0;
let cookie = '';
let everywhere = '';

beforeEach(async () => {
  await clinic.reset();
  const made = await makeClinic(deps.db);
  here = made.location.id;
  service = made.service.id;
  there = (await makeLocation(deps.db, { name: 'Maadi' })).id;
  await openEveryDay(deps.db, there);
  patient = (await makeUser(deps.db, { name: 'Hoda Elsawy', phone: '+201000000148' })).id;
  const desk = await makeUser(deps.db, { role: 'receptionist', name: 'Walaa', worksAt: [here] });
  cookie = await createSession(clinic, desk.id);
  everywhere = await createSession(clinic, (await makeUser(deps.db, { role: 'receptionist' })).id);
});
afterAll(clinic.close);

const visitAt = (locationId: number, date = tuesday, time = '15:00:00') =>
  makeAppointment(deps.db, { patientId: patient, locationId, serviceId: service, date, time });
const get = async (path: string, as = cookie) => (await call('GET', path, { cookie: as })).json();
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

test('a receptionist sees the appointments of her branches in every list, without branches those of all', async () => {
  const mine = await visitAt(here);
  const other = await visitAt(there, tuesday, '16:00:00');
  expect(idsOf(await get('/api/appointments'))).toEqual([mine.id]);
  expect(idsOf(await get(`/api/appointments?locationId=${there}`))).toEqual([]);
  expect(idsOf(await get(`/api/appointments/user/${patient}`))).toEqual([mine.id]);
  expect((await get(`/api/appointments/day?date=${tuesday}&locationId=${there}`)).code).toBe(
    'not_your_branch',
  );
  const { days } = await get('/api/appointments/calendar?month=2027-06');
  expect(days.find(({ date }: { date: string }) => date === tuesday).total).toBe(1);
  expect((await call('GET', `/api/appointments/${other.id}`, { cookie })).statusCode).toBe(404);
  expect(idsOf(await get('/api/appointments', everywhere))).toEqual([mine.id, other.id]);
});

test('a receptionist books, moves and cancels at her branches only', async () => {
  const book = (locationId: number, appointmentTime: string) =>
    call('POST', '/api/appointments', {
      cookie,
      body: { userId: patient, locationId, service, appointmentDate: tuesday, appointmentTime },
    });
  const made = await book(here, '15:00:00');
  expect(made.json()).toMatchObject({ status: 'confirmed', locationId: here });
  expect((await book(there, '16:00:00')).json()).toMatchObject({ code: 'not_your_branch' });
  const change = (id: number, body: object) => call('PATCH', `/api/appointments/${id}`, { cookie, body });
  const { id } = made.json();
  expect((await change(id, { appointmentTime: '17:00:00' })).statusCode).toBe(200);
  expect((await change(id, { locationId: there })).json()).toMatchObject({ code: 'not_your_branch' });
  const other = await visitAt(there, '2027-06-09');
  expect((await change(other.id, { status: 'cancelled' })).statusCode).toBe(404);
  expect((await change(id, { status: 'cancelled' })).json()).toMatchObject({ status: 'cancelled' });
});

test('a receptionist’s note is added below the existing one', async () => {
  const { id } = await visitAt(here);
  const note = (notes: string) => call('PATCH', `/api/appointments/${id}`, { cookie, body: { notes } });
  await note('Comes with her sister.');
  const { notes } = (await note('Called: ten minutes late.')).json();
  expect(notes).toContain('Comes with her sister.');
  expect(notes).toContain('Walaa: Called: ten minutes late.');
});

test('a receptionist changes contact data of patients and of nobody else', async () => {
  const doctor = await makeUser(deps.db, { role: 'doctor' });
  const phone = (id: number) =>
    call('PATCH', `/api/users/${id}`, { cookie, body: { secondaryPhone: '01001234567' } });
  expect((await phone(patient)).json()).toMatchObject({ secondaryPhone: '0100 123 4567' });
  expect((await phone(doctor.id)).statusCode).toBe(404);
  expect(idsOf(await get('/api/users?role=doctor,admin,patient'))).toEqual([patient]);
});

test('an assigned or removed branch counts from the next request on', async () => {
  await visitAt(there);
  const admin = await makeUser(deps.db, { role: 'admin' });
  const chief = await createSession(clinic, admin.id);
  const desk = (await get('/api/auth/user')).user.id;
  expect(await get('/api/appointments')).toEqual([]);
  await call('PATCH', `/api/staff/${desk}`, { cookie: chief, body: { locationIds: [here, there] } });
  expect(await get('/api/appointments')).toHaveLength(1);
});

test('events of another branch are not in the patient’s file that she reads', async () => {
  const chief = await createSession(clinic, (await makeUser(deps.db, { role: 'admin' })).id);
  for (const [locationId, appointmentTime] of [
    [here, '15:00:00'],
    [there, '16:00:00'],
  ])
    await call('POST', '/api/appointments', {
      cookie: chief,
      body: { userId: patient, locationId, service, appointmentDate: tuesday, appointmentTime },
    });
  // An entry without a branch about an appointment is shown to no receptionist.
  await deps.database.pool.query(
    `insert into events (actor_role, action, subject, subject_id, patient_id)
     values ('system', 'created', 'appointments', 9, $1)`,
    [patient],
  );
  const history = await get(`/api/users/${patient}/history`);
  expect(history.map(({ after }: { after: { locationId: number } }) => after.locationId)).toEqual([here]);
});

test('her screens begin with the branch she chose last, by default her first one', async () => {
  const choose = (homeLocationId: number) =>
    call('PUT', '/api/staff/me', { cookie, body: { homeLocationId } });
  expect(await get('/api/staff/me')).toMatchObject({ locationIds: [here], homeLocationId: here });
  expect((await choose(there)).json()).toMatchObject({ code: 'not_your_branch' });
  const chosen = (body: object) => call('PUT', '/api/staff/me', { cookie: everywhere, body });
  expect((await chosen({ homeLocationId: there })).statusCode).toBe(204);
  expect(await get('/api/staff/me', everywhere)).toMatchObject({
    locationIds: [here, there],
    homeLocationId: there,
  });
  expect((await chosen({ homeLocationId: 999 })).json()).toMatchObject({ code: 'unknown_location' });
});

test('her screens do not begin with a branch that is closed for good, unless she has no other', async () => {
  const chief = await createSession(clinic, (await makeUser(deps.db, { role: 'admin' })).id);
  const today = dayClock(deps.now()).date;
  const closeFrom = (id: number, closedFrom: string) =>
    call('PATCH', `/api/locations/${id}`, { cookie: chief, body: { closedFrom } });
  await call('PUT', '/api/staff/me', { cookie: everywhere, body: { homeLocationId: here } });
  await closeFrom(here, addDays(today, 1));
  expect(await get('/api/staff/me', everywhere)).toMatchObject({ homeLocationId: here });
  await closeFrom(here, today);
  expect(await get('/api/staff/me', everywhere)).toMatchObject({
    locationIds: [here, there],
    homeLocationId: there,
  });
  expect(await get('/api/staff/me')).toMatchObject({ locationIds: [here], homeLocationId: here });
});

test('a removed branch is no longer the first of her screens', async () => {
  const chief = await createSession(clinic, (await makeUser(deps.db, { role: 'admin' })).id);
  const desk = (await get('/api/auth/user')).user.id;
  await call('PUT', '/api/staff/me', { cookie, body: { homeLocationId: here } });
  await call('PATCH', `/api/staff/${desk}`, { cookie: chief, body: { locationIds: [there] } });
  expect(await get('/api/staff/me')).toMatchObject({ locationIds: [there], homeLocationId: there });
});

test('a receptionist of a closed branch sees its history and nothing of other branches', async () => {
  const chief = await createSession(clinic, (await makeUser(deps.db, { role: 'admin' })).id);
  const desk = (await get('/api/auth/user')).user.id;
  const save = async (locationIds: number[]) =>
    (await call('PATCH', `/api/staff/${desk}`, { cookie: chief, body: { locationIds } })).json();
  const past = { date: '2027-06-01', status: 'attended' as const, patientId: patient, serviceId: service };
  const mine = await makeAppointment(deps.db, { ...past, locationId: here });
  const other = await visitAt(there);
  const seesHersAlone = async () => {
    expect((await call('GET', `/api/appointments/${other.id}`, { cookie })).statusCode).toBe(404);
    expect(idsOf(await get('/api/appointments'))).toEqual([mine.id]);
    expect(idsOf(await get(`/api/appointments/user/${patient}`))).toEqual([mine.id]);
    for (const list of ['appointments/day', 'arrivals'])
      expect(await get(`/api/${list}?date=${tuesday}&locationId=${there}`)).toMatchObject({
        code: 'not_your_branch',
      });
    expect(await get('/api/arrivals/now')).toEqual([]);
    expect(await get('/api/staff/me')).toMatchObject({ locationIds: [], homeLocationId: null });
  };
  expect((await call('DELETE', `/api/locations/${here}`, { cookie: chief })).statusCode).toBe(204);
  await seesHersAlone();
  // The form was opened before the branch closed.
  expect(await save([here])).toMatchObject({
    code: 'unknown_location',
    message: 'This branch is no longer available. Please choose another.',
  });
  await seesHersAlone();
  expect(await save([there])).toMatchObject({ locationIds: [here, there] });
  expect(idsOf(await get('/api/appointments'))).toEqual([mine.id, other.id]);
  expect(await get('/api/staff/me')).toMatchObject({ locationIds: [there] });
  // The branch filter "everywhere" has to be requested explicitly.
  expect(await save([])).toMatchObject({ locationIds: [] });
  const body = { name: 'Zamalek', address: '4 Brazil St', openHours: 'Daily' };
  const opened = (await call('POST', '/api/locations', { cookie: chief, body })).json();
  expect((await get('/api/staff/me')).locationIds).toEqual([there, opened.id]);
});

test('a closed branch cannot be assigned to a doctor or a new receptionist', async () => {
  const chief = await createSession(clinic, (await makeUser(deps.db, { role: 'admin' })).id);
  const doctor = await makeUser(deps.db, { role: 'doctor', worksAt: [here] });
  const desk = (await get('/api/auth/user')).user.id;
  await call('DELETE', `/api/locations/${here}`, { cookie: chief });
  await call('PATCH', `/api/staff/${desk}`, { cookie: chief, body: { role: 'doctor' } });
  const doctors: { locationIds: number[] }[] = await get('/api/doctors', chief);
  expect(doctors.map(({ locationIds }) => locationIds)).toEqual([[], []]);
  for (const id of [doctor.id, desk])
    expect(await get('/api/staff/me', await createSession(clinic, id))).toMatchObject({
      locationIds: [there],
      homeLocationId: there,
    });
});
