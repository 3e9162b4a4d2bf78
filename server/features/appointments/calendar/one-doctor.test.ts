import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeClinic, makePatients, makeUser, openEveryDay } from '#server/testing/factories.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';

// A branch that books doctors and sees patients from 8 PM to 1:30 AM.
const clinic = await createTestApp();
const { call, deps } = clinic;
const [sunday, monday, tuesday] = ['2027-06-06', '2027-06-07', '2027-06-08'];
let admin = '';
let laila: SignedIn;
let karim = 0;
let patients: number[] = [];

const send = async (method: string, path: string, body?: unknown, cookie = admin) => {
  const answer = await call(method, path, { cookie, body });
  return answer.body === '' ? null : answer.json();
};
const book = async (appointmentDate: string, appointmentTime: string, doctorId: number | null) =>
  send('POST', '/api/appointments', {
    userId: patients.pop(),
    locationId: 1,
    service: '1',
    appointmentDate,
    appointmentTime,
    ...(doctorId === null ? { overbook: true } : { doctorId }),
  });

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 2 });
  await openEveryDay(deps.db, 1, 20 * 60, 25 * 60 + 30);
  admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  laila = await createSignedInUser(clinic, { role: 'doctor', name: 'Laila' });
  karim = (await makeUser(deps.db, { role: 'doctor', name: 'Karim', worksAt: [1] })).id;
  patients = await makePatients(deps.db, 8);
  await send('PATCH', '/api/locations/1', { bookedBy: 'doctor' });
  const shift = { startTime: '20:00', endTime: '25:30' };
  await send('PUT', '/api/locations/1/duties', [
    { userId: laila.id, dayOfWeek: 1, ...shift },
    { userId: karim, dayOfWeek: 1, ...shift },
    { userId: karim, dayOfWeek: 2, ...shift },
  ]);
});
afterAll(clinic.close);

const month = async (query = '') =>
  (await send('GET', `/api/appointments/calendar?month=2027-06${query}`)).days.filter(
    ({ total }: { total: number }) => total > 0,
  );
const week = async (query = '') =>
  (await send('GET', `/api/appointments/week?from=${sunday}${query}`)).branches[0].days;

