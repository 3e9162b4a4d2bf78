import { afterAll, beforeEach, describe, expect, test } from 'vitest';
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

type Row = Record<string, unknown>;
const put = (what: string, body: unknown, cookie = admin) =>
  call('PUT', `/api/locations/1/${what}`, { cookie, body });
const get = async (url: string, cookie?: string) =>
  (await call('GET', `/api/locations/1/${url}`, cookie ? { cookie } : {})).json();
const closedDays = (...days: number[]): Row[] =>
  days.map((dayOfWeek) => ({ dayOfWeek, isAvailable: false, startTime: null, endTime: null }));
const shift = (dayOfWeek: number, startTime: string, endTime: string | null): Row => ({
  dayOfWeek,
  isAvailable: true,
  startTime,
  endTime,
});

describe('weekly hours', () => {
  test('are [] for a branch without any, otherwise a row per shift and per closed weekday', async () => {
    await makeLocation(deps.db);
    expect(await get('schedules')).toEqual([]);
    const sent = [
      shift(1, '16:00', '19:00'),
      shift(1, '9:00 AM', '12:00'),
      { dayOfWeek: 5, isAvailable: false },
      shift(2, '15:00', null),
    ];
    const answer = await put('schedules', sent);
    expect(answer.statusCode).toBe(200);
    const expected = [
      ...closedDays(0),
      shift(1, '09:00:00', '12:00:00'),
      shift(1, '16:00:00', '19:00:00'),
      shift(2, '15:00:00', null),
      ...closedDays(3, 4, 5, 6),
    ];
    expect(answer.json()).toEqual(expected);
    expect(await get('schedules')).toEqual(expected);
    expect((await put('schedules', [])).json()).toEqual([]);
  });

  test('of one weekday do not overlap', async () => {
    await makeClinic(deps.db);
    const before = await get('schedules');
    const answer = await put('schedules', [shift(1, '09:00', '12:00'), shift(1, '11:00', '14:00')]);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'hours_overlap']);
    expect(await get('schedules')).toEqual(before);
  });

  test.each([
    [[{ dayOfWeek: 7, isAvailable: true, startTime: '09:00' }]],
    [[{ dayOfWeek: 1, isAvailable: true }]],
    [[shift(1, '12:00', '09:00')]],
    [[shift(1, '00:30', '09:00')]],
    [[shift(1, '12:00', '03:30')]],
    [[shift(1, '26:00', '25:00')]],
    [[shift(1, '26:00', '27:30')]],
    [{}],
  ])('that make no sense are refused: %j', async (body) => {
    await makeClinic(deps.db);
    expect((await put('schedules', body)).statusCode).toBe(400);
  });

  test('are set by admins for existing branches', async () => {
    await makeClinic(deps.db);
    await makeUser(deps.db, { role: 'doctor', username: 'doctor' });
    expect((await put('schedules', [], await clinic.signIn('doctor'))).statusCode).toBe(403);
    expect((await call('PUT', '/api/locations/9/schedules', { cookie: admin, body: [] })).statusCode).toBe(
      404,
    );
    expect((await call('GET', '/api/locations/9/schedules')).statusCode).toBe(404);
  });
});

