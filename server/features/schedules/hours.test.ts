import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  makeAppointment,
  makeClinic,
  makeLocation,
  makeUser,
  openEveryDay,
} from '#server/testing/factories.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';

/* The lists of a branch's hours, saved together. */

const clinic = await createTestApp();
const { call, deps } = clinic;
const [here, other] = [1, 2];
const holiday = {
  date: '2027-06-09',
  isClosed: true,
  startTime: null,
  endTime: null,
  reason: null,
  reasonAr: null,
};
const shortDay = { ...holiday, isClosed: false, startTime: '15:00:00', endTime: '17:00:00' };
let admin = '';
let doctor = 0;

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  await openEveryDay(deps.db, (await makeLocation(deps.db, { name: 'Maadi' })).id);
  admin = (await createSignedInUser(clinic, { role: 'admin', isSuperAdmin: true })).cookie;
  doctor = (await makeUser(deps.db, { role: 'doctor', name: 'Laila' })).id;
});
afterAll(clinic.close);

const put = (body: object, id = here) => call('PUT', `/api/locations/${id}/hours`, { cookie: admin, body });
const read = async (path: string) => (await call('GET', path, { cookie: admin })).json();
const exceptionsAt = (id: number) => read(`/api/locations/${id}/exceptions`);
const week = [{ dayOfWeek: 3, isAvailable: true, startTime: '15:00:00', endTime: '18:00:00' }];
const duty = (endTime = '18:00:00') => ({ userId: doctor, dayOfWeek: 3, startTime: '15:00:00', endTime });

test('all lists are saved together, and a list that is left out stays', async () => {
  const saved = await put({ schedules: week, exceptions: [holiday], duties: [duty()] });
  expect(saved.json()).toMatchObject({ exceptions: [holiday], duties: [duty()] });
  expect(saved.json()).toEqual(await read(`/api/locations/${here}/hours`));
  expect((await read(`/api/locations/${here}/schedules`))[3]).toEqual(week[0]);
  expect((await put({ exceptions: [shortDay] })).json()).toEqual({ ...saved.json(), exceptions: [shortDay] });
});

test.each([
  ['two duties at one time', { duties: () => [duty(), duty('16:00:00')] }, 'hours_overlap'],
  ['a duty of somebody who is no doctor here', { duties: () => [{ ...duty(), userId: 999 }] }, 'malformed'],
  ['a past day of all branches', { everywhere: () => [{ ...holiday, date: '2020-01-01' }] }, 'in_the_past'],
])('%s: nothing of the save is kept', async (_, wrong, code) => {
  const before = await read(`/api/locations/${here}/hours`);
  const rest = Object.fromEntries(Object.entries(wrong).map(([list, rows]) => [list, rows()]));
  const answer = await put({ schedules: week, exceptions: [holiday], ...rest });
  expect([answer.statusCode >= 400, answer.json().code]).toEqual([true, code]);
  expect(await read(`/api/locations/${here}/hours`)).toEqual(before);
  expect(await exceptionsAt(other)).toEqual([]);
});

test('a day of all branches is added to what each branch has, and replaces only what it overlaps', async () => {
  const evening = { ...shortDay, startTime: '17:00:00', endTime: '19:00:00' };
  const before = { ...holiday, date: '2027-06-08' };
  await put({ exceptions: [before, evening] }, other);
  await put({ exceptions: [shortDay], everywhere: [shortDay] });
  expect(await exceptionsAt(here)).toEqual([shortDay]);
  expect(await exceptionsAt(other)).toEqual([before, shortDay, evening]);
  await put({ exceptions: [holiday], everywhere: [holiday] });
  expect(await exceptionsAt(other)).toEqual([before, holiday]);
});

test('a disruption of one branch names it, also if other branches were closed with it', async () => {
  const patientId = (await makeUser(deps.db)).id;
  await makeAppointment(deps.db, {
    patientId,
    locationId: other,
    serviceId: 1,
    date: holiday.date,
    time: '16:00:00',
  });
  await put({ exceptions: [holiday], everywhere: [holiday] });
  expect(await read('/api/disruptions')).toMatchObject([{ locationId: other, counts: { untold: 1 } }]);
});

