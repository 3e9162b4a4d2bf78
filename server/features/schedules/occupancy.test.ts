import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makeLocation, makePatients, makeUser, openEveryDay } from '#server/testing/factories.ts';
import { createTestApp, startSecondProcess, type TestApp } from '#server/testing/test-app.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let admin = '';
let userId = 0;
const date = '2027-06-08';
const later = '2027-06-09';

beforeEach(async () => {
  await clinic.reset();
  await makeUser(deps.db, { role: 'admin', username: 'boss' });
  await makeClinic(deps.db);
  await deps.db.execute('update locations set rooms = 1');
  userId = (await makePatients(deps.db, 1))[0] ?? 0;
  admin = await clinic.signIn('boss');
});
afterAll(clinic.close);

const isFree = async (on = date, at = 1, of: TestApp = clinic) => {
  const { slots } = (await of.call('GET', `/api/locations/${at}/availability?date=${on}`)).json();
  return slots.some(({ time }: { time: string }) => time === '15:00:00');
};
const freeOn = async (on = date) => {
  const { days } = (await call('GET', '/api/locations/1/availability?from=2027-06-07&to=2027-07-07')).json();
  return days.find((day: { date: string }) => day.date === on).free;
};
const isTaken = async (on = date) => {
  const grid = `/api/locations/1/availability?date=${on}&grid=admin`;
  const { slots } = (await call('GET', grid, { cookie: admin })).json();
  return slots.find(({ time }: { time: string }) => time === '15:00:00').taken;
};
const send = async (method: string, path: string, body?: object) => {
  const answer = await call(method, `/api/appointments${path}`, { cookie: admin, body });
  expect(answer.statusCode).toBeLessThan(300);
  return answer.body === '' ? null : answer.json();
};
const book = () =>
  send('POST', '', {
    userId,
    locationId: 1,
    service: '1',
    appointmentDate: date,
    appointmentTime: '15:00:00',
  });

test('the next answer of the changing process is correct for day, month and staff grid', async () => {
  const seen = async (on?: string) => [await isFree(on), await freeOn(on), await isTaken(on)];
  const free = await seen();
  expect(free).toEqual([true, 12, false]);
  const { id } = await book();
  expect(await seen()).toEqual([false, 11, true]);
  await seen(later);
  await send('PATCH', `/${id}`, { appointmentDate: later });
  expect([await seen(), await seen(later)]).toEqual([free, [false, 11, true]]);
  await send('PATCH', `/${id}`, { status: 'cancelled' });
  expect(await seen(later)).toEqual(free);
  const again = await book();
  await send('DELETE', `/${again.id}`);
  expect(await seen()).toEqual(free);
});

test('moving an appointment to another branch frees a room here and takes one there', async () => {
  const { id: there } = await makeLocation(deps.db, { name: 'Maadi', rooms: 1 });
  await openEveryDay(deps.db, there);
  deps.cache.dropAll();
  const { id } = await book();
  expect([await isFree(), await isFree(date, there)]).toEqual([false, true]);
  await send('PATCH', `/${id}`, { locationId: there });
  expect([await isFree(), await isFree(date, there)]).toEqual([true, false]);
});

test('changed hours or rooms are in the next answer', async () => {
  await book();
  expect(await isFree()).toBe(false);
  const save = async (method: string, path: string, body: unknown) =>
    expect((await call(method, `/api/locations/1${path}`, { cookie: admin, body })).statusCode).toBe(200);
  await save('PATCH', '', { rooms: 2 });
  expect(await isFree()).toBe(true);
  await save('PUT', '/exceptions', [{ date, isClosed: true }]);
  expect(await isFree()).toBe(false);
});

test('times of a doctor who moves to another branch are gone from the next answer', async () => {
  const other = await makeLocation(deps.db, { name: 'Maadi' });
  const doctor = (await makeUser(deps.db, { role: 'doctor', worksAt: [1] })).id;
  const save = async (method: string, path: string, body: unknown) =>
    expect((await call(method, path, { cookie: admin, body })).statusCode).toBe(200);
  const week = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
    userId: doctor,
    dayOfWeek,
    startTime: '15:00',
    endTime: '19:00',
  }));
  await save('PUT', '/api/locations/1/duties', week);
  await save('PATCH', '/api/locations/1', { bookedBy: 'doctor' });
  expect(await isFree()).toBe(true);
  await save('PATCH', `/api/staff/${doctor}`, { locationIds: [other.id] });
  expect(await isFree()).toBe(false);
});

test('an answer begun before a change is not cached', async () => {
  let letGo = () => undefined as void;
  const waiting = new Promise<void>((go) => {
    letGo = go;
  });
  const slow = deps.cache.get('occupancy 1', date, async () => {
    await waiting;
    return [];
  });
  const made = deps.cache.made(['occupancy 1'], 0, 'x', async () => (await slow).length);
  await book();
  letGo();
  expect(await made).toBe(0);
  expect(await deps.cache.made(['occupancy 1'], 0, 'x', async () => 'anew')).toBe('anew');
  expect(await isFree()).toBe(false);
});

test('past times disappear with their minute', async () => {
  clinic.setNow(new Date('2027-06-08T11:59:00Z'));
  expect(await isFree()).toBe(true);
  clinic.setNow(new Date('2027-06-08T12:00:00Z'));
  expect(await isFree()).toBe(true);
  clinic.setNow(new Date('2027-06-08T12:00:01Z'));
  expect(await isFree()).toBe(false);
});

/** The promised delay; a process without notifications polls every 15 seconds. */
const heardWithinMs = 1000;

test('a booking by another process is visible within a second', async () => {
  const other = await startSecondProcess(clinic);
  try {
    expect(await isFree(date, 1, other)).toBe(true);
    await book();
    const since = performance.now();
    while ((await isFree(date, 1, other)) && performance.now() - since < heardWithinMs) await sleep(5);
    expect(await isFree(date, 1, other)).toBe(false);
  } finally {
    await other.close();
  }
});

test('a rejected user sees at once that the time is taken, whichever process booked it', async () => {
  const { id: second } = await makeUser(deps.db, { role: 'patient', username: 'mona' });
  const visit = { locationId: 1, service: '1', appointmentDate: date, appointmentTime: '15:00:00' };
  const asks = (of: TestApp, patient: number) =>
    of.call('POST', '/api/appointments', { cookie: admin, body: { ...visit, userId: patient } });
  expect(await isFree()).toBe(true);
  const other = await startSecondProcess(clinic);
  try {
    expect((await asks(other, userId)).statusCode).toBe(201);
    // This process has received no notification and has not polled yet.
    expect(await isFree()).toBe(true);
    const refused = await asks(clinic, second);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'slot_taken']);
    expect(await isFree()).toBe(false);
  } finally {
    await other.close();
  }
});
