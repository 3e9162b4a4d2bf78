import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ClinicClient } from '#server/engine/db/clinic-pool.ts';
import { makeAppointment, makeClinic, makeUser } from '#server/testing/factories.ts';
import { holding, waitForLocks } from '#server/testing/locks.ts';
import { sessionOf, signedIn } from '#server/testing/signed-in.ts';
import { monday, type TestApp, testApp } from '#server/testing/test-app.ts';
import { clearNightly } from './actions.ts';

let t: TestApp;
let admin = 0;
let of = { locationId: 0, serviceId: 0 };
beforeAll(async () => {
  t = await testApp();
});
beforeEach(async () => {
  await t.reset();
  admin = (await signedIn(t, { role: 'admin' })).id;
  const { location, service } = await makeClinic(t.deps.db, { rooms: 3 });
  of = { locationId: location.id, serviceId: service.id };
});
afterAll(() => t.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await t.deps.database.pool.query(text, values)).rows;
const set = async (body: object) =>
  expect(
    (await t.call('PATCH', '/api/settings', { cookie: await sessionOf(t, admin), body })).statusCode,
  ).toBe(200);
const report = async () =>
  (await t.call('GET', '/api/retention', { cookie: await sessionOf(t, admin) })).json();
const night = (days: number) => t.setNow(new Date(monday.getTime() + days * 86_400_000));

/** A patient who was deleted in 2021; her last visit, and the note in it, were that year. */
async function deleted(noteOf: string, time = '15:00:00') {
  const { id } = await makeUser(t.deps.db, { erasedAt: new Date('2021-05-01Z'), name: '—' });
  const visit = await makeAppointment(t.deps.db, {
    ...of,
    patientId: id,
    date: '2021-03-01',
    time,
    status: 'attended',
  });
  await sql(
    `insert into clinical_notes (patient_id, appointment_id, author_id, signed_name, text, at)
      values ($1, $2, $1, 'Dr Hala', 'Healthy.', $3)`,
    [id, visit.id, noteOf],
  );
  return id;
}

test('the visits and notes of who was deleted go when their years are over, and the night says how many', async () => {
  await deleted('2021-03-01');
  const later = await deleted('2025-03-01', '16:00:00');
  const here = await makeUser(t.deps.db);
  await makeAppointment(t.deps.db, { ...of, patientId: here.id, date: '2019-03-01', status: 'attended' });
  await set({ recordYears: 7 });
  await clearNightly(t.deps);
  expect(await report()).toEqual([{ day: '2027-06-07', finishedAt: monday.toISOString(), removed: {} }]);

  await set({ recordYears: 5 });
  await clearNightly(t.deps);
  expect((await sql('select 1 from appointments')).length).toBe(3);
  night(1);
  await Promise.all([clearNightly(t.deps), clearNightly(t.deps)]);
  expect((await report())[0]).toMatchObject({
    day: '2027-06-08',
    removed: { visits: 1, notes: 1, people: 1 },
  });
  // A later note keeps its visit; of who is here nothing is taken.
  expect(await sql('select patient_id from appointments order by 1')).toEqual([
    { patient_id: later },
    { patient_id: here.id },
  ]);
  expect(await sql('select patient_id from clinical_notes')).toEqual([{ patient_id: later }]);
});

test('an account of which nothing was heard goes where the clinic says so; of whom anything was, none', async () => {
  const old = { createdAt: new Date('2020-01-01Z') };
  const silent = await makeUser(t.deps.db, { ...old, name: 'Silent Woman' });
  const [came, signed, cares, staff, young] = await Promise.all([
    makeUser(t.deps.db, old),
    makeUser(t.deps.db, old),
    makeUser(t.deps.db, old),
    makeUser(t.deps.db, { ...old, role: 'doctor' }),
    makeUser(t.deps.db),
  ]);
  await makeAppointment(t.deps.db, { ...of, patientId: came.id, date: '2026-03-01' });
  await sql(
    `insert into events (at, actor_id, actor_role, action, subject)
    values ('2026-05-01', $1, 'patient', 'signed_in', 'sessions')`,
    [signed.id],
  );
  await sql(`insert into guardians (patient_id, guardian_id, relation) values ($1, $2, 'sister')`, [
    young.id,
    cares.id,
  ]);
  await clearNightly(t.deps);
  expect((await sql('select 1 from users where id = $1', [silent.id])).length).toBe(1);
  await set({ idleAccountYears: 3 });
  night(1);
  await clearNightly(t.deps);
  expect((await report())[0].removed).toEqual({ accounts: 1 });
  const left = await sql('select id from users where role <> $1 and erased_at is null order by id', [
    'admin',
  ]);
  expect(left.map(({ id }) => id)).toEqual(
    [came.id, signed.id, cares.id, staff.id, young.id].toSorted((a, b) => a - b),
  );
});

