import { getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tables } from '#server/db/tables.ts';
import { endpointName, endpoints } from '#server/testing/contract.ts';
import { pairFor, rowsOf } from '#server/testing/example-values.ts';
import { makeAppointment } from '#server/testing/factories.ts';
import { type SignedIn, signedIn } from '#server/testing/signed-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import type { EndpointSpec } from '#shared/contract/endpoint.ts';

/** The owner, as a patient and as an admin: the super admin sees them nowhere. */
let t: TestApp;
let chief: SignedIn;
let owner: SignedIn;
beforeAll(async () => {
  t = await testApp({ OWNER_USERNAME: 'Madam' });
});
beforeEach(async () => {
  await t.reset();
  chief = await signedIn(t, { role: 'admin', isSuperAdmin: true, name: 'Amal' });
  owner = await signedIn(t, { role: 'admin', username: 'madam', name: 'Zubaida Owner' });
  const { db } = t.deps;
  await db.execute(sql`insert into services (name) values ('Check-up')`);
  await db.execute(
    sql`insert into locations (name, address, open_hours) values ('Maadi', 'Street 9', '9-5')`,
  );
  await db.execute(
    sql`insert into location_hours (location_id, weekday, opens, closes) select 1, day, 900, 1140 from generate_series(0, 6) day`,
  );
  await db.execute(sql`insert into appointments (patient_id, location_id, service_id, local_start, local_end,
    room, status)
    values (${owner.id}, 1, 1, '2027-06-20 15:00', '2027-06-20 15:20', 1, 'pending')`);
  await db.execute(sql`insert into events (actor_id, actor_role, action, subject, subject_id, patient_id)
    values (${owner.id}, 'admin', 'created', 'appointments', 1, ${owner.id}), (${owner.id}, 'admin',
      'changed', 'settings', null, null)`);
  await db.execute(
    sql`insert into content_versions (key, body, author_id) values ('homepage.hero', '{}', ${owner.id})`,
  );
  await db.execute(sql`insert into contact_messages (name, email, message, locale, state, answer, answered_by)
    values ('Mona', 'mona@example.com', 'A question', 'en', 'answered', 'An answer', ${owner.id})`);
  await db.execute(sql`insert into staff (user_id) values (${owner.id})`);
  await db.execute(
    sql`insert into duties (user_id, location_id, weekday, starts, ends) values (${owner.id}, 1, 0, 900, 1000)`,
  );
});
afterAll(() => t.close());

const read = (path: string, cookie: string) => t.call('GET', path, { cookie });
const day = '2027-06-20';
const places = [
  '/api/appointments',
  '/api/appointments?q=zubaida',
  `/api/appointments?from=${day}&to=${day}`,
  `/api/appointments/day?locationId=1&date=${day}`,
  '/api/appointments/calendar?month=2027-06',
  '/api/homepage/hero/versions',
  '/api/contact-messages',
  '/api/logs/audit',
  '/api/logs/audit?q=zubaida',
  '/api/logs/messages',
  '/api/users?role=admin',
  '/api/staff',
];

test('no list names the owner to anybody else', async () => {
  for (const path of places) {
    const answer = await read(path, chief.cookie);
    expect([path, answer.statusCode]).toEqual([path, 200]);
    expect(answer.body, path).not.toMatch(/Zubaida|madam/);
  }
  expect((await read('/api/logs/audit?q=zubaida', chief.cookie)).json()).toEqual([]);
  const own = await Promise.all(
    places.map(async (path) => (await read(path, owner.cookie)).body.includes('Zubaida')),
  );
  expect(own.filter(Boolean).length).toBeGreaterThan(8);
});

test('what the owner did is in the trail for the owner alone', async () => {
  await t.deps.db.execute(sql`insert into events (actor_id, actor_role, action, subject, subject_id)
    values (${chief.id}, 'admin', 'user_changed', 'users', ${owner.id}), (null, 'visitor', 'sign_in_failed',
      'sessions', ${owner.id})`);
  const seen = async (path: string, cookie: string) =>
    ((await read(path, cookie)).json() as { actorId: number | null; subjectId: number | null }[]).length;
  for (const path of ['/api/logs/audit', `/api/logs/audit?actorId=${owner.id}`]) {
    const { headers, body } = await read(path, chief.cookie);
    expect([path, body, headers['x-total-count']]).toEqual([path, '[]', '0']);
  }
  expect(await seen(`/api/logs/audit?actorId=${owner.id}`, owner.cookie)).toBe(2);
  expect((await read('/api/logs/audit/export', chief.cookie)).body).not.toContain('created');
});

