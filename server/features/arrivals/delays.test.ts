import { afterAll, beforeEach, expect, test } from 'vitest';
import { render } from '#server/engine/delivery/render.ts';
import { notifyDelaysUnlessDisplaced } from '#server/features/disruptions/refresh-actions.ts';
import { queueReminders } from '#server/features/reminders/actions.ts';
import { makeAppointment, makeClinic, makePatients, makeUser } from '#server/testing/factories.ts';
import { gatewayServer } from '#server/testing/gateway-server.ts';
import { testLetterhead } from '#server/testing/letterhead.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import type { Lang } from '#shared/domain/languages.ts';

const gateway = await gatewayServer();
const clinic = await createTestApp({ SMS_GATEWAY_URL: gateway.url });
const { call, deps } = clinic;
const date = '2027-06-07';
let place = { locationId: 0, serviceId: 0 };
let patients: number[] = [];
let desk = '';

beforeEach(async () => {
  await clinic.reset();
  const made = await makeClinic(deps.db, { rooms: 1 });
  place = { locationId: made.location.id, serviceId: made.service.id };
  patients = await makePatients(deps.db, 6);
  await makeUser(deps.db, { role: 'admin', username: 'boss' });
  clinic.setNow(new Date('2027-06-07T12:00:00Z'));
  desk = await clinic.signIn('boss');
});
afterAll(async () => {
  await clinic.close();
  await gateway.close();
});

const visit = async (who: number, time: string) =>
  (await makeAppointment(deps.db, { ...place, patientId: patients[who] ?? 0, date, time, room: null })).id;
const come = (id: number) =>
  call('POST', `/api/arrivals/${id}/stage`, { cookie: desk, body: { from: 'expected', to: 'waiting' } });
const set = (delayNotice: number | null) =>
  call('PATCH', '/api/settings', { cookie: desk, body: { delayNotice } });
const told = async () =>
  (
    await deps.database.pool.query(
      "select user_id as who, params, template from messages where channel = 'app' order by id",
    )
  ).rows;

/** Three patients wait for one room at three o'clock: an hour's work. */
async function threeWait(): Promise<void> {
  for (const who of [0, 1, 2]) await come(await visit(who, '15:00:00'));
}

test('patients with upcoming appointments are notified once when the delay exceeds the threshold', async () => {
  await threeWait();
  await visit(3, '15:20:00');
  await visit(4, '17:00:00');
  expect(await notifyDelaysUnlessDisplaced(deps)).toBe(0);
  await set(30);
  expect(await notifyDelaysUnlessDisplaced(deps)).toBe(1);
  expect(await notifyDelaysUnlessDisplaced(deps)).toBe(0);
  expect(await told()).toEqual([
    {
      who: patients[3],
      template: 'delay',
      params: expect.objectContaining({ n: 40, come: '16:00:00', time: '15:20:00' }),
    },
  ]);
});

test('minutes and hours have the plural forms of the reader’s language', async () => {
  await threeWait();
  await visit(3, '15:50:00');
  await set(10);
  expect(await notifyDelaysUnlessDisplaced(deps)).toBe(1);
  const [{ params, template }] = await told();
  const said = (locale: Lang) => render({ locale, template, params, secrets: null }, testLetterhead).short;
  expect(said('ar')).toContain('حوالي ١٠ دقائق. يمكنك الحضور الساعة ٤:٠٠ م.');
  expect(said('en')).toContain('about 10 minutes late. You can come at 4:00 PM.');
});

test('nobody is notified below the threshold, without patients, or after arrival', async () => {
  await visit(3, '15:20:00');
  await set(10);
  expect(await notifyDelaysUnlessDisplaced(deps)).toBe(0);
  await threeWait();
  const here = await visit(4, '15:40:00');
  await deps.database.pool.query(
    `insert into arrivals (appointment_id, location_id, day, here_at) values (${here}, ${place.locationId}, '${date}', now())`,
  );
  await set(60);
  expect(await notifyDelaysUnlessDisplaced(deps)).toBe(0);
  await set(20);
  expect(await notifyDelaysUnlessDisplaced(deps)).toBe(1);
  expect((await told()).map(({ who }) => who)).toEqual([patients[3]]);
});

