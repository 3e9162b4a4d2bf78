import { afterAll, beforeEach, expect, test } from 'vitest';
import { offerFreeTimes } from '#server/features/offers/waiting-list-task-actions.ts';
import { queueReminders } from '#server/features/reminders/actions.ts';
import { makeAppointment, makeClinic, openEveryDay } from './factories.ts';
import { createSignedInUser, type SignedIn } from './signed-in.ts';
import { createTestApp } from './test-app.ts';

/* Between midnight and 3 AM, every count and list by day belongs to the clinic's previous day. */

const monday = '2027-06-07';
/** Half past midnight; by the calendar it is Tuesday. */
const night = new Date('2027-06-07T21:30:00Z');

const clinic = await createTestApp();
const { call, deps } = clinic;
let admin: SignedIn;
let mona: SignedIn;

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  await sql('delete from location_hours');
  await openEveryDay(deps.db, 1, 15 * 60, 26 * 60);
  clinic.setNow(night);
  admin = await createSignedInUser(clinic, { role: 'admin' });
  const email = { email: 'mona@example.org', emailConfirmedAt: night, channels: ['email' as const] };
  mona = await createSignedInUser(clinic, { role: 'patient', locale: 'en', ...email });
});
afterAll(clinic.close);

const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
const ask = async (path: string, cookie = admin.cookie) => (await call('GET', path, { cookie })).json();
const wait = (cookie: string) => {
  const body = { locationIds: [1], serviceId: 1, fromDate: monday, toDate: '2027-06-20', parts: [] };
  return call('POST', '/api/offers/wishes', { cookie, body });
};

test('the first free time of a branch can be in this night', async () => {
  expect(await ask('/api/earliest')).toEqual([{ locationId: 1, date: monday, time: '24:40:00' }]);
});

test('a log of a day contains what happens now', async () => {
  await sql(`insert into events (actor_role, action, subject, at)
    values ('system', 'wish_made', 'offers', '${night.toISOString()}')`);
  const found = async (date: string) =>
    (await ask(`/api/logs/audit?from=${date}&to=${date}`)).map(({ action }: { action: string }) => action);
  expect(await found(monday)).toContain('wish_made');
  expect(await found('2027-06-08')).toEqual([]);
});

test('a waiting-list entry counts on that day', async () => {
  await wait(mona.cookie);
  const wishes = async (date: string) => (await ask(`/api/insights?from=${date}&to=${date}`)).waiting.wishes;
  expect([await wishes(monday), await wishes('2027-06-08')]).toEqual([1, 0]);
});

test('a patient with an offer in the evening gets none before the next day', async () => {
  await sql(`insert into offers (patient_id, location_id, service_id, local_start, local_end, room, reason, state,
    holds, held_until, created_at) values (${mona.id}, 1, 1, '2027-06-08 17:00', '2027-06-08 17:20', 1,
    'waiting', 'declined', false, '2027-06-07 19:30Z', '2027-06-07 19:00Z')`);
  expect((await wait(mona.cookie)).statusCode).toBe(201);
  expect(await offerFreeTimes(deps)).toBe(0);
  clinic.setNow(new Date('2027-06-08T06:10:00Z'));
  expect(await offerFreeTimes(deps)).toBe(1);
});

test('a reminder names the clinic’s day', async () => {
  const day = {
    patientId: mona.id,
    locationId: 1,
    serviceId: 1,
    createdAt: new Date('2027-06-01T09:00:00Z'),
  };
  await makeAppointment(deps.db, { ...day, date: '2027-06-08', time: '16:00:00' });
  await makeAppointment(deps.db, { ...day, date: monday, time: '25:20:00' });
  await queueReminders(deps);
  const told = await sql(`select template, params->>'date' as date from messages order by id`);
  expect(told).toEqual(
    expect.arrayContaining([
      { template: 'reminder3h', date: monday },
      { template: 'reminder', date: '2027-06-08' },
    ]),
  );
});