describe('a doctor’s own appointments', () => {
  test('are what list, month, week and board show of her, the night with the day it began on', async () => {
    const late = await book(monday, '24:20', laila.id);
    await book(monday, '24:20', karim);
    await book(tuesday, '21:00', karim);
    await book(monday, '22:00', null);
    const hers = `&doctorId=${laila.id}`;
    const ids = async (query: string) =>
      (await send('GET', `/api/appointments?from=${monday}&to=${monday}${query}`)).map(
        ({ id }: { id: number }) => id,
      );
    expect(await ids('')).toHaveLength(3);
    expect(await ids(hers)).toEqual([late.id]);
    expect((await month()).map(({ date, total }: { date: string; total: number }) => [date, total])).toEqual([
      [monday, 3],
      [tuesday, 1],
    ]);
    expect(await month(hers)).toMatchObject([
      { date: monday, total: 1, first: [{ id: late.id, userId: late.userId, time: '24:20:00' }] },
    ]);
    const everybody = await week();
    const own = await week(hers);
    expect(everybody.slice(0, 3)).toMatchObject([
      { open: true, off: true, booked: 0, free: 0 },
      { open: true, booked: 3, overbooked: 1 },
      { open: true, booked: 1 },
    ]);
    expect(own.slice(0, 3)).toMatchObject([
      { off: true, booked: 0, free: 0 },
      { off: false, booked: 1, overbooked: 0, firstFree: '20:00:00' },
      { off: true, booked: 0, free: 0, firstFree: null },
    ]);
    expect(everybody[1].free).toBe(own[1].free * 2);
    const { doctors } = await send('GET', `/api/appointments/day?date=${monday}&locationId=1`);
    expect(doctors.find(({ id }: { id: number }) => id === laila.id)).toMatchObject({
      onDuty: [{ from: 1200, to: 1530 }],
      busy: [{ from: 1460, to: 1480 }],
    });
    const { cards } = await send('GET', `/api/arrivals?date=${monday}&locationId=1`);
    expect(cards.map(({ doctorId }: { doctorId: number | null }) => doctorId)).toEqual(
      expect.arrayContaining([null, laila.id, karim]),
    );
    expect(
      (await call('GET', `/api/appointments/week?from=${sunday}&doctorId=999`, { cookie: admin })).json(),
    ).toMatchObject({ code: 'unknown_doctor' });
  });

  test('are marked on a day of absence, with a link to the displaced ones', async () => {
    const desk = (await createSignedInUser(clinic, { role: 'receptionist' })).cookie;
    const away = async (date: string) =>
      (await send('GET', `/api/appointments/day?date=${date}&locationId=1`, undefined, desk)).away;
    const stay = { startDate: monday, endDate: monday };
    await send('POST', '/api/absences', { userId: karim, ...stay, reason: 'Theatre' });
    const whole = { from: 180, to: 1620 };
    expect(await away(monday)).toEqual([{ doctorId: karim, ...whole, disruptionId: null, displaced: 0 }]);
    await book(monday, '22:00', laila.id);
    const evening = { startTime: '21:00', endTime: '23:00', endDate: monday };
    const { disruptionId } = await send('POST', '/api/absences', { userId: laila.id, ...stay, ...evening });
    expect(await away(monday)).toContainEqual({
      doctorId: laila.id,
      from: 1260,
      to: 1380,
      disruptionId,
      displaced: 1,
    });
    expect((await call('GET', `/api/disruptions/${disruptionId}`, { cookie: desk })).statusCode).toBe(200);
    expect(await away(tuesday)).toEqual([]);
  });

  test('or everybody’s are shown as she chose, and other users have no such choice', async () => {
    const place = (cookie: string) => send('GET', '/api/staff/me', undefined, cookie);
    const choose = (body: object, cookie: string) => call('PUT', '/api/staff/me', { cookie, body });
    expect(await place(laila.cookie)).toMatchObject({ onlyMine: false, homeLocationId: 1 });
    expect((await choose({ onlyMine: true }, laila.cookie)).statusCode).toBe(204);
    expect(await place(laila.cookie)).toMatchObject({ onlyMine: true, homeLocationId: 1 });
    await choose({ homeLocationId: 1 }, laila.cookie);
    expect(await place(laila.cookie)).toMatchObject({ onlyMine: true });
    expect((await choose({}, laila.cookie)).statusCode).toBe(204);
    const again = await createSignedInUser(clinic, { role: 'doctor' });
    expect(await place(again.cookie)).toMatchObject({ onlyMine: false });
    await choose({ onlyMine: true }, admin);
    expect(await place(admin)).toMatchObject({ onlyMine: false });
    await choose({ onlyMine: false }, laila.cookie);
    expect(await place(laila.cookie)).toMatchObject({ onlyMine: false });
  });
});

describe('a week marks', () => {
  test('appointments that cannot take place, until they are moved or the doctor is back', async () => {
    const { id } = await book(tuesday, '21:00', karim);
    await book(tuesday, '21:20', karim);
    const marked = async (query = '') =>
      (await week(query)).slice(1, 4).map(({ displaced }: { displaced: number }) => displaced);
    expect(await marked()).toEqual([0, 0, 0]);
    const away = { userId: karim, startDate: tuesday, endDate: tuesday };
    const absence = await send('POST', '/api/absences', away);
    expect(await marked()).toEqual([0, 2, 0]);
    expect(await marked(`&doctorId=${laila.id}`)).toEqual([0, 0, 0]);
    await send('PATCH', `/api/appointments/${id}`, { appointmentDate: monday, appointmentTime: '21:00' });
    expect(await marked()).toEqual([0, 1, 0]);
    await send('DELETE', `/api/absences/${absence.id}`);
    expect(await marked()).toEqual([0, 0, 0]);
  });

  test('the number of waiting-list entries for each day', async () => {
    const [hers, another] = patients;
    const wish = { serviceId: 1, locationIds: [1], fromDate: tuesday, toDate: '2027-06-09' };
    for (const userId of [hers, another]) await send('POST', '/api/offers/wishes', { userId, ...wish });
    const waiting = (await week()).map((day: { waiting: number }) => day.waiting);
    expect(waiting).toEqual([0, 0, 2, 2, 0, 0, 0]);
  });
});
