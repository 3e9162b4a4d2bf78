import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeClinic, makeLocation, makePatients, makeUser, openEveryDay } from '#server/testing/factories.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { addDays } from '#shared/domain/clinic-time.ts';

/**
 * Many simultaneous requests for one doctor. Only the database can decide them, so each race runs several times,
 * and often in `prove plans`; each round has a day of its own within one year.
 */
const rounds = Math.min(300, Number(process.env.RACE_ROUNDS ?? 5));

const clinic = await createTestApp();
const { call, deps } = clinic;
let admin = '';
let patients: number[] = [];
let laila = 0;

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 50 });
  await openEveryDay(deps.db, (await makeLocation(deps.db, { name: 'Maadi', rooms: 50 })).id);
  admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  patients = await makePatients(deps.db, 40);
  laila = (await makeUser(deps.db, { role: 'doctor' })).id;
});
afterAll(clinic.close);

type Answer = Awaited<ReturnType<typeof call>>;
/** Sends all requests at once without blocking the event loop. */
async function atOnce(calls: ReturnType<typeof call>[]): Promise<Answer[]> {
  const answers = await Promise.all(calls);
  await sleep(2);
  return answers;
}

const day = (round: number): string => addDays('2028-01-01', round);
const book = (userId: number | undefined, appointmentDate: string, more: object = {}) =>
  call('POST', '/api/appointments', {
    cookie: admin,
    body: {
      userId,
      locationId: 1,
      service: '1',
      appointmentDate,
      appointmentTime: '15:00',
      doctorId: laila,
      ...more,
    },
  });
const tally = (answers: Answer[]) =>
  answers
    .map((answer) => (answer.statusCode < 300 ? 'won' : String(answer.json().code)))
    .reduce<Record<string, number>>((counts, what) => ({ ...counts, [what]: (counts[what] ?? 0) + 1 }), {});
const expectOnePlace = async () => {
  const { rows } = await deps.database.pool.query(`select count(*)::int as n from appointments a
    join appointments b on a.id < b.id and a.doctor_id = b.doctor_id and a.room is not null
      and b.room is not null and a.status not in ('cancelled', 'no_show')
      and b.status not in ('cancelled', 'no_show')
      and tsrange(a.local_start, a.local_end) && tsrange(b.local_start, b.local_end)`);
  expect(rows).toEqual([{ n: 0 }]);
};

test(`forty requests at two branches for one doctor give one appointment although rooms are free (${rounds} rounds)`, {
  timeout: 20_000 + rounds * 2000,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const answers = await atOnce(patients.map((id, i) => book(id, day(round), { locationId: 1 + (i % 2) })));
    expect(tally(answers)).toEqual({ won: 1, doctor_busy: 39 });
  }
  await expectOnePlace();
});

test('appointments without a doctor that are assigned the same one at once: one succeeds', {
  timeout: 60_000 + rounds * 1000,
}, async () => {
  for (let round = 0; round < Math.ceil(rounds / 4); round++) {
    const made = await atOnce(
      patients.slice(0, 8).map((id, i) => book(id, day(round), { doctorId: null, locationId: 1 + (i % 2) })),
    );
    const answers = await atOnce(
      made.map((answer) =>
        call('PATCH', `/api/appointments/${answer.json().id}`, { cookie: admin, body: { doctorId: laila } }),
      ),
    );
    expect(tally(answers)).toEqual({ won: 1, doctor_busy: 7 });
  }
  await expectOnePlace();
});

