import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeClinic,
  makeLocation,
  makePatients,
  makeUser,
} from '#server/testing/factories.ts';
import { createSession } from '#server/testing/signed-in.ts';
import { createTestApp, monday, testPassword } from '#server/testing/test-app.ts';
import type { Card } from '#shared/contract/arrivals.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
const today = '2027-06-07';
const minute = 60_000;
let branch = 0;
let service = 0;
let patients: number[] = [];
let cookie = '';
let desk = 0;

beforeEach(async () => {
  await clinic.reset();
  const made = await makeClinic(deps.db, { rooms: 2 });
  branch = made.location.id;
  service = made.service.id;
  patients = await makePatients(deps.db, 6);
  desk = (await makeUser(deps.db, { role: 'receptionist', name: 'Walaa', worksAt: [branch] })).id;
  cookie = await createSession(clinic, desk);
});
afterAll(clinic.close);

const visit = (who: number, time: string, more: { date?: string; room?: number | null } = {}) =>
  makeAppointment(deps.db, {
    patientId: patients[who] ?? 0,
    locationId: branch,
    serviceId: service,
    date: today,
    time,
    ...more,
  });
const stage = (id: number, from: string, to: string, more: object = {}) =>
  call('POST', `/api/arrivals/${id}/stage`, { cookie, body: { from, to, ...more } });
const come = async (id: number): Promise<Card> => (await stage(id, 'expected', 'waiting')).json();
const day = async (as = cookie) =>
  (await call('GET', `/api/arrivals?date=${today}&locationId=${branch}`, { cookie: as })).json();
const wait = (minutes: number) => clinic.setNow(new Date(deps.now().getTime() + minutes * minute));
const walkIn = (body: object, key?: string) =>
  call('POST', '/api/arrivals', {
    cookie,
    body: { locationId: branch, ...body },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
const status = async (id: number) => (await call('GET', `/api/appointments/${id}`, { cookie })).json();

describe('a morning', () => {
  test('a patient arrives, waits with a ticket, is called to a free room, and is seen', async () => {
    const { id } = await visit(0, '15:00:00');
    const second = await visit(1, '15:20:00');
    expect(await come(id)).toMatchObject({ stage: 'waiting', ticket: 1, arrivedAt: monday.toISOString() });
    expect((await come(second.id)).ticket).toBe(2);
    wait(5);
    expect((await stage(id, 'waiting', 'with_doctor')).json()).toMatchObject({
      stage: 'with_doctor',
      room: 1,
    });
    expect((await stage(second.id, 'waiting', 'with_doctor')).json()).toMatchObject({ room: 2 });
    wait(12);
    expect((await stage(id, 'with_doctor', 'seen')).json()).toMatchObject({
      stage: 'seen',
      status: 'attended',
    });
    expect((await status(id)).notes).toContain('Status updated to "attended" by Walaa');
    const { nextTicket, cards } = await day();
    expect([nextTicket, cards.length]).toEqual([3, 2]);
  });

  test('each change is in the history of the appointment with its author', async () => {
    const { id } = await visit(0, '15:00:00');
    await come(id);
    await stage(id, 'waiting', 'with_doctor', { room: 2 });
    await stage(id, 'with_doctor', 'waiting');
    const history = (await call('GET', `/api/appointments/${id}/history`, { cookie })).json();
    expect(history.map(({ action }: { action: string }) => action)).toEqual([
      'arrived',
      'called_in',
      'back_to_waiting',
    ]);
    expect(history[1]).toMatchObject({
      actorName: 'Walaa',
      before: { stage: 'waiting' },
      after: { stage: 'with_doctor', ticket: 1, room: 2 },
    });
  });

  test('a change from an outdated stage gets the current card, and an impossible step is rejected', async () => {
    const { id } = await visit(0, '15:00:00');
    await come(id);
    const again = await stage(id, 'expected', 'waiting');
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ code: 'stage_changed', current: { stage: 'waiting', ticket: 1 } });
    expect((await stage(id, 'waiting', 'seen')).json()).toMatchObject({ code: 'wrong_stage' });
    const tomorrow = await visit(1, '15:00:00', { date: '2027-06-08' });
    expect((await stage(tomorrow.id, 'expected', 'waiting')).json()).toMatchObject({ code: 'visit_to_come' });
  });
});

