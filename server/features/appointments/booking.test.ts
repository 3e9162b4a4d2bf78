import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeClinic,
  makeLocation,
  makeService,
  makeUser,
  openEveryDay,
} from '#server/testing/factories.ts';
import { createApiKey } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { toRefusal } from './refusal-actions.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
const tuesday = '2027-06-08';
let mona: { id: number; cookie: string };
let admin: { id: number; cookie: string };
let doctor: { id: number; cookie: string };

async function person(username: string, role: 'patient' | 'admin' | 'doctor' | 'user') {
  const { id } = await makeUser(deps.db, {
    username,
    role,
    name: `Name of ${username}`,
    email: `${username}@mail.example`,
    emailConfirmedAt: new Date('2027-01-01'),
    phone: '+201001234567',
  });
  return { id, cookie: await clinic.signIn(username) };
}

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  mona = await person('mona', 'patient');
  admin = await person('boss', 'admin');
  doctor = await person('doctor', 'doctor');
});
afterAll(clinic.close);

type Body = Record<string, unknown>;
const wish = (body: Body = {}): Body => ({
  userId: mona.id,
  locationId: 1,
  appointmentDate: tuesday,
  appointmentTime: '15:20:00',
  service: 'Gynecological Consultations',
  ...body,
});
const book = (
  body: Body = {},
  { cookie = mona.cookie, headers = {} }: { cookie?: string; headers?: Record<string, string> } = {},
) => call('POST', '/api/appointments', { cookie, headers, body: wish(body) });
const stored = async () =>
  (await call('GET', '/api/appointments', { cookie: admin.cookie })).json() as Body[];
const rows = async (query: string) => (await deps.database.pool.query(query)).rows;

describe('a patient', () => {
  test('books for herself, to be confirmed', async () => {
    const answer = await book({ notes: 'Please call me', status: 'pending' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      id: 1,
      reference: 'HKM-000001',
      userId: mona.id,
      patient: {
        name: 'Name of mona',
        username: 'mona',
        phone: '0100 123 4567',
        reach: null,
        unreachable: false,
      },
      locationId: 1,
      locationName: 'Nasr City',
      room: 1,
      doctorId: null,
      doctor: null,
      doctorWish: 'any',
      appointmentDate: tuesday,
      appointmentTime: '15:20:00',
      durationMinutes: 20,
      service: 'Gynecological Consultations',
      serviceId: 1,
      status: 'pending',
      notes: 'Booked via website',
      overbooked: false,
      seriesId: null,
      version: 1,
      createdAt: '2027-06-07T09:00:00.000Z',
      updatedAt: '2027-06-07T09:00:00.000Z',
      waitsForCall: false,
    });
    expect(await stored()).toEqual([answer.json()]);
    expect((await call('GET', `/api/appointments/user/${mona.id}`, { cookie: mona.cookie })).json()).toEqual([
      answer.json(),
    ]);
    expect((await call('GET', '/api/appointments/1', { cookie: mona.cookie })).json()).toEqual(answer.json());
  });

  test('may name the service by id and write the time as usual', async () => {
    expect((await book({ service: '1', appointmentTime: '3:20 PM' })).json()).toMatchObject({
      appointmentTime: '15:20:00',
      serviceId: 1,
    });
    expect((await book({ service: 1, appointmentTime: '15:40' })).statusCode).toBe(201);
  });

  test('is notified by her channels and in the app, without the service', async () => {
    await book();
    const messages = await rows(
      'select channel, template, address, params, appointment_id from messages order by channel',
    );
    expect(messages.map((m) => [m.channel, m.template, m.appointment_id])).toEqual([
      ['app', 'booked', 1],
      ['email', 'booked', 1],
    ]);
    expect(messages[1]?.address).toBe('mona@mail.example');
    expect(JSON.stringify(messages)).not.toContain('Gynecological');
  });

  test('is recorded in the history', async () => {
    await book();
    expect((await call('GET', '/api/appointments/1/history', { cookie: doctor.cookie })).json()).toEqual([
      expect.objectContaining({
        action: 'created',
        actorName: 'Name of mona',
        actorRole: 'patient',
        before: null,
      }),
    ]);
  });

  test('gets 409 for a taken time and for overlapping appointments of her own', async () => {
    const sara = await person('sara', 'patient');
    expect((await book()).statusCode).toBe(201);
    const taken = await book(
      { userId: sara.id },
      { cookie: sara.cookie, headers: { 'accept-language': 'ar' } },
    );
    expect(taken.statusCode).toBe(409);
    expect(taken.json()).toMatchObject({
      code: 'slot_taken',
      message: expect.stringMatching(/\p{Script=Arabic}/u),
    });
    const other = await makeLocation(deps.db, { name: 'Heliopolis' });
    await openEveryDay(deps.db, other.id);
    deps.cache.dropAll();
    expect((await book({ locationId: other.id })).json()).toMatchObject({ code: 'patient_busy' });
  });

  test('can book the time of a cancelled appointment', async () => {
    const old = { locationId: 1, serviceId: 1, date: tuesday, time: '15:20:00' };
    await makeAppointment(deps.db, { ...old, patientId: doctor.id, status: 'cancelled' });
    await makeAppointment(deps.db, { ...old, patientId: admin.id, status: 'no_show' });
    expect((await book()).statusCode).toBe(201);
  });

  test('may have two open appointments without a confirmed contact, five with one', async () => {
    const times = ['15:20:00', '15:40:00', '16:00:00', '16:20:00', '16:40:00', '17:00:00', '17:20:00'];
    const bookAll = async () => {
      const statuses: number[] = [];
      for (const appointmentTime of times) statuses.push((await book({ appointmentTime })).statusCode);
      return statuses.filter((status) => status === 201).length;
    };
    await deps.database.pool.query('update users set email_confirmed_at = null, phone_confirmed_at = null');
    expect(await bookAll()).toBe(2);
    await deps.database.pool.query('delete from appointments');
    await deps.database.pool.query('update users set phone_confirmed_at = now() where id = $1', [mona.id]);
    expect(await bookAll()).toBe(5);
  });

  test('is limited to the number of open appointments that the clinic sets', async () => {
    await deps.database.pool.query(
      `insert into content_versions (key, body) values ('settings', '{"maxOpenPerPatient": 1}')`,
    );
    deps.cache.dropAll();
    expect((await book()).statusCode).toBe(201);
    expect((await book({ appointmentTime: '16:00:00' })).json()).toMatchObject({ code: 'too_many_open' });
    expect((await book({ appointmentTime: '16:00:00' }, { cookie: admin.cookie })).statusCode).toBe(201);
  });
});