describe('free times of a day', () => {
  const tuesday = 'availability?date=2027-06-08';
  const times = async (query: string) =>
    (await get(query)).slots?.map(({ time }: { time: string }) => time.slice(0, 5));

  test('are every 20 minutes of the hours, without those taken in every room', async () => {
    const { location, service } = await makeClinic(deps.db, { rooms: 2 });
    expect(await times(tuesday)).toHaveLength(12);
    const visit = { patientId: adminId, locationId: location.id, serviceId: service.id, date: '2027-06-08' };
    await makeAppointment(deps.db, { ...visit, time: '15:00:00', minutes: 30, room: 1 });
    expect(await times(tuesday)).toHaveLength(12);
    const other = await makeUser(deps.db);
    await makeAppointment(deps.db, { ...visit, patientId: other.id, time: '15:20:00', room: 2 });
    expect((await times(tuesday)).slice(0, 3)).toEqual(['15:00', '15:40', '16:00']);
    expect((await get(tuesday)).slots[0]).toEqual({ time: '15:00:00' });
    await deps.database.pool.query("update appointments set status = 'cancelled'");
    deps.cache.dropAll();
    expect(await times(tuesday)).toHaveLength(12);
  });

  test('fit the length of the service, named in English or by id', async () => {
    const { service } = await makeClinic(deps.db, { minutes: 60 });
    for (const name of [encodeURIComponent(service.name), String(service.id)]) {
      expect((await times(`${tuesday}&service=${name}`)).at(-1)).toBe('18:00');
    }
    expect(await get(`${tuesday}&service=Massage`)).toMatchObject({ code: 'unknown_service' });
  });

  test('are neither past, nor too soon, nor too far ahead', async () => {
    await makeClinic(deps.db);
    clinic.setNow(new Date('2027-06-08T13:00:30Z'));
    expect((await times(tuesday))[0]).toBe('16:20');
    await deps.database.pool.query(
      `insert into content_versions (key, body) values ('settings', '{"minutesAhead": 60, "daysAhead": 2}')`,
    );
    deps.cache.dropAll();
    expect((await times(tuesday))[0]).toBe('17:20');
    expect(await times('availability?date=2027-06-07')).toEqual([]);
    expect(await times('availability?date=2027-06-10')).toHaveLength(12);
    expect(await times('availability?date=2027-06-11')).toEqual([]);
  });

  test('change at once with hours, exceptions and rooms', async () => {
    await makeClinic(deps.db);
    expect(await times(tuesday)).toHaveLength(12);
    await put('schedules', [shift(2, '16:00', '17:00')]);
    expect(await times(tuesday)).toEqual(['16:00', '16:20', '16:40']);
    await put('exceptions', [{ date: '2027-06-08', isClosed: false, startTime: '10:00', endTime: '10:40' }]);
    expect(await times(tuesday)).toEqual(['10:00', '10:20']);
    await put('exceptions', [{ date: '2027-06-08', isClosed: true, reason: 'Holiday', reasonAr: 'عطلة' }]);
    expect(await times(tuesday)).toEqual([]);
    expect(await get('exceptions')).toEqual([
      {
        date: '2027-06-08',
        isClosed: true,
        startTime: null,
        endTime: null,
        reason: 'Holiday',
        reasonAr: 'عطلة',
      },
    ]);
  });

  test('show taken times on the grids of staff only', async () => {
    const { location, service } = await makeClinic(deps.db);
    await makeAppointment(deps.db, {
      patientId: adminId,
      locationId: location.id,
      serviceId: service.id,
      date: '2027-06-08',
      time: '15:00:00',
    });
    // The grid has half hours from 9 AM to 8 PM and every free public start.
    expect((await get(`${tuesday}&grid=admin`, admin)).slots).toHaveLength(23 + 8);
    const { slots } = await get(`${tuesday}&grid=doctor`, admin);
    expect(slots.slice(0, 4)).toEqual([
      { time: '15:00:00', taken: true, outside: false },
      { time: '15:20:00', taken: false, outside: false },
      { time: '15:30:00', taken: false, outside: false },
      { time: '15:40:00', taken: false, outside: false },
    ]);
    expect((await call('GET', `/api/locations/1/${tuesday}&grid=admin`)).statusCode).toBe(401);
    await makeUser(deps.db, { username: 'mona' });
    const mona = await clinic.signIn('mona');
    expect((await call('GET', `/api/locations/1/${tuesday}&grid=doctor`, { cookie: mona })).statusCode).toBe(
      403,
    );
  });
});

describe('free days of a range', () => {
  test('say for each day whether it is open and how many times are free', async () => {
    const { location, service } = await makeClinic(deps.db);
    await put('schedules', [shift(1, '15:00', '16:00'), shift(3, '15:00', '15:40')]);
    const visit = { locationId: location.id, serviceId: service.id, date: '2027-06-09' };
    await makeAppointment(deps.db, { ...visit, patientId: adminId });
    await makeAppointment(deps.db, { ...visit, patientId: (await makeUser(deps.db)).id, time: '15:20:00' });
    expect(await get('availability?from=2027-06-06&to=2027-06-09')).toEqual({
      days: [
        { date: '2027-06-06', open: false, free: 0 },
        { date: '2027-06-07', open: true, free: 3 },
        { date: '2027-06-08', open: false, free: 0 },
        { date: '2027-06-09', open: true, free: 0 },
      ],
    });
    expect((await get('availability?from=2027-06-01&to=2027-08-01')).days).toHaveLength(62);
    expect(await get('availability?from=2027-06-08&to=2027-06-09&grid=doctor', admin)).toEqual({
      days: [
        { date: '2027-06-08', open: false, free: 0 },
        { date: '2027-06-09', open: true, free: 0 },
      ],
    });
  });

  test.each([
    '',
    'date=2027-02-30',
    'date=tomorrow',
    'from=2027-06-06',
    'to=2027-06-06',
    'from=2027-06-09&to=2027-06-06',
    'from=2027-06-01&to=2027-08-02',
    'date=2027-06-06&from=2027-06-06&to=2027-06-07',
    'date=2027-06-06&grid=public',
  ])('are 400 for %o', async (query) => {
    await makeClinic(deps.db);
    expect((await call('GET', `/api/locations/1/availability?${query}`, { cookie: admin })).statusCode).toBe(
      400,
    );
  });

  test('are 404 for a missing branch', async () => {
    expect((await call('GET', '/api/locations/1/availability?date=2027-06-08')).statusCode).toBe(404);
  });
});

