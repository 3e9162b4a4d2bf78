import ICAL from 'ical.js';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { throttleNetwork } from '#server/engine/http/rate-limit.ts';
import {
  insertGuardianship,
  listGuardianships,
  updateGuardianship,
} from '#server/features/families/family-queries.ts';
import { makeAppointment, makeClinic, makeLocation, makeUser } from '#server/testing/factories.ts';
import { createSession } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';

const clinic = await createTestApp({ OWNER_USERNAME: 'madam' });
const { call, deps } = clinic;
let mona = { id: 0, cookie: '' };
let laila = { id: 0, cookie: '' };
let place = { locationId: 0, serviceId: 0, patientId: 0 };

beforeEach(async () => {
  await clinic.reset();
  const { location, service } = await makeClinic(deps.db, { rooms: 4 });
  const patient = await makeUser(deps.db, { name: 'Mona', role: 'patient' });
  mona = { id: patient.id, cookie: await createSession(clinic, patient.id) };
  const doctor = await makeUser(deps.db, { name: 'Laila', role: 'doctor', worksAt: [location.id] });
  laila = { id: doctor.id, cookie: await createSession(clinic, doctor.id) };
  place = { locationId: location.id, serviceId: service.id, patientId: mona.id };
});
afterAll(clinic.close);

async function subscribe(cookie = mona.cookie, titles = 'discreet'): Promise<string> {
  const made = await call('POST', '/api/calendars/mine', { cookie, body: { titles } });
  expect(made.statusCode, made.body).toBe(201);
  return made.json().link;
}
const ask = (link: string, headers: Record<string, string> = {}) => call('GET', link, { headers });

/** What a parser that is not ours finds: of each visit what a person sees. */
async function visits(link: string) {
  const answer = await ask(link);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
  const calendar = new ICAL.Component(ICAL.parse(answer.body));
  expect(calendar.getFirstPropertyValue('x-wr-timezone')).toBe('Africa/Cairo');
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { startDate, summary } = new ICAL.Event(component);
    const { date, time } = clinicClock(startDate.toJSDate());
    return [`${date}T${time}`, summary, component.getFirstPropertyValue('status')];
  });
}

test('a patient’s calendar has only her appointments, tentative, cancelled and after midnight as such', async () => {
  const other = await makeUser(deps.db, { name: 'Nour' });
  await makeAppointment(deps.db, { ...place, date: '2027-06-08', status: 'pending' });
  await makeAppointment(deps.db, { ...place, date: '2027-06-09' });
  await makeAppointment(deps.db, { ...place, date: '2027-06-10', status: 'cancelled' });
  await makeAppointment(deps.db, { ...place, date: '2027-06-11', time: '24:30:00' });
  await makeAppointment(deps.db, { ...place, patientId: other.id, date: '2027-06-12' });
  expect(await visits(await subscribe())).toEqual([
    ['2027-06-08T15:00:00', 'Appointment', 'TENTATIVE'],
    ['2027-06-09T15:00:00', 'Appointment', 'CONFIRMED'],
    ['2027-06-10T15:00:00', 'Appointment', 'CANCELLED'],
    ['2027-06-12T00:30:00', 'Appointment', 'CONFIRMED'],
  ]);
});

test('a discreet calendar reveals neither service nor clinic', async () => {
  await makeAppointment(deps.db, { ...place, date: '2027-06-08', doctorId: laila.id });
  const hers = (await ask(await subscribe())).body;
  expect(hers).not.toMatch(/Hakima’?s|Women|Gyn|Mona/);
  const doctors = (await ask(await subscribe(laila.cookie))).body;
  expect(doctors).toContain('SUMMARY:Visit HKM-000001');
  expect(doctors).not.toMatch(/Gyn|Mona/);
});

