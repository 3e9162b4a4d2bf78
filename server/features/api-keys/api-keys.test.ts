import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeAppointment, makeClinic, makeUser } from '#server/testing/factories.ts';
import { createApiKey, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, startSecondProcess } from '#server/testing/test-app.ts';

const clinic = await createTestApp();
const limited = await createTestApp({ RATE_LIMIT: 'on' });
const { call, deps } = clinic;
const day = 24 * 3_600_000;
let admin = { id: 0, cookie: '' };
let visit = { id: 0, patientId: 0 };

beforeEach(async () => {
  await clinic.reset();
  admin = await createSignedInUser(clinic, { role: 'admin', name: 'Heba' });
  const { location, service } = await makeClinic(deps.db);
  const { id: patientId } = await makeUser(deps.db, { name: 'Mona' });
  const place = { locationId: location.id, serviceId: service.id, patientId };
  visit = { id: (await makeAppointment(deps.db, { ...place, date: '2027-06-08' })).id, patientId };
});
afterAll(async () => {
  await clinic.close();
  await limited.close();
});

const make = (more: object = {}) => ({
  body: {
    name: 'The lab',
    scopes: ['appointments.read', 'appointments.write'],
    days: 30,
    perMinute: 60,
    ...more,
  },
  cookie: admin.cookie,
});
const made = async (more: object = {}) => (await call('POST', '/api/api-keys', make(more))).json();
const list = async () => (await call('GET', '/api/api-keys', { cookie: admin.cookie })).json();
const as = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const look = (key: string, at = clinic) => at.call('GET', `/api/appointments/${visit.id}`, as(key));

test('a key is shown once and stored as a hash, and the list shows its last use', async () => {
  const { id, key } = await made();
  expect(key).toMatch(/^hakima_[\w-]{43}$/);
  expect(await list()).toEqual([
    {
      id,
      name: 'The lab',
      hint: key.slice(-4),
      scopes: ['appointments.read', 'appointments.write'],
      perMinute: 60,
      createdAt: deps.now().toISOString(),
      createdBy: 'Heba',
      expiresAt: new Date(deps.now().getTime() + 30 * day).toISOString(),
      usedAt: null,
      usedFrom: null,
      state: 'good',
    },
  ]);
  expect((await look(key)).json()).toMatchObject({ id: visit.id });
  expect(await list()).toMatchObject([{ usedAt: deps.now().toISOString(), usedFrom: '127.0.0.1' }]);
  const { rows } = await deps.database.pool.query(
    `select row_to_json(k)::text || (select string_agg(row_to_json(e)::text, '') from events e) as kept
      from api_keys k`,
  );
  expect(rows[0].kept).not.toContain(key.slice(8, 30));
});

test('actions of a program are recorded under the key’s name in audit trail, history and notes', async () => {
  const { id, key } = await made();
  const body = { userId: visit.patientId, locationId: 1, service: '1', appointmentDate: '2027-06-09' };
  const booked = await call('POST', '/api/appointments', {
    body: { ...body, appointmentTime: '15:00' },
    ...as(key),
  });
  expect(booked.json()).toMatchObject({ notes: 'Booked via The lab', status: 'confirmed' });
  const trail = (await call('GET', '/api/logs/audit', admin)).json();
  expect(trail).toMatchObject([
    { actorName: 'The lab', actorId: null, actorRole: 'program', action: 'created' },
    { actorName: 'Heba', actorId: admin.id, action: 'key_made', subject: 'api-keys', subjectId: id },
  ]);
  const history = await call('GET', `/api/appointments/${booked.json().id}/history`, admin);
  expect(history.json()).toMatchObject([{ actorName: 'The lab', actorRole: 'program', action: 'created' }]);
});

test('a revoked key opens nothing from the next request on, in every process', async () => {
  const { id, key } = await made();
  expect((await look(key)).statusCode).toBe(200);
  const other = await startSecondProcess(clinic);
  expect((await look(key, other)).statusCode).toBe(200);
  expect((await call('DELETE', `/api/api-keys/${id}`, admin)).statusCode).toBe(204);
  for (const process of [clinic, other]) {
    const refused = await look(key, process);
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'key_refused']);
  }
  await other.close();
  expect(await list()).toEqual([]);
  expect((await call('DELETE', `/api/api-keys/${id}`, admin)).statusCode).toBe(404);
  const [last] = (await call('GET', '/api/logs/audit', admin)).json();
  expect(last).toMatchObject({ action: 'key_revoked', before: { name: 'The lab' } });
});

test('a key ends at its expiry and when its creator stops being an admin', async () => {
  const { key } = await made();
  const endless = (await made({ days: null })).key;
  clinic.setNow(new Date(deps.now().getTime() + 30 * day - 1));
  expect((await look(key)).statusCode).toBe(200);
  clinic.setNow(new Date(deps.now().getTime() + 1));
  expect((await look(key)).json()).toMatchObject({ code: 'key_refused' });
  expect((await look(endless)).statusCode).toBe(200);
  await deps.database.pool.query("update users set role = 'doctor' where id = $1", [admin.id]);
  expect((await look(endless)).json()).toMatchObject({ code: 'key_refused' });
  admin = await createSignedInUser(clinic, { role: 'admin' });
  expect(await list()).toMatchObject([{ state: 'orphaned' }, { state: 'orphaned' }]);
});

