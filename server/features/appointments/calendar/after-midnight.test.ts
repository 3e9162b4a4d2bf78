import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { mergeCountDeltas } from '#server/features/appointments/count-queries.ts';
import { queueReminders } from '#server/features/reminders/actions.ts';
import {
  makeLocation,
  makePatients,
  makeService,
  makeUser,
  openEveryDay,
} from '#server/testing/factories.ts';
import { createSession } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';

// A branch that sees patients from 8 PM to 1:30 AM, every night, in one room. The day is a Monday.
const clinic = await createTestApp();
const { call, deps } = clinic;
const [sunday, monday, tuesday] = ['2027-06-06', '2027-06-07', '2027-06-08'];
let branch = 0;
let service = '';
let boss = 0;
let admin = '';
let mona = { id: 0, cookie: '' };
let others: number[] = [];

/** The later sessions of the night. */
async function comeTo(instant: string): Promise<void> {
  clinic.setNow(new Date(instant));
  admin = await createSession(clinic, boss);
  mona.cookie = await createSession(clinic, mona.id);
}
/** The night from Monday to Tuesday. */
const night = {
  at2350: '2027-06-07T20:50:00Z',
  at0010: '2027-06-07T21:10:00Z',
  at0021: '2027-06-07T21:21:00Z',
};

beforeEach(async () => {
  await clinic.reset();
  branch = (await makeLocation(deps.db)).id;
  await openEveryDay(deps.db, branch, 20 * 60, 25 * 60 + 30);
  service = (await makeService(deps.db, { durationMinutes: 20 })).name;
  boss = (await makeUser(deps.db, { role: 'admin', name: 'Salma' })).id;
  admin = await createSession(clinic, boss);
  const { id } = await makeUser(deps.db, { name: 'Mona', locale: 'en' });
  mona = { id, cookie: await createSession(clinic, id) };
  others = await makePatients(deps.db, 12);
});
afterAll(clinic.close);

const get = async (path: string, cookie = admin) => (await call('GET', path, { cookie })).json();
const book = (date: string, time: string, more: object = {}, cookie = admin) =>
  call('POST', '/api/appointments', {
    cookie,
    body: {
      userId: mona.id,
      locationId: branch,
      service,
      appointmentDate: date,
      appointmentTime: time,
      ...more,
    },
  });
const slots = async (date: string): Promise<string[]> =>
  (await get(`/api/locations/${branch}/availability?date=${date}`)).slots.map(
    ({ time }: { time: string }) => time,
  );
const mondayNight = async (): Promise<number> => (await book(monday, '24:20', {}, mona.cookie)).json().id;

describe('hours that end after midnight', () => {
  test('belong to the weekday on which they began, in either notation', async () => {
    const shift = { dayOfWeek: 4, isAvailable: true, startTime: '20:00' };
    const put = (endTime: string) =>
      call('PUT', `/api/locations/${branch}/schedules`, { cookie: admin, body: [{ ...shift, endTime }] });
    for (const written of ['01:30', '25:30', '1:30 AM'])
      expect((await put(written)).json()[4]).toMatchObject({ dayOfWeek: 4, endTime: '25:30:00' });
    expect((await put('00:00')).json()[4]).toMatchObject({ endTime: '24:00:00' });
    expect((await put('03:15')).statusCode).toBe(400);
    expect((await put('27:30')).statusCode).toBe(400);
    const late = { dayOfWeek: 4, isAvailable: true, startTime: '00:30', endTime: null };
    const body = [late];
    expect(
      (await call('PUT', `/api/locations/${branch}/schedules`, { cookie: admin, body })).statusCode,
    ).toBe(400);
  });

  test('offer their times on that day', async () => {
    const last = ['24:20:00', '24:40:00', '25:00:00'];
    expect((await slots(monday)).slice(-5)).toEqual(['23:40:00', '24:00:00', ...last]);
    expect((await slots(tuesday))[0]).toBe('20:00:00');
    clinic.setNow(new Date('2027-06-07T21:30:00Z'));
    expect(await slots(monday)).toEqual(['24:40:00', '25:00:00']);
    expect(await slots(sunday)).toEqual([]);
  });
});