describe('exceptions', () => {
  const day = (date: string, more: Row = {}): Row => ({ date, isClosed: true, ...more });

  test.each([
    [[day('2027-06-06')], 422, 'in_the_past'],
    [[day('2027-06-08', { isClosed: false })], 400, 'malformed'],
    [[day('2027-06-08', { isClosed: false, startTime: '12:00', endTime: '11:00' })], 400, 'malformed'],
    [[day('2027-06-08'), day('2027-06-08')], 409, 'hours_overlap'],
    [[day('2027-06-31')], 400, 'malformed'],
  ])('that cannot be are refused: %j', async (body, status, code) => {
    await makeClinic(deps.db);
    const answer = await put('exceptions', body);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(await get('exceptions')).toEqual([]);
  });

  test('have a preview of the displaced appointments', async () => {
    const { location, service } = await makeClinic(deps.db);
    const visit = { patientId: adminId, locationId: location.id, serviceId: service.id };
    await makeAppointment(deps.db, { ...visit, date: '2027-06-08', time: '18:00:00' });
    await makeAppointment(deps.db, { ...visit, date: '2027-06-09' });
    await makeAppointment(deps.db, { ...visit, date: '2027-06-09', time: '16:00:00', status: 'cancelled' });
    const look = async (body: Row) =>
      (await call('POST', '/api/locations/1/hours-preview', { cookie: admin, body })).json();
    expect(await look({ exceptions: [day('2027-06-09')] })).toMatchObject({
      count: 1,
      visits: [
        {
          visit: {
            id: 2,
            reference: 'HKM-000002',
            appointmentDate: '2027-06-09',
            appointmentTime: '15:00:00',
          },
        },
      ],
    });
    expect(
      await look({ schedules: [0, 1, 2, 3, 4, 5, 6].map((weekday) => shift(weekday, '15:00', '17:00')) }),
    ).toMatchObject({ count: 1 });
    expect(await look({})).toEqual({ count: 0, visits: [], offers: 0, wishes: 0, closedWishes: 0 });
    expect(await get('exceptions')).toEqual([]);
  });
});

describe('duties', () => {
  test('say who works when, without a doctor in two places at once', async () => {
    await makeClinic(deps.db);
    await makeLocation(deps.db);
    const doctor = await makeUser(deps.db, { role: 'doctor', username: 'doctor' });
    const duty = { userId: doctor.id, dayOfWeek: 1, startTime: '15:00:00', endTime: '19:00:00' };
    expect((await put('duties', [duty])).json()).toEqual([duty]);
    expect(await get('duties', admin)).toEqual([duty]);
    const [told] = (await call('GET', '/api/logs/audit?limit=1', { cookie: admin })).json();
    expect(told.after).toEqual({ duties: [{ ...duty, name: doctor.name }] });
    const elsewhere = await call('PUT', '/api/locations/2/duties', {
      cookie: admin,
      body: [{ ...duty, startTime: '18:00' }],
    });
    expect(elsewhere.json().code).toBe('hours_overlap');
    const patient = await makeUser(deps.db);
    expect((await put('duties', [{ ...duty, userId: patient.id }])).statusCode).toBe(400);
    expect((await put('duties', [{ ...duty, endTime: '14:00' }])).statusCode).toBe(400);
    expect((await call('GET', '/api/locations/1/duties')).statusCode).toBe(401);
  });
});