test('a key cannot prove identity, so actions that require a proof are closed to it', async () => {
  const { key } = await made({ scopes: ['patients.write', 'patients.read'] });
  const refused = await call('PATCH', `/api/users/${visit.patientId}`, { body: { name: 'M' }, ...as(key) });
  expect(refused.json()).toMatchObject({ code: 'not_for_keys' });
  const created = await call('POST', '/api/patients', { body: { name: 'Nour Ali' }, ...as(key) });
  expect(created.statusCode).toBe(201);
  const found = await call('GET', '/api/patients/find?q=Nour', as(key));
  expect(found.json()).toMatchObject([{ name: 'Nour Ali' }]);
});

test('a key that may only write gets no name, contact or note of a patient', async () => {
  const phone = '+201001234567';
  const nour = { name: 'Nour Adel', username: 'nour', email: 'nour@mail.example', phone };
  const { id } = await makeUser(deps.db, { ...nour, secondaryPhone: '+201001234568' });
  const { locationId, serviceId } = (await look((await made()).key)).json();
  const place = { locationId, serviceId, patientId: id };
  const old = await makeAppointment(deps.db, {
    ...place,
    date: '2027-06-07',
    time: '15:00:00',
    notes: 'Adel called',
  });
  const { key } = await made({ scopes: ['patients.write', 'arrivals.write', 'appointments.write'] });
  const time = { appointmentDate: '2027-06-09', appointmentTime: '15:00' };
  const asked = [
    ['POST', '/api/patients', { name: 'Nour Adel', phone }, 409],
    ['POST', '/api/arrivals', { locationId, name: 'Zeinab', phone }, 409],
    ['POST', '/api/arrivals', { locationId, userId: id }, 201],
    ['POST', `/api/arrivals/${old.id}/stage`, { from: 'expected', to: 'waiting' }, 200],
    ['POST', `/api/arrivals/${old.id}/stage`, { from: 'expected', to: 'waiting' }, 409],
    ['POST', '/api/appointments', { userId: id, locationId, service: serviceId, ...time }, 201],
    ['PATCH', `/api/appointments/${old.id}`, { status: 'confirmed', version: 9 }, 409],
  ] as const;
  for (const [method, path, body, status] of asked) {
    const answer = await call(method, path, { body, ...as(key) });
    expect(answer.statusCode, `${method} ${path} ${answer.body}`).toBe(status);
    expect(answer.body).not.toMatch(/nour|adel|100.?123.?456/i);
    expect(JSON.stringify(answer.json())).toMatch(new RegExp(`"(userId|id)":${id}\\b`));
  }
});

test('each key has its own rate limit, whatever its network', async () => {
  const slow = await createApiKey(limited, { scopes: ['services.read'], perMinute: 2 });
  const other = await createApiKey(limited, { scopes: ['services.read'], perMinute: 2 });
  const ask = async (key: string) => (await limited.call('GET', '/api/services', as(key))).statusCode;
  expect([await ask(slow), await ask(slow), await ask(slow), await ask(other)]).toEqual([200, 200, 429, 200]);
  const refused = await limited.call('GET', '/api/services', as(slow));
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const fhir = await createApiKey(limited, { scopes: ['system/Slot.rs'], perMinute: 1 });
  await limited.call('GET', '/fhir/R4/Slot', as(fhir));
  const outcome = (await limited.call('GET', '/fhir/R4/Slot', as(fhir))).json();
  expect(outcome.issue[0].details.text).toBe(refused.json().message);
});

test('keys of the hidden owner do not show her name', async () => {
  const hidden = await createTestApp({ OWNER_USERNAME: 'the-owner' });
  const owner = await createSignedInUser(hidden, { role: 'admin', username: 'the-owner', name: 'Owner' });
  const other = await createSignedInUser(hidden, { role: 'admin' });
  await hidden.call('POST', '/api/api-keys', { ...make(), cookie: owner.cookie });
  const seen = await hidden.call('GET', '/api/api-keys', other);
  expect(seen.json()).toMatchObject([{ createdBy: '' }]);
  await hidden.close();
});

test('an unknown scope, no scope, and a rate of zero are rejected with the field', async () => {
  const refused = await call(
    'POST',
    '/api/api-keys',
    make({ scopes: ['everything'], perMinute: 0, name: ' ' }),
  );
  expect(Object.keys(refused.json().fields).sort()).toEqual(['name', 'perMinute', 'scopes.0']);
  expect((await call('POST', '/api/api-keys', make({ scopes: [] }))).statusCode).toBe(400);
});
