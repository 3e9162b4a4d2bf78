import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeClinic, makeLocation, makePatients, makeUser, openEveryDay } from '#server/testing/factories.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let admin = '';
let mona: SignedIn;
let [laila, karim] = [0, 0];
/** A Tuesday. */
const date = '2027-06-08';

const send = async (method: string, path: string, body?: unknown, cookie = admin) => {
  const answer = await call(method, path, { cookie, body });
  return answer.body === '' ? null : answer.json();
};
const duty = (userId: number, startTime: string, endTime: string) => ({
  userId,
  dayOfWeek: 2,
  startTime,
  endTime,
});

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 2 });
  admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  mona = await createSignedInUser(clinic, { role: 'patient' });
  laila = (await makeUser(deps.db, { role: 'doctor', name: 'Laila', worksAt: [1] })).id;
  karim = (await makeUser(deps.db, { role: 'doctor', name: 'Karim', worksAt: [1] })).id;
  await send('PATCH', `/api/staff/${laila}`, { gender: 'female' });
  await send('PATCH', `/api/staff/${karim}`, { gender: 'male' });
  await send('PATCH', '/api/locations/1', { bookedBy: 'doctor' });
  await send('PUT', '/api/locations/1/duties', [
    duty(laila, '15:00', '15:40'),
    duty(karim, '15:20', '16:00'),
  ]);
});
afterAll(clinic.close);

const free = async (query = '', on = date): Promise<string[]> => {
  const { slots } = await send('GET', `/api/locations/1/availability?date=${on}${query}`, undefined, '');
  return slots.map(({ time }: { time: string }) => time.slice(0, 5));
};
const book = (appointmentTime: string, more: object = {}, who: SignedIn = mona) =>
  send(
    'POST',
    '/api/appointments',
    { userId: who.id, locationId: 1, service: '1', appointmentDate: date, appointmentTime, ...more },
    who.cookie,
  );
type Row = { id: number };
const someone = () => createSignedInUser(clinic, { role: 'patient' });

describe('free times', () => {
  test('are those of the doctors on duty: any, a woman, or a named one', async () => {
    expect(await free()).toEqual(['15:00', '15:20', '15:40']);
    expect(await free('&doctorWish=woman')).toEqual(['15:00', '15:20']);
    expect(await free(`&doctorId=${karim}`)).toEqual(['15:20', '15:40']);
    const { days } = await send('GET', '/api/locations/1/availability?from=2027-06-07&to=2027-06-09');
    expect(days).toEqual([
      { date: '2027-06-07', open: false, free: 0 },
      { date, open: true, free: 3 },
      { date: '2027-06-09', open: false, free: 0 },
    ]);
  });

  test('are shown by doctor in the staff’s day, and the week counts the same', async () => {
    const weekOf = async () => {
      const { branches } = await send('GET', '/api/appointments/week?from=2027-06-06');
      return branches[0].days[2];
    };
    const dayOf = async () => (await send('GET', `/api/appointments/day?date=${date}&locationId=1`)).doctors;
    expect((await dayOf()).toSorted((a: Row, b: Row) => a.id - b.id)).toEqual([
      { id: laila, onDuty: [{ from: 900, to: 940 }], busy: [] },
      { id: karim, onDuty: [{ from: 920, to: 960 }], busy: [] },
    ]);
    expect(await weekOf()).toMatchObject({ date, free: 4, firstFree: '15:00:00' });
    await book('15:00');
    expect((await dayOf()).find(({ id }: Row) => id === laila).busy).toEqual([{ from: 900, to: 920 }]);
    expect(await weekOf()).toMatchObject({ free: 3, firstFree: '15:20:00', booked: 1 });
    await send('POST', '/api/absences', { userId: karim, startDate: date, endDate: date });
    expect(await dayOf()).toMatchObject([{ id: laila }]);
    expect(await weekOf()).toMatchObject({ free: 1, firstFree: '15:20:00' });
    await send('PATCH', '/api/locations/1', { bookedBy: 'room' });
    expect(await dayOf()).toBeNull();
  });

  test('decrease as doctors are booked, also at another branch, and return', async () => {
    const maadi = await makeLocation(deps.db, { name: 'Maadi' });
    await openEveryDay(deps.db, maadi.id);
    const patients = await makePatients(deps.db, 2);
    await book('15:20');
    expect(await free()).toEqual(['15:00', '15:20', '15:40']);
    const other = { userId: patients[0], service: '1', appointmentDate: date, appointmentTime: '15:20' };
    const taken = (await free('&doctorWish=woman')).length === 1 ? karim : laila;
    const there = await send('POST', '/api/appointments', {
      ...other,
      locationId: maadi.id,
      doctorId: taken,
    });
    expect(await free()).toEqual(['15:00', '15:40']);
    await send('PATCH', `/api/appointments/${there.id}`, { status: 'cancelled' });
    expect(await free()).toEqual(['15:00', '15:20', '15:40']);
  });

  test('exclude absent doctors from the next answer on, and return with the end of an absence', async () => {
    expect(await free()).toEqual(['15:00', '15:20', '15:40']);
    const body = { userId: laila, startDate: date, startTime: '15:10', endDate: date };
    const { id } = await send('POST', '/api/absences', body);
    expect(await free()).toEqual(['15:20', '15:40']);
    expect(await free('&doctorWish=woman')).toEqual([]);
    await send('DELETE', `/api/absences/${id}`);
    expect(await free()).toEqual(['15:00', '15:20', '15:40']);
    await send('PATCH', `/api/staff/${laila}`, { deactivated: true });
    expect(await free()).toEqual(['15:20', '15:40']);
  });

  test('are shown as taken to staff, who may name a doctor beyond her duty, which is marked', async () => {
    await book('15:00');
    const grid = async (query = '') => {
      const path = `/api/locations/1/availability?date=${date}&grid=admin${query}`;
      const { slots } = await send('GET', path);
      return Object.fromEntries(
        slots.map(({ time, taken, outside }: { time: string; taken: boolean; outside: boolean }) => [
          time.slice(0, 5),
          taken ? 'taken' : outside ? 'outside' : 'free',
        ]),
      );
    };
    expect(await grid()).toMatchObject({ '15:00': 'taken', '15:20': 'free', '16:30': 'taken' });
    expect(await grid(`&doctorId=${laila}`)).toMatchObject({
      '15:00': 'taken',
      '15:20': 'free',
      '16:30': 'outside',
    });
  });
});

