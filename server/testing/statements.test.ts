import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { offers } from '#server/db/schema/offers.ts';
import { users } from '#server/db/schema/users.ts';
import { ClinicClient } from '#server/engine/db/clinic-pool.ts';
import { currentMarks } from '#server/features/settings/mark-queries.ts';
import type { DisplacedVisit } from '#shared/contract/disruptions.ts';
import { timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { makeClinic, makePatients, makeUser } from './factories.ts';
import { createSignedInUser } from './signed-in.ts';
import { createTestApp } from './test-app.ts';

/** Lists the SQL statements of frequent requests in a warm process, so that an added statement is noticed. */
const clinic = await createTestApp();
const { call, deps } = clinic;
const sent = vi.spyOn(ClinicClient.prototype, 'query');
let admin = '';
let mona = { id: 0, cookie: '' };
const date = '2027-06-08';

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 3 });
  admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  mona = await createSignedInUser(clinic, {
    role: 'patient',
    email: 'mona@example.org',
    emailConfirmedAt: deps.now(),
    channels: ['email'],
  });
  for (let n = 0; n < 3; n++) await makeUser(deps.db, { role: 'doctor', worksAt: [1] });
  // Whether online booking is open is cached.
  await currentMarks(deps);
});
afterEach(() => sent.mockClear());
afterAll(() => {
  sent.mockRestore();
  return clinic.close();
});