describe('invalid input gets a clear 4xx and stores nothing', () => {
  const cases: [string, Body, number, string][] = [
    ["another person's userId", { userId: 999 }, 403, 'foreign_user'],
    ["another person's userId as text", { userId: '999' }, 403, 'foreign_user'],
    ['a status of her choice', { status: 'confirmed' }, 403, 'status_not_yours'],
    ['a status that is none', { status: 'banana' }, 400, 'malformed'],
    ['overbooking', { overbook: true }, 403, 'forbidden'],
    ['foreign and malformed at once', { userId: 999, appointmentDate: 'soon' }, 403, 'foreign_user'],
    ['yesterday', { appointmentDate: '2027-06-06' }, 422, 'in_the_past'],
    ['earlier today', { appointmentDate: '2027-06-07', appointmentTime: '11:40:00' }, 422, 'in_the_past'],
    ['a day that does not exist', { appointmentDate: '2027-02-30' }, 400, 'malformed'],
    ['a month that does not exist', { appointmentDate: '2027-13-01' }, 400, 'malformed'],
    ['a date in another form', { appointmentDate: '08/06/2027' }, 400, 'malformed'],
    ['too far ahead', { appointmentDate: '2027-08-07' }, 422, 'too_far_ahead'],
    ['off the grid', { appointmentTime: '15:10:00' }, 422, 'off_grid'],
    ['off the grid by seconds', { appointmentTime: '15:20:30' }, 422, 'off_grid'],
    ['before the hours', { appointmentTime: '09:00:00' }, 422, 'outside_hours'],
    ['after the hours', { appointmentTime: '19:00:00' }, 422, 'outside_hours'],
    ['a time that does not exist', { appointmentTime: '27:30:00' }, 400, 'malformed'],
    ['a time that is a number', { appointmentTime: 920 }, 400, 'malformed'],
    ['an unknown branch', { locationId: 77 }, 422, 'unknown_location'],
    ['an unknown service', { service: 'Massage' }, 422, 'unknown_service'],
    ['an unknown service id', { service: '77' }, 422, 'unknown_service'],
    ['an id as text', { locationId: '1' }, 400, 'malformed'],
    ['an id beyond all ids', { locationId: 1e12 }, 400, 'malformed'],
    ['a half id', { locationId: 1.5 }, 400, 'malformed'],
    ['no userId', { userId: undefined }, 400, 'malformed'],
    ['userId of a wrong type', { userId: {} }, 400, 'malformed'],
    ['NUL in a text', { notes: 'a\u0000b' }, 400, 'malformed'],
    ['half a letter', { notes: '\ud800' }, 400, 'malformed'],
    ['NUL in the service', { service: '\u0000' }, 400, 'malformed'],
    ['a field that grants something', { role: 'admin' }, 400, 'field_not_allowed'],
    ['an id of its own', { id: 5 }, 400, 'field_not_allowed'],
  ];
  test.each(cases)('%s', async (_, body, status, code) => {
    const answer = await book(body);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.json().message).not.toBe('');
    const inArabic = await book(body, { headers: { 'accept-language': 'ar' } });
    expect(inArabic.json().message).toMatch(/\p{Script=Arabic}/u);
    expect(await rows('select 1 from appointments')).toEqual([]);
    expect(await rows("select 1 from events where subject = 'appointments'")).toEqual([]);
  });

  test.each([
    ['no JSON', '{"userId":', 400],
    ['a list', '[]', 400],
    ['text', '"hello"', 400],
    ['null', 'null', 400],
    ['two megabytes', JSON.stringify({ notes: 'x'.repeat(2_000_000) }), 413],
  ])('a body that is %s', async (_, body, status) => {
    expect((await call('POST', '/api/appointments', { cookie: mona.cookie, body })).statusCode).toBe(status);
    expect(await rows('select 1 from appointments')).toEqual([]);
  });

  test('a form instead of JSON', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(
      (await call('POST', '/api/appointments', { cookie: mona.cookie, body: 'userId=1', headers }))
        .statusCode,
    ).toBe(415);
  });

  test.each(['1e3', '0x1', '0', '-1', '1.0', '%00', '99999999999', 'one'])(
    'the id %s in an address',
    async (id) => {
      for (const [method, url, body] of [
        ['GET', `/api/appointments/${id}`],
        ['GET', `/api/appointments/user/${id}`],
        ['PATCH', `/api/appointments/${id}`, {}],
        ['GET', `/api/locations/${id}/availability?date=${tuesday}`],
        ['GET', `/api/locations/${id}/schedules`],
      ] as const) {
        expect((await call(method, url, { cookie: mona.cookie, body })).statusCode).toBe(400);
      }
    },
  );

  test('visitors and people who may not book', async () => {
    const user = await person('someone', 'user');
    expect((await call('POST', '/api/appointments', { body: wish() })).statusCode).toBe(401);
    expect((await book({ userId: user.id }, { cookie: user.cookie })).statusCode).toBe(403);
  });
});

