import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeClinic, makeLocation, makeUser } from '#server/testing/factories.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { addDays } from '#shared/domain/clinic-time.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
const tuesday = '2027-06-08';
type Row = Record<string, unknown>;
let mona: { id: number; cookie: string };
let doctor: string;

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 3 });
  const { id } = await makeUser(deps.db, { username: 'mona' });
  await makeUser(deps.db, { username: 'doctor', role: 'doctor' });
  mona = { id, cookie: await clinic.signIn('mona') };
  doctor = await clinic.signIn('doctor');
});
afterAll(clinic.close);

const somebody = async () => (await makeUser(deps.db)).id;
async function book(body: Row = {}, cookie = doctor) {
  const answer = await call('POST', '/api/appointments', {
    cookie,
    body: {
      userId: body.userId ?? (await somebody()),
      locationId: 1,
      appointmentDate: tuesday,
      appointmentTime: '15:20:00',
      service: 'Gynecological Consultations',
      ...body,
    },
  });
  return { status: answer.statusCode, row: answer.json() as Row };
}
const change = async (row: Row, body: Row, cookie = doctor) => {
  const answer = await call('PATCH', `/api/appointments/${String(row.id)}`, { cookie, body });
  return { status: answer.statusCode, row: answer.json() as Row };
};

describe('a named room', () => {
  test('is the one that is booked, and the booking is rejected if it is taken', async () => {
    expect((await book({ room: 2 })).row).toMatchObject({ room: 2, overbooked: false });
    const again = await book({ room: 2 });
    expect(again).toMatchObject({ status: 409, row: { code: 'slot_taken' } });
    expect((await book()).row.room).toBe(1);
    expect((await book({ room: 4 })).status).toBe(409);
  });

  test('is booked by one of many simultaneous requests', async () => {
    const ids = await Promise.all([1, 2, 3, 4, 5].map(somebody));
    const answers = await Promise.all(ids.map((userId) => book({ userId, room: 3 })));
    const has = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([has(201), has(409)]).toEqual([1, 4]);
  });

  test('can change alone without a message, and is rejected if it is taken', async () => {
    const { row } = await book({ room: 1 });
    await book({ room: 2 });
    expect((await change(row, { room: 2, overbook: false })).row.code).toBe('slot_taken');
    const moved = await change(row, { room: 3, overbook: false });
    expect(moved).toMatchObject({ status: 200, row: { room: 3, appointmentTime: '15:20:00' } });
    const told = async () =>
      (await deps.database.pool.query("select from messages where template like '%moved%'")).rowCount;
    expect(await told()).toBe(0);
    await change(row, { appointmentTime: '16:00:00', room: 3, overbook: false });
    expect(await told()).toBeGreaterThan(0);
  });

  test('is given to an overbooked appointment', async () => {
    const { row } = await book({ overbook: true, room: 2 });
    expect(row).toMatchObject({ room: null, overbooked: true });
    expect((await change(row, { room: 2, overbook: false })).row).toMatchObject({
      room: 2,
      overbooked: false,
    });
  });

  test('may be chosen by staff only', async () => {
    const hers = { userId: mona.id, room: 2 };
    expect((await book(hers, mona.cookie)).status).toBe(403);
    const { row } = await book({ userId: mona.id });
    expect((await change(row, { room: 2 }, mona.cookie)).status).toBe(403);
  });
});

test('a time held by an offer is shown in the day, and nobody else can book it', async () => {
  const when = { appointmentDate: tuesday, appointmentTime: '15:20:00' };
  const offer = { userId: mona.id, locationId: 1, serviceId: 1, ...when };
  expect((await call('POST', '/api/offers', { cookie: doctor, body: offer })).statusCode).toBe(201);
  const day = await call('GET', `/api/appointments/day?date=${tuesday}&locationId=1`, { cookie: doctor });
  expect(day.json().kept).toEqual([{ from: 920, to: 940, room: 1, doctorId: null }]);
  expect((await book({ room: 1 })).status).toBe(409);
});

describe('a week of all branches', () => {
  const week = async (cookie = doctor) =>
    (await call('GET', `/api/appointments/week?from=${addDays(tuesday, -2)}`, { cookie })).json() as {
      branches: { locationId: number; days: Row[] }[];
    };

  test('counts free times by room, and overbooked appointments', async () => {
    const before = (await week()).branches[0]?.days[2] as Row & { free: number };
    expect(before).toMatchObject({ date: tuesday, open: true, booked: 0, firstFree: '15:00:00' });
    for (const room of [1, 2, 3]) await book({ room, appointmentTime: '15:00:00' });
    await book({ overbook: true });
    expect((await week()).branches[0]?.days[2]).toMatchObject({
      free: before.free - 3,
      firstFree: '15:20:00',
      booked: 4,
      overbooked: 1,
    });
  });

  test('contains the user’s branches only, and a day of another branch is rejected', async () => {
    await makeLocation(deps.db);
    await makeUser(deps.db, { username: 'walaa', role: 'receptionist', worksAt: [1] });
    const walaa = await clinic.signIn('walaa');
    const all = (await week()).branches.map(({ locationId }) => locationId);
    expect(all.length).toBeGreaterThan(1);
    expect((await week(walaa)).branches.map(({ locationId }) => locationId)).toEqual([1]);
    const day = (at: number) =>
      call('GET', `/api/appointments/day?date=${tuesday}&locationId=${at}`, { cookie: walaa });
    expect((await day(1)).statusCode).toBe(200);
    expect((await day(2)).json()).toMatchObject({ code: 'not_your_branch' });
  });
});