test('her visits and her file are not there for others', async () => {
  for (const path of [
    '/api/appointments/1',
    '/api/appointments/1/history',
    `/api/appointments/user/${owner.id}`,
    `/api/users/${owner.id}/history`,
  ]) {
    expect([path, (await read(path, chief.cookie)).statusCode]).toEqual([path, 404]);
    expect([path, (await read(path, owner.cookie)).statusCode]).toEqual([path, 200]);
  }
});

test('nobody else books for her, and her duties outlive what others save', async () => {
  await t.deps.db.execute(sql`update users set role = 'patient' where id = ${owner.id}`);
  const body = {
    userId: owner.id,
    locationId: 1,
    service: 'Check-up',
    appointmentDate: '2027-06-21',
    appointmentTime: '15:00',
    status: 'confirmed',
  };
  const booked = await t.call('POST', '/api/appointments', { body, cookie: chief.cookie });
  expect([booked.statusCode, booked.json().code]).toEqual([422, 'unknown_patient']);
  expect((await read('/api/locations/1/duties', chief.cookie)).json()).toEqual([]);
  expect(
    (await t.call('PUT', '/api/locations/1/duties', { body: [], cookie: chief.cookie })).statusCode,
  ).toBe(200);
  const { rows } = await t.deps.db.execute(sql`select user_id from duties`);
  expect(rows).toEqual([{ user_id: owner.id }]);
});

test('her account can be made once she is named: by the super admin, as an admin, and seen by nobody', async () => {
  await t.reset();
  chief = await signedIn(t, { role: 'admin', isSuperAdmin: true, name: 'Amal' });
  const other = await signedIn(t, { role: 'admin' });
  const madam = { name: 'Zubaida', username: 'madam', password: 'a quiet river', role: 'admin' };
  const make = (url: string, cookie: string, body: object = madam) => t.call('POST', url, { cookie, body });
  const { role: _role, ...asPatient } = madam;
  for (const refused of [
    await make('/api/staff', other.cookie),
    await make('/api/staff', chief.cookie, { ...madam, role: 'doctor' }),
    await make('/api/patients', chief.cookie, { ...asPatient, phone: '01001234567' }),
    await make('/api/auth/register', '', asPatient),
  ])
    expect(refused.json().code).toBe('username_taken');
  const made = await make('/api/staff', chief.cookie);
  expect([made.statusCode, made.json().user.username]).toEqual([201, 'madam']);
  expect((await read('/api/staff', chief.cookie)).body).not.toContain('madam');
  expect((await make('/api/staff', chief.cookie)).json().code).toBe('username_taken');
  expect(await t.signIn('madam', madam.password)).toContain('session=');
});

/** An example value of a field; undefined if the contract is not specific enough to make one. */
function exampleOf(field: string, schema: Parameters<typeof pairFor>[0]): unknown {
  try {
    return pairFor(schema, field)?.[0];
  } catch {
    return undefined;
  }
}

/** Ends the session or changes the account that the owner writes with, or replaces the clinic's data. */
const ofOwnAccount = /^\/api\/(auth|moving)\b/;
/** Changes the patient's account: afterwards she may be signed out. */
const ofHerAccount = /^\/api\/users\/:id\b/;

