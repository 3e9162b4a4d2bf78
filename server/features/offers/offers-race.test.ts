import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makeLocation, makePatients, makeUser, openEveryDay } from '#server/testing/factories.ts';
import { createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, startSecondProcess } from '#server/testing/test-app.ts';
import { addDays, addMinutes, splitLocal } from '#shared/domain/clinic-time.ts';

/** Milliseconds between the offer and the concurrent request, before or after. */
const waits = [0, 'offered', 8, 'booked', 4, -4, 16, -8, 6, -2, 24, 12] as const;

/** Only the database can protect a held time, so each race runs many times. */
const rounds = Number(process.env.RACE_ROUNDS ?? 25);

const clinic = await createTestApp();
const { deps } = clinic;
/** Two processes; the requests alternate between them. */
const processes = [clinic, await startSecondProcess(clinic)];
let come = 0;
const call: typeof clinic.call = (...asked) =>
  (processes[come++ % processes.length] ?? clinic).call(...asked);
let admin = '';
let patients: number[] = [];

beforeEach(async () => {
  await clinic.reset();
  for (const { deps: its } of processes) its.cache.dropAll();
  await makeClinic(deps.db);
  admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  patients = await makePatients(deps.db, 40);
});
afterAll(async () => {
  for (const each of processes.toReversed()) await each.close();
});

type Answer = Awaited<ReturnType<typeof call>>;
/** Sends all requests at once without blocking the event loop. */
async function atOnce(calls: PromiseLike<Answer>[]): Promise<Answer[]> {
  const answers = await Promise.all(calls);
  await sleep(2);
  return answers;
}
const day = (round: number): string => addDays('2027-06-10', round);
const visit = (userId: number | undefined, date: string, more: object = {}) => ({
  userId,
  locationId: 1,
  appointmentDate: date,
  appointmentTime: '15:00:00',
  ...more,
});
const post = (url: string, body: object, cookie = admin) => call('POST', url, { cookie, body });
const book = (userId: number | undefined, date: string, more: object = {}) =>
  post('/api/appointments', { ...visit(userId, date), service: '1', ...more });
const offer = (userId: number | undefined, date: string, more: object = {}) =>
  post('/api/offers', { ...visit(userId, date), serviceId: 1, ...more });
const won = (answers: Answer[]) => answers.filter(({ statusCode }) => statusCode < 300).length;
const refused = (answers: Answer[]) =>
  answers.filter(({ statusCode }) => statusCode >= 400).map((answer) => answer.json().code);
const isThen = (date: string, { appointmentTime }: { appointmentTime: string }) =>
  `o.local_start = '${date} ${appointmentTime}'`;
const rows = async (text: string) => (await deps.database.pool.query(text)).rows;