describe('a patient', () => {
  test('gets the free doctor with the fewest appointments that day', async () => {
    const first = await book('15:20');
    const second = await book('15:20', {}, await someone());
    expect(new Set([first.doctorId, second.doctorId])).toEqual(new Set([laila, karim]));
    expect([first.doctor.name, first.doctorWish]).toEqual([
      first.doctorId === laila ? 'Laila' : 'Karim',
      'any',
    ]);
    const third = await book('15:20', {}, await someone());
    expect(third.code).toBe('slot_taken');
    const { rows } = await deps.database.pool.query(
      `select (after->>'doctorId')::int as id, after->'doctor'->>'name' as name from events
        where action = 'created' and subject = 'appointments' order by id limit 1`,
    );
    expect(rows).toEqual([{ id: first.doctorId, name: first.doctor.name }]);
    const told = await deps.database.pool.query(
      "select params->>'doctor' as doctor from messages where appointment_id = $1 and user_id = $2",
      [first.id, mona.id],
    );
    expect(told.rows).toEqual([{ doctor: `د. ${first.doctor.name}` }]);
  });

  test('gets a woman or the doctor she asked for, or an error', async () => {
    const woman = await book('15:20', { doctorWish: 'woman' });
    expect([woman.doctorId, woman.doctorWish]).toEqual([laila, 'woman']);
    expect((await book('15:20', { doctorWish: 'woman' }, await someone())).code).toBe('slot_taken');
    const named = await book('15:40', { doctorId: karim }, await someone());
    expect([named.doctorId, named.doctorWish]).toEqual([karim, 'named']);
    expect((await book('15:40', { doctorId: karim }, await someone())).code).toBe('doctor_busy');
    expect((await book('15:00', { doctorId: karim }, await someone())).code).toBe('doctor_away');
    expect((await book('16:40', {}, await someone())).code).toBe('doctor_away');
  });

  test('gets no doctor whom another process just recorded as a man', async () => {
    expect(await free('&doctorWish=woman')).toEqual(['15:00', '15:20']);
    // The change is not yet reported to this process.
    await deps.database.pool.query(`update staff set gender = 'male' where user_id = ${laila};
      update locations set hours_version = hours_version + 1`);
    expect((await book('15:00', { doctorWish: 'woman' })).code).toBe('doctor_away');
  });

  test('keeps her wish when she moves, unless she changes it', async () => {
    await send('PUT', '/api/locations/1/duties', [
      duty(laila, '15:00', '17:00'),
      duty(karim, '15:00', '18:00'),
    ]);
    const { id } = await book('15:00', { doctorWish: 'woman' });
    const move = (body: object) => send('PATCH', `/api/appointments/${id}`, body, mona.cookie);
    expect((await move({ appointmentTime: '16:00' })).doctorId).toBe(laila);
    expect((await move({ appointmentTime: '17:20' })).code).toBe('doctor_away');
    const moved = await move({ appointmentTime: '17:20', doctorWish: 'any' });
    expect([moved.doctorId, moved.doctorWish]).toEqual([karim, 'any']);
    expect((await move({ doctorId: laila })).code).toBe('forbidden');
  });

  test('gets the same appointment again for a repeated key, whichever doctor was assigned', async () => {
    const headers = { 'idempotency-key': 'hers' };
    const body = { userId: mona.id, locationId: 1, service: '1', appointmentDate: date };
    const ask = async (more: object = {}) =>
      (
        await call('POST', '/api/appointments', {
          cookie: mona.cookie,
          headers,
          body: { ...body, appointmentTime: '15:20', ...more },
        })
      ).json();
    const { id } = await ask();
    expect((await ask()).id).toBe(id);
    expect((await ask({ doctorWish: 'woman' })).code).toBe('idempotency_key_reused');
  });
});