describe('a step that a desk stored while offline', () => {
  const before = (minutes: number) => new Date(deps.now().getTime() - minutes * minute).toISOString();

  test('has the time at which it was pressed', async () => {
    const { id } = await visit(0, '12:00:00');
    wait(40);
    const came = (await stage(id, 'expected', 'waiting', { at: before(40) })).json();
    expect(came.arrivedAt).toBe(monday.toISOString());
    const called = (await stage(id, 'waiting', 'with_doctor', { at: before(25) })).json();
    expect(called).toMatchObject({ arrivedAt: monday.toISOString(), calledAt: before(25) });
    const seen = (await stage(id, 'with_doctor', 'seen', { at: before(5) })).json();
    expect(seen).toMatchObject({ calledAt: before(25), seenAt: before(5) });
  });

  test('gets the current time if its own is before the last step, in the future or on another day', async () => {
    const { id } = await visit(0, '12:00:00');
    const came = (await stage(id, 'expected', 'waiting', { at: before(-30) })).json();
    expect(came.arrivedAt).toBe(monday.toISOString());
    wait(10);
    const called = (await stage(id, 'waiting', 'with_doctor', { at: before(60) })).json();
    expect(called.calledAt).toBe(monday.toISOString());
    const other = await visit(1, '12:20:00');
    const early = (await stage(other.id, 'expected', 'waiting', { at: '2001-05-01T09:00:00Z' })).json();
    expect(early.arrivedAt).toBe('2027-06-07T00:00:00.000Z');
    const yesterday = await visit(2, '12:00:00', { date: '2027-06-06' });
    const late = (await stage(yesterday.id, 'expected', 'waiting', { at: before(0) })).json();
    expect(late.arrivedAt).toBe('2027-06-06T23:59:59.999Z');
  });

  test('gets the current time if it names none', async () => {
    const { id } = await visit(0, '12:00:00');
    const came = (await stage(id, 'expected', 'waiting', { at: 'this morning' })).json();
    expect(came.arrivedAt).toBe(monday.toISOString());
  });
});

describe('a correction', () => {
  test('of an arrival keeps the patient’s ticket, which nobody else gets', async () => {
    const { id } = await visit(0, '15:00:00');
    const other = await visit(1, '15:20:00');
    await come(id);
    expect((await stage(id, 'waiting', 'expected')).json()).toMatchObject({
      stage: 'expected',
      arrivedAt: null,
    });
    expect((await come(other.id)).ticket).toBe(2);
    expect((await come(id)).ticket).toBe(1);
  });

  test('by deletion does not free the ticket', async () => {
    const { id } = await visit(0, '15:00:00');
    const other = await visit(1, '15:20:00');
    await come(id);
    await deps.database.pool.query(`delete from appointments where id = ${id}`);
    expect((await come(other.id)).ticket).toBe(2);
  });

  test('of “seen” sets her back to being with the doctor and not attended', async () => {
    const { id } = await visit(0, '15:00:00');
    await come(id);
    await stage(id, 'waiting', 'with_doctor');
    await stage(id, 'with_doctor', 'seen');
    expect((await stage(id, 'seen', 'with_doctor')).json()).toMatchObject({
      status: 'confirmed',
      seenAt: null,
    });
  });

  test('on the board undoes an attended status that was set in the list', async () => {
    const { id } = await visit(0, '11:00:00');
    await call('PATCH', `/api/appointments/${id}`, { cookie, body: { status: 'attended' } });
    expect((await day()).cards).toMatchObject([{ id, stage: 'seen', ticket: null }]);
    expect((await stage(id, 'seen', 'with_doctor')).json()).toMatchObject({
      stage: 'with_doctor',
      ticket: 1,
    });
  });

  test('reopens an appointment without a room if the patient left unseen and comes back', async () => {
    const { id } = await visit(0, '15:00:00');
    await come(id);
    expect((await stage(id, 'waiting', 'left')).json()).toMatchObject({ stage: 'left', status: 'cancelled' });
    expect((await status(id)).notes).toContain('Walaa: Left before being seen.');
    await visit(1, '15:00:00');
    expect((await stage(id, 'left', 'waiting')).json()).toMatchObject({
      stage: 'waiting',
      status: 'confirmed',
      overbooked: true,
      leftAt: null,
      ticket: 1,
    });
  });

  test('expects a patient again who left unseen and gets a later time by phone', async () => {
    const { id } = await visit(0, '15:00:00');
    await come(id);
    wait(30);
    await stage(id, 'waiting', 'left');
    const { rows } = await deps.database.pool.query('select template from messages');
    expect(rows).toEqual([]);
    for (const body of [{ status: 'confirmed' }, { appointmentTime: '18:00' }])
      expect((await call('PATCH', `/api/appointments/${id}`, { cookie, body })).statusCode).toBe(200);
    expect((await day()).cards).toMatchObject([{ id, stage: 'expected', arrivedAt: null }]);
  });

  test('reopens an appointment marked as missed when the patient comes', async () => {
    const { id } = await visit(0, '11:00:00');
    await call('PATCH', `/api/appointments/${id}`, { cookie, body: { status: 'no_show' } });
    expect((await day()).cards).toMatchObject([{ stage: 'expected', status: 'no_show' }]);
    expect(await come(id)).toMatchObject({ stage: 'waiting', status: 'confirmed' });
  });

  test('does not carry stages to another day when an appointment is moved', async () => {
    const { id } = await visit(0, '15:00:00');
    await come(id);
    const body = { appointmentDate: '2027-06-08', appointmentTime: '15:00:00' };
    await call('PATCH', `/api/appointments/${id}`, { cookie, body });
    clinic.setNow(new Date(monday.getTime() + 24 * 60 * minute));
    cookie = await createSession(clinic, desk);
    await makeAppointment(deps.db, {
      patientId: patients[1] ?? 0,
      locationId: branch,
      serviceId: service,
      date: '2027-06-08',
      time: '16:00:00',
    });
    expect(await come(id)).toMatchObject({ stage: 'waiting', ticket: 1, appointmentTime: '15:00:00' });
  });
});

