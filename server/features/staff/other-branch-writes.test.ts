import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endpointName, endpoints } from '#server/testing/contract.ts';
import { exampleBody } from '#server/testing/example-values.ts';
import { makeAppointment, makeClinic, makeLocation, makeUser } from '#server/testing/factories.ts';
import { createSession } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import type { EndpointSpec } from '#shared/contract/endpoint.ts';

/** Calls every write of the contract as a receptionist, for records of a branch where she does not work. */

const today = '2027-06-07';
const later = '2027-06-21';
let t: TestApp;
let patientId = 0;
const visits = { today: 0, waiting: 0, later: 0, missed: 0 };
let cookies = { here: '', elsewhere: '' };

beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(() => t.reset());
afterAll(() => t.close());

const rows = async (text: string, values: unknown[] = []) =>
  (await t.deps.database.pool.query(text, values)).rows;

/** A branch with one of everything that a receptionist may change, and a receptionist of each of two branches. */
async function fillBranch(): Promise<void> {
  await t.reset();
  const { db } = t.deps;
  const { location, service } = await makeClinic(db, { rooms: 3 });
  const elsewhere = await makeLocation(db, { name: 'Zamalek' });
  patientId = (await makeUser(db, { name: 'Mona', phone: '+201001234567' })).id;
  const of = { patientId, locationId: location.id, serviceId: service.id };
  visits.today = (await makeAppointment(db, { ...of, date: today, time: '16:00:00' })).id;
  const waits = [];
  for (const time of ['14:00:00', '14:20:00'])
    waits.push(await makeAppointment(db, { ...of, date: today, time }));
  visits.waiting = waits[0]?.id ?? 0;
  for (const [i, { id }] of waits.entries())
    await db.execute(sql`insert into arrivals (appointment_id, location_id, day, ticket, arrived_at)
      values (${id}, 1, ${today}, ${i + 101}, '2027-06-07T08:30:00Z')`);
  visits.later = (await makeAppointment(db, { ...of, date: later, time: '16:00:00' })).id;
  visits.missed = (await makeAppointment(db, { ...of, date: '2027-06-01', status: 'no_show' })).id;
  await db.execute(sql`insert into no_shows (appointment_id, marked_at, excused_at, excuse)
    values (${visits.missed}, now(), now(), 'The bridge was closed')`);
  await db.execute(sql`insert into wishes (patient_id, appointment_id, location_ids) values (${patientId},
    ${visits.later}, '{1}')`);
  await db.execute(sql`insert into offers (patient_id, location_id, service_id, local_start, local_end, room, reason,
    held_until) values (${patientId}, 1, ${service.id}, '2027-06-22 16:00', '2027-06-22 16:20', 1, 'desk', '2027-06-22')`);
  await db.execute(sql`insert into location_exceptions (location_id, day) values (1, ${later})`);
  await db.execute(sql`insert into disruptions (location_id, local_from, local_to, cause)
    values (1, '2027-06-21 00:00', '2027-06-22 00:00', 'hours')`);
  await db.execute(sql`insert into displaced (disruption_id, appointment_id, patient_id, location_id, local_start)
    values (1, ${visits.later}, ${patientId}, 1, '2027-06-21 16:00')`);
  await db.execute(sql`insert into notices (created_at, idempotency_key, asked) values (now(), 'n', 'n')`);
  await db.execute(sql`insert into unreached (notice_id, patient_id, appointment_id, location_id, local_start)
    values (1, ${patientId}, ${visits.later}, 1, '2027-06-21 16:00')`);
  await db.execute(sql`insert into contact_messages (name, email, message, locale, location_id)
    values ('Mona', 'mona@example.com', 'A question of mine', 'en', 1)`);
  await db.execute(
    sql`insert into screens (location_id, kind, token_hash, created_at) values (1, 'screen', '\\x00', now())`,
  );
  const desk = (at: number) => makeUser(db, { role: 'receptionist', worksAt: [at] });
  cookies = {
    here: await createSession(t, (await desk(location.id)).id),
    elsewhere: await createSession(t, (await desk(elsewhere.id)).id),
  };
}

/** All rows of the branch, found by its id or by an appointment there. */
async function branchRows(): Promise<string> {
  const tables = await rows(`
    select table_name as name, bool_or(column_name = 'location_id') as at from information_schema.columns
    where table_schema = 'public' and column_name in ('location_id', 'appointment_id') group by 1 order by 1`);
  const found: unknown[] = await rows('select * from wishes where 1 = any(location_ids) order by id');
  for (const { name, at } of tables) {
    const where = at
      ? 'r.location_id = 1'
      : 'r.appointment_id in (select id from appointments where location_id = 1)';
    found.push(name, await rows(`select r::text from ${name} r where ${where} order by 1`));
  }
  return JSON.stringify(found);
}

