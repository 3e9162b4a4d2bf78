import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { ClinicClient } from '#server/engine/db/clinic-pool.ts';
import {
  makeAppointment,
  makeClinic,
  makeLocation,
  makePatients,
  makeUser,
  openEveryDay,
} from '#server/testing/factories.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let maadi = 0;
let admin = '';

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  maadi = (await makeLocation(deps.db, { name: 'Maadi' })).id;
  await openEveryDay(deps.db, maadi);
  admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
});
afterAll(clinic.close);

const today = '2027-06-07';
const earliest = async (query = '?service=1') => (await call('GET', `/api/earliest${query}`)).json();
const visits = async (locationId: number, date: string, times: readonly string[]) => {
  const patients = await makePatients(deps.db, times.length);
  for (const [i, time] of times.entries())
    await makeAppointment(deps.db, { patientId: patients[i] ?? 0, locationId, serviceId: 1, date, time });
};
const allDay = ['15', '16', '17', '18'].flatMap((hour) =>
  ['00', '20', '40'].map((minute) => `${hour}:${minute}:00`),
);

/** Laila sees patients at Maadi on Wednesdays, and is chosen by name there. */
async function lailaAtMaadi(): Promise<number> {
  const laila = (await makeUser(deps.db, { role: 'doctor', worksAt: [1, maadi] })).id;
  await call('PATCH', `/api/locations/${maadi}`, { cookie: admin, body: { bookedBy: 'doctor' } });
  const duties = [{ userId: laila, dayOfWeek: 3, startTime: '16:00', endTime: '17:00' }];
  await call('PUT', `/api/locations/${maadi}/duties`, { cookie: admin, body: duties });
  return laila;
}

test('each branch has its first free time, soonest first, as appointments fill the days', async () => {
  expect(await earliest()).toEqual([
    { locationId: 1, date: today, time: '15:00:00' },
    { locationId: maadi, date: today, time: '15:00:00' },
  ]);
  await visits(1, today, allDay);
  deps.cache.dropAll();
  expect(await earliest()).toEqual([
    { locationId: maadi, date: today, time: '15:00:00' },
    { locationId: 1, date: '2027-06-08', time: '15:00:00' },
  ]);
});

test('a branch closed for weeks is searched, and one without any time is left out', async () => {
  const close = (days: number) =>
    call('PUT', `/api/locations/${maadi}/exceptions`, {
      cookie: admin,
      body: Array.from({ length: days }, (_, i) => ({
        date: new Date(Date.UTC(2027, 5, 7 + i)).toISOString().slice(0, 10),
        isClosed: true,
      })),
    });
  await close(20);
  expect((await earliest())[1]).toEqual({ locationId: maadi, date: '2027-06-27', time: '15:00:00' });
  await close(61);
  expect(await earliest()).toHaveLength(1);
});

test('where doctors are booked it is the first time of one of them, or of the requested one', async () => {
  const laila = await lailaAtMaadi();
  const hers = { locationId: maadi, date: '2027-06-09', time: '16:00:00' };
  expect((await earliest())[1]).toEqual(hers);
  expect(await earliest(`?doctorId=${laila}`)).toEqual([hers]);
  const absence = { userId: laila, startDate: today, endDate: '2027-06-12' };
  expect((await call('POST', '/api/absences', { cookie: admin, body: absence })).statusCode).toBe(201);
  expect(await earliest(`?doctorId=${laila}`)).toEqual([{ ...hers, date: '2027-06-16' }]);
});

test('a booking changes the first time at once', async () => {
  const mona = await createSignedInUser(clinic, { role: 'patient' });
  await earliest();
  const body = { locationId: 1, service: 1, appointmentDate: today, appointmentTime: '15:00:00' };
  const made = await call('POST', '/api/appointments', {
    cookie: mona.cookie,
    body: { ...body, userId: mona.id },
  });
  expect(made.statusCode).toBe(201);
  expect((await earliest()).at(-1)).toEqual({ locationId: 1, date: today, time: '15:20:00' });
});

test('the answer is cached, and unknown services and doctors are rejected', async () => {
  await earliest();
  const sent = vi.spyOn(ClinicClient.prototype, 'query');
  await earliest();
  expect(sent).not.toHaveBeenCalled();
  sent.mockRestore();
  expect((await earliest('?service=999')).code).toBe('unknown_service');
  expect((await earliest('?doctorId=999')).code).toBe('unknown_doctor');
});