const names: [RegExp, string][] = [
  [/from sessions s join users/, 'session'],
  [/^(begin|commit)/, '$1'],
  [/nextval\('appointments_id_seq'\).* for no key update/, 'whom'],
  [/^with visit as \(insert into appointments.*insert into events.*insert into messages/, 'visit'],
  [/local_start - interval '3 hours'\)::date as day.* group by/, 'held'],
  [/from "appointments" inner join "users"/, 'page'],
  [/^select from events where patient_id = \$1/, 'opened'],
  [/^(with listed as materialized .*|)select array\(select "appointments"."id"/, 'ids'],
  [/^with begun as materialized .* from met$/, 'met'],
  [/from (day|branch)_counts/, 'counts'],
  [/begun \(rank, role, text\)/, 'best'],
  [/^with met as materialized \(select \* from people_meant/, 'meant'],
  [/^with met as materialized \(select \* from "users" where \(fold\("users"."email"\)/, 'address'],
  [/from "users" left join "credentials"/, 'people'],
  [/"caresFor", not/, 'account'],
  [/"read_at" from "messages"/, 'unread'],
  [/count\(/, 'count'],
];

function nameOf(text: string): string {
  const plain = text.replace('/* prepared */', '').replace(/\s+/g, ' ').replace(/\( /g, '(').trim();
  const known = names.find(([shape]) => shape.test(plain));
  if (!known) return plain;
  return known[1] === '$1' ? (known[0].exec(plain)?.[1] ?? '') : known[1];
}

async function statementsOf(method: string, url: string, cookie?: string, body?: object): Promise<string[]> {
  sent.mockClear();
  const answer = await call(method, url, { ...(cookie ? { cookie } : {}), ...(body ? { body } : {}) });
  expect(answer.statusCode).toBeLessThan(300);
  return sent.mock.calls.map(([query]) => nameOf(typeof query === 'string' ? query : query.text));
}

test('free times need one statement for data that is not cached, then none', async () => {
  const day = `/api/locations/1/availability?date=${date}`;
  const month = '/api/locations/1/availability?from=2027-06-07&to=2027-07-07';
  await call('GET', '/api/locations/1/availability?date=2027-06-07');
  expect(await statementsOf('GET', day)).toEqual(['held']);
  expect(await statementsOf('GET', day)).toEqual([]);
  expect(await statementsOf('GET', month)).toEqual(['held']);
  expect(await statementsOf('GET', month)).toEqual([]);
  expect(await statementsOf('GET', `${day}&grid=admin`, admin)).toEqual(['session']);
  expect(await statementsOf('GET', month, mona.cookie)).toEqual(['session']);
});

const booking = ['session', 'begin', 'whom', 'visit', 'commit'];

test('a booking needs four round trips, also with a confirmed address and three staff members', async () => {
  const visit = { locationId: 1, service: '1', appointmentDate: date };
  const [someone] = await makePatients(deps.db, 1);
  const first = { ...visit, userId: someone, appointmentTime: '15:00:00' };
  await call('GET', '/api/locations/1/availability?date=2027-06-07&service=1');
  expect(await statementsOf('POST', '/api/appointments', admin, first)).toEqual(booking);
  const hers = { ...visit, userId: mona.id, appointmentTime: '15:20:00' };
  expect(await statementsOf('POST', '/api/appointments', mona.cookie, hers)).toEqual(booking);
  const { rows } = await deps.database.pool.query(
    "select channel, count(*)::int as n from messages where template in ('booked', 'staffBooked') group by 1",
  );
  expect(new Map(rows.map(({ channel, n }) => [channel, n]))).toEqual(
    new Map([
      ['app', 4],
      ['email', 1],
    ]),
  );
});

test('a booking of any free doctor needs the same four', async () => {
  const doctors = await deps.db.select({ id: users.id }).from(users).where(eq(users.role, 'doctor'));
  const weekday = { dayOfWeek: 2, startTime: '15:00', endTime: '19:00' };
  const duties = doctors.map(({ id: userId }) => ({ userId, ...weekday }));
  await call('PUT', '/api/locations/1/duties', { cookie: admin, body: duties });
  await call('PATCH', '/api/locations/1', { cookie: admin, body: { bookedBy: 'doctor' } });
  const day = `/api/locations/1/availability?service=1&date=${date}`;
  await call('GET', day.replace(date, '2027-06-07'));
  expect((await statementsOf('GET', day)).sort()).toEqual(['held', 'held']);
  expect(await statementsOf('GET', day)).toEqual([]);
  const visit = { locationId: 1, service: '1', appointmentDate: date, appointmentTime: '15:00:00' };
  const hers = { ...visit, userId: mona.id };
  expect(await statementsOf('POST', '/api/appointments', mona.cookie, hers)).toEqual(booking);
});

test('an appointment by id is planned once per connection', async () => {
  const body = {
    userId: mona.id,
    locationId: 1,
    service: '1',
    appointmentDate: date,
    appointmentTime: '15:00',
  };
  const { id } = (await call('POST', '/api/appointments', { cookie: admin, body })).json();
  const planned = `select from pg_prepared_statements where statement like 'select "appointments"."id"%'`;
  const counts: unknown[] = [];
  // The first read of the day is recorded.
  await call('GET', `/api/appointments/${id}`, { cookie: admin });
  for (let n = 0; n < 3; n++) {
    expect(await statementsOf('GET', `/api/appointments/${id}`, admin)).toEqual([
      'session',
      'page',
      'opened',
    ]);
    counts.push((await deps.database.pool.query(planned)).rowCount);
  }
  // A viewer with fewer rights causes another statement text, possibly on the same connection.
  expect(counts[0]).toBeGreaterThan(0);
  expect(new Set(counts).size).toBe(1);
});

test('a session needs four round trips, each planned once per connection', async () => {
  const path = '/api/auth/user';
  const planned = `select from pg_prepared_statements
    where statement ~ 'from sessions s|"users" left join|"caresFor",\\s+not|"read_at"'`;
  const plans = async () => (await deps.database.pool.query(planned)).rowCount;
  await call('GET', path, { cookie: mona.cookie });
  const before = await plans();
  expect(await statementsOf('GET', path, mona.cookie)).toEqual(['session', 'people', 'account', 'unread']);
  // A viewer with fewer rights causes another statement text, possibly on the same connection.
  expect(before).toBeGreaterThanOrEqual(4);
  expect(await plans()).toBe(before);
});

test('lists and figures need at most three round trips, and one more to find the person', async () => {
  const visit = { locationId: 1, service: '1', appointmentDate: date, appointmentTime: '15:00:00' };
  await call('POST', '/api/appointments', { cookie: admin, body: { ...visit, userId: mona.id } });
  const asked = (path: string) => statementsOf('GET', `/api/appointments${path}`, admin);
  const planned = `select from pg_prepared_statements where statement like 'select "appointments"."id"%'`;
  const plans = async () => (await deps.database.pool.query(planned)).rowCount;
  // The page has two orders: with a limit the first rows, without one the newest.
  expect(await asked('?limit=50')).toEqual(['session', 'ids', 'page']);
  expect(await asked('?locationId=1&status=confirmed')).toEqual(['session', 'ids', 'page']);
  const before = await plans();
  expect(await asked('?locationId=1&limit=10')).toEqual(['session', 'ids', 'page']);
  expect(await asked('?limit=20&q=patient')).toEqual(['session', 'met', 'ids', 'page']);
  expect(await plans()).toBe(before);
  expect(await asked('/summary')).toEqual(['session', 'counts']);
  expect(await asked('/calendar?month=2027-06')).toEqual(['session', 'counts']);
});

test('a search for people needs a statement for exact matches, others if too few match, and no count', async () => {
  await deps.db.execute(
    sql`insert into users (role, name) select 'patient', 'Sara ' || i from generate_series(1, 1001) i`,
  );
  await deps.db.execute(sql`update users set words = '' where words is null`);
  const asked = (q: string) => statementsOf('GET', `/api/users?sort=match&limit=5&q=${q}`, admin);
  await asked('sara');
  expect(await asked('sara&uncounted=1')).toEqual(['session', 'best', 'people']);
  expect(await asked('sara')).toEqual(['session', 'best', 'people']);
  expect(await asked('sara%20775&uncounted=1')).toEqual(['session', 'best', 'meant', 'people']);
  expect(await asked('mona@example.org&uncounted=1')).toEqual(['session', 'best', 'address', 'people']);
});

test('a search is prepared once per connection, whatever the text', async () => {
  for (const name of ['Hoda', 'نورا', 'Salma']) await makeUser(deps.db, { role: 'patient', name });
  const planned = `select from pg_prepared_statements where statement like '%people_meant%'
    or statement like '%begun (rank, role, text)%' or statement like '%from "users" left join%'`;
  const counts: unknown[] = [];
  for (const q of ['hoda', 'نورا', 'salma']) {
    const search = `/api/users?sort=match&limit=5&q=${encodeURIComponent(q)}`;
    expect(await statementsOf('GET', search, admin)).toContain('best');
    counts.push((await deps.database.pool.query(planned)).rowCount);
  }
  expect(counts[0]).toBeGreaterThan(2);
  expect(new Set(counts).size).toBe(1);
});

test('other times for all appointments of an illness need as many round trips as for one', async () => {
  const patients = await makePatients(deps.db, 12);
  const doctors = await deps.db.select({ id: users.id }).from(users).where(eq(users.role, 'doctor'));
  const statementsFor = async (visits: number): Promise<number> => {
    const doctorId = doctors.pop()?.id;
    for (const [n, userId] of patients.splice(0, visits).entries()) {
      const appointmentTime = timeOfMinutes(15 * 60 + 20 * n);
      const body = { userId, locationId: 1, service: '1', appointmentDate: date, appointmentTime };
      await call('POST', '/api/appointments', { cookie: admin, body: { ...body, doctorId } });
    }
    const away = { userId: doctorId, startDate: date, endDate: date };
    const saved = await call('POST', '/api/absences', { cookie: admin, body: away });
    const path = `/api/disruptions/${saved.json().disruptionId}`;
    const proposed = (await call('GET', `${path}/proposals`, { cookie: admin })).json();
    const wanted = proposed.visits.map(({ visit, proposals: [first] }: DisplacedVisit) => {
      const { kind: _kind, ...time } = first ?? { kind: 'none' };
      return { appointmentId: visit.id, ...(first && { time }) };
    });
    expect(wanted).toHaveLength(visits);
    return (await statementsOf('POST', `${path}/acts`, admin, { act: 'offer', visits: wanted })).length;
  };
  await statementsFor(1);
  const one = await statementsFor(1);
  expect(one).toBeLessThanOrEqual(25);
  expect(await statementsFor(10)).toBeLessThanOrEqual(one);
  expect((await deps.db.select().from(offers)).length).toBe(12);
});
