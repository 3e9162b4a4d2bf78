import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeAppointment, makeClinic } from '#server/testing/factories.ts';
import { createApiKey, createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import type { Opening } from '#shared/contract/own/privacy.ts';
import { addDays, dayClock } from '#shared/domain/clinic-time.ts';

const clinic = await createTestApp({ OWNER_USERNAME: 'the-owner' });
const { call, deps } = clinic;
let nour: SignedIn;
let doctor: SignedIn;
let desk: SignedIn;

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  nour = await createSignedInUser(clinic, { role: 'patient', name: 'Nour Adel' });
  doctor = await createSignedInUser(clinic, { role: 'doctor', name: 'Hala Mansour' });
  desk = await createSignedInUser(clinic, { role: 'receptionist', name: 'Mona Samir' });
});
afterAll(clinic.close);

const open = (id: number, { cookie }: SignedIn, what = 'file') =>
  call('GET', `/api/patients/${id}/${what}`, { cookie });
const openings = async (of = nour.id, by = nour, query = ''): Promise<Opening[]> => {
  const answer = await call('GET', `/api/privacy/${of}/openings${query}`, { cookie: by.cookie });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const today = () => dayClock(deps.now()).date;
const told = async () =>
  (
    await deps.database.pool.query(
      "select actor_id, action from events where action in ('file_opened', 'notes_read') order by id",
    )
  ).rows;

test('each reader is recorded once a day, however often she reads', async () => {
  await Promise.all(Array.from({ length: 6 }, () => open(nour.id, desk)));
  await open(nour.id, doctor);
  await open(nour.id, doctor, 'timeline');
  await open(nour.id, doctor);
  expect(await told()).toEqual([
    { actor_id: desk.id, action: 'file_opened' },
    { actor_id: doctor.id, action: 'file_opened' },
    { actor_id: doctor.id, action: 'notes_read' },
  ]);
});

test('reading an appointment or its history counts as opening, lists of appointments do not', async () => {
  const place = { locationId: 1, serviceId: 1, patientId: nour.id };
  const { id } = await makeAppointment(deps.db, { ...place, date: '2027-06-08' });
  await deps.database.pool.query(
    `insert into events (actor_role, action, subject, subject_id, patient_id, location_id, after)
      values ('admin', 'created', 'appointments', $1, $2, 1, '{}')`,
    [id, nour.id],
  );
  for (const path of ['', '?q=Nour', '/day?date=2027-06-08&locationId=1'])
    expect((await call('GET', `/api/appointments${path}`, { cookie: desk.cookie })).statusCode).toBe(200);
  for (const what of ['', '/history'])
    await call('GET', `/api/appointments/${id}${what}`, { cookie: nour.cookie });
  expect(await openings()).toEqual([]);
  await call('GET', `/api/appointments/${id}`, { cookie: desk.cookie });
  expect((await call('GET', `/api/appointments/${id}/history`, { cookie: doctor.cookie })).statusCode).toBe(
    200,
  );
  const key = await createApiKey(clinic, { name: 'The books', scopes: ['appointments.read'] });
  await call('GET', `/api/appointments/${id}`, { headers: { authorization: `Bearer ${key}` } });
  expect(new Set((await openings()).map(({ name }) => name))).toEqual(
    new Set(['Hala Mansour', 'Mona Samir', 'The books']),
  );
});

test('a program opens the patients that its FHIR search returns, and those whose appointment it reads', async () => {
  const sara = await createSignedInUser(clinic, {
    role: 'patient',
    name: 'Sara Adel',
    phone: '+201001234567',
  });
  const place = { locationId: 1, serviceId: 1, patientId: nour.id };
  const { id } = await makeAppointment(deps.db, { ...place, date: '2027-06-08' });
  for (const [path, of] of [
    ['Patient?name=Adel', [nour.id, sara.id]],
    ['Patient?phone=01001234567', [sara.id]],
    [`Patient?_id=${nour.id}`, [nour.id]],
    [`Appointment/${id}`, [nour.id]],
    [`Appointment?_id=${id}`, [nour.id]],
    ['Appointment?date=ge2027-01-01', []],
  ] as const) {
    const key = await createApiKey(clinic, { scopes: ['system/Patient.rs', 'system/Appointment.rs'] });
    for (let n = 0; n < 2; n++) {
      const answer = await call('GET', `/fhir/R4/${path}`, { headers: { authorization: `Bearer ${key}` } });
      expect(answer.statusCode, path).toBe(200);
    }
    const { rows } = await deps.database.pool.query(
      `select array_agg(patient_id order by patient_id) as ids from events
        where action = 'file_opened' and key_id = (select max(id) from api_keys)`,
    );
    expect(rows[0].ids ?? [], path).toEqual(of);
  }
});

test('comparing two records counts as opening both', async () => {
  const other = await createSignedInUser(clinic, { role: 'patient' });
  const path = `/api/merges/preview?oneId=${nour.id}&otherId=${other.id}`;
  expect((await call('GET', path, { cookie: desk.cookie })).statusCode).toBe(200);
  for (const one of [nour, other])
    expect(await openings(one.id, one)).toMatchObject([{ name: 'Mona Samir', notes: false }]);
});

test('the patient sees readers by day, newest first, and who read notes', async () => {
  const first = today();
  await open(nour.id, desk);
  clinic.setNow(new Date(deps.now().getTime() + 24 * 3_600_000));
  desk = { ...desk, cookie: await createSession(clinic, desk.id) };
  nour = { ...nour, cookie: await createSession(clinic, nour.id) };
  doctor = { ...doctor, cookie: await createSession(clinic, doctor.id) };
  await open(nour.id, desk);
  await open(nour.id, doctor, 'timeline');
  const seen = await openings();
  expect(seen.toSorted((a, b) => (a.day + a.role < b.day + b.role ? 1 : -1))).toMatchObject([
    { day: addDays(first, 1), name: 'Mona Samir', role: 'receptionist', notes: false, own: false },
    { day: addDays(first, 1), name: 'Hala Mansour', role: 'doctor', notes: true },
    { day: first, name: 'Mona Samir', role: 'receptionist' },
  ]);
  expect(seen.map(({ day }) => day)).toEqual([addDays(first, 1), addDays(first, 1), first]);
});

test('older records count by their own day, and pages continue', async () => {
  const at = ['2026-05-01 10:00+03', '2026-05-01 11:00+03', '2026-05-02 02:30+03', '2026-05-02 03:10+03'];
  for (const one of at)
    await deps.database.pool.query(
      `insert into events (at, actor_id, actor_role, action, subject, subject_id, patient_id)
        values ($1, $2, 'receptionist', 'file_opened', 'users', $3, $3)`,
      [one, desk.id, nour.id],
    );
  expect((await openings()).map(({ day }) => day)).toEqual(['2026-05-02', '2026-05-01']);
  const path = `/api/privacy/${nour.id}/openings?limit=1`;
  const page = await call('GET', path, { cookie: nour.cookie });
  expect(page.headers['x-total-count']).toBe('2');
  const next = /<(.+)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? '';
  const rest = await call('GET', next, { cookie: nour.cookie });
  expect(rest.json()).toMatchObject([{ day: '2026-05-01' }]);
  expect(rest.headers.link).toBeUndefined();
});

test('programs are listed by key name, and deleted staff by role', async () => {
  for (const name of ['The lab', 'The books']) {
    const key = await createApiKey(clinic, { name, scopes: ['system/Patient.rs'] });
    const asked = { headers: { authorization: `Bearer ${key}` } };
    for (let n = 0; n < 2; n++)
      expect((await call('GET', `/fhir/R4/Patient/${nour.id}`, asked)).statusCode).toBe(200);
  }
  await open(nour.id, desk);
  await deps.database.pool.query('delete from users where id = $1', [desk.id]);
  const program = { role: 'program', relation: null, own: false, notes: false };
  const all = await openings();
  expect(all).toMatchObject([
    { name: null, role: 'receptionist' },
    { ...program, name: 'The books' },
    { ...program, name: 'The lab' },
  ]);
  const page = await call('GET', `/api/privacy/${nour.id}/openings?limit=2`, { cookie: nour.cookie });
  expect(page.headers['x-total-count']).toBe('3');
  const next = /<(.+)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? '';
  expect([...page.json(), ...(await call('GET', next, { cookie: nour.cookie })).json()]).toEqual(all);
});

test('the hidden owner is listed without a name', async () => {
  const owner = await createSignedInUser(clinic, {
    role: 'admin',
    username: 'the-owner',
    name: 'Karim Owner',
  });
  await open(nour.id, owner);
  expect(await openings()).toMatchObject([{ name: null, nameAr: null, role: 'admin' }]);
});

test('a guardian reads the list of a patient without an account, and is in it', async () => {
  const made = await call('POST', `/api/patients/${nour.id}/family`, {
    cookie: nour.cookie,
    body: { name: 'Fatma', relation: 'mother' },
  });
  const fatma = made.json().caresFor[0].id as number;
  await open(fatma, desk);
  await call('GET', `/api/appointments/user/${fatma}`, { cookie: nour.cookie });
  expect((await openings(fatma)).toSorted((a, b) => Number(b.own) - Number(a.own))).toMatchObject([
    { name: 'Nour Adel', role: 'patient', relation: 'mother', own: true },
    { name: 'Mona Samir', role: 'receptionist', own: false },
  ]);
  await deps.database.pool.query("update users set auth_provider = 'phone' where id = $1", [fatma]);
  const refused = await call('GET', `/api/privacy/${fatma}/openings`, { cookie: nour.cookie });
  expect(refused.statusCode).toBe(404);
});
