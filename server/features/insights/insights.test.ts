import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mergeCountDeltas } from '#server/features/appointments/count-queries.ts';
import { insertLocation } from '#server/features/locations/queries.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let t: TestApp;
let admin: SignedIn;
let places: number[];
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.reset();
  admin = await createSignedInUser(t, { role: 'admin' });
  places = [];
  for (const name of ['Maadi', 'Zamalek', 'Empty'])
    places.push((await insertLocation(t.deps.db, { name, address: 'x', openHours: 'x' })).id);
  await t.deps.database.pool.query(`insert into services (name) values ('Consultation')`);
  const visits: [number, string, string][] = [
    [0, '2027-06-06 15:00', 'attended'],
    [0, '2027-06-06 15:20', 'no_show'],
    [0, '2027-06-13 15:40', 'confirmed'],
    [1, '2027-06-07 16:00', 'cancelled'],
    [1, '2027-06-08 17:00', 'attended'],
    [1, '2020-01-05 17:00', 'attended'],
  ];
  for (const [place, start, status] of visits)
    await t.deps.database.pool.query(
      `insert into appointments (patient_id, location_id, service_id, local_start, local_end, status) values ($1, $2, 1, $3::timestamp, $3::timestamp + interval '20 minutes', $4)`,
      [admin.id, places[place], start, status],
    );
});
afterAll(() => t.close());

const get = async (query = '') =>
  (await t.call('GET', `/api/insights${query}`, { cookie: admin.cookie })).json();

test('load, weeks and branches are counted before and after folding the counts', async () => {
  const query = '?from=2027-06-01&to=2027-06-30';
  const before = await get(query);
  expect(before).toEqual({
    from: '2027-06-01',
    to: '2027-06-30',
    load: [
      { weekday: 0, hour: 15, count: 3 },
      { weekday: 2, hour: 17, count: 1 },
    ],
    weeks: [
      { week: '2027-06-06', total: 4, attended: 2, noShow: 1, cancelled: 1 },
      { week: '2027-06-13', total: 1, attended: 0, noShow: 0, cancelled: 0 },
    ],
    waiting: { wishes: 0, offered: 0, taken: 0, minutes: 0 },
    branches: [
      { locationId: places[0], name: 'Maadi', nameAr: null, total: 3, attended: 1, noShow: 1, cancelled: 0 },
      {
        locationId: places[1],
        name: 'Zamalek',
        nameAr: null,
        total: 2,
        attended: 1,
        noShow: 0,
        cancelled: 1,
      },
    ],
  });
  await t.deps.database.pool.query(`update appointments set status = 'attended' where status = 'no_show'`);
  await mergeCountDeltas(t.deps.db);
  await mergeCountDeltas(t.deps.db);
  expect((await get(query)).weeks[0]).toMatchObject({ total: 4, attended: 3, noShow: 0 });
  const { rows } = await t.deps.database.pool.query('select from day_count_deltas');
  expect(rows).toHaveLength(0);
});

test('the default is the last twelve weeks, of all branches or one', async () => {
  const recent = await get();
  expect([recent.from, recent.to]).toEqual(['2027-03-21', '2027-06-07']);
  expect(recent.weeks).toHaveLength(1);
  expect((await get(`?from=2025-01-01&to=2027-12-31&locationId=${places[1]}`)).branches).toMatchObject([
    { total: 2 },
  ]);
  expect(
    (await t.call('GET', '/api/insights?from=2027-06-02&to=2027-06-01', { cookie: admin.cookie })).statusCode,
  ).toBe(400);
  const long = await get('?from=2024-12-01&to=2027-12-31');
  expect(long).toMatchObject({ code: 'malformed', fields: { to: 'Please choose at most 1,096 days' } });
  const doctor = await createSignedInUser(t, { role: 'doctor' });
  expect((await t.call('GET', '/api/insights', { cookie: doctor.cookie })).statusCode).toBe(403);
});

test('the waiting list is counted by the days of entries and offers', async () => {
  await t.deps.database.pool.query(`insert into wishes
    (patient_id, service_id, location_ids, from_date, to_date, created_at, state)
    select ${admin.id}, 1, array[${places[0]}], '2027-06-10', '2027-06-20', at::timestamptz, 'left'
    from unnest(array['2027-06-07 12:00Z', '2027-06-30 23:59Z', '2027-07-01 00:00Z']) at`);
  await t.deps.database.pool.query(`insert into offers (patient_id, location_id, service_id, local_start,
    local_end, room, reason, state, holds, held_until, created_at)
    select ${admin.id}, ${places[0]}, 1, '2027-06-10 15:00', '2027-06-10 15:40', 1, reason, state, false,
      now(), '2027-06-08 10:00Z'
    from (values ('waiting', 'taken'), ('waiting', 'another'), ('waiting', 'expired'), ('desk', 'taken'))
      made(reason, state)`);
  const query = '?from=2027-06-01&to=2027-06-30';
  const counted = { wishes: 2, offered: 3, taken: 2, minutes: 80 };
  expect((await get(query)).waiting).toEqual(counted);
  expect((await get(`${query}&locationId=${places[0]}`)).waiting).toEqual(counted);
  expect((await get(`${query}&locationId=${places[1]}`)).waiting).toMatchObject({ wishes: 0, offered: 0 });
});
