import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makeLocation, makePatients } from '#server/testing/factories.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { allStatuses, mapStatuses, statusesThatFree } from '#shared/domain/visits/appointment-status.ts';
import { mergeCountDeltas } from './count-queries.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
const { pool } = deps.database;
let admin = '';

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  await makeLocation(deps.db, { name: 'Maadi' });
  await makePatients(deps.db, 40);
  admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
});
afterAll(clinic.close);

const get = async (path: string) => {
  const answer = await call('GET', `/api/appointments${path}`, { cookie: admin });
  return { body: answer.json(), total: Number(answer.headers['x-total-count']) };
};
const count = async (where: string) =>
  (await pool.query(`select count(*)::int as n from appointments where ${where}`)).rows[0].n;

const holds = `status not in (${statusesThatFree.map((status) => `'${status}'`).join(', ')})`;
const inJune = "local_start >= '2027-06-01' and local_start < '2027-07-01'";
const toCome = `local_start > '2027-06-07 12:00' and ${holds}`;

/** Every figure that is computed from the counts, beside the same figure from SQL. */
async function expectTruth(): Promise<void> {
  const { body } = await get('/summary?month=2027-06');
  const truth: Record<string, unknown> = {
    total: await count('true'),
    upcoming: await count(toCome),
    month: {
      month: '2027-06',
      total: await count(inJune),
      future: await count(`${inJune} and ${toCome}`),
    },
  };
  for (const [field, status] of Object.entries(mapStatuses((one) => one)))
    truth[field] = await count(`status = '${status}'`);
  expect(body).toEqual(truth);
  const { body: calendar } = await get('/calendar?month=2027-06&locationId=1');
  for (const { date, total } of calendar.days)
    expect(total, date).toBe(await count(`location_id = 1 and local_start::date = '${date}'`));
  for (const [filter, where] of [
    ['locationId=2', 'location_id = 2'],
    ['locationId=1&status=cancelled', "location_id = 1 and status = 'cancelled'"],
    ['locationId=1&from=2027-06-08', "location_id = 1 and local_start >= '2027-06-08'"],
  ])
    expect((await get(`?limit=1&${filter}`)).total, filter).toBe(await count(where ?? ''));
}

const visit = (n: number) => `insert into appointments
  (patient_id, location_id, service_id, local_start, local_end, status)
  select ${1 + (n % 40)}, ${1 + (n % 2)}, 1, t, t + interval '20 minutes', '${allStatuses[n % allStatuses.length]}'
  from (select timestamp '2027-05-28 09:00' + make_interval(days => ${n % 40}, mins => ${(n % 13) * 40}) as t) at`;
const changes: ((n: number) => string)[] = [
  visit,
  visit,
  (n) =>
    `update appointments set status = '${allStatuses[(n + 1) % allStatuses.length]}' where id % 7 = ${n % 7}`,
  (n) => `update appointments set location_id = ${1 + (n % 2)}, room = null where id % 11 = ${n % 11}`,
  (n) => `delete from appointments where id % 23 = ${n % 23}`,
];

test('the counts equal those of SQL, folded or not, also during concurrent changes', async () => {
  await expectTruth();
  for (let round = 0; round < 4; round++) {
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let i = 0; i < 15; i++) {
        const n = round * 100 + writer * 25 + i;
        // Two of them may collide in a room or a patient: those are rejected as usual.
        await pool.query(changes[n % changes.length]?.(n) ?? '').catch(() => undefined);
      }
    });
    const folder = (async () => {
      for (let i = 0; i < 5; i++) await mergeCountDeltas(deps.db).catch(() => undefined);
    })();
    await Promise.all([...writers, folder]);
    await expectTruth();
  }
  await mergeCountDeltas(deps.db);
  await expectTruth();
  // The number depends on the order of the requests; zero would prove nothing.
  expect(await count('true')).toBeGreaterThan(0);
});