describe('staff', () => {
  test('book confirmed appointments with notes that name them', async () => {
    const byAdmin = await book({}, { cookie: admin.cookie });
    expect(byAdmin.json()).toMatchObject({
      status: 'confirmed',
      notes: 'Created via admin dashboard',
      userId: mona.id,
    });
    const byDoctor = await book({ appointmentTime: '4:00 PM', notes: '' }, { cookie: doctor.cookie });
    expect(byDoctor.json().notes).toBe('Appointment created by Name of doctor on Jun 7, 2027 12:00 PM');
    expect(
      (await book({ appointmentTime: '16:30', notes: 'Fasting' }, { cookie: doctor.cookie })).json().notes,
    ).toBe('Fasting');
  });

  test('may use the starts of any grid of the day', async () => {
    for (const time of ['09:00', '15:20', '15:40:00', '20:00']) {
      expect((await book({ appointmentTime: time }, { cookie: admin.cookie })).statusCode).toBe(201);
    }
    expect((await book({ appointmentTime: '09:10' }, { cookie: admin.cookie })).json().code).toBe('off_grid');
    expect((await book({ appointmentTime: '23:30' }, { cookie: admin.cookie })).statusCode).toBe(422);
    expect((await book({ appointmentDate: '2027-06-06' }, { cookie: admin.cookie })).json().code).toBe(
      'in_the_past',
    );
    expect((await book({ appointmentDate: '2028-06-06' }, { cookie: admin.cookie })).statusCode).toBe(201);
  });

  test('start at whole minutes and end before the latest closing, whatever the length', async () => {
    await makeService(deps.db, { name: 'Long Surgery', durationMinutes: 480 });
    deps.cache.dropAll();
    const codeOf = async (body: Body) => (await book(body, { cookie: admin.cookie })).json().code;
    expect(await codeOf({ appointmentTime: '16:00:30', overbook: true })).toBe('off_grid');
    expect(await codeOf({ appointmentTime: '15:20:01' })).toBe('off_grid');
    expect(await codeOf({ appointmentTime: '20:00', service: 'Long Surgery' })).toBe('outside_hours');
    expect(await codeOf({ appointmentTime: '19:20', service: 'Long Surgery', overbook: true })).toBe(
      'outside_hours',
    );
    expect(
      toRefusal(Object.assign(new Error(), { code: '23514', constraint: 'appointments_check' })),
    ).toMatchObject({
      code: 'outside_hours',
    });
    expect(await rows('select 1 from appointments')).toEqual([]);
  });

  test('may overbook a room but never a patient, and on a closed day only by overbooking', async () => {
    const sara = await person('sara', 'patient');
    await book();
    expect((await book({ userId: sara.id }, { cookie: doctor.cookie })).json().code).toBe('slot_taken');
    const over = await book({ userId: sara.id, overbook: true }, { cookie: doctor.cookie });
    expect(over.json()).toMatchObject({ overbooked: true, room: null, status: 'confirmed' });
    expect((await book({ userId: sara.id, overbook: true }, { cookie: doctor.cookie })).json().code).toBe(
      'patient_busy',
    );
    const closed = await call('PUT', '/api/locations/1/exceptions', {
      cookie: admin.cookie,
      body: [{ date: '2027-06-09', isClosed: true }],
    });
    expect(closed.statusCode).toBe(200);
    const onClosed = { userId: sara.id, appointmentDate: '2027-06-09' };
    expect((await book(onClosed, { cookie: admin.cookie })).json().code).toBe('outside_hours');
    expect((await book({ ...onClosed, overbook: true }, { cookie: admin.cookie })).statusCode).toBe(201);
  });

  test('book for patients only', async () => {
    for (const userId of [admin.id, 999]) {
      expect((await book({ userId }, { cookie: admin.cookie })).json().code).toBe('unknown_patient');
    }
    const user = await person('someone', 'user');
    expect((await book({ userId: user.id }, { cookie: admin.cookie })).statusCode).toBe(201);
    expect((await book({ status: 'attended' }, { cookie: admin.cookie })).json().code).toBe(
      'status_not_yours',
    );
  });
});

