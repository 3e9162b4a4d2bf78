import { afterAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { systemActor } from '#server/engine/events/queries.ts';
import { makeClinic, makePatients } from '#server/testing/factories.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import { holdTimes } from './actions.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
const date = '2027-06-07';
let cookie = '';
let patient = 0;

beforeEach(async () => {
  await clinic.reset();
  // Twenty past three.
  clinic.setNow(new Date(monday.getTime() + 200 * 60_000));
  await makeClinic(deps.db);
  cookie = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  [patient = 0] = await makePatients(deps.db, 1);
});
afterAll(clinic.close);

const wish = { locationId: 1, appointmentDate: date };
const offer = (appointmentTime: string) =>
  call('POST', '/api/offers', {
    cookie,
    body: { userId: patient, serviceId: 1, ...wish, appointmentTime },
  });

test('a past time is held for nobody, and the desk books it instead', async () => {
  expect((await offer('15:20:00')).json()).toMatchObject({ code: 'in_the_past' });
  const told = await deps.database.pool.query(`select 1 from messages where template like 'offer%'`);
  expect(told.rows).toEqual([]);
  const body = { userId: patient, service: '1', ...wish, appointmentTime: '15:20:00' };
  expect((await call('POST', '/api/appointments', { cookie, body })).statusCode).toBe(201);
  expect((await offer('15:40:00')).statusCode).toBe(201);
});

test('a time that began after the search counts as taken', async () => {
  const times = ['15:20:00', '15:40:00'].map((time) => ({
    patientId: patient,
    locationId: 1,
    serviceId: 1,
    doctors: null,
    localStart: `${date} ${time}`,
    minutes: 20,
    reason: 'displaced' as const,
    heldUntil: new Date(monday.getTime() + 86_400_000),
    appointmentId: null,
    createdBy: null,
    wishId: null,
  }));
  const made = await inTransaction(deps.db, (tx) =>
    holdTimes(tx, deps, systemActor, times, { locationId: 1, hoursVersion: 1 }),
  );
  expect(made.map((one) => one?.localStart)).toEqual([undefined, `${date} 15:40:00`]);
});
