import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#server/engine/db/transaction.ts';
import type { TestDatabase } from '#server/testing/databases/test-databases.ts';
import { emptyDatabase, testDatabase } from '#server/testing/test-database.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { seedDemo } from './demo-clinic.ts';
import { detectContents, markAsDemo, seedClinic } from './seed-clinic.ts';

let database: TestDatabase;
const now = new Date('2027-06-07T09:00:00Z');

beforeAll(async () => {
  database = await testDatabase();
  await emptyDatabase(database);
});

const count = async (query: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await database.db.execute<{ n: number }>(query);
  return Number(rows[0]?.n);
};

test('an empty database gets 8 branches and 7 services, and the demonstration people and appointments', async () => {
  expect(await detectContents(database.db)).toBe('nothing');
  await inTransaction(database.db, (tx) => seedClinic(tx));
  expect(await detectContents(database.db)).toBe('clinic');
  expect(await count(sql`select count(*) as n from locations`)).toBe(8);
  expect(await count(sql`select count(*) as n from services`)).toBe(7);
  expect(await count(sql`select count(*) as n from location_hours where weekday in (5, 6)`)).toBe(0);

  await inTransaction(database.db, async (tx) => {
    await markAsDemo(tx);
    await seedDemo(tx, 'no hash', clinicClock(now), now);
  });
  expect(await detectContents(database.db)).toBe('demo');
  expect(await count(sql`select count(*) as n from users where role = 'patient'`)).toBe(242);
  expect(await count(sql`select count(*) as n from appointments`)).toBe(400);
  expect(await count(sql`select count(distinct status) as n from appointments`)).toBe(5);
  expect(await count(sql`select count(distinct location_id) as n from appointments`)).toBe(8);
  expect(
    await count(sql`select count(*) as n from guardians g join appointments a on a.patient_id = g.patient_id
      where g.guardian_id = (select id from users where username = 'patient')`),
  ).toBe(4);
  expect(await count(sql`select count(*) as n from locations where booked_by = 'doctor'`)).toBe(2);
  const unseen = sql`select count(*) as n from appointments a join locations l on l.id = a.location_id
    where (l.booked_by = 'doctor') <> exists (select from duties d where d.user_id = a.doctor_id
      and d.location_id = a.location_id and d.weekday = extract(dow from a.local_start))`;
  expect(await count(unseen)).toBe(0);
  const today = sql`local_start::date = '2027-06-07' and location_id in (select location_id
    from staff_locations s join users u on u.id = s.user_id where u.username = 'reception')`;
  expect(await count(sql`select count(*) as n from appointments where ${today}`)).toBeGreaterThan(9);
  expect(
    await count(
      sql`select count(*) as n from appointments where local_start > '2027-06-07 12:00' and status in ('attended', 'no_show')`,
    ),
  ).toBe(0);
  expect(
    await count(
      sql`select count(*) as n from appointments where patient_id = (select id from users where username = 'patient')`,
    ),
  ).toBeGreaterThan(4);
  // Signing in with her number opens her account, and no patient has two appointments on one day.
  expect(
    await count(
      sql`select count(*) as n from users where phone = (select phone from users where username = 'patient')`,
    ),
  ).toBe(1);
  const twice = sql`select 1 from appointments where status not in ('cancelled', 'no_show')
    group by patient_id, local_start::date having count(*) > 1`;
  expect(await count(sql`select count(*) as n from (${twice}) as t`)).toBe(0);
});