/** The marks of displaced appointments at the first branch, from Sunday to Saturday. */
const marks = async () =>
  (await read('/api/appointments/week?from=2027-06-06')).branches[0].days.map(
    ({ displaced }: { displaced: number }) => displaced,
  );

test('hours and duties of one save open one list, and each appointment stays in it until its own reasons are over', async () => {
  await call('PATCH', `/api/locations/${here}`, { cookie: admin, body: { bookedBy: 'doctor' } });
  const duties = [2, 3].map((dayOfWeek) => ({ ...duty(), dayOfWeek }));
  await put({ duties });
  const ids: number[] = [];
  for (const date of ['2027-06-08', holiday.date]) {
    const patientId = (await makeUser(deps.db)).id;
    const at = { locationId: here, serviceId: 1, date, time: '16:00:00' };
    ids.push((await makeAppointment(deps.db, { ...at, patientId })).id);
  }
  await deps.database.pool.query("update appointments set doctor_id = $1, doctor_wish = 'named'", [doctor]);
  await put({ exceptions: [holiday], duties: [] });
  const [list, ...more] = await read('/api/disruptions');
  expect(more).toEqual([]);
  expect(list).toMatchObject({
    cause: 'hours',
    causes: ['departure', 'hours'],
    locationId: here,
    doctorId: null,
    startDate: '2027-06-08',
    endDate: holiday.date,
  });
  const states = async () =>
    (await read(`/api/disruptions/${list.id}`)).rows.map((row: { appointmentId: number; state: string }) => [
      row.appointmentId,
      row.state,
    ]);
  const areStill = (...state: string[]) => ids.map((id, i) => [id, state[i]]);
  expect(await states()).toEqual(areStill('untold', 'untold'));
  expect(await marks()).toEqual([0, 0, 1, 1, 0, 0, 0]);
  // The same change again displaces nobody anew.
  await put({ exceptions: [{ ...holiday, reason: 'Eid' }], duties: [] });
  expect(await read('/api/disruptions')).toHaveLength(1);
  await put({ exceptions: [] });
  expect(await states()).toEqual(areStill('untold', 'untold'));
  await put({ exceptions: [holiday], duties });
  expect(await states()).toEqual(areStill('stays', 'untold'));
  expect(await marks()).toEqual([0, 0, 0, 1, 0, 0, 0]);
  await put({ exceptions: [] });
  expect(await states()).toEqual(areStill('stays', 'stays'));
});

test('a patient who loses her days and her doctor by one save gets one message', async () => {
  await call('PATCH', `/api/locations/${here}`, { cookie: admin, body: { bookedBy: 'doctor' } });
  await put({ duties: [duty()] });
  const userId = (await makeUser(deps.db)).id;
  const days = { fromDate: holiday.date, toDate: holiday.date };
  const body = { userId, serviceId: 1, locationIds: [here], doctorId: doctor, ...days };
  expect((await call('POST', '/api/offers/wishes', { cookie: admin, body })).statusCode).toBe(201);
  await put({ exceptions: [holiday], duties: [] });
  const { rows } = await deps.database.pool.query(
    "select template, user_id as id from messages where template like 'wish%' and channel = 'app'",
  );
  expect(rows).toEqual([{ template: 'wishClosed', id: userId }]);
  expect((await deps.database.pool.query('select doctor_id from wishes')).rows).toEqual([
    { doctor_id: null },
  ]);
});

test('duties of two doctors that end in one save open one list of the branch', async () => {
  await call('PATCH', `/api/locations/${here}`, { cookie: admin, body: { bookedBy: 'doctor' } });
  const omar = (await makeUser(deps.db, { role: 'doctor', name: 'Omar' })).id;
  await put({ duties: [duty(), { ...duty(), userId: omar }] });
  await call('PATCH', `/api/locations/${here}`, { cookie: admin, body: { rooms: 2 } });
  for (const doctorId of [doctor, omar]) {
    const at = { locationId: here, serviceId: 1, date: holiday.date, time: '16:00:00' };
    const room = doctorId === omar ? 2 : 1;
    const { id } = await makeAppointment(deps.db, { ...at, room, patientId: (await makeUser(deps.db)).id });
    await deps.database.pool.query('update appointments set doctor_id = $1 where id = $2', [doctorId, id]);
  }
  await put({ duties: [] });
  expect(await read('/api/disruptions')).toMatchObject([
    { causes: ['departure'], locationId: here, doctorId: null, counts: { untold: 2 } },
  ]);
});

