import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeClinic, makePatients, makeService, makeUser } from '#server/testing/factories.ts';
import { createTestApp } from '#server/testing/test-app.ts';

/**
 * Only the database can decide these races, so each runs several times, and often in `prove plans`; each round
 * has a day of its own within one year.
 */
const rounds = Math.min(300, Number(process.env.RACE_ROUNDS ?? 5));
const few = Math.ceil(rounds / 4);

const clinic = await createTestApp();
const { call, deps } = clinic;
let admin = '';
let patients: number[] = [];

beforeEach(async () => {
  await clinic.reset();
  await makeUser(deps.db, { role: 'admin', username: 'boss' });
  patients = await makePatients(deps.db, 60);
  admin = await clinic.signIn('boss');
});
afterAll(clinic.close);

/**
 * Sends all requests at once. Otherwise the test's own thread would block the event loop, which counts as
 * overload.
 */
async function atOnce(calls: ReturnType<typeof call>[]): Promise<Answer[]> {
  const answers = await Promise.all(calls);
  await sleep(2);
  return answers;
}

type Answer = Awaited<ReturnType<typeof call>>;
const rows = async (query: string) => (await deps.database.pool.query(query)).rows;
const book = (
  userId: number | undefined,
  appointmentDate: string,
  appointmentTime = '15:00:00',
  more: object = {},
) =>
  call('POST', '/api/appointments', {
    cookie: admin,
    body: { userId, locationId: 1, service: '1', appointmentDate, appointmentTime, ...more },
  });

function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const what =
      answer.statusCode < 300 ? String(answer.statusCode) : `${answer.statusCode} ${answer.json().code}`;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

const day = (round: number): string =>
  `2028-${String(1 + Math.floor(round / 28)).padStart(2, '0')}-${String(1 + (round % 28)).padStart(2, '0')}`;
const overlapping = `select count(*)::int as n from appointments a join appointments b on a.id < b.id
  and a.status not in ('cancelled', 'no_show') and b.status not in ('cancelled', 'no_show')
  and tsrange(a.local_start, a.local_end) && tsrange(b.local_start, b.local_end)
  and (a.patient_id = b.patient_id or (a.location_id = b.location_id and a.room = b.room))`;
const expectNoOverlap = async () => expect(await rows(overlapping)).toEqual([{ n: 0 }]);

describe('fifty simultaneous requests for one time', () => {
  test(`in one room give one appointment and 409 for the others (${rounds} rounds)`, {
    timeout: 20_000 + rounds * 2000,
  }, async () => {
    await makeClinic(deps.db);
    for (let round = 0; round < rounds; round++) {
      const answers = await atOnce(patients.slice(0, 50).map((id) => book(id, day(round))));
      expect(tally(answers)).toEqual({ 201: 1, '409 slot_taken': 49 });
    }
    expect(await rows('select count(*)::int as n from appointments')).toEqual([{ n: rounds }]);
    await expectNoOverlap();
  });

  test(`in two rooms give two appointments (${rounds} rounds)`, {
    timeout: 20_000 + rounds * 2000,
  }, async () => {
    await makeClinic(deps.db, { rooms: 2 });
    for (let round = 0; round < rounds; round++) {
      const answers = await atOnce(patients.slice(0, 50).map((id) => book(id, day(round))));
      expect(tally(answers)).toEqual({ 201: 2, '409 slot_taken': 48 });
    }
    await expectNoOverlap();
  });

  test('of two overlapping lengths give one appointment', { timeout: 60_000 }, async () => {
    await makeClinic(deps.db, { rooms: 2 });
    await makeService(deps.db, { durationMinutes: 60 });
    for (let round = 0; round < few; round++) {
      const wish = (i: number) => ({
        time: ['15:00', '15:20', '15:40', '16:00'][i % 4] ?? '',
        service: String(1 + (i % 2)),
      });
      const answers = await atOnce(
        patients
          .slice(0, 40)
          .map((id, i) => book(id, day(round), wish(i).time, { service: wish(i).service })),
      );
      expect(answers.every(({ statusCode }) => statusCode === 201 || statusCode === 409)).toBe(true);
    }
    await expectNoOverlap();
  });
});

test('by one patient at several branches give one appointment', { timeout: 60_000 }, async () => {
  await makeClinic(deps.db, { rooms: 5 });
  for (let round = 0; round < few; round++) {
    const overbook = { overbook: true };
    const answers = await atOnce(
      Array.from({ length: 20 }, (_, i) => book(patients[0], day(round), '15:00:00', i % 2 ? overbook : {})),
    );
    expect(tally(answers)).toEqual({ 201: 1, '409 patient_busy': 19 });
  }
  await expectNoOverlap();
});

test('of one booking under one key give one appointment and one answer', {
  timeout: 60_000,
}, async () => {
  await makeClinic(deps.db, { rooms: 3 });
  for (let round = 0; round < few; round++) {
    const body = {
      userId: patients[0],
      locationId: 1,
      service: '1',
      appointmentDate: day(round),
      appointmentTime: '15:00',
    };
    const headers = { 'idempotency-key': `key-${round}` };
    const answers = await atOnce(
      Array.from({ length: 10 }, () => call('POST', '/api/appointments', { cookie: admin, headers, body })),
    );
    expect(tally(answers)).toEqual({ 201: 10 });
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
  }
});