describe('a walk-in', () => {
  test('of a new patient by name gets an overbooked appointment for now, and she waits', async () => {
    const made = await walkIn({ name: 'Rania Khaled', phone: '01000000777' });
    expect(made.statusCode).toBe(201);
    expect(made.json()).toMatchObject({
      stage: 'waiting',
      ticket: 1,
      walkIn: true,
      overbooked: true,
      status: 'confirmed',
      appointmentTime: '12:00:00',
      patient: { name: 'Rania Khaled', phone: '0100 000 0777' },
    });
  });

  test('of a known patient, by id or by name and mobile, creates no second record', async () => {
    const first = (await walkIn({ name: 'رانيا خالد', phone: '01000000777' })).json();
    wait(25);
    const again = (await walkIn({ name: 'رانيا  خالد', phone: '0100 000 0777' })).json();
    expect(again.userId).toBe(first.userId);
    wait(25);
    expect((await walkIn({ userId: first.userId })).json()).toMatchObject({
      userId: first.userId,
      ticket: 3,
    });
  });

  test('with the mobile of another name is asked who came before anything is created', async () => {
    const mother = (await walkIn({ name: 'Mother One', phone: '01000000777' })).json();
    wait(25);
    const daughter = { name: 'Daughter Two', phone: '0100 000 0777' };
    const asked = await walkIn(daughter);
    expect(asked.statusCode).toBe(409);
    expect(asked.json()).toMatchObject({
      code: 'phone_known',
      current: [{ id: mother.userId, name: 'Mother One', numberKnown: true }],
    });
    expect((await day()).cards).toHaveLength(1);
    const made = await walkIn({ ...daughter, another: true });
    expect(made.json()).toMatchObject({ patient: { name: 'Daughter Two', phone: '0100 000 0777' } });
    wait(25);
    expect((await walkIn(daughter)).json()).toMatchObject({ userId: made.json().userId });
  });

  test('is not the patient who typed the same name and mobile online and did not confirm it', async () => {
    const rania = { name: 'Rania Khaled', phone: '01000000777' };
    const registered = { username: 'stranger77', password: testPassword, ...rania };
    await call('POST', '/api/auth/register', { body: registered });
    const stranger = await clinic.signIn('stranger77');
    const { id } = (await call('GET', '/api/auth/user', { cookie: stranger })).json().user;
    expect((await walkIn(rania)).json()).toMatchObject({
      code: 'phone_known',
      current: [{ id, name: 'Rania Khaled', numberKnown: false }],
    });
    const made = (await walkIn({ ...rania, another: true })).json();
    expect((await call('GET', `/api/appointments/user/${id}`, { cookie: stranger })).json()).toEqual([]);
    wait(25);
    expect((await walkIn(rania)).json()).toMatchObject({ userId: made.userId });
  });

  test('is the patient who typed her mobile online once the desk has asked her about it', async () => {
    const rania = { name: 'Rania Khaled', phone: '01000000777' };
    const registered = { username: 'rania77', password: testPassword, ...rania };
    await call('POST', '/api/auth/register', { body: registered });
    const own = { cookie: await clinic.signIn('rania77') };
    const { id, version } = (await call('GET', '/api/auth/user', own)).json().user;
    expect((await walkIn(rania)).statusCode).toBe(409);
    const body = { phoneKnown: true, version };
    expect((await call('PATCH', `/api/users/${id}`, { cookie, body })).statusCode).toBe(200);
    expect((await walkIn(rania)).json()).toMatchObject({ userId: id });
  });

  test('repeated under the same key creates no second appointment and patient', async () => {
    const first = (await walkIn({ name: 'Rania' }, 'a-key')).json();
    const again = (await walkIn({ name: 'Rania' }, 'a-key')).json();
    const phone = '01000000777';
    for (const other of [{ name: 'Zeinab' }, { name: 'Rania', phone }, { userId: patients[0] }])
      expect((await walkIn(other, 'a-key')).json().code).toBe('idempotency_key_reused');
    expect(again.id).toBe(first.id);
    expect((await day()).cards).toHaveLength(1);
  });

  test('needs a name and a branch of the user', async () => {
    expect((await walkIn({})).json()).toMatchObject({ fields: { name: expect.any(String) } });
    const other = await makeLocation(deps.db, { name: 'Maadi' });
    expect((await walkIn({ name: 'Rania', locationId: other.id })).json()).toMatchObject({
      code: 'not_your_branch',
    });
    const elsewhere = await call('GET', `/api/arrivals?date=${today}&locationId=${other.id}`, { cookie });
    expect(elsewhere.json()).toMatchObject({ code: 'not_your_branch' });
  });
});

