import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { constraintOf } from '#server/engine/db/transaction.ts';
import { emptyDatabase, testDatabase } from '#server/testing/test-database.ts';
import type { AppointmentStatus } from '#shared/domain/visits/appointment-status.ts';
import { appointments } from './schema/appointments.ts';
import { events } from './schema/events.ts';
import { locations } from './schema/locations.ts';
import { locationHours } from './schema/schedules.ts';
import { services } from './schema/services.ts';
import { users } from './schema/users.ts';

const database = await testDatabase();
const { db, pool } = database;

let mona: number;
let salma: number;

beforeEach(async () => {
  await emptyDatabase(database);
  const people = await db
    .insert(users)
    .values([
      { role: 'patient', name: 'Mona' },
      { role: 'patient', name: 'Salma' },
    ])
    .returning({ id: users.id });
  [mona, salma] = people.map((person) => person.id) as [number, number];
  await db
    .insert(locations)
    .values(
      [1, 2].map((n) => ({ name: `Branch ${n}`, address: 'Street', openHours: '9am - 7pm', rooms: 2 })),
    );
  await db.insert(services).values({ name: 'Check-up' });
});

interface Visit {
  patientId: number;
  from?: string;
  to?: string;
  locationId?: number;
  room?: number | null;
  status?: AppointmentStatus;
}

const book = ({
  patientId,
  from = '15:00',
  to = '15:20',
  locationId = 1,
  room = 1,
  status = 'confirmed',
}: Visit) =>
  db
    .insert(appointments)
    .values({
      patientId,
      locationId,
      serviceId: 1,
      room,
      status,
      localStart: `2027-04-30 ${from}:00`,
      localEnd: `2027-04-30 ${to}:00`,
    })
    .returning();

const refusal = async (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(() => 'accepted', constraintOf);

describe('one room', () => {
  beforeEach(() => book({ patientId: mona }));

  test('holds one appointment at a time', async () => {
    expect(await refusal(book({ patientId: salma, from: '15:10', to: '15:30' }))).toBe(
      'appointments_room_overlap',
    );
    expect(await refusal(book({ patientId: salma, from: '15:20', to: '15:40' }))).toBe('accepted');
  });

  test('is separate from other rooms and other branches', async () => {
    expect(await refusal(book({ patientId: salma, room: 2 }))).toBe('accepted');
    await db.delete(appointments).where(eq(appointments.patientId, salma));
    expect(await refusal(book({ patientId: salma, locationId: 2 }))).toBe('accepted');
  });

  test.each(['cancelled', 'no_show'] as const)('is free again once the appointment is %s', async (status) => {
    await db.update(appointments).set({ status });
    expect(await refusal(book({ patientId: salma }))).toBe('accepted');
  });

  test.each(['pending', 'attended'] as const)('stays taken while the appointment is %s', async (status) => {
    await db.update(appointments).set({ status });
    expect(await refusal(book({ patientId: salma }))).toBe('appointments_room_overlap');
  });

  test('does not limit appointments that were overbooked on purpose', async () => {
    expect(await refusal(book({ patientId: salma, room: null }))).toBe('accepted');
  });
});

test('a patient never has two appointments at one time, overbooked ones included', async () => {
  await book({ patientId: mona });
  expect(await refusal(book({ patientId: mona, locationId: 2 }))).toBe('appointments_patient_overlap');
  expect(await refusal(book({ patientId: mona, room: null }))).toBe('appointments_patient_overlap');
});

test('of forty simultaneous bookings of one room exactly one succeeds, without errors', async () => {
  const patients = await db
    .insert(users)
    .values(Array.from({ length: 40 }, (_, n) => ({ role: 'patient' as const, name: `Patient ${n}` })))
    .returning({ id: users.id });
  const rows = await Promise.all(
    patients.map(({ id }) =>
      db
        .insert(appointments)
        .values({
          patientId: id,
          locationId: 1,
          serviceId: 1,
          room: 1,
          status: 'pending',
          localStart: '2027-05-02 15:00:00',
          localEnd: '2027-05-02 15:20:00',
        })
        .onConflictDoNothing()
        .returning({ id: appointments.id }),
    ),
  );
  expect(rows.flat()).toHaveLength(1);
});

test('an appointment does not pass the end of the day, and local times are stored unchanged', async () => {
  expect(await refusal(book({ patientId: mona, from: '15:00', to: '14:00' }))).toBe('appointments_check');
  const [visit] = await book({ patientId: mona, from: '00:30', to: '00:50' });
  expect(visit).toMatchObject({ localStart: '2027-04-30 00:30:00', localEnd: '2027-04-30 00:50:00' });
  expect(visit?.createdAt).toBeInstanceOf(Date);
});

test('shifts of one weekday do not overlap, and one without an end reaches midnight', async () => {
  await db.insert(locationHours).values({ locationId: 1, weekday: 0, opens: 900, closes: null });
  expect(
    await refusal(db.insert(locationHours).values({ locationId: 1, weekday: 0, opens: 1380, closes: 1400 })),
  ).toBe('location_hours_overlap');
});

test('events can be neither changed nor deleted', async () => {
  const event = { actorRole: 'admin', subject: 'users' };
  await db.insert(events).values({ ...event, action: 'login' });
  await expect(db.update(events).set({ action: 'other' })).rejects.toThrow();
  await expect(db.delete(events)).rejects.toThrow();
  await expect(db.execute(sql`truncate events`)).rejects.toThrow();
});

test('every change of an appointment is counted by branch, day and status', async () => {
  const [visit] = await book({ patientId: mona });
  await db
    .update(appointments)
    .set({ status: 'cancelled' })
    .where(eq(appointments.id, visit?.id ?? 0));
  const { rows } = await pool.query(
    'select location_id, day, status, sum(n)::int as n from day_count_deltas group by 1, 2, 3 having sum(n) <> 0',
  );
  expect(rows).toEqual([{ location_id: 1, day: '2027-04-30', status: 'cancelled', n: 1 }]);
});

test.each([
  ['أحمد', 'احمد'],
  ['فاطمة', 'فاطمه'],
  ['مُنَى', 'مني'],
  ['٠١٢٣', '0123'],
  ['José  Ali', 'joséali'],
])('the search form of %s is %s', async (written, folded) => {
  expect((await pool.query('select fold($1) as text', [written])).rows).toEqual([{ text: folded }]);
});

test('ids start again in an emptied database', async () => {
  await book({ patientId: mona });
  await emptyDatabase(database);
  const [first] = await db
    .insert(users)
    .values({ role: 'patient', name: 'First' })
    .returning({ id: users.id });
  expect(first?.id).toBe(1);
});
