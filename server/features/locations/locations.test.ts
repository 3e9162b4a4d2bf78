import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { offers } from '#server/db/schema/offers.ts';
import { wishes } from '#server/db/schema/wishes.ts';
import { makeAppointment, makeClinic, makeLocation, makeUser } from '#server/testing/factories.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let admin = '';
let adminId = 0;
beforeEach(async () => {
  await clinic.reset();
  adminId = (await makeUser(deps.db, { role: 'admin', username: 'boss' })).id;
  admin = await clinic.signIn('boss');
});
afterAll(clinic.close);

const list = async () => (await call('GET', '/api/locations')).json();
const send = (method: string, url: string, body?: unknown) => call(method, url, { cookie: admin, body });
const image = 'a'.repeat(64);
const addImage = () =>
  deps.database.pool.query(
    `insert into uploads (id, media_type, width, height, bytes) values ($1, 'image/webp', 1, 1, 'x')`,
    [image],
  );

test('an admin adds, changes and closes a branch, visible at once', async () => {
  expect(await list()).toEqual([]);
  await addImage();
  const imageUrl = `/uploads/${image}.webp`;
  const made = await send('POST', '/api/locations', {
    name: 'Heliopolis',
    address: '3 Baghdad St',
    phone: '02 0000 0000',
    openHours: 'Daily',
    imageUrl,
  });
  expect(made.statusCode).toBe(201);
  expect(made.json()).toMatchObject({
    id: 1,
    name: 'Heliopolis',
    nameAr: null,
    openHours: 'Daily',
    rooms: 1,
    imageUrl,
    thumbnailUrl: expect.any(String),
  });
  const changed = await send('PATCH', '/api/locations/1', { rooms: 3, nameAr: 'مصر الجديدة', imageUrl: '' });
  expect(changed.json()).toMatchObject({
    name: 'Heliopolis',
    nameAr: 'مصر الجديدة',
    rooms: 3,
    imageUrl: null,
    thumbnailUrl: null,
  });
  expect(await list()).toEqual([changed.json()]);
  expect((await send('DELETE', '/api/locations/1')).statusCode).toBe(204);
  expect(await list()).toEqual([]);
  expect((await send('PATCH', '/api/locations/1', { rooms: 2 })).statusCode).toBe(404);
  expect((await send('DELETE', '/api/locations/1')).statusCode).toBe(404);
});

test('hours sent as a map of weekdays become the schedule and a text', async () => {
  const openHours = JSON.stringify({
    sunday: '15:00-19:00',
    monday: '09:00-12:00, 15:00-19:00',
    friday: 'closed',
  });
  const made = (
    await send('POST', '/api/locations', { name: 'New Cairo', address: 'Street 90', openHours })
  ).json();
  expect(made.openHours).toContain('Monday: 9am - 12pm, 3pm - 7pm');
  expect(made.openHoursAr).toMatch(/\p{Script=Arabic}/u);
  const week = async () =>
    (await call('GET', '/api/locations/1/schedules'))
      .json()
      .filter(({ isAvailable }: { isAvailable: boolean }) => isAvailable);
  expect(await week()).toHaveLength(3);
  await send('PATCH', '/api/locations/1', { openHours: '{"saturday":"10:00-14:00"}' });
  expect(await week()).toEqual([
    { dayOfWeek: 6, isAvailable: true, startTime: '10:00:00', endTime: '14:00:00' },
  ]);
  await send('PATCH', '/api/locations/1', { openHours: 'By appointment' });
  expect(await week()).toHaveLength(1);
  expect((await list())[0].openHours).toBe('By appointment');
});

test.each([
  [{ name: 'x' }, 400],
  [{ name: '', address: 'x' }, 400],
  [{ name: 'x', address: 'x', rooms: 0 }, 400],
  [{ name: 'x', address: 'x', openHours: '{"someday":"10:00-14:00"}' }, 400],
  [{ name: 'x', address: 'x', openHours: '{"monday":"14:00-10:00"}' }, 400],
  [{ name: 'x', address: 'x', imageUrl: 'https://elsewhere.example/a.png' }, 400],
  [{ name: 'x', address: 'x', imageUrl: `/uploads/${'b'.repeat(64)}.webp` }, 422],
])('malformed input is refused: %j', async (body, status) => {
  expect((await send('POST', '/api/locations', body)).statusCode).toBe(status);
  expect(await list()).toEqual([]);
});