test('the full setting shows the clinic or the patient under the same address', async () => {
  await makeAppointment(deps.db, { ...place, date: '2027-06-08', doctorId: laila.id });
  const link = await subscribe();
  const staff = await subscribe(laila.cookie, 'full');
  const changed = await call('PATCH', '/api/calendars/mine', {
    cookie: mona.cookie,
    body: { titles: 'full' },
  });
  expect(changed.statusCode).toBe(204);
  expect((await visits(link)).map(([, title]) => title)).toEqual(["Hakima Women's Health"]);
  expect((await visits(staff)).map(([, title]) => title)).toEqual(['Mona']);
});

test('a doctor’s calendar has her appointments, a receptionist’s those of her branches', async () => {
  const elsewhere = await makeLocation(deps.db, { name: 'Giza' });
  await makeAppointment(deps.db, { ...place, date: '2027-06-08', doctorId: laila.id });
  await makeAppointment(deps.db, { ...place, date: '2027-06-09' });
  await makeAppointment(deps.db, { ...place, locationId: elsewhere.id, date: '2027-06-10' });
  expect(await visits(await subscribe(laila.cookie))).toHaveLength(1);
  const desk = await makeUser(deps.db, { role: 'receptionist', worksAt: [place.locationId] });
  expect(await visits(await subscribe(await createSession(clinic, desk.id)))).toHaveLength(2);
  const admin = await makeUser(deps.db, { role: 'admin' });
  expect(await visits(await subscribe(await createSession(clinic, admin.id)))).toEqual([]);
});

test('an appointment of the owner is only in her own calendar', async () => {
  const owner = await makeUser(deps.db, { name: 'Zubaida', role: 'admin', username: 'Madam', worksAt: [1] });
  const hers = { ...place, patientId: owner.id, doctorId: laila.id };
  await makeAppointment(deps.db, { ...hers, date: '2027-06-08' });
  expect(await visits(await subscribe(laila.cookie, 'full'))).toEqual([]);
  const desk = await makeUser(deps.db, { role: 'receptionist', worksAt: [place.locationId] });
  expect(await visits(await subscribe(await createSession(clinic, desk.id), 'full'))).toEqual([]);
  expect(await visits(await subscribe(await createSession(clinic, owner.id), 'full'))).toHaveLength(1);
});

test('a guardian’s calendar has her patients’ appointments while she may see them', async () => {
  const [nour, hala] = [await makeUser(deps.db, { name: 'Nour' }), await makeUser(deps.db, { name: 'Hala' })];
  const care = { guardianId: mona.id, relation: 'mother' } as const;
  await insertGuardianship(deps.db, { ...care, patientId: nour.id });
  await insertGuardianship(deps.db, { ...care, patientId: hala.id, seesVisits: false });
  await makeAppointment(deps.db, { ...place, date: '2027-06-08' });
  await makeAppointment(deps.db, { ...place, patientId: nour.id, date: '2027-06-09' });
  await makeAppointment(deps.db, { ...place, patientId: hala.id, date: '2027-06-10' });
  const link = await subscribe();
  expect((await visits(link)).map(([, title]) => title)).toEqual(['Appointment', 'Appointment']);
  await call('PATCH', '/api/calendars/mine', { cookie: mona.cookie, body: { titles: 'full' } });
  expect((await visits(link)).map(([, title]) => title)).toEqual([
    "Hakima Women's Health",
    "Nour · Hakima Women's Health",
  ]);
  expect(await visits(await subscribe(await createSession(clinic, nour.id)))).toHaveLength(1);
  const [stands] = await listGuardianships(deps.db, nour.id);
  await updateGuardianship(deps.db, stands?.id ?? 0, { until: deps.now() });
  expect(await visits(link)).toHaveLength(1);
});

test('an unchanged calendar is answered with 304', async () => {
  const { id } = await makeAppointment(deps.db, { ...place, date: '2027-06-08' });
  const link = await subscribe();
  const first = await ask(link);
  const tag = String(first.headers.etag);
  const again = await ask(link, { 'if-none-match': tag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await ask(link, { 'if-none-match': `"other", W/${tag}` })).statusCode).toBe(304);
  const admin = await makeUser(deps.db, { role: 'admin' });
  await call('PATCH', `/api/appointments/${id}`, {
    cookie: await createSession(clinic, admin.id),
    body: { appointmentTime: '16:00:00' },
  });
  const moved = await ask(link, { 'if-none-match': tag });
  expect(moved.statusCode).toBe(200);
  expect(moved.body).toContain('T130000Z');
});