test('a limit of open appointments holds against ten simultaneous bookings', {
  timeout: 60_000,
}, async () => {
  await makeClinic(deps.db, { rooms: 20 });
  await deps.database.pool.query(
    `insert into content_versions (key, body) values ('settings', '{"maxOpenPerPatient": 2}')`,
  );
  deps.cache.dropAll();
  const mona = await makeUser(deps.db, { username: 'mona' });
  const cookie = await clinic.signIn('mona');
  const times = Array.from(
    { length: 10 },
    (_, i) => `${15 + Math.floor(i / 3)}:${['00', '20', '40'][i % 3]}`,
  );
  const answers = await atOnce(
    times.map((appointmentTime) =>
      call('POST', '/api/appointments', {
        cookie,
        body: {
          userId: mona.id,
          locationId: 1,
          service: '1',
          appointmentDate: '2027-06-10',
          appointmentTime,
        },
      }),
    ),
  );
  expect(tally(answers)).toEqual({ 201: 2, '422 too_many_open': 8 });
});

test('at the limit, one booking sent several times at once under one key has one answer', {
  timeout: 60_000,
}, async () => {
  await makeClinic(deps.db);
  await deps.database.pool.query(
    `insert into content_versions (key, body) values ('settings', '{"maxOpenPerPatient": 1}')`,
  );
  deps.cache.dropAll();
  const mona = await makeUser(deps.db, { username: 'mona' });
  const wish = { locationId: 1, appointmentDate: '2027-06-10', appointmentTime: '15:00' };
  const headers = { 'idempotency-key': 'hers' };
  const hers = { cookie: await clinic.signIn('mona'), headers };
  const asPatient = { body: { userId: mona.id, service: '1', ...wish }, ...hers };
  const answers = await atOnce(Array.from({ length: 5 }, () => call('POST', '/api/appointments', asPatient)));
  expect(tally(answers)).toEqual({ 201: 5 });
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
});

test('of many appointments moved to one time during bookings exactly one gets it', {
  timeout: 60_000,
}, async () => {
  await makeClinic(deps.db);
  for (let round = 0; round < few; round++) {
    const times = Array.from(
      { length: 8 },
      (_, i) => `${16 + Math.floor(i / 3)}:${['00', '20', '40'][i % 3]}`,
    );
    const made = await atOnce(times.map((time, i) => book(patients[i], day(round), time)));
    const moves = made.map((answer) =>
      call('PATCH', `/api/appointments/${answer.json().id}`, {
        cookie: admin,
        body: { appointmentTime: '15:00' },
      }),
    );
    const answers = await atOnce([...moves, ...patients.slice(20, 28).map((id) => book(id, day(round)))]);
    const won = answers.filter(({ statusCode }) => statusCode < 300);
    expect(won).toHaveLength(1);
    expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(15);
  }
  await expectNoOverlap();
});

test('appointments that exchange times do not deadlock', { timeout: 60_000 }, async () => {
  await makeClinic(deps.db, { rooms: 2 });
  for (let round = 0; round < few; round++) {
    const made = await atOnce(
      [0, 1, 2, 3].map((i) => book(patients[i], day(round), i < 2 ? '15:00' : '16:00')),
    );
    const answers = await atOnce(
      made.map((answer, i) =>
        call('PATCH', `/api/appointments/${answer.json().id}`, {
          cookie: admin,
          body: { appointmentTime: i < 2 ? '16:00' : '15:00' },
        }),
      ),
    );
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true);
  }
  await expectNoOverlap();
});

test('of two simultaneous changes of one version one is rejected as stale', {
  timeout: 60_000,
}, async () => {
  await makeClinic(deps.db);
  for (let round = 0; round < few; round++) {
    const { id, version } = (await book(patients[0], day(round))).json();
    const answers = await atOnce(
      [{ status: 'cancelled' }, { notes: 'Hers' }, { appointmentTime: '16:00' }].map((change) =>
        call('PATCH', `/api/appointments/${id}`, { cookie: admin, body: { ...change, version } }),
      ),
    );
    expect(tally(answers)).toEqual({ 200: 1, '409 stale': 2 });
  }
});

test(`closing a day never misses a booking (${rounds} rounds)`, {
  timeout: 20_000 + rounds * 2000,
}, async () => {
  await makeClinic(deps.db);
  const closed: object[] = [];
  for (let round = 0; round < rounds; round++) {
    closed.push({ date: day(round), isClosed: true });
    const bookings = [0, 1, 2].map((i) => book(patients[i], day(round), ['15:00', '16:00', '17:00'][i]));
    const [closure, ...answers] = await atOnce([
      call('PUT', '/api/locations/1/exceptions', { cookie: admin, body: closed }),
      ...bookings,
    ]);
    expect(closure?.statusCode).toBe(200);
    expect(Object.keys(tally(answers)).every((what) => ['201', '422 outside_hours'].includes(what))).toBe(
      true,
    );
  }
  // Closing a day locks the branch: earlier bookings are visible to it, and later ones are rejected.
  const late = `select count(*)::int as n from events b join events c on c.action = 'exceptions_changed'
    and c.id < b.id
    where b.action = 'created' and b.subject = 'appointments'
      and c.after->'exceptions' @> jsonb_build_array(jsonb_build_object('date', b.after->'appointmentDate'))`;
  expect(await rows(late)).toEqual([{ n: 0 }]);
});