describe('at a branch booked by doctors', () => {
  const doctors: number[] = [];
  beforeEach(async () => {
    doctors.splice(0, 3, laila);
    for (let n = 0; n < 2; n++) doctors.push((await makeUser(deps.db, { role: 'doctor' })).id);
    const duties = doctors.flatMap((userId) =>
      [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ userId, dayOfWeek, startTime: '15:00', endTime: '19:00' })),
    );
    await call('PUT', '/api/locations/1/duties', { cookie: admin, body: duties });
    await call('PATCH', '/api/locations/1', { cookie: admin, body: { bookedBy: 'doctor' } });
  });
  const anybody = { doctorId: null };

  test(`forty requests for any of three doctors give one appointment each (${rounds} rounds)`, {
    timeout: 20_000 + rounds * 2000,
  }, async () => {
    for (let round = 0; round < rounds; round++) {
      const answers = await atOnce(patients.map((id) => book(id, day(round), anybody)));
      expect(tally(answers)).toEqual({ won: 3, slot_taken: 37 });
      const given = answers.flatMap((answer) => (answer.statusCode < 300 ? [answer.json().doctorId] : []));
      expect(new Set(given)).toEqual(new Set(doctors));
    }
    await expectOnePlace();
  });

  test('mixed wishes with fewer rooms than doctors give as many appointments as rooms, without duplicates', {
    timeout: 60_000 + rounds * 1000,
  }, async () => {
    await call('PATCH', '/api/locations/1', { cookie: admin, body: { rooms: 2 } });
    for (let round = 0; round < Math.ceil(rounds / 4); round++) {
      const answers = await atOnce(patients.map((id, i) => book(id, day(round), i % 3 ? anybody : {})));
      expect(tally(answers).won).toBe(2);
    }
    await expectOnePlace();
  });

  /** Six bookings of a day, with a change among them that displaces them. */
  async function bookAround(date: string, change: () => ReturnType<typeof call>) {
    const bookings = patients.slice(0, 6).map((id, i) => () => book(id, date, i % 2 ? anybody : {}));
    const answers = await atOnce([...bookings.slice(0, 3), change, ...bookings.slice(3)].map((ask) => ask()));
    const [changed] = answers.splice(3, 1);
    return { changed, answers };
  }
  const expectAllDisplaced = async (which: string) => {
    const { rows } = await deps.database.pool.query(
      `select a.id from appointments a where ${which} and a.status = 'confirmed'
        and not exists (select from displaced d where d.appointment_id = a.id)`,
    );
    expect(rows).toEqual([]);
  };

  test(`an absence never misses a booking (${rounds} rounds)`, {
    timeout: 20_000 + rounds * 2000,
  }, async () => {
    for (let round = 0; round < rounds; round++) {
      const absence = { userId: laila, startDate: day(round), endDate: day(round) };
      const { changed, answers } = await bookAround(day(round), () =>
        call('POST', '/api/absences', { cookie: admin, body: absence }),
      );
      expect(changed?.statusCode).toBe(201);
      const others = ['won', 'slot_taken', 'doctor_busy', 'doctor_away'];
      expect(Object.keys(tally(answers)).filter((what) => !others.includes(what))).toEqual([]);
      await expectAllDisplaced(`a.doctor_id = ${laila}`);
    }
  });

  test(`a leaving doctor never misses a booking (${rounds} rounds)`, {
    timeout: 20_000 + rounds * 2000,
  }, async () => {
    const turn = (deactivated: boolean) =>
      call('PATCH', `/api/staff/${laila}`, { cookie: admin, body: { deactivated } });
    for (let round = 0; round < rounds; round++) {
      const { changed } = await bookAround(day(round), () => turn(true));
      expect(changed?.statusCode).toBe(200);
      await expectAllDisplaced(`a.doctor_id = ${laila}`);
      await deps.database.pool.query("update appointments set status = 'cancelled'");
      await turn(false);
    }
  });

  test(`a holiday or fewer rooms never miss a booking (${rounds} rounds)`, {
    timeout: 20_000 + rounds * 4000,
  }, async () => {
    const rooms = (n: number) => call('PATCH', '/api/locations/1', { cookie: admin, body: { rooms: n } });
    for (let round = 0; round < rounds; round++) {
      const date = day(2 * round);
      const holiday = await bookAround(date, () =>
        call('PUT', '/api/locations/1/exceptions', { cookie: admin, body: [{ date, isClosed: true }] }),
      );
      expect(holiday.changed?.statusCode).toBe(200);
      await expectAllDisplaced(`a.local_start::date = '${date}'`);
      const fewer = await bookAround(day(2 * round + 1), () => rooms(1));
      expect(fewer.changed?.statusCode).toBe(200);
      await expectAllDisplaced('a.room > 1');
      await deps.database.pool.query("update appointments set status = 'cancelled'");
      await rooms(50);
    }
  });
});