test('staff confirm, overbook and reopen as before, and absent doctors are not assigned', async () => {
  const { id, doctorId } = await book('15:00');
  expect(doctorId).toBe(laila);
  const change = (body: object) => send('PATCH', `/api/appointments/${id}`, body);
  await change({ status: 'cancelled' });
  await send('POST', '/api/absences', { userId: laila, startDate: date, endDate: date });
  expect((await change({ status: 'confirmed' })).code).toBe('doctor_away');
  expect((await change({ status: 'confirmed', overbook: true })).doctorId).toBeNull();
  const [other] = await makePatients(deps.db, 1);
  const visit = { userId: other, locationId: 1, service: '1', appointmentDate: date };
  const overbooked = await send('POST', '/api/appointments', {
    ...visit,
    appointmentTime: '15:00',
    overbook: true,
  });
  expect([overbooked.room, overbooked.doctorId]).toEqual([null, null]);
});

test('a past day ignores absences, so that its doctor can be corrected', async () => {
  const { id } = await book('15:00');
  const at = async (now: string) => {
    clinic.setNow(new Date(now));
    const { cookie } = await createSignedInUser(clinic, { role: 'admin' });
    return (method: string, path: string, body: object) => send(method, path, body, cookie);
  };
  const that = await at(`${date}T12:30:00Z`);
  await that('POST', '/api/absences', { userId: laila, startDate: date, endDate: date });
  await that('PATCH', `/api/appointments/${id}`, { status: 'no_show' });
  // The cache of one day does not affect the next.
  await free();
  const next = await at('2027-06-09T09:00:00Z');
  const seen = await next('PATCH', `/api/appointments/${id}`, { status: 'attended' });
  expect(seen).toMatchObject({ status: 'attended', doctorId: laila });
});

test('rooms limit as well: two doctors in a single room take one appointment', async () => {
  await send('PATCH', '/api/locations/1', { rooms: 1 });
  await book('15:20');
  expect(await free()).toEqual(['15:00', '15:40']);
  expect((await book('15:20', {}, await someone())).code).toBe('slot_taken');
});

describe('a held time', () => {
  const offer = (appointmentTime: string) => {
    const time = { appointmentDate: date, appointmentTime };
    return send('POST', '/api/offers', { userId: mona.id, locationId: 1, serviceId: 1, ...time });
  };
  const take = ({ id }: { id: number }) =>
    send('POST', `/api/offers/${id}/answer`, { answer: 'take' }, mona.cookie);
  const visit = async () => (await send('GET', `/api/appointments?userId=${mona.id}`))[0];

  test('occupies its doctor as well', async () => {
    const made = await offer('15:00');
    expect(made).toMatchObject({ state: 'open', doctorId: null });
    expect(await free()).toEqual(['15:20', '15:40']);
    expect((await book('15:00', {}, await someone())).code).toBe('slot_taken');
    expect(await take(made)).toMatchObject({ state: 'taken' });
    expect(await visit()).toMatchObject({ status: 'confirmed', doctorId: laila, doctorWish: 'any' });
  });

  test('ends when nobody is on duty at it, and the patient is told', async () => {
    const made = await offer('15:00');
    await send('PUT', '/api/locations/1/duties', [duty(karim, '15:20', '16:00')]);
    expect(await take(made)).toMatchObject({ code: 'offer_over' });
    expect(await visit()).toBeUndefined();
    const { rows } = await deps.database.pool.query(
      `select count(*)::int as n from messages where template = 'offerGone' and user_id = $1`,
      [mona.id],
    );
    expect(rows[0].n).toBeGreaterThan(0);
  });

  test('cannot be one at which nobody is on duty', async () => {
    expect((await offer('16:30')).code).toBe('doctor_away');
  });
});

test('a patient who waits for a woman gets one by a manual offer too', async () => {
  const [fromDate, toDate] = [date, date];
  const body = { userId: mona.id, serviceId: 1, locationIds: [1], fromDate, toDate, doctorWish: 'woman' };
  const [wish] = await send('POST', '/api/offers/wishes', body);
  const give = (appointmentTime: string) =>
    send('POST', '/api/offers', {
      userId: mona.id,
      wishId: wish.id,
      locationId: 1,
      serviceId: 1,
      appointmentDate: date,
      appointmentTime,
    });
  expect(await give('15:40')).toMatchObject({ code: 'doctor_away' });
  expect(await give('15:20')).toMatchObject({ reason: 'waiting' });
  const { rows: kept } = await deps.database.pool.query('select id, doctor_id from offers');
  expect(kept).toMatchObject([{ doctor_id: laila }]);
  // Karim has fewer appointments that day.
  await book('15:00', {}, await someone());
  await send('POST', `/api/offers/${kept[0].id}/answer`, { answer: 'take' }, mona.cookie);
  const { rows: hers } = await deps.database.pool.query(
    `select doctor_id, doctor_wish from appointments where patient_id = ${mona.id}`,
  );
  expect(hers).toEqual([{ doctor_id: laila, doctor_wish: 'woman' }]);
});
