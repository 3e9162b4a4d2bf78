import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makeUser } from '#server/testing/factories.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let mona: { id: number; cookie: string };

async function patient(username: string) {
  const { id } = await makeUser(deps.db, { username });
  return { id, cookie: await clinic.signIn(username) };
}

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 3 });
  mona = await patient('mona');
});
afterAll(clinic.close);

const book = (who: { id: number; cookie: string }, key: string, appointmentTime = '15:20:00') =>
  call('POST', '/api/appointments', {
    cookie: who.cookie,
    headers: { 'idempotency-key': key },
    body: { userId: who.id, locationId: 1, service: '1', appointmentDate: '2027-06-08', appointmentTime },
  });
const settle = (who: { cookie: string }, key: string) =>
  call('POST', '/api/appointments/attempts', { cookie: who.cookie, body: { key } });
const visits = async () => (await deps.database.pool.query('select id from appointments')).rowCount;

test('a booking that succeeded is returned with its appointment, however often it is requested', async () => {
  const made = (await book(mona, 'k-1')).json();
  for (let time = 0; time < 2; time++) {
    const told = await settle(mona, 'k-1');
    expect([told.statusCode, told.json()]).toEqual([200, { appointment: made }]);
  }
  expect(await visits()).toBe(1);
});

test('a booking that did not arrive books nothing when it arrives late', async () => {
  expect((await settle(mona, 'k-1')).json()).toEqual({ appointment: null });
  const late = await book(mona, 'k-1');
  expect([late.statusCode, late.json().code]).toEqual([422, 'idempotency_key_reused']);
  expect((await book(mona, 'k-2', '16:00:00')).statusCode).toBe(201);
  expect(await visits()).toBe(1);
});

test('another person’s idempotency key returns nothing and blocks no booking', async () => {
  const sara = await patient('sara');
  await book(mona, 'k-1');
  expect((await settle(sara, 'k-1')).json()).toEqual({ appointment: null });
  expect((await settle(sara, 'k-2')).json()).toEqual({ appointment: null });
  expect((await book(mona, 'k-2', '16:00:00')).statusCode).toBe(201);
});

test('a question during the booking never contradicts the booking', async () => {
  for (let round = 0; round < 10; round++) {
    const key = `race-${round}`;
    const time = `${15 + Math.floor(round / 3)}:${['00', '20', '40'][round % 3]}:00`;
    const [tried, told] = await Promise.all([book(mona, key, time), settle(mona, key)]);
    const { appointment } = told.json() as { appointment: { id: number } | null };
    expect(tried.statusCode).toBe(appointment ? 201 : 422);
    if (appointment) expect(tried.json()).toMatchObject({ id: appointment.id });
  }
});
