import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makePatients, makeUser } from '#server/testing/factories.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let admin: SignedIn;
let laila: SignedIn;
let patients: number[] = [];
const [tuesday, wednesday] = ['2027-06-08', '2027-06-09'];

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 2 });
  admin = await createSignedInUser(clinic, { role: 'admin' });
  laila = await createSignedInUser(clinic, { role: 'doctor', name: 'Laila Kamal' });
  patients = await makePatients(deps.db, 4);
});
afterAll(clinic.close);

const send = (method: string, path: string, body?: unknown, { cookie }: SignedIn = admin) =>
  call(method, path, { cookie, body });
const read = async (path: string, who?: SignedIn) => (await send('GET', path, undefined, who)).json();
const visit = async (n: number, appointmentDate: string, appointmentTime: string, more: object = {}) => {
  const body = {
    userId: patients[n],
    locationId: 1,
    service: '1',
    appointmentDate,
    appointmentTime,
    doctorId: laila.id,
    ...more,
  };
  return (await send('POST', '/api/appointments', body)).json();
};
const away = (more: object = {}) => ({ userId: laila.id, startDate: tuesday, endDate: tuesday, ...more });

test('the preview of an absence lists the displaced appointments with channels and saves nothing', async () => {
  const late = await visit(0, tuesday, '17:00');
  const early = await visit(1, tuesday, '15:00');
  await visit(2, wednesday, '15:00');
  await visit(3, tuesday, '16:00', { doctorId: null });
  const preview = async (more?: object) =>
    (await send('POST', '/api/absences/preview', away(more), laila)).json();
  const day = await preview();
  expect([day.count, day.visits.map((one: { visit: { id: number } }) => one.visit.id)]).toEqual([
    2,
    [early.id, late.id],
  ]);
  expect(day.visits[0].visit).toMatchObject({
    reference: early.reference,
    patient: { name: 'Patient 2', phone: '0100 000 0002' },
    locationName: 'Nasr City',
  });
  expect((await preview({ startTime: '15:20', endTime: '17:01' })).count).toBe(1);
  expect((await preview({ startTime: '15:20', endTime: '17:00' })).count).toBe(0);
  expect((await preview({ endDate: wednesday })).count).toBe(3);
  expect(await read('/api/absences')).toEqual([]);
});

test('an absence is stored, its appointments stay, and the displaced ones can be read later', async () => {
  const { id } = await visit(0, tuesday, '15:00');
  const saved = (await send('POST', '/api/absences', away({ startTime: '14:00', reason: 'Flu' }))).json();
  expect(saved).toMatchObject({ startTime: '14:00:00', endDate: tuesday, endTime: null, reason: 'Flu' });
  expect(await read('/api/absences', laila)).toEqual([saved]);
  const displaced = async () => (await read(`/api/disruptions/${saved.disruptionId}`, laila)).rows;
  expect(await displaced()).toMatchObject([{ appointmentId: id, state: 'untold' }]);
  await send('PATCH', `/api/appointments/${id}`, { status: 'cancelled' });
  expect(await displaced()).toMatchObject([{ state: 'cancelled' }]);
  expect((await send('DELETE', `/api/absences/${saved.id}`, undefined, laila)).statusCode).toBe(204);
  expect(await read('/api/absences')).toEqual([]);
});

test('an absent doctor is booked at no branch, and the history has who and when, never why', async () => {
  await send('POST', '/api/absences', away({ reason: 'Flu' }));
  expect((await visit(0, tuesday, '15:00')).code).toBe('doctor_away');
  expect((await visit(0, wednesday, '15:00')).doctorId).toBe(laila.id);
  const { rows } = await deps.database.pool.query("select after from events where subject = 'absences'");
  expect(rows[0].after).toMatchObject({ doctor: { name: 'Laila Kamal' }, startDate: tuesday });
  expect(JSON.stringify(rows)).not.toContain('Flu');
});

test('a doctor sees and enters her own absences only', async () => {
  const hoda = await createSignedInUser(clinic, { role: 'doctor' });
  const { id } = (await send('POST', '/api/absences', away())).json();
  expect(await read('/api/absences', hoda)).toEqual([]);
  expect(await read(`/api/absences?userId=${laila.id}`, hoda)).toEqual([]);
  for (const method of ['POST /api/absences', 'POST /api/absences/preview'])
    expect((await send('POST', method.split(' ')[1] ?? '', away(), hoda)).json().code).toBe('foreign_user');
  expect((await send('DELETE', `/api/absences/${id}`, undefined, hoda)).statusCode).toBe(404);
});

test('an invalid range, a past one and a person who is no doctor are rejected', async () => {
  const code = async (more: object) => (await send('POST', '/api/absences', away(more))).json().code;
  expect(await code({ endDate: '2027-06-07' })).toBe('malformed');
  expect(await code({ startTime: '16:00', endTime: '15:00' })).toBe('malformed');
  expect(await code({ endDate: '2029-06-08' })).toBe('malformed');
  expect(await code({ startDate: '2027-06-01', endDate: '2027-06-06' })).toBe('in_the_past');
  expect(await code({ userId: patients[0] })).toBe('unknown_doctor');
  const receptionist = (await makeUser(deps.db, { role: 'receptionist' })).id;
  expect(await code({ userId: receptionist })).toBe('unknown_doctor');
});