describe('fewer rooms', () => {
  const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
  const rooms = async () => (await sql('select room from appointments order by id')).map(({ room }) => room);
  const atFour = async (room: number, time = '16:00:00') => {
    const patientId = (await makeUser(deps.db)).id;
    const visit = { locationId: 1, serviceId: 1, date: '2027-06-08', patientId, room, time };
    return (await makeAppointment(deps.db, visit)).id;
  };
  const preview = async (body: object) => (await send('POST', '/api/locations/1/hours-preview', body)).json();
  const disruptions = async () => (await send('GET', '/api/disruptions')).json();
  beforeEach(async () => {
    await makeClinic(deps.db, { rooms: 2 });
  });

  test('displace the later booking and move the earlier one into the remaining room', async () => {
    const earlier = await atFour(2);
    const later = await atFour(1);
    await atFour(2, '17:00:00');
    const { count, visits, offers } = await preview({ rooms: 1 });
    expect([count, offers, visits.map(({ visit }: { visit: { id: number } }) => visit.id)]).toEqual([
      1,
      0,
      [later],
    ]);
    // The earlier appointment is in the only room at four: the nearest free time is another one.
    expect(visits[0].proposals[0]).toMatchObject({ locationId: 1, appointmentDate: '2027-06-08' });
    expect(
      visits[0].proposals.map(({ appointmentTime }: { appointmentTime: string }) => appointmentTime),
    ).not.toContain('16:00:00');
    expect([await rooms(), await disruptions()]).toEqual([[2, 1, 2], []]);

    expect((await send('PATCH', '/api/locations/1', { rooms: 1 })).statusCode).toBe(200);
    expect(await rooms()).toEqual([1, 2, 1]);
    const [{ id, cause, locationId, counts }, ...more] = await disruptions();
    expect([cause, locationId, counts, more]).toEqual(['rooms', 1, { untold: 1 }, []]);
    const standing = (await send('GET', '/api/disruptions/standing')).json();
    expect(standing).toEqual([later]);
    // A room comes back: the appointment takes place after all.
    await send('PATCH', '/api/locations/1', { rooms: 2 });
    const { rows } = (await send('GET', `/api/disruptions/${id}`)).json();
    expect(rows).toMatchObject([{ appointmentId: later, state: 'stays' }]);
    expect(earlier).toBeLessThan(later);
  });

  test('displace nobody if every appointment finds a free room', async () => {
    await atFour(1);
    await atFour(2, '17:00:00');
    expect(await preview({ rooms: 1 })).toMatchObject({ count: 0, visits: [] });
    await send('PATCH', '/api/locations/1', { rooms: 1 });
    expect([await rooms(), await disruptions()]).toEqual([[1, 1], []]);
  });

  test('and booking by doctors in one save: an appointment without a doctor on duty takes no room', async () => {
    const doctorId = (await makeUser(deps.db, { role: 'doctor', worksAt: [1] })).id;
    const offDuty = await atFour(1);
    await sql(`update appointments set doctor_id = ${doctorId} where id = ${offDuty}`);
    await atFour(2);
    const change = { rooms: 1, bookedBy: 'doctor' };
    const { count, visits } = await preview(change);
    expect([count, visits.map(({ visit }: { visit: { id: number } }) => visit.id)]).toEqual([1, [offDuty]]);
    await send('PATCH', '/api/locations/1', change);
    expect((await send('GET', '/api/disruptions/standing')).json()).toEqual([offDuty]);
    expect(await rooms()).toEqual([2, 1]);
    expect(await disruptions()).toMatchObject([
      { cause: 'departure', causes: ['duty', 'rooms'], counts: { untold: 1 } },
    ]);
  });

  test('and booking by doctors in one save open one disruption for all appointments', async () => {
    const doctorId = (await makeUser(deps.db, { role: 'doctor', worksAt: [1] })).id;
    const offDuty = await atFour(1, '15:00:00');
    await sql(`update appointments set doctor_id = ${doctorId} where id = ${offDuty}`);
    await atFour(1);
    const withoutRoom = await atFour(2);
    const change = { rooms: 1, bookedBy: 'doctor' };
    const { visits } = await preview(change);
    expect(visits.map(({ visit }: { visit: { id: number } }) => visit.id)).toEqual([offDuty, withoutRoom]);
    await send('PATCH', '/api/locations/1', change);
    const [{ id, cause, causes, counts }, ...more] = await disruptions();
    expect([cause, causes, counts, more]).toEqual(['departure', ['duty', 'rooms'], { untold: 2 }, []]);
    // The room comes back: only the appointment without a doctor on duty still cannot take place.
    await send('PATCH', '/api/locations/1', { rooms: 2 });
    const { rows } = (await send('GET', `/api/disruptions/${id}`)).json();
    expect(rows).toMatchObject([
      { appointmentId: offDuty, state: 'untold' },
      { appointmentId: withoutRoom, state: 'stays' },
    ]);
  });

  test('and booking by doctors in one save: the next reduction displaces no appointment again', async () => {
    const doctorId = (await makeUser(deps.db, { role: 'doctor', worksAt: [1] })).id;
    const offDuty = await atFour(1, '15:00:00');
    await sql(`update appointments set doctor_id = ${doctorId} where id = ${offDuty}`);
    await send('PATCH', '/api/locations/1', { rooms: 3 });
    const [, second, third] = [await atFour(1), await atFour(2), await atFour(3)];
    await send('PATCH', '/api/locations/1', { rooms: 2, bookedBy: 'doctor' });
    expect((await send('GET', '/api/disruptions/standing')).json()).toEqual([offDuty, third]);
    const { count, visits } = await preview({ rooms: 1 });
    expect([count, visits.map(({ visit }: { visit: { id: number } }) => visit.id)]).toEqual([1, [second]]);
  });

  test('proposes no time after the closing if the same save closes the branch', async () => {
    const everyDay = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, isAvailable: true }));
    const oneTime = everyDay.map((row) => ({ ...row, startTime: '16:00', endTime: '16:20' }));
    await send('PUT', '/api/locations/1/schedules', oneTime);
    await atFour(1);
    const later = await atFour(2);
    const { visits } = await preview({ rooms: 1, closedFrom: '2027-06-09' });
    expect(visits.map(({ visit }: { visit: { id: number } }) => visit.id)).toEqual([later]);
    const dates: string[] = visits[0].proposals.map(
      ({ appointmentDate }: { appointmentDate: string }) => appointmentDate,
    );
    expect(dates.filter((date) => date >= '2027-06-09')).toEqual([]);
  });

  test('end an offer that no longer fits, with a message, before they displace an appointment', async () => {
    const patientId = (await makeUser(deps.db)).id;
    await deps.db.insert(offers).values({
      patientId,
      locationId: 1,
      serviceId: 1,
      localStart: '2027-06-08 16:00:00',
      localEnd: '2027-06-08 16:20:00',
      room: 1,
      reason: 'waiting',
      heldUntil: new Date('2027-06-08T06:00:00Z'),
    });
    await atFour(2);
    expect(await preview({ rooms: 1 })).toMatchObject({ count: 0, offers: 1 });
    await send('PATCH', '/api/locations/1', { rooms: 1 });
    expect(await sql('select holds, state from offers')).toEqual([{ holds: false, state: 'withdrawn' }]);
    expect(await sql(`select distinct user_id as id from messages where template = 'offerGone'`)).toEqual([
      { id: patientId },
    ]);
    expect([await rooms(), await disruptions()]).toEqual([[1], []]);
  });
});

