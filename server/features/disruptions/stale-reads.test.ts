import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { makeClinic, makePatients } from '#server/testing/factories.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import { withdrawUnneededOffers } from './actions.ts';
import { makeRequestedOffers } from './offer-actions.ts';

/**
 * Data that a process has read may have changed by the time it acts: the process paused, or others were
 * faster.
 */
const clinic = await createTestApp();
const { call, deps } = clinic;
const [tuesday, wednesday] = ['2027-06-08', '2027-06-09'];
let admin: SignedIn;
let laila: SignedIn;
let disruption = 0;
let visit = 0;

const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
const send = async (method: string, path: string, body?: unknown) => {
  const answer = await call(method, path, { cookie: admin.cookie, body });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
};
const fallsIll = () =>
  send('POST', '/api/absences', { userId: laila.id, startDate: tuesday, endDate: tuesday });
/** As if a process died before it looks for appointments that need no other time any more. */
const comesAfterAll = () => sql('delete from absences');
/** Displaces the appointments again, by the same disruption. */
const isAway = () =>
  sql(`insert into absences (user_id, during, created_by)
    values (${laila.id}, tsrange('${tuesday}', '${wednesday}'), ${admin.id})`);
const want = (time: string, at = monday) =>
  sql(`update displaced set wanted_at = '${at.toISOString()}', wanted_by = ${admin.id},
    wanted_location_id = 1, wanted_start = '${wednesday} ${time}', wanted_doctor_id = ${laila.id}`);
const isWanted = () => sql('select wanted_at is not null as wanted from displaced order by id');
const offered = () => sql(`select state, to_char(local_start, 'HH24:MI') as at from offers order by id`);

/** Calls a function between the read and the write. */
async function meanwhile(happens: () => Promise<unknown>, work: () => Promise<unknown>): Promise<void> {
  const get = deps.cache.get.bind(deps.cache);
  let isFirst = true;
  const looked = vi.spyOn(deps.cache, 'get').mockImplementation((name, key, load) => {
    if (!isFirst || name !== 'schedules') return get(name, key, load);
    isFirst = false;
    return get(name, key, load).then(async (hours) => {
      await happens();
      return hours;
    });
  });
  try {
    await work();
  } finally {
    looked.mockRestore();
  }
  expect(isFirst).toBe(false);
}

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 2 });
  admin = await createSignedInUser(clinic, { role: 'admin' });
  laila = await createSignedInUser(clinic, { role: 'doctor' });
  const [userId] = await makePatients(deps.db, 1);
  await sql(`update users set channels = '{sms}', phone_confirmed_at = now() where role = 'patient'`);
  const at = { appointmentDate: tuesday, appointmentTime: '15:00', locationId: 1, doctorId: laila.id };
  visit = (await send('POST', '/api/appointments', { userId, service: '1', ...at })).id;
  disruption = (await fallsIll()).disruptionId;
});
afterAll(clinic.close);

const offerTime = () =>
  send('POST', `/api/disruptions/${disruption}/acts`, {
    act: 'offer',
    visits: [
      {
        appointmentId: visit,
        time: {
          locationId: 1,
          appointmentDate: wednesday,
          appointmentTime: '15:00',
          doctorId: laila.id,
        },
      },
    ],
  });

test('an offer that became needless and is needed again stays without a message', async () => {
  await offerTime();
  await comesAfterAll();
  await meanwhile(fallsIll, () => withdrawUnneededOffers(deps));
  expect(await offered()).toEqual([{ state: 'open', at: '15:00' }]);
  expect(await sql(`select from messages where template = 'visitStays'`)).toEqual([]);
  await comesAfterAll();
  await withdrawUnneededOffers(deps);
  expect(await offered()).toEqual([{ state: 'withdrawn', at: '15:00' }]);
});

test('an offer at a branch whose closed day is entered again stays as well', async () => {
  await comesAfterAll();
  await sql('delete from displaced; delete from disruptions');
  const close = (isClosed: boolean) =>
    send('PUT', '/api/locations/1/exceptions', isClosed ? [{ date: tuesday, isClosed }] : []);
  await close(true);
  disruption = (await send('GET', '/api/disruptions'))[0].id;
  await offerTime();
  await sql('delete from location_exceptions');
  deps.cache.dropAll();
  await meanwhile(
    () => close(true),
    () => withdrawUnneededOffers(deps),
  );
  expect(await offered()).toEqual([{ state: 'open', at: '15:00' }]);
});