test('a patient whose doctor is ill today gets no delay in the app', async () => {
  await threeWait();
  const doctorId = (await makeUser(deps.db, { role: 'doctor' })).id;
  const id = await visit(3, '15:20:00');
  await set(30);
  await deps.database.pool.query(`update appointments set doctor_id = ${doctorId} where id = ${id}`);
  expect(await notifyDelaysUnlessDisplaced(deps)).toBe(1);
  expect(await told()).toMatchObject([{ template: 'delay' }]);
  const absence = { userId: doctorId, startDate: date, endDate: date };
  await call('POST', '/api/absences', { cookie: desk, body: absence });
  expect(await notifyDelaysUnlessDisplaced(deps)).toBe(0);
  expect((await told()).filter(({ template }) => template === 'delay')).toEqual([]);
});

test('an appointment moved within the day gets a message with its new time', async () => {
  await threeWait();
  const id = await visit(3, '15:20:00');
  await set(10);
  await notifyDelaysUnlessDisplaced(deps);
  await deps.database.pool.query(`update appointments set version = 2 where id = ${id}`);
  expect(await notifyDelaysUnlessDisplaced(deps)).toBe(0);
  await deps.database.pool.query(
    `update appointments set local_start = '${date} 15:40', local_end = '${date} 16:00' where id = ${id}`,
  );
  expect(await notifyDelaysUnlessDisplaced(deps)).toBe(1);
  expect((await told()).map(({ params }) => params.come)).toEqual(['16:00:00', '16:00:00']);
});

test('the message in the app shows the current delay, and goes when the clinic is on time again', async () => {
  await threeWait();
  await visit(3, '15:20:00');
  await set(30);
  await notifyDelaysUnlessDisplaced(deps);
  await come(await visit(4, '15:00:00'));
  expect(await notifyDelaysUnlessDisplaced(deps)).toBe(0);
  expect(await told()).toMatchObject([{ template: 'delay', params: { n: 60, come: '16:20:00' } }]);
  await deps.database.pool.query('delete from arrivals');
  await notifyDelaysUnlessDisplaced(deps);
  expect(await told()).toEqual([]);
});

/** A patient who gets texts is told that she can come at four. */
async function toldByText(): Promise<number> {
  const { pool } = deps.database;
  await pool.query(`update users set channels = '{sms}', phone_confirmed_at = now(), locale = 'en'
    where id = ${patients[3]}`);
  await threeWait();
  const id = await visit(3, '15:20:00');
  await set(30);
  expect(await notifyDelaysUnlessDisplaced(deps)).toBe(1);
  return id;
}
async function texts(): Promise<string[]> {
  gateway.calls.length = 0;
  const worker = clinic.worker();
  await worker.poke();
  await worker.stop();
  return gateway.calls.map(({ body }) => JSON.parse(body).text as string);
}

test('a message in the app that went to a new reader shows the current delay and goes as well', async () => {
  const { pool } = deps.database;
  await toldByText();
  const [, , , patient, , mother] = patients;
  await pool.query(`insert into guardians (patient_id, guardian_id, relation)
    values (${patient}, ${mother}, 'mother')`);
  await pool.query(`update users set auth_provider = 'cared' where id = ${patient}`);
  expect(await texts()).toEqual([]);
  const inApp = async () => (await told()).map(({ who, params }) => [who, params.come]);
  expect(await inApp()).toEqual([patient, mother].map((who) => [who, '16:00:00']));
  await come(await visit(4, '15:00:00'));
  await notifyDelaysUnlessDisplaced(deps);
  expect(await inApp()).toEqual([patient, mother].map((who) => [who, '16:20:00']));
  await pool.query('delete from arrivals');
  await notifyDelaysUnlessDisplaced(deps);
  expect(await inApp()).toEqual([]);
});

test('a delay that is gone before its text is sent is not sent', async () => {
  await toldByText();
  await deps.database.pool.query('delete from arrivals');
  expect(await texts()).toEqual([]);
});

test('a text states the delay at the time of sending', async () => {
  await toldByText();
  await come(await visit(4, '15:00:00'));
  expect(await texts()).toEqual([expect.stringContaining('You can come at 4:20 PM.')]);
});

test('a patient who arrives before the text is sent gets none', async () => {
  const id = await toldByText();
  await call('POST', `/api/arrivals/${id}/stage`, {
    cookie: desk,
    body: { from: 'expected', to: 'waiting' },
  });
  expect(await texts()).toEqual([]);
});

test('a reminder of the same appointment leaves the delay message in the outbox', async () => {
  await toldByText();
  await deps.database.pool.query(
    `update appointments set created_at = '2027-06-01 09:00Z', updated_at = '2027-06-01 09:00Z'`,
  );
  expect(await queueReminders(deps)).toBe(1);
  expect(await texts()).toEqual(
    expect.arrayContaining([expect.stringContaining('You can come at 4:00 PM.')]),
  );
});