test.each(['admin', 'doctor'] as const)(
  'nothing that the owner writes as %s names her',
  async (role) => {
    const { db, database } = t.deps;
    const mona = await signedIn(t, { role: 'patient', name: 'Mona', phone: '+201001234567' });
    const twin = await signedIn(t, { role: 'patient', name: 'Mona', phone: '+201001234567' });
    const readers = [
      chief,
      mona,
      await signedIn(t, { role: 'doctor', name: 'Hala' }),
      await signedIn(t, { role: 'receptionist', name: 'Sara' }),
    ];
    const place = { patientId: mona.id, locationId: 1, serviceId: 1 };
    const visit = await makeAppointment(db, { ...place, date: '2027-06-21' });
    const today = await makeAppointment(db, { ...place, date: '2027-06-07', time: '16:00:00' });
    await db.execute(sql`update users set role = ${role} where id = ${owner.id}`);
    const times = { appointmentDate: '2027-06-22', appointmentTime: '15:00' };
    const booking = { userId: mona.id, locationId: 1, service: 'Check-up', serviceId: 1, ...times };
    const bodies: Record<string, object> = {
      'POST /api/appointments': booking,
      'PATCH /api/appointments/:id': { status: 'confirmed', appendNote: 'Called her.' },
      'POST /api/offers': { ...booking, appointmentTime: '16:00' },
      'POST /api/offers/wishes': { userId: mona.id, appointmentId: visit.id, locationIds: [1] },
      'POST /api/arrivals': { locationId: 1, userId: mona.id },
      'POST /api/arrivals/:id/stage': { from: 'expected', to: 'waiting' },
      'POST /api/patients/:id/clinical-notes': { text: 'Healthy.', appointmentId: visit.id, shared: true },
      'POST /api/patients/:id/alerts': { kind: 'other', text: 'Penicillin' },
      'PUT /api/merges/doubles': { oneId: mona.id, otherId: twin.id, verdict: 'same' },
      'POST /api/contact-messages/:id/answer': { answer: 'We will call you.' },
      'POST /api/screens': { locationId: 1, kind: 'screen' },
      'POST /api/privacy/:id/consents': { version: 0, lang: 'en' },
    };
    const address = ({ path }: EndpointSpec): string =>
      path.replace(/:(\w+)/g, (_, name: string) => {
        if (name === 'section') return 'hero';
        if (name === 'log') return 'audit';
        if (/^\/api\/(users|patients|privacy|appointments\/user|merges\/of)\b/.test(path) && name === 'id')
          return String(mona.id);
        if (/^\/api\/arrivals\b/.test(path)) return String(today.id);
        return /^\/api\/appointments\b/.test(path) ? String(visit.id) : '1';
      });
    const generated = ({ body }: EndpointSpec): object => {
      const { list, shape } = body ? rowsOf(body) : { list: false, shape: {} };
      const row = Object.fromEntries(
        Object.entries(shape).map(([field, schema]) => [field, exampleOf(field, schema)]),
      );
      return list ? [row] : row;
    };
    let written = 0;
    const write = async (spec: EndpointSpec) => {
      const list = { payload: 'Name,Mobile\nSara,01000000077\n', headers: { 'content-type': 'text/csv' } };
      const headers = { cookie: owner.cookie };
      const answer = spec.binaryBody
        ? await t.app.inject({
            method: 'POST',
            url: `${spec.path}?name=old.csv`,
            ...list,
            headers: { ...list.headers, ...headers },
          })
        : await t.call(spec.method, address(spec), {
            cookie: owner.cookie,
            ...(spec.method === 'DELETE' ? {} : { body: bodies[endpointName(spec)] ?? generated(spec) }),
          });
      expect(answer.statusCode, endpointName(spec)).toBeLessThan(500);
      if (answer.statusCode < 300) written++;
    };
    const findOwner = async () => {
      const found: string[] = [];
      for (const spec of endpoints.filter(({ method }) => method === 'GET')) {
        const query = spec.query ? `?patientId=${mona.id}&locationId=1&date=2027-06-07` : '';
        for (const reader of readers) {
          const { body } = await t.call('GET', address(spec) + query, { cookie: reader.cookie });
          if (/zubaida|madam/i.test(body)) found.push(`${endpointName(spec)} to ${readers.indexOf(reader)}`);
        }
      }
      for (const table of Object.values(tables).map(getTableName)) {
        if (table === 'users') continue;
        const { rows } = await database.pool.query(
          `select 1 from ${table} r where r::text ~* 'zubaida|madam'`,
        );
        if (rows.length > 0) found.push(table);
      }
      return found;
    };
    const writes = endpoints.filter(({ method, path }) => method !== 'GET' && !ofOwnAccount.test(path));
    const isHers = ({ path }: EndpointSpec) => ofHerAccount.test(path);
    const isDeletion = ({ method }: EndpointSpec) => method === 'DELETE';
    const batches = [
      writes.filter((spec) => !isHers(spec) && !isDeletion(spec)),
      writes.filter((spec) => isHers(spec) && !isDeletion(spec)),
      writes.filter(isDeletion),
    ];
    for (const batch of batches) {
      for (const spec of batch) await write(spec);
      expect(await findOwner()).toEqual([]);
    }
    expect(written).toBeGreaterThan(20);
  },
  120_000,
);