test(`one offer against 38 bookings and a move: exactly one gets the time (${rounds} rounds)`, {
  timeout: 30_000 + rounds * 1000,
}, async () => {
  const maxDaysAhead = 300;
  let offers = 0;
  let late = 0;
  const timeOfDay = (first: string, n: number) => splitLocal(addMinutes(`2027-06-10 ${first}`, 20 * n)).time;
  for (let round = 0; round < rounds; round++) {
    const date = day(round % maxDaysAhead);
    const turn = Math.floor(round / maxDaysAhead);
    const at = { appointmentTime: timeOfDay('15:00:00', turn) };
    const elsewhere = (
      await book(patients[38], date, { appointmentTime: timeOfDay('17:00:00', turn) })
    ).json().id;
    const sendOthers = (after: Promise<unknown>) => [
      ...patients.slice(0, 38).map((id) => after.then(() => book(id, date, at))),
      after.then(() => call('PATCH', `/api/appointments/${elsewhere}`, { cookie: admin, body: at })),
    ];
    const sendOffer = () => offer(patients[39], date, at);
    const wait = waits[round % waits.length] ?? 0;
    let others: Promise<Answer>[];
    let kept: Promise<Answer>;
    if (wait === 'booked' || Number(wait) < 0) {
      others = sendOthers(Promise.resolve());
      kept = (wait === 'booked' ? Promise.race(others) : sleep(-Number(wait))).then(sendOffer);
    } else {
      kept = sendOffer().then((answer) => answer);
      others = sendOthers(wait === 'offered' ? kept : sleep(wait));
    }
    const answers = await atOnce([...others, kept]);
    const codes = refused(answers);
    const unsure = codes.filter((code) => code === 'unavailable').length;
    late += unsure;
    // Checks the stored state: a request that was told to retry may have been saved or not.
    const [{ n: had }] =
      await rows(`select (select count(*) from offers o where o.holds and ${isThen(date, at)})
      + (select count(*) from appointments o where o.room is not null and ${isThen(date, at)}) as n`);
    const counted = `round ${round}: ${had} have it, ${won(answers)} were told so, ${unsure} told nothing`;
    expect(Number(had), counted).toBeLessThanOrEqual(1);
    expect(Number(had), counted).toBeGreaterThanOrEqual(Math.max(won(answers), unsure === 0 ? 1 : 0));
    expect(won(answers), counted).toBeGreaterThanOrEqual(Number(had) - unsure);
    expect(new Set(codes.filter((code) => code !== 'unavailable'))).toEqual(new Set(['slot_taken']));
    if ((await kept).statusCode === 201) offers++;
  }
  // On an overloaded machine the database rejects one or another.
  expect(late).toBeLessThanOrEqual(rounds / 25);
  // If one side always won, there would be no race.
  expect(offers).toBeGreaterThan(0);
  expect(offers).toBeLessThan(rounds);
  const both = `select count(*)::int as n from offers o join appointments a on a.patient_id <> o.patient_id
    and a.location_id = o.location_id and a.room = o.room and a.status not in ('cancelled', 'no_show')
    and tsrange(a.local_start, a.local_end) && tsrange(o.local_start, o.local_end) where o.holds`;
  expect(await rows(both)).toEqual([{ n: 0 }]);
});

test('a doctor held at one branch is booked at no other', {
  timeout: 60_000 + rounds * 100,
}, async () => {
  await openEveryDay(deps.db, (await makeLocation(deps.db, { name: 'Maadi' })).id);
  const doctorId = (await makeUser(deps.db, { role: 'doctor' })).id;
  for (let round = 0; round < Math.ceil(rounds / 10); round++) {
    const date = day(round);
    const hers = (await book(patients[19], date, { appointmentTime: '17:00:00', doctorId })).json().id;
    const plain = (await book(patients[18], date, { locationId: 2 })).json().id;
    const answers = await atOnce([
      offer(patients[19], date, { appointmentId: hers, appointmentTime: '16:00:00' }),
      ...patients
        .slice(0, 5)
        .map((id) => book(id, date, { locationId: 2, appointmentTime: '16:00:00', doctorId })),
    ]);
    expect(won(answers), `round ${round}`).toBe(1);
    const taken = await call('PATCH', `/api/appointments/${plain}`, {
      cookie: admin,
      body: { appointmentTime: '16:00', doctorId },
    });
    expect(taken.statusCode).toBe(409);
  }
});

test('an answer sent five times at once makes one appointment', {
  timeout: 60_000 + rounds * 100,
}, async () => {
  const patient = await createSignedInUser(clinic, { role: 'patient' });
  for (let round = 0; round < Math.ceil(rounds / 10); round++) {
    const made = (await offer(patient.id, day(round))).json();
    const cookie = await createSession(clinic, patient.id);
    const answers = await atOnce(
      Array.from({ length: 5 }, () => post(`/api/offers/${made.id}/answer`, { answer: 'take' }, cookie)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  }
  const [{ n }] = await rows('select count(*)::int as n from appointments');
  expect(n).toBe(Math.ceil(rounds / 10));
});