test('a card moved in the queue keeps its place and the reason', async () => {
  const a = await visit(0, '15:00:00');
  const b = await visit(1, '15:20:00');
  await come(a.id);
  await come(b.id);
  const move = (before: number | null) =>
    call('POST', `/api/arrivals/${b.id}/place`, { cookie, body: { before, reason: 'In pain' } });
  const { place, movedBecause } = (await move(a.id)).json();
  expect(movedBecause).toBe('In pain');
  expect(place).toBeLessThan(15 * 60);
  expect((await move(999)).json()).toMatchObject({ code: 'stage_changed' });
  await stage(b.id, 'waiting', 'with_doctor');
  expect((await move(a.id)).json()).toMatchObject({ code: 'stage_changed' });
});

test('the usual consultation is the planned length, the median of 30 days, or of today with three or more', async () => {
  const consult = async (who: number, time: string, minutes: number) => {
    const { id } = await visit(who, time);
    await come(id);
    await stage(id, 'waiting', 'with_doctor');
    wait(minutes);
    await stage(id, 'with_doctor', 'seen');
  };
  expect(await day()).toMatchObject({ usualMinutes: 20, usualOf: 'plan' });
  await consult(0, '15:00:00', 10);
  await consult(1, '15:20:00', 30);
  expect(await day()).toMatchObject({ usualMinutes: 20, usualOf: 'month' });
  await consult(2, '15:40:00', 14);
  expect(await day()).toMatchObject({ usualMinutes: 14, usualOf: 'today' });
});

describe('the patient herself', () => {
  const hers = async (who: number) => createSession(clinic, patients[who] ?? 0);
  const mine = async (id: number, who = 0) =>
    call('GET', `/api/arrivals/${id}/mine`, { cookie: await hers(who) });
  const here = async (id: number, who = 0) =>
    call('POST', `/api/arrivals/${id}/here`, { cookie: await hers(who) });

  test('checks in once, which the desk sees and has not greeted', async () => {
    const { id } = await visit(0, '15:00:00');
    expect((await here(id)).json()).toMatchObject({ stage: 'expected', hereAt: monday.toISOString() });
    wait(5);
    expect((await here(id)).json()).toMatchObject({ hereAt: monday.toISOString() });
    expect((await day()).cards).toMatchObject([{ id, stage: 'expected', hereAt: monday.toISOString() }]);
    await come(id);
    expect((await here(id)).json()).toMatchObject({ code: 'stage_changed' });
    expect((await mine(id)).json()).toMatchObject({ stage: 'waiting', ticket: 1 });
  });

  test('checks in only for her own appointment on its day', async () => {
    const { id } = await visit(0, '15:00:00');
    const tomorrow = await visit(0, '15:00:00', { date: '2027-06-08' });
    expect((await here(id, 1)).statusCode).toBe(404);
    expect((await mine(id, 1)).statusCode).toBe(404);
    expect((await mine(tomorrow.id)).statusCode).toBe(404);
  });

  test('reads her delay, computed from the patients before her and never before her own time', async () => {
    const { id } = await visit(0, '12:00:00');
    for (const who of [1, 2, 3, 4]) await come((await visit(who, `11:0${who}:00`, { room: null })).id);
    expect((await mine(id)).json()).toMatchObject({ stage: 'expected', delayMinutes: 40 });
    const evening = await visit(5, '18:00:00');
    expect((await mine(evening.id, 5)).json()).toMatchObject({ delayMinutes: 0 });
  });

  test('reads the same delay as the board, also before the first consultation', async () => {
    const admin = await createSession(clinic, (await makeUser(deps.db, { role: 'admin' })).id);
    await call('PATCH', `/api/services/${service}`, { cookie: admin, body: { durationMinutes: 30 } });
    const { id } = await visit(0, '12:00:00');
    for (const who of [1, 2, 3, 4]) await come((await visit(who, `11:0${who}:00`, { room: null })).id);
    expect(await day()).toMatchObject({ usualMinutes: 30, usualOf: 'plan' });
    expect((await mine(id)).json()).toMatchObject({ delayMinutes: 60 });
  });
});