test('a request made while the first is found needless is not lost', async () => {
  await comesAfterAll();
  await want('15:00');
  const again = async () => {
    // Another process has withdrawn the first offer; then the doctor is absent again, and the desk sends the
    // offers.
    await sql('update displaced set wanted_at = null, wanted_by = null');
    await isAway();
    await want('16:00', new Date(monday.getTime() + 60_000));
  };
  await meanwhile(again, () => makeRequestedOffers(deps));
  await makeRequestedOffers(deps);
  expect((await offered()).at(-1)).toEqual({ state: 'open', at: '16:00' });
});

test('a request found needless that is needed by now is carried out', async () => {
  await comesAfterAll();
  await want('15:00');
  await meanwhile(isAway, () => makeRequestedOffers(deps));
  expect(await isWanted()).toEqual([{ wanted: true }]);
  await makeRequestedOffers(deps);
  expect(await offered()).toEqual([{ state: 'open', at: '15:00' }]);
});

test('a request is not carried out with the time of another one', async () => {
  await want('15:00');
  await meanwhile(
    () => want('16:00', new Date(monday.getTime() + 60_000)),
    () => makeRequestedOffers(deps),
  );
  await makeRequestedOffers(deps);
  expect(await offered()).toEqual([{ state: 'open', at: '16:00' }]);
});

test('an appointment displaced by two disruptions gets one offer and has one state', async () => {
  await comesAfterAll();
  const first = disruption;
  disruption = (await fallsIll()).disruptionId;
  await offerTime();
  disruption = first;
  expect(await offerTime()).toEqual({ done: 0, left: [visit] });
  expect(await offered()).toEqual([{ state: 'open', at: '15:00' }]);
  const states = (await send('GET', '/api/disruptions')).map(({ counts }: { counts: object }) => counts);
  expect(states).toEqual([{ open: 1 }, { open: 1 }]);
});

test('a note about an appointment in one list is in all its lists', async () => {
  await comesAfterAll();
  const first = disruption;
  disruption = (await fallsIll()).disruptionId;
  const rowIn = async (id: number) => {
    const { state, why, said, remindedAt } = (await send('GET', `/api/disruptions/${id}`)).rows[0];
    return { state, why, said, isReminded: remindedAt !== null };
  };
  const isInBoth = async (expected: object) => {
    const row = await rowIn(first);
    expect(row).toMatchObject(expected);
    expect(await rowIn(disruption)).toEqual(row);
  };
  const act = (id: number, name: string, said?: string) =>
    send('POST', `/api/disruptions/${id}/acts`, { act: name, said, visits: [{ appointmentId: visit }] });
  await act(first, 'called', 'comes on Sunday');
  await isInBoth({ state: 'called', said: 'comes on Sunday' });
  expect(await act(disruption, 'called')).toEqual({ done: 0, left: [visit] });
  await act(disruption, 'uncalled');
  await isInBoth({ state: 'untold', said: null });
  await act(first, 'offer');
  await isInBoth({ state: 'call', why: 'nothing' });
  await offerTime();
  await act(first, 'remind');
  await isInBoth({ state: 'open', isReminded: true });
  expect(await act(disruption, 'remind')).toEqual({ done: 0, left: [visit] });
});

test('an appointment displaced a second time has one state in both lists and its patient is called again', async () => {
  const rows = async () =>
    (
      await Promise.all(
        (
          await send('GET', '/api/disruptions')
        ).map(({ id }: { id: number }) => send('GET', `/api/disruptions/${id}`)),
      )
    )
      .flatMap((one) => one.rows)
      .map(({ state, why, said }) => ({ state, why, said }));
  const visits = [{ appointmentId: visit }];
  await send('POST', `/api/disruptions/${disruption}/acts`, { act: 'offer', visits });
  await send('POST', `/api/disruptions/${disruption}/acts`, { act: 'called', said: 'waits for us', visits });
  expect(await rows()).toMatchObject([{ state: 'called' }]);
  await send('PUT', '/api/locations/1/exceptions', [{ date: tuesday, isClosed: true }]);
  const [one, other] = await rows();
  expect([one, other]).toMatchObject([{ state: 'call', why: 'nothing', said: null }, one]);
});