/** Two of whom nothing was heard for years, where such accounts go. */
async function twoIdle() {
  const old = { createdAt: new Date('2020-01-01Z') };
  const [first, second] = [await makeUser(t.deps.db, old), await makeUser(t.deps.db, old)];
  await set({ idleAccountYears: 3 });
  return { first: first.id, second: second.id };
}
const there = async (ids: readonly number[]) =>
  (await sql('select id from users where id = any($1) and erased_at is null order by id', [ids])).map(
    ({ id }) => id,
  );
const visitOf = (id: number) => `insert into appointments
  (patient_id, location_id, service_id, local_start, local_end, room, status)
  values (${id}, ${of.locationId}, ${of.serviceId}, '2027-06-10 15:00', '2027-06-10 15:20', 1, 'confirmed')`;
const sessionFor = (id: number) => `insert into sessions (token_hash, user_id, idle, expires_at)
  values ('a', ${id}, '1 hour', '2027-06-10')`;

test.each([
  ['is booked for', visitOf],
  ['signs in', sessionFor],
])('who %s while another is forgotten that night stays', async (_, comesBack) => {
  const { first, second } = await twoIdle();
  const ask = ClinicClient.prototype.query;
  const spy = vi.spyOn(ClinicClient.prototype, 'query').mockImplementation(async function (
    this: ClinicClient,
    ...asked
  ) {
    if (String(asked[0].text).includes('forget_words_of')) {
      spy.mockRestore();
      await ask.apply(this, [comesBack(second)]);
    }
    return ask.apply(this, asked);
  });
  await clearNightly(t.deps);
  expect(await there([first, second])).toEqual([second]);
  expect((await report())[0].removed).toEqual({ accounts: 1 });
});

test('so does who is being booked for when it is her turn', async () => {
  const { first, second } = await twoIdle();
  const books = `select from users where id = ${second} for no key update; ${visitOf(second)}`;
  const { cleared } = await holding(t.deps.database, books, async () => {
    const cleared = clearNightly(t.deps);
    await waitForLocks(t.deps.database);
    return { cleared };
  });
  await cleared;
  expect(await there([first, second])).toEqual([second]);
});

test('what was sent and what browsers reported is kept for the days that are set; a night that died goes on', async () => {
  await sql(`insert into messages (dedupe_key, channel, locale, template, state, created_at)
    values ('old', 'sms', 'en', 'code', 'sent', '2027-01-01'),
      ('new', 'sms', 'en', 'code', 'sent', '2027-06-01')`);
  await sql(`insert into client_logs (at, kind, type)
    values ('2027-05-01', 'message', 'info'), ('2027-06-06', 'message', 'info')`);
  await set({ messageDays: 100, browserLogDays: 20 });
  await sql(`insert into retention_runs (day, removed) values ('2027-06-07', '{"visits": 4}')`);
  await clearNightly(t.deps);
  expect((await report())[0]).toMatchObject({ removed: { visits: 4, messages: 1, browserLogs: 1 } });
  expect((await report())[0].finishedAt).not.toBeNull();
  expect(await sql('select dedupe_key from messages')).toEqual([{ dedupe_key: 'new' }]);
});

test('before the clinic’s day ends the night has not begun', async () => {
  t.setNow(new Date('2027-06-07T23:30:00Z'));
  await clearNightly(t.deps);
  expect((await report())[0].day).toBe('2027-06-07');
});
