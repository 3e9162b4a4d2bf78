import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAppointment, makeClinic, makeLocation } from '#server/testing/factories.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { addDays, dayClock } from '#shared/domain/clinic-time.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
let clinic: Awaited<ReturnType<typeof makeClinic>>;
beforeEach(async () => {
  await t.reset();
  clinic = await makeClinic(t.deps.db, { rooms: 3 });
});
afterAll(() => t.close());

type Answers = Record<string, { status: number; body: string; headers: Record<string, string> }>;
const together = async (cookie: string, ...addresses: string[]): Promise<Answers> => {
  const of = encodeURIComponent(addresses.join(' '));
  const answer = await t.call('GET', `/api/first-reads?of=${of}`, {
    cookie,
    headers: { 'accept-language': 'ar' },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};

/** A patient with a password, which a PIN requires. */
async function patientWithPassword() {
  const her = await createSignedInUser(t, { role: 'patient' });
  await t.deps.database.pool.query("insert into credentials (user_id, password_hash) values ($1, 'x')", [
    her.id,
  ]);
  return her;
}

test('each part of the reply equals the separate reply', async () => {
  const { cookie } = await createSignedInUser(t, { role: 'admin' });
  const list = '/api/appointments?from=2027-06-06&to=2027-06-12&limit=50';
  const addresses = ['/api/auth/user', '/api/locations', list];
  const answers = await together(cookie, ...addresses);
  expect(Object.keys(answers)).toEqual(addresses);
  for (const address of addresses) {
    const alone = await t.call('GET', address, { cookie, headers: { 'accept-language': 'ar' } });
    expect(answers[address]).toMatchObject({ status: 200, body: alone.body });
  }
  expect(answers[list]?.headers).toEqual({ 'x-total-count': '0' });
});

test('each part has its own access check and rejection', async () => {
  const mona = await createSignedInUser(t, { role: 'patient' });
  const other = await createSignedInUser(t, { role: 'patient' });
  const answers = await together(
    mona.cookie,
    '/api/appointments/user/own-number?limit=50',
    `/api/appointments/user/${other.id}?limit=50`,
    '/api/logs/alarms',
  );
  expect(Object.entries(answers).map(([address, { status }]) => [address, status])).toEqual([
    [`/api/appointments/user/${mona.id}?limit=50`, 200],
    [`/api/appointments/user/${other.id}?limit=50`, 404],
    ['/api/logs/alarms', 403],
  ]);
  // In the user's language, like every error.
  expect(answers['/api/logs/alarms']?.body).toMatch(/[\u0600-\u06ff]/);
  expect((await t.call('GET', '/api/first-reads?of=/api/locations')).statusCode).toBe(401);
});

test('placeholders are replaced in the returned address', async () => {
  const day = '/api/appointments/day?date=2027-06-06&locationId=own-branch';
  const list = '/api/appointments?from=2027-06-06&doctorId=own-doctor&limit=50';
  const { id: branch } = await makeLocation(t.deps.db);
  const doctor = await createSignedInUser(t, { role: 'doctor' });
  const everybodys = '/api/appointments?from=2027-06-06&limit=50';
  expect(Object.keys(await together(doctor.cookie, list))).toEqual([everybodys]);
  const chosen = { homeLocationId: branch, onlyMine: true };
  await t.call('PUT', '/api/staff/me', { cookie: doctor.cookie, body: chosen });
  const hers = await together(doctor.cookie, day, list);
  expect(Object.entries(hers).map(([address, { status }]) => [address, status])).toEqual([
    [`/api/appointments/day?date=2027-06-06&locationId=${branch}`, 200],
    [`/api/appointments?from=2027-06-06&doctorId=${doctor.id}&limit=50`, 200],
  ]);
  // Only receptionists have a default branch.
  const patient = await createSignedInUser(t, { role: 'patient' });
  expect((await together(patient.cookie, day))[day]?.status).toBe(403);
});

test('today’s appointment is returned if there is one and it is not locked', async () => {
  const mine = '/api/arrivals/own-visit/mine';
  const visits = '/api/appointments/user/own-number?limit=50';
  const her = await patientWithPassword();
  const { date: today } = dayClock(t.deps.now());
  const bookedOn = (date: string) =>
    makeAppointment(t.deps.db, {
      patientId: her.id,
      locationId: clinic.location.id,
      serviceId: clinic.service.id,
      date,
    });
  await bookedOn(addDays(today, 1));
  expect(Object.keys(await together(her.cookie, visits, mine))).toHaveLength(1);
  const visit = await bookedOn(today);
  const answers = await together(her.cookie, visits, mine);
  expect(answers[`/api/arrivals/${visit.id}/mine`]).toMatchObject({ status: 200 });
  await t.call('PUT', `/api/privacy/${her.id}/lock`, { cookie: her.cookie, body: { pin: '2468' } });
  await t.call('POST', `/api/privacy/${her.id}/shut`, { cookie: her.cookie });
  expect(Object.keys(await together(her.cookie, visits, mine))).toHaveLength(1);
});

test('streams, files, the endpoint itself, unknown addresses and writes are left out', async () => {
  const { cookie } = await createSignedInUser(t, { role: 'admin' });
  const none = ['/api/events', '/api/appointments/export', '/api/first-reads?of=/api/locations', '/healthz'];
  expect(await together(cookie, ...none, 'http://elsewhere/api/locations', '/api/auth/login')).toEqual({});
});

test('an address that is not normalized is left out', async () => {
  const { cookie } = await createSignedInUser(t, { role: 'admin' });
  const otherwise = [
    String.raw`/api/users/..\events`,
    String.raw`/api/users/..\first-reads?of=/api/services`,
    '/api/appointments/exp\tort',
    '/api/users/1/../../locations',
    '/api/locations#here',
  ];
  expect(await together(cookie, ...otherwise)).toEqual({});
});

test('locked appointments stay locked, and the rest is returned', async () => {
  const her = await patientWithPassword();
  const put = await t.call('PUT', `/api/privacy/${her.id}/lock`, {
    cookie: her.cookie,
    body: { pin: '2468' },
  });
  expect(put.statusCode).toBe(204);
  await t.call('POST', `/api/privacy/${her.id}/shut`, { cookie: her.cookie });
  const visits = '/api/appointments/user/own-number?limit=50';
  const ofThem = ['/api/clinical-notes/shared', '/api/no-shows?patientId=own-number'];
  const answers = await together(her.cookie, '/api/auth/user', visits, ...ofThem);
  expect(Object.values(answers).map(({ status }) => status)).toEqual([200, 403, 403, 403]);
  for (const { body } of Object.values(answers).slice(1)) expect(body).toContain('visits_locked');
});

test('more addresses than a page reads are rejected', async () => {
  const { cookie } = await createSignedInUser(t, { role: 'admin' });
  const of = encodeURIComponent(Array.from({ length: 17 }, (_, n) => `/api/services?n=${n}`).join(' '));
  expect((await t.call('GET', `/api/first-reads?of=${of}`, { cookie })).statusCode).toBe(400);
});
