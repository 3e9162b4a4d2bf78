import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  makeAppointment,
  makeClinic,
  makeLocation,
  makePatients,
  makeUser,
} from '#server/testing/factories.ts';
import { createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import type { BranchNow } from '#shared/contract/arrivals.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let patients: number[] = [];
let [cairo, giza, service] = [0, 0, 0];
let boss = '';

beforeEach(async () => {
  await clinic.reset();
  const made = await makeClinic(deps.db, { rooms: 2 });
  [cairo, service] = [made.location.id, made.service.id];
  giza = (await makeLocation(deps.db, { name: 'Giza', rooms: 1 })).id;
  patients = await makePatients(deps.db, 6);
  boss = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
});
afterAll(clinic.close);

const visit = async (who: number, locationId: number, time: string, more: object = {}) => {
  const seen = { patientId: patients[who] ?? 0, locationId, serviceId: service, date: '2027-06-07', time };
  return (await makeAppointment(deps.db, { ...seen, ...more })).id;
};
const stage = (id: number, from: string, to: string) =>
  call('POST', `/api/arrivals/${id}/stage`, { cookie: boss, body: { from, to } });
const now = async (cookie = boss): Promise<BranchNow[]> =>
  (await call('GET', '/api/arrivals/now', { cookie })).json();

test('each branch has the numbers of waiting, inside and expected patients of its board, without names', async () => {
  const first = await visit(0, cairo, '15:00:00');
  await visit(1, cairo, '15:20:00');
  await visit(2, cairo, '15:40:00', { date: '2027-06-08' });
  await visit(3, cairo, '16:00:00', { status: 'cancelled' });
  await visit(5, cairo, '16:20:00', { status: 'no_show' });
  const inGiza = await visit(4, giza, '15:00:00');
  await stage(first, 'expected', 'waiting');
  await stage(inGiza, 'expected', 'waiting');
  await stage(inGiza, 'waiting', 'with_doctor');
  const [waits, inside] = [
    { id: first, stage: 'waiting', ticket: 1, walkIn: false, calledAt: null, place: null },
    { id: inGiza, stage: 'with_doctor', ticket: 1, walkIn: false, calledAt: monday.toISOString() },
  ];
  const branches = await now();
  expect(branches).toMatchObject([
    {
      locationId: cairo,
      rooms: 2,
      expected: 1,
      expectedTimes: ['15:20:00'],
      queue: [{ ...waits, arrivedAt: monday.toISOString() }],
    },
    { locationId: giza, rooms: 1, expected: 0, expectedTimes: [], queue: [inside] },
  ]);
  const board = (
    await call('GET', `/api/arrivals?date=2027-06-07&locationId=${cairo}`, { cookie: boss })
  ).json();
  expect(branches[0]?.usualMinutes).toBe(board.usualMinutes);
  expect(Object.keys(branches[0]?.queue[0] ?? {}).sort()).toEqual(
    ['appointmentTime', 'arrivedAt', 'calledAt', 'id', 'place', 'stage', 'ticket', 'walkIn'].sort(),
  );
});

test('a branch without open appointments today is left out, and a receptionist sees only hers', async () => {
  expect(await now()).toEqual([]);
  await visit(0, cairo, '15:00:00');
  await visit(1, giza, '15:00:00');
  const { id } = await makeUser(deps.db, { role: 'receptionist', worksAt: [giza] });
  expect((await now(await createSession(clinic, id))).map(({ locationId }) => locationId)).toEqual([giza]);
});

test('each branch has its own usual consultation: of today with three or more, else of the last month', async () => {
  const last = [await visit(0, cairo, '15:00:00'), await visit(1, cairo, '15:20:00')];
  last.push(await visit(2, cairo, '15:40:00'), await visit(3, giza, '15:00:00'));
  await deps.database.pool.query(
    `insert into arrivals (appointment_id, location_id, day, ticket, arrived_at, called_at, seen_at)
     select id, location_id, local_start::date - (location_id = $1)::int, id, at, at,
       at + case when location_id = $1 then interval '31 minutes' else interval '12 minutes' end
     from appointments, (select timestamptz '2027-06-06T12:00Z' as at) then_
     where id = any($2)`,
    [giza, last],
  );
  await visit(4, giza, '16:00:00');
  expect((await now()).map(({ usualMinutes }) => usualMinutes)).toEqual([12, 31]);
});
