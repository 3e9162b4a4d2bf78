import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makeLocation, makePatients, makeUser, openEveryDay } from '#server/testing/factories.ts';
import { signedIn } from '#server/testing/signed-in.ts';
import { testApp } from '#server/testing/test-app.ts';

/** One doctor, many at once: only the database can settle it, so it is asked many times, on both engines. */
const rounds = Number(process.env.RACE_ROUNDS ?? 20);

const clinic = await testApp();
const { call, deps } = clinic;
let admin = '';
let patients: number[] = [];
let laila = 0;

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 50 });
  await openEveryDay(deps.db, (await makeLocation(deps.db, { name: 'Maadi', rooms: 50 })).id);
  admin = (await signedIn(clinic, { role: 'admin' })).cookie;
  patients = await makePatients(deps.db, 40);
  laila = (await makeUser(deps.db, { role: 'doctor' })).id;
});
afterAll(clinic.close);

type Answer = Awaited<ReturnType<typeof call>>;
/** All at once; the event loop turns in between, also where the engine runs in this thread. */
async function atOnce(calls: ReturnType<typeof call>[]): Promise<Answer[]> {
  const answers = await Promise.all(calls);
  await sleep(2);
  return answers;
}

const day = (round: number): string => `2028-01-${String(1 + (round % 28)).padStart(2, '0')}`;
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

test(`forty at two branches for one doctor: exactly one gets her, though rooms are free (${rounds} rounds)`, {
  timeout: 20_000 + rounds * 2000,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const answers = await atOnce(patients.map((id, i) => book(id, day(round), { locationId: 1 + (i % 2) })));
    expect(tally(answers)).toEqual({ won: 1, doctor_busy: 39 });
  }
  await expectOnePlace();
});

test('visits without a doctor that are given the same one at once: exactly one', {
  timeout: 60_000,
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