test('an address is stored as a hash, never shown again, and only the newest is valid', async () => {
  const first = await subscribe();
  const second = await subscribe();
  expect((await ask(first)).statusCode).toBe(404);
  expect((await ask(second)).statusCode).toBe(200);
  const { rows } = await deps.database.pool.query('select * from calendars');
  expect(JSON.stringify(rows)).not.toContain(second.split('/').at(-1)?.slice(0, 43));
  const mine = await call('GET', '/api/calendars/mine', { cookie: mona.cookie });
  expect(mine.json()).toEqual({
    calendar: { titles: 'discreet', createdAt: expect.any(String), seenAt: expect.any(String) },
  });
});

test('ended, unknown and malformed addresses are not found', async () => {
  const link = await subscribe();
  expect((await call('DELETE', '/api/calendars/mine', { cookie: mona.cookie })).statusCode).toBe(204);
  expect((await call('DELETE', '/api/calendars/mine', { cookie: mona.cookie })).statusCode).toBe(404);
  for (const address of [link, `/calendars/${'a'.repeat(43)}.ics`, '/calendars/x.ics', '/calendars/x'])
    expect((await ask(address)).statusCode, address).toBe(404);
});

test('an address ends when the account is deactivated, changes its role or is erased', async () => {
  const admin = await makeUser(deps.db, { role: 'admin', isSuperAdmin: true });
  const cookie = await createSession(clinic, admin.id);
  const link = await subscribe(laila.cookie);
  for (const deactivated of [true, false]) {
    await call('PATCH', `/api/staff/${laila.id}`, { cookie, body: { deactivated } });
    expect((await ask(link)).statusCode).toBe(404);
  }
  const anew = await subscribe(await createSession(clinic, laila.id));
  await call('PATCH', `/api/staff/${laila.id}`, { cookie, body: { role: 'receptionist' } });
  expect((await ask(anew)).statusCode).toBe(404);
  const hers = await subscribe();
  expect((await call('DELETE', `/api/users/${mona.id}`, { cookie })).statusCode).toBe(204);
  expect((await ask(hers)).statusCode).toBe(404);
  const { rows } = await deps.database.pool.query('select user_id from calendars');
  expect(rows).toEqual([]);
});

test('too frequent requests are rejected with a time to retry', async () => {
  const throttled = await createTestApp({ RATE_LIMIT: 'on' });
  const { id } = await makeUser(throttled.deps.db);
  const cookie = await createSession(throttled, id);
  const made = await throttled.call('POST', '/api/calendars/mine', { cookie, body: { titles: 'full' } });
  const statuses = [];
  for (let n = 0; n < 61; n++) statuses.push((await throttled.call('GET', made.json().link)).statusCode);
  expect(statuses).toEqual([...Array(60).fill(200), 429]);
  await throttled.close();
});

test('invented addresses are counted by network and leave no rows', async () => {
  const throttled = await createTestApp({ RATE_LIMIT: 'on' });
  const { pool } = throttled.deps.database;
  expect((await throttled.call('GET', `/calendars/${'x'.repeat(43)}.ics`)).statusCode).toBe(404);
  const rule = { name: 'calendars', network: { points: 1200, seconds: 600 } };
  for (let i = 1; i < 1200; i++) await throttleNetwork(throttled.deps, { ip: '127.0.0.1' }, rule);
  const statuses = [];
  for (const letter of 'abc') {
    const answer = await throttled.call('GET', `/calendars/${letter.repeat(43)}.ics`);
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([429, 429, 429]);
  const { rows } = await pool.query(`select key from throttles where key like 'calendars%'`);
  expect(rows).toEqual([]);
  await throttled.close();
});