const bodies = (): Record<string, object> => {
  const time = { locationId: 1, appointmentDate: '2027-06-24', appointmentTime: '17:00:00' };
  const booking = { userId: patientId, service: '1', serviceId: 1, ...time };
  const displaced = [{ appointmentId: visits.later, time: { ...time, doctorId: null } }];
  const notice = { audience: { locationId: 1 }, template: 'words', words: 'We moved.', wordsAr: 'انتقلنا.' };
  return {
    'POST /api/appointments': booking,
    'PATCH /api/appointments/:id': { status: 'cancelled', appendNote: 'Called.' },
    'POST /api/appointments/bulk-status': { ids: [visits.later], status: 'cancelled' },
    'POST /api/appointments/:id/follow-ups': {
      visits: [{ date: '2027-07-05', time: '15:00' }],
      together: true,
    },
    'PATCH /api/appointments/:id/following': { status: 'cancelled' },
    'PUT /api/appointments/:id/note-draft': { start: '', text: 'Called.', version: 1 },
    'POST /api/arrivals': { locationId: 1, userId: patientId },
    'POST /api/arrivals/:id/place': { before: null, reason: 'She asked for it.' },
    'POST /api/arrivals/:id/stage': { from: 'expected', to: 'waiting' },
    'POST /api/offers': { ...booking, appointmentDate: '2027-06-23' },
    'POST /api/offers/wishes': { userId: patientId, appointmentId: visits.today, locationIds: [1] },
    'POST /api/screens': { locationId: 1, kind: 'poster' },
    'POST /api/disruptions/:id/acts': { act: 'called', visits: displaced },
    'POST /api/disruptions/offers': { visits: displaced },
    'POST /api/notices': { ...notice, expected: 5 },
    'POST /api/calls/acts': { act: 'called', about: 'notice', calls: [1] },
    'PUT /api/no-shows/:id/excuse': { reason: 'The bridge was closed' },
    'PATCH /api/contact-messages/:id': { state: 'read' },
    'POST /api/contact-messages/:id/answer': { answer: 'We will call you.' },
  };
};

const address = ({ path }: EndpointSpec): string =>
  path.replace(/:(\w+)/g, () => {
    if (/^\/api\/(users|patients|privacy)\b/.test(path)) return String(patientId);
    if (/^\/api\/arrivals\b/.test(path))
      return String(path.endsWith('place') ? visits.waiting : visits.today);
    if (/^\/api\/no-shows\b/.test(path)) return String(visits.missed);
    return /^\/api\/appointments\b/.test(path) ? String(visits.later) : '1';
  });

const call = (spec: EndpointSpec, cookie: string) =>
  t.call(spec.method, address(spec), {
    cookie,
    headers: { 'idempotency-key': 'one' },
    ...(spec.method === 'DELETE' ? {} : { body: bodies()[endpointName(spec)] ?? exampleBody(spec) }),
  });

/** The receptionist's writes at her own branch succeed, which shows that the test reaches them. */
const changesHere = [
  'DELETE /api/no-shows/:id',
  'DELETE /api/no-shows/:id/excuse',
  'DELETE /api/offers/:id',
  'DELETE /api/offers/wishes/:id',
  'DELETE /api/screens/:id',
  'PATCH /api/appointments/:id',
  'PATCH /api/appointments/:id/following',
  'PATCH /api/contact-messages/:id',
  'POST /api/appointments',
  'POST /api/appointments/:id/follow-ups',
  'POST /api/appointments/bulk-status',
  'POST /api/arrivals',
  'POST /api/arrivals/:id/place',
  'POST /api/arrivals/:id/stage',
  'POST /api/calls/acts',
  'POST /api/contact-messages/:id/answer',
  'POST /api/disruptions/:id/acts',
  'POST /api/disruptions/offers',
  'POST /api/notices',
  'POST /api/offers',
  'POST /api/offers/wishes',
  'POST /api/screens',
  'PUT /api/appointments/:id/note-draft',
  'PUT /api/no-shows/:id/excuse',
];

test('a receptionist changes nothing at another branch', async () => {
  const writes = endpoints.filter(
    ({ method, access }) =>
      method !== 'GET' && access !== 'public' && (access === 'signed-in' || access.includes('receptionist')),
  );
  const found = { here: [] as string[], elsewhere: [] as string[] };
  for (const spec of writes) {
    await fillBranch();
    const before = await branchRows();
    for (const who of ['elsewhere', 'here'] as const) {
      const answer = await call(spec, cookies[who]);
      expect(answer.statusCode, endpointName(spec)).toBeLessThan(500);
      if ((await branchRows()) !== before) found[who].push(endpointName(spec));
    }
  }
  expect(found.elsewhere).toEqual([]);
  expect(found.here.toSorted()).toEqual(changesHere);
}, 300_000);