describe('an appointment after midnight', () => {
  test('is the same moment under either date', async () => {
    const made = await book(tuesday, '00:20', {}, mona.cookie);
    expect(made.json()).toMatchObject({ appointmentDate: monday, appointmentTime: '24:20:00' });
    const second = await book(monday, '24:20', { userId: others[0] });
    expect([second.statusCode, second.json().code]).toEqual([409, 'slot_taken']);
    expect(await slots(monday)).not.toContain('24:20:00');
    const moved = await call('PATCH', `/api/appointments/${made.json().id}`, {
      cookie: mona.cookie,
      body: { appointmentDate: tuesday, appointmentTime: '01:00' },
    });
    expect(moved.json()).toMatchObject({ appointmentDate: monday, appointmentTime: '25:00:00' });
    expect(await slots(monday)).toContain('24:20:00');
    expect((await book(monday, '25:20', {}, mona.cookie)).json().code).toBe('outside_hours');
  });

  test('occupies its room together with one that passes midnight', async () => {
    await makeService(deps.db, { name: 'Long', durationMinutes: 40 });
    expect((await book(monday, '23:40', { service: 'Long', userId: others[0] })).statusCode).toBe(201);
    expect(await slots(monday)).not.toContain('24:00:00');
    expect((await book(monday, '24:00', { userId: others[1] })).json().code).toBe('slot_taken');
    expect((await book(monday, '24:20', { userId: others[2] })).statusCode).toBe(201);
    // The doctor is not booked twice either.
    const twice = await book(tuesday, '00:00', { userId: others[0], overbook: true });
    expect(twice.json().code).toBe('patient_busy');
  });

  test('is booked once by simultaneous requests in both notations', async () => {
    const rivals = await Promise.all(
      others.map((userId, i) =>
        i % 2 ? book(monday, '24:40', { userId }) : book(tuesday, '00:40', { userId }),
      ),
    );
    expect(rivals.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  });

  test('belongs to the day it began on in lists, calendars, counts, charts and files', async () => {
    const id = await mondayNight();
    await book(tuesday, '20:00', { userId: others[0] });
    const ids = async (query: string) =>
      (await get(`/api/appointments?${query}`)).map((row: { id: number }) => row.id);
    expect(await ids(`from=${monday}&to=${monday}`)).toEqual([id]);
    expect(await ids(`from=${tuesday}&to=${tuesday}`)).not.toContain(id);
    for (const fold of [false, true]) {
      if (fold) await mergeCountDeltas(deps.db);
      const { days } = await get('/api/appointments/calendar?month=2027-06');
      const of = (date: string) => days.find((day: { date: string }) => day.date === date);
      expect([of(monday).total, of(tuesday).total]).toEqual([1, 1]);
      expect(of(monday).first).toMatchObject([{ id, time: '24:20:00' }]);
    }
    const week = await get(`/api/appointments/week?from=${sunday}`);
    expect(week.branches[0].days.slice(0, 3)).toMatchObject([{ booked: 0 }, { booked: 1 }, { booked: 1 }]);
    const day = await get(`/api/appointments/day?date=${monday}&locationId=${branch}`);
    expect(day).toMatchObject({
      windows: [{ startTime: '20:00:00', endTime: '25:30:00' }],
      appointments: [{ id, appointmentTime: '24:20:00', durationMinutes: 20 }],
    });
    expect((await get(`/api/insights?from=${monday}&to=${monday}`)).load).toEqual([
      { weekday: 1, hour: 24, count: 1 },
    ]);
    const csv = await call('GET', `/api/appointments/export?format=csv&from=${monday}&to=${monday}`, {
      cookie: admin,
    });
    expect(csv.body).toContain(`${monday},24:20`);
    const file = await call('GET', `/api/appointments/${id}/calendar.ics`, { cookie: mona.cookie });
    expect(file.body).toContain('DTSTART:20270607T212000Z');
  });

  test('is upcoming after midnight until it begins', async () => {
    const id = await mondayNight();
    const summary = async () => (await get('/api/appointments/summary')).upcoming;
    const attend = () =>
      call('PATCH', `/api/appointments/${id}`, { cookie: admin, body: { status: 'no_show' } });
    await comeTo(night.at0010);
    expect([await summary(), (await attend()).json().code]).toEqual([1, 'visit_to_come']);
    await comeTo(night.at0021);
    expect([await summary(), (await attend()).statusCode]).toEqual([0, 200]);
  });

  test('gets one reminder, with the day it belongs to', async () => {
    await deps.database.pool.query(`update users set email_confirmed_at = now() where id = ${mona.id}`);
    await mondayNight();
    clinic.setNow(new Date('2027-06-07T18:30:00Z'));
    expect([await queueReminders(deps), await queueReminders(deps)]).toEqual([1, 0]);
    const { rows } = await deps.database.pool.query(
      "select dedupe_key, params from messages where dedupe_key like 'reminder:%:app'",
    );
    expect(rows).toMatchObject([
      { dedupe_key: expect.stringContaining(monday), params: { date: monday, time: '24:20:00' } },
    ]);
  });
});

describe('the board at night', () => {
  const at = (date: string) => get(`/api/arrivals?date=${date}&locationId=${branch}`);

  test('continues the day it began on, with arrivals, tickets and walk-ins', async () => {
    const id = await mondayNight();
    await comeTo(night.at2350);
    const early = await call('POST', '/api/arrivals', {
      cookie: admin,
      body: { locationId: branch, userId: others[0] },
    });
    expect(early.json()).toMatchObject({ ticket: 1, date: monday, appointmentTime: '23:50:00' });
    await comeTo(night.at0010);
    const stage = await call('POST', `/api/arrivals/${id}/stage`, {
      cookie: admin,
      body: { from: 'expected', to: 'waiting' },
    });
    expect(stage.json()).toMatchObject({ ticket: 2, date: monday, stage: 'waiting' });
    const late = await call('POST', '/api/arrivals', {
      cookie: admin,
      body: { locationId: branch, userId: others[1] },
    });
    expect(late.json()).toMatchObject({ ticket: 3, date: monday, appointmentTime: '24:10:00' });
    expect((await at(monday)).cards.map((card: { ticket: number }) => card.ticket)).toEqual([1, 3, 2]);
    expect((await at(tuesday)).cards).toEqual([]);
    const [now] = await get('/api/arrivals/now');
    expect([now.locationId, now.queue.length, now.expected]).toEqual([branch, 3, 0]);
    expect(await get(`/api/arrivals/${id}/mine`, mona.cookie)).toMatchObject({ ticket: 2 });
  });

  test('accepts a walk-in in the last minutes, whose appointment ends with the day', async () => {
    await comeTo('2027-06-07T23:55:00Z');
    const last = await call('POST', '/api/arrivals', {
      cookie: admin,
      body: { locationId: branch, userId: others[0] },
    });
    expect(last.json()).toMatchObject({
      date: monday,
      appointmentTime: '26:40:00',
      stage: 'waiting',
      arrivedAt: '2027-06-07T23:55:00.000Z',
    });
  });
});

describe('a closed day', () => {
  test('includes its night, and not the night before', async () => {
    const { id: doctorId } = await makeUser(deps.db, { role: 'doctor' });
    await comeTo('2027-06-06T09:00:00Z');
    await book(sunday, '24:20', { userId: others[0], doctorId });
    const hers = (await book(monday, '24:20', { userId: others[1], doctorId })).json();
    const body = { userId: doctorId, startDate: monday, endDate: monday };
    const preview = await call('POST', '/api/absences/preview', { cookie: admin, body });
    expect(preview.json()).toMatchObject({ count: 1, visits: [{ visit: { id: hers.id } }] });
    const entered = await call('POST', '/api/absences', { cookie: admin, body });
    expect(entered.json()).toMatchObject({ startTime: null, endDate: monday, endTime: null });
    const again = await book(monday, '24:40', { userId: others[2], doctorId });
    expect(again.json().code).toBe('doctor_away');
    expect((await book(sunday, '24:40', { userId: others[2], doctorId })).statusCode).toBe(201);
  });
});

describe('the night in which summer time begins', () => {
  test('has no appointment in the skipped hour', async () => {
    await comeTo('2027-04-28T09:00:00Z');
    const thursday = '2027-04-29';
    expect((await slots(thursday)).slice(-4)).toEqual(['23:00:00', '23:20:00', '23:40:00', '25:00:00']);
    expect((await book(thursday, '24:20', {}, mona.cookie)).statusCode).toBe(422);
    expect((await book(thursday, '24:20', { overbook: true })).statusCode).toBe(422);
    expect((await book('2027-04-30', '01:00', {}, mona.cookie)).json()).toMatchObject({
      appointmentDate: thursday,
      appointmentTime: '25:00:00',
    });
  });

  test('accepts a walk-in just before that hour, whose appointment ends before it', async () => {
    const comes = (userId: number | undefined, serviceId?: number) =>
      call('POST', '/api/arrivals', { cookie: admin, body: { locationId: branch, userId, serviceId } });
    await comeTo('2027-04-29T21:45:00Z');
    const short = await comes(others[0]);
    expect([short.statusCode, short.json()]).toMatchObject([
      201,
      { date: '2027-04-29', appointmentTime: '23:40:00', stage: 'waiting' },
    ]);
    const { id: long } = await makeService(deps.db, { name: 'Long', durationMinutes: 60 });
    deps.cache.dropAll();
    expect((await comes(others[1], long)).json()).toMatchObject({ appointmentTime: '23:00:00' });
    // The clock is set back to 1 AM.
    await comeTo('2027-04-29T22:00:00Z');
    expect((await comes(others[2])).json()).toMatchObject({
      date: '2027-04-29',
      appointmentTime: '25:00:00',
    });
  });
});