describe('a branch that closes from a day on', () => {
  const states = async () => {
    const [{ id }] = (await send('GET', '/api/disruptions')).json();
    const { rows } = (await send('GET', `/api/disruptions/${id}`)).json();
    return rows.map(({ state }: { state: string }) => state);
  };

  test('is closed after that day, until the day is removed', async () => {
    const { location, service } = await makeClinic(deps.db);
    const visit = { patientId: adminId, locationId: location.id, serviceId: service.id };
    await makeAppointment(deps.db, { ...visit, date: '2027-06-08' });
    await makeAppointment(deps.db, { ...visit, date: '2027-06-15' });
    const isOpen = async (date: string) => {
      const days = await send('GET', `/api/locations/1/availability?from=${date}&to=${date}&grid=admin`);
      return days.json().days[0].open;
    };
    const farAhead = ['2027-06-15', '2028-06-20', '2037-06-15'];
    expect(await Promise.all(farAhead.map(isOpen))).toEqual([true, true, true]);
    const saved = await send('PATCH', '/api/locations/1', { closedFrom: '2027-06-10' });
    expect(saved.json()).toMatchObject({ closedFrom: '2027-06-10' });
    expect(await Promise.all(['2027-06-09', ...farAhead].map(isOpen))).toEqual([true, false, false, false]);
    const [head] = (await send('GET', '/api/disruptions')).json();
    expect(head).toMatchObject({ cause: 'hours', locationId: 1, startDate: '2027-06-15' });
    expect(await states()).toEqual(['untold']);
    // An earlier day displaces what lies between, and nothing twice.
    await send('PATCH', '/api/locations/1', { closedFrom: '2027-06-08' });
    const heads = (await send('GET', '/api/disruptions')).json();
    expect(heads.map(({ counts }: { counts: object }) => counts)).toEqual([{ untold: 1 }, { untold: 1 }]);
    await send('PATCH', '/api/locations/1', { closedFrom: '' });
    expect(await Promise.all(farAhead.map(isOpen))).toEqual([true, true, true]);
    expect(await states()).toEqual(['stays']);
  });

  test('withdraws offers at once when the day is removed, and tells the patient that her appointment stays', async () => {
    const { location, service } = await makeClinic(deps.db);
    const patient = { channels: ['sms' as const], phoneConfirmedAt: new Date(0) };
    const patientId = (await makeUser(deps.db, patient)).id;
    const visit = { patientId, locationId: location.id, serviceId: service.id };
    const appointmentId = (await makeAppointment(deps.db, { ...visit, date: '2027-06-15' })).id;
    await send('PATCH', '/api/locations/1', { closedFrom: '2027-06-10' });
    const [{ id }] = (await send('GET', '/api/disruptions')).json();
    const { visits } = (await send('GET', `/api/disruptions/${id}/proposals`)).json();
    const { kind: _kind, ...time } = visits[0].proposals[0];
    const act = { act: 'offer', visits: [{ appointmentId, time }] };
    expect((await send('POST', `/api/disruptions/${id}/acts`, act)).statusCode).toBe(200);
    const rows = async (text: string) => (await deps.database.pool.query(text)).rows;
    expect(await rows('select state from offers')).toEqual([{ state: 'open' }]);
    await send('PATCH', '/api/locations/1', { closedFrom: '' });
    expect(await rows('select state from offers')).toEqual([{ state: 'withdrawn' }]);
    const told = await rows(`select distinct user_id as id from messages where template = 'visitStays'`);
    expect(told).toEqual([{ id: patientId }]);
  });

  test('cannot close in the past; a later save of other fields keeps a day that has passed', async () => {
    await makeClinic(deps.db);
    const refused = await send('PATCH', '/api/locations/1', { closedFrom: '2020-01-01' });
    expect([refused.json().code, Object.keys(refused.json().fields)]).toEqual([
      'in_the_past',
      ['closedFrom'],
    ]);
    const closed = { name: 'Maadi', address: '9 Road 9', closedFrom: '2020-01-01' };
    expect((await send('POST', '/api/locations', closed)).json().code).toBe('in_the_past');
    await deps.database.pool.query("update locations set closed_from = '2020-01-01'");
    const kept = await send('PATCH', '/api/locations/1', { closedFrom: '2020-01-01', rooms: 3 });
    expect([kept.statusCode, kept.json().rooms]).toEqual([200, 3]);
  });
});

