import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makePatients, makeUser } from '#server/testing/factories.ts';
import { runBlockedBy } from '#server/testing/locks.ts';
import { createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import type { DisplacedVisit } from '#shared/contract/disruptions.ts';

// Two desks have the same page open and both send the reminder.
const clinic = await createTestApp();
const { call, deps } = clinic;
let desks: string[] = [];
let doctorId = 0;
let mother = 0;

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 4 });
  desks = [];
  for (const name of ['one', 'two'])
    desks.push((await createSignedInUser(clinic, { role: 'admin', name })).cookie);
  doctorId = (await createSignedInUser(clinic, { role: 'doctor' })).id;
  [mother = 0] = await makePatients(deps.db, 1);
  await sql(`update users set channels = '{sms}', phone_confirmed_at = now() where role = 'patient'`);
});
afterAll(clinic.close);

const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
const send = async (method: string, path: string, body?: unknown, cookie = desks[0] ?? '') =>
  (await call(method, path, { cookie, body })).json();
const visit = async (userId: number, appointmentTime: string): Promise<number> => {
  const at = { appointmentDate: '2027-06-08', appointmentTime, locationId: 1, service: '1', doctorId };
  return (await send('POST', '/api/appointments', { userId, ...at })).id;
};
/** The doctor is ill, and every displaced patient is offered another time. */
async function offered(): Promise<number> {
  const day = { startDate: '2027-06-08', endDate: '2027-06-08' };
  const { disruptionId: id } = await send('POST', '/api/absences', { userId: doctorId, ...day });
  const { visits } = await send('GET', `/api/disruptions/${id}/proposals`);
  const wanted = visits.map(({ visit: { id: appointmentId }, proposals: [first] }: DisplacedVisit) => {
    const { kind: _kind, ...time } = first ?? { kind: 'same' };
    return { appointmentId, time };
  });
  expect(await send('POST', `/api/disruptions/${id}/acts`, { act: 'offer', visits: wanted })).toMatchObject({
    done: visits.length,
  });
  await sql('delete from messages');
  return id;
}
const remind = (id: number, visits: readonly number[], cookie: string | undefined) =>
  send(
    'POST',
    `/api/disruptions/${id}/acts`,
    { act: 'remind', visits: visits.map((appointmentId) => ({ appointmentId })) },
    cookie,
  );
/** Another request has asked for another time. */
const nextMoment = () => clinic.setNow(new Date(deps.now().getTime() + 1));
const told = () =>
  sql(`select channel, count(*)::int as n from messages where template like 'offerDisplaced%'
    group by channel order by channel`);
const once = [
  { channel: 'app', n: 1 },
  { channel: 'sms', n: 1 },
];

test('one of two desks reminds the patient', async () => {
  const hers = await visit(mother, '15:00');
  const id = await offered();
  const answers = await runBlockedBy(
    deps.database,
    'select from displaced for update',
    () => remind(id, [hers], desks[0]),
    () => {
      nextMoment();
      return remind(id, [hers], desks[1]);
    },
  );
  expect(await told()).toEqual(once);
  expect(answers.map(({ done }) => done).toSorted((a, b) => a - b)).toEqual([0, 1]);
});

test('one of two desks reminds the guardian of two patients', async () => {
  const cookie = await createSession(clinic, mother);
  const family = `/api/patients/${mother}/family`;
  await send('POST', family, { name: 'Judy', relation: 'mother' }, cookie);
  const { caresFor } = await send('POST', family, { name: 'Farida', relation: 'mother' }, cookie);
  const two: number[] = [];
  for (const [n, child] of caresFor.entries()) two.push(await visit(child.id, `15:${n * 2}0`));
  const id = await offered();
  // One of them handles the first child while the other handles the second.
  const [first, second] = await runBlockedBy(
    deps.database,
    `select from displaced where appointment_id = ${two[0]} for update`,
    () => remind(id, two, desks[0]),
    () => {
      nextMoment();
      return remind(id, two.toReversed(), desks[1]);
    },
  );
  expect(await told()).toEqual(once);
  expect(first.done + second.done).toBe(2);
});

test('two desks with different patients of one phone remind once for each', async () => {
  const { id: neighbour } = await makeUser(deps.db, { channels: ['sms'] });
  await sql(`update users set phone = (select phone from users where id = ${mother}),
    created_by = (select min(id) from users where role = 'admin') where id = ${neighbour}`);
  const [hers, others] = [await visit(mother, '15:00'), await visit(neighbour, '15:20')];
  const id = await offered();
  const [first, second] = await runBlockedBy(
    deps.database,
    `select from displaced where appointment_id = ${hers} for update`,
    () => remind(id, [hers, others], desks[0]),
    () => {
      nextMoment();
      return remind(id, [others], desks[1]);
    },
  );
  expect(first.done + second.done).toBe(2);
  const named = await sql(`select visit_ids as ids from messages where channel = 'sms'
    and template like 'offerDisplaced%'`);
  expect(named.flatMap(({ ids }) => ids).toSorted((a, b) => a - b)).toEqual([hers, others]);
});

test('a patient who answers at that moment is not reminded', async () => {
  const hers = await visit(mother, '15:00');
  const id = await offered();
  const cookie = await createSession(clinic, mother);
  const [offer] = await send('GET', '/api/offers/mine', undefined, cookie);
  const [, reminded] = await runBlockedBy(
    deps.database,
    `select from users where id = ${mother} for no key update`,
    () => send('POST', `/api/offers/${offer.id}/answer`, { answer: 'take' }, cookie),
    () => remind(id, [hers], desks[0]),
  );
  expect(reminded).toEqual({ done: 0, left: [hers] });
  expect(await told()).toEqual([]);
});
