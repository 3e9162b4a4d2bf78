import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAppointment, makeClinic, makeUser } from '#server/testing/factories.ts';
import { createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import { clearNightly } from './actions.ts';

let t: TestApp;
let admin = 0;
let of = { locationId: 0, serviceId: 0 };
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.reset();
  admin = (await createSignedInUser(t, { role: 'admin' })).id;
  const { location, service } = await makeClinic(t.deps.db, { rooms: 3 });
  of = { locationId: location.id, serviceId: service.id };
});
afterAll(() => t.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await t.deps.database.pool.query(text, values)).rows;
const set = async (body: object) =>
  expect(
    (await t.call('PATCH', '/api/settings', { cookie: await createSession(t, admin), body })).statusCode,
  ).toBe(200);
const report = async () =>
  (await t.call('GET', '/api/retention', { cookie: await createSession(t, admin) })).json();
const night = (days: number) => t.setNow(new Date(monday.getTime() + days * 86_400_000));

/** A patient who was deleted in 2021; her last appointment, with a note, was in that year. */
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

test('appointments and notes of deleted patients are deleted after their years, and counted', async () => {
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
  // A later note keeps its appointment. Nothing of a current patient is deleted.
  expect(await sql('select patient_id from appointments order by 1')).toEqual([
    { patient_id: later },
    { patient_id: here.id },
  ]);
  expect(await sql('select patient_id from clinical_notes')).toEqual([{ patient_id: later }]);
});

test('sent messages and browser reports are kept for 180 and 90 days, and a crashed run continues', async () => {
  await sql(`insert into messages (dedupe_key, channel, locale, template, state, created_at)
    values ('old', 'sms', 'en', 'code', 'sent', '2026-12-08'),
      ('new', 'sms', 'en', 'code', 'sent', '2026-12-10')`);
  await sql(`insert into client_logs (at, kind, type)
    values ('2027-03-08', 'message', 'info'), ('2027-03-10', 'message', 'info')`);
  await sql(`insert into retention_runs (day, removed) values ('2027-06-07', '{"visits": 4}')`);
  await clearNightly(t.deps);
  expect((await report())[0]).toMatchObject({ removed: { visits: 4, messages: 1, browserLogs: 1 } });
  expect((await report())[0].finishedAt).not.toBeNull();
  expect(await sql('select dedupe_key from messages')).toEqual([{ dedupe_key: 'new' }]);
});

test('the nightly run does not begin before the clinic’s day ends', async () => {
  t.setNow(new Date('2027-06-07T23:30:00Z'));
  await clearNightly(t.deps);
  expect((await report())[0].day).toBe('2027-06-07');
});