describe('closing a branch', () => {
  test('is rejected with the number of upcoming appointments', async () => {
    const { location, service } = await makeClinic(deps.db);
    const visit = { patientId: adminId, locationId: location.id, serviceId: service.id };
    await makeAppointment(deps.db, { ...visit, date: '2027-06-08' });
    await makeAppointment(deps.db, { ...visit, date: '2027-06-09', status: 'pending' });
    await makeAppointment(deps.db, { ...visit, date: '2027-06-10', status: 'cancelled' });
    await makeAppointment(deps.db, { ...visit, date: '2027-06-01', status: 'attended' });
    const refused = await send('DELETE', '/api/locations/1');
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'has_future_appointments']);
    expect(refused.json().message).toContain('2');
    await deps.database.pool.query("update appointments set status = 'cancelled'");
    expect((await send('DELETE', '/api/locations/1')).statusCode).toBe(204);
  });

  test('is rejected while offers or patients wait for this branch alone', async () => {
    const { location, service } = await makeClinic(deps.db);
    const other = await makeLocation(deps.db, { name: 'Maadi' });
    const wish = (locationIds: number[]) =>
      deps.db
        .insert(wishes)
        .values({
          patientId: adminId,
          serviceId: service.id,
          locationIds,
          fromDate: '2027-06-07',
          toDate: '2027-06-30',
        })
        .returning();
    const [row] = await wish([location.id]);
    const refused = await send('DELETE', '/api/locations/1');
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'still_open']);
    await deps.db.update(wishes).set({ locationIds: [location.id, other.id] });
    await deps.db.insert(offers).values({
      patientId: adminId,
      locationId: location.id,
      serviceId: service.id,
      localStart: '2027-06-08 16:00:00',
      localEnd: '2027-06-08 16:20:00',
      room: 1,
      reason: 'waiting',
      heldUntil: new Date('2027-06-07T12:00:00Z'),
    });
    expect((await send('DELETE', '/api/locations/1')).json().code).toBe('still_open');
    expect((await send('DELETE', '/api/services/1')).json().code).toBe('still_open');
    await deps.db.update(offers).set({ holds: false, state: 'withdrawn' });
    expect((await send('DELETE', '/api/locations/1')).statusCode).toBe(204);
    expect(await deps.db.select({ at: wishes.locationIds }).from(wishes)).toEqual([{ at: [other.id] }]);
    expect(row?.state).toBe('waiting');
  });

  test('deletes its hours and keeps past appointments', async () => {
    const { location, service } = await makeClinic(deps.db);
    const visit = {
      patientId: adminId,
      locationId: location.id,
      serviceId: service.id,
      date: '2027-06-01',
      status: 'attended' as const,
    };
    await makeAppointment(deps.db, visit);
    await send('DELETE', '/api/locations/1');
    expect((await deps.database.pool.query('select 1 from location_hours')).rows).toEqual([]);
    expect((await send('GET', '/api/appointments')).json()).toMatchObject([{ locationName: 'Nasr City' }]);
    expect((await call('GET', '/api/locations/1/availability?date=2027-06-08')).statusCode).toBe(404);
  });
});

test('only admins add and close branches', async () => {
  await makeLocation(deps.db);
  await makeUser(deps.db, { role: 'doctor', username: 'doctor' });
  const doctor = await clinic.signIn('doctor');
  for (const [method, url] of [
    ['POST', '/api/locations'],
    ['PATCH', '/api/locations/1'],
    ['DELETE', '/api/locations/1'],
  ] as const) {
    expect((await call(method, url, { cookie: doctor, body: {} })).statusCode).toBe(403);
    expect((await call(method, url, { body: {} })).statusCode).toBe(401);
  }
});