describe('an Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'k-1' };

  test('returns the first answer again', async () => {
    const one = await book({}, { headers });
    const two = await book({}, { headers });
    expect([one.statusCode, two.statusCode]).toEqual([201, 201]);
    expect(two.json()).toEqual(one.json());
    expect(await stored()).toHaveLength(1);
    expect(await rows("select 1 from messages where template = 'booked' and channel = 'app'")).toHaveLength(
      1,
    );
  });

  test('returns it also if the booking would be impossible now, or was moved', async () => {
    await book({}, { headers });
    await call('PATCH', '/api/appointments/1', { cookie: admin.cookie, body: { appointmentTime: '16:00' } });
    clinic.setNow(new Date('2027-06-07T20:30:00Z'));
    const cookie = await clinic.signIn('mona');
    expect((await book({}, { headers, cookie })).json()).toMatchObject({
      id: 1,
      appointmentTime: '16:00:00',
    });
  });

  test('of another booking is rejected', async () => {
    await book({}, { headers });
    const other = await book({ appointmentTime: '16:00:00' }, { headers });
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_key_reused']);
  });

  test('belongs to one API key, also if an admin made several', async () => {
    const keys = [];
    for (const _ of [1, 2]) keys.push(await createApiKey(clinic, { scopes: ['appointments.write'] }));
    await deps.database.pool.query('update api_keys set created_by = (select min(created_by) from api_keys)');
    const made = [];
    for (const [at, key] of [...keys.entries(), ...keys.entries()]) {
      const asked = { ...headers, authorization: `Bearer ${key}` };
      made.push((await book({ appointmentTime: `1${5 + at}:00` }, { cookie: '', headers: asked })).json().id);
    }
    expect(made).toEqual([1, 2, 1, 2]);
  });

  test('belongs to one person', async () => {
    const sara = await person('sara', 'patient');
    await book({}, { headers });
    expect(
      (await book({ userId: sara.id, appointmentTime: '16:00' }, { cookie: sara.cookie, headers })).json(),
    ).toMatchObject({ id: 2 });
  });

  test.each(['', ' ', 'a b', 'ü', 'x'.repeat(129)])('is 1 to 128 visible letters, not %o', async (key) => {
    expect((await book({}, { headers: { 'idempotency-key': key } })).statusCode).toBe(400);
    expect((await book({}, { headers: { 'idempotency-key': '~!'.repeat(64) } })).statusCode).toBe(201);
  });
});