test('fewer rooms and a closing of one save open one list', async () => {
  await call('PATCH', `/api/locations/${here}`, { cookie: admin, body: { rooms: 2 } });
  for (const [room, date] of [
    [1, '2027-06-08'],
    [2, '2027-06-08'],
    [1, '2027-06-15'],
  ] as const) {
    const patientId = (await makeUser(deps.db)).id;
    await makeAppointment(deps.db, {
      locationId: here,
      serviceId: 1,
      date,
      time: '16:00:00',
      room,
      patientId,
    });
  }
  await call('PATCH', `/api/locations/${here}`, {
    cookie: admin,
    body: { rooms: 1, closedFrom: '2027-06-12' },
  });
  expect(await read('/api/disruptions')).toMatchObject([
    { cause: 'hours', causes: ['hours', 'rooms'], locationId: here, counts: { untold: 2 } },
  ]);
  expect(await marks()).toEqual([0, 0, 1, 0, 0, 0, 0]);
});

test('an appointment outside the hours takes place again when the closed day is open again', async () => {
  const patientId = (await makeUser(deps.db)).id;
  const at = { locationId: here, serviceId: 1, date: holiday.date, time: '20:30:00' };
  await makeAppointment(deps.db, { ...at, patientId });
  await put({ exceptions: [holiday] });
  const [list] = await read('/api/disruptions');
  expect(list).toMatchObject({ causes: ['closed'], counts: { untold: 1 } });
  expect(await marks()).toEqual([0, 0, 0, 1, 0, 0, 0]);
  await put({ exceptions: [] });
  expect((await read(`/api/disruptions/${list.id}`)).counts).toEqual({ stays: 1 });
  expect(await marks()).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test('a preview of duties and a holiday in one save proposes no time on the holiday', async () => {
  const other = (await makeUser(deps.db, { role: 'doctor', name: 'Omar' })).id;
  await call('PATCH', `/api/locations/${here}`, { cookie: admin, body: { bookedBy: 'doctor' } });
  const duties = (userId: number) =>
    [2, 3].map((dayOfWeek) => ({ userId, dayOfWeek, startTime: '16:00', endTime: '16:20' }));
  await put({ duties: duties(doctor) });
  const patientId = (await makeUser(deps.db)).id;
  const at = { locationId: here, serviceId: 1, date: '2027-06-08', time: '16:00:00' };
  const { id } = await makeAppointment(deps.db, { ...at, patientId });
  await deps.database.pool.query(
    "update appointments set doctor_id = $1, doctor_wish = 'named' where id = $2",
    [doctor, id],
  );
  const preview = async (body: object) =>
    (await call('POST', `/api/locations/${here}/hours-preview`, { cookie: admin, body })).json();
  const datesIn = async (body: object) => {
    const { visits } = await preview(body);
    expect(visits).toMatchObject([{ visit: { id } }]);
    return visits[0].proposals.map(({ appointmentDate }: { appointmentDate: string }) => appointmentDate);
  };
  expect(await datesIn({ duties: duties(other) })).toContain(holiday.date);
  expect(await datesIn({ duties: duties(other), exceptions: [holiday] })).not.toContain(holiday.date);
});

test('a preview of a duty at a time of another branch is refused like the save', async () => {
  await put({ duties: [duty()] }, other);
  const asked = { cookie: admin, body: { duties: [duty()] } };
  const previewed = await call('POST', `/api/locations/${here}/hours-preview`, asked);
  expect([previewed.statusCode, previewed.json().code]).toEqual([409, 'hours_overlap']);
  expect((await put({ duties: [duty()] })).json().code).toBe('hours_overlap');
});
