import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeAppointment, makeClinic, makePatients, makeUser } from '#server/testing/factories.ts';
import { createSession } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';

/** Two desks at once: only the database can decide, so each race runs several times; `prove plans` runs them often. */
const rounds = Number(process.env.RACE_ROUNDS ?? 5);

const clinic = await createTestApp();
const { call, deps } = clinic;
let desks: string[] = [];
let visits: number[] = [];

beforeEach(async () => {
  await clinic.reset();
  const { location, service } = await makeClinic(deps.db, { rooms: 3 });
  const patients = await makePatients(deps.db, rounds);
  desks = [];
  for (const name of ['one', 'two'])
    desks.push(await createSession(clinic, (await makeUser(deps.db, { role: 'receptionist', name })).id));
  visits = [];
  for (const patientId of patients)
    visits.push(
      (
        await makeAppointment(deps.db, {
          patientId,
          locationId: location.id,
          serviceId: service.id,
          date: '2027-06-07',
          room: null,
        })
      ).id,
    );
});
afterAll(clinic.close);

type Answer = Awaited<ReturnType<typeof call>>;
/** Sends all requests at once without blocking the event loop. */
async function atOnce(calls: Promise<Answer>[]): Promise<Answer[]> {
  const answers = await Promise.all(calls);
  await sleep(2);
  return answers;
}
const stage = (cookie: string, id: number, from: string, to: string) =>
  call('POST', `/api/arrivals/${id}/stage`, { cookie, body: { from, to } });
const outcomes = (answers: Answer[]) =>
  answers
    .map((answer) => (answer.statusCode === 200 ? 'won' : answer.json().code))
    .toSorted((a, b) => a.localeCompare(b));

test(`of two desks that call the same patient one succeeds and the other is told (${rounds} rounds)`, {
  timeout: 20_000 + rounds * 1000,
}, async () => {
  for (const id of visits) {
    await stage(desks[0] ?? '', id, 'expected', 'waiting');
    const answers = await atOnce(desks.map((desk) => stage(desk, id, 'waiting', 'with_doctor')));
    expect(outcomes(answers)).toEqual(['stage_changed', 'won']);
    const told = answers.find(({ statusCode }) => statusCode === 409)?.json();
    expect(told.current).toMatchObject({ id, stage: 'with_doctor' });
    await stage(desks[0] ?? '', id, 'with_doctor', 'seen');
  }
  const { rows } = await deps.database.pool.query(
    `select count(*)::int as n from events where action = 'called_in'`,
  );
  expect(rows).toEqual([{ n: rounds }]);
});

test('simultaneous arrivals get consecutive tickets without duplicates', { timeout: 60_000 }, async () => {
  // More would be refused for a moment as overload.
  const all = visits.slice(0, 20);
  const answers = await atOnce(all.map((id, i) => stage(desks[i % 2] ?? '', id, 'expected', 'waiting')));
  expect(outcomes(answers)).toEqual(all.map(() => 'won'));
  const tickets = answers.map((answer) => answer.json().ticket as number).toSorted((a, b) => a - b);
  expect(tickets).toEqual(all.map((_, i) => i + 1));
});

test('walk-ins and arrivals share the tickets, and a repeated walk-in gets no new one', {
  timeout: 60_000,
}, async () => {
  const walkIn = (name: string, key: string) =>
    call('POST', '/api/arrivals', {
      cookie: desks[0] ?? '',
      body: { locationId: 1, name },
      headers: { 'idempotency-key': key },
    });
  const few = visits.slice(0, 6);
  const answers = await atOnce([
    ...few.map((id) => stage(desks[1] ?? '', id, 'expected', 'waiting')),
    ...few.flatMap((_, i) => [walkIn(`Person ${i}`, `key-${i}`), walkIn(`Person ${i}`, `key-${i}`)]),
  ]);
  expect(answers.every(({ statusCode }) => statusCode < 300)).toBe(true);
  const { rows } = await deps.database.pool.query(
    'select array_agg(ticket order by ticket) as tickets from arrivals',
  );
  expect(rows[0].tickets).toEqual([...few, ...few].map((_, i) => i + 1));
  const people = await deps.database.pool.query(
    `select count(*)::int as n from users where name like 'Person _' and role = 'patient'`,
  );
  expect(people.rows).toEqual([{ n: few.length }]);
});
