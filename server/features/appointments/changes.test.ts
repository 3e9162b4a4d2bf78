import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAppointment, makeClinic, makeService, makeUser } from '#server/testing/factories.ts';
import { createSession } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
const tuesday = '2027-06-08';
const stamp = 'Jun 7, 2027 12:00 PM';
let mona: { id: number; cookie: string };
let admin: { id: number; cookie: string };
let doctor: { id: number; cookie: string };

async function person(username: string, role: 'patient' | 'admin' | 'doctor', more = {}) {
  const { id } = await makeUser(deps.db, {
    username,
    role,
    name: `Name of ${username}`,
    email: `${username}@mail.example`,
    emailConfirmedAt: new Date('2027-01-01'),
    ...more,
  });
  return { id, cookie: await clinic.signIn(username) };
}

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  mona = await person('mona', 'patient');
  admin = await person('boss', 'admin');
  doctor = await person('doctor', 'doctor', { worksAt: [1] });
});
afterAll(clinic.close);

type Body = Record<string, unknown>;
const visit = (more: Body = {}) =>
  makeAppointment(deps.db, {
    patientId: mona.id,
    locationId: 1,
    serviceId: 1,
    date: tuesday,
    notes: 'First visit',
    ...more,
  });
const change = (body: Body, who = admin, id = 1) =>
  call('PATCH', `/api/appointments/${id}`, { cookie: who.cookie, body });
const rows = async (query: string) => (await deps.database.pool.query(query)).rows;
const sent = () => rows(`select template, channel, user_id from messages order by id`);

describe('status and notes', () => {
  /** The start has passed, so attended and missed can be set. */
  const past = (more: Body = {}) => visit({ date: '2027-06-06', ...more });

  test('an upcoming appointment cannot become attended or missed, by any endpoint', async () => {
    const code = async (body: Body, id = 1) => (await change(body, admin, id)).json().code;
    await visit();
    expect(await code({ status: 'attended' })).toBe('visit_to_come');
    expect(await code({ status: 'no_show' })).toBe('visit_to_come');
    const ids = [1];
    const bulk = { cookie: admin.cookie, body: { ids, status: 'attended' } };
    expect((await call('POST', '/api/appointments/bulk-status', bulk)).json()).toMatchObject([{ ok: false }]);
    expect((await change({ status: 'cancelled' })).json().status).toBe('cancelled');
    // A patient may come early: attended can be set once she has checked in, missed only after the start.
    await visit({ date: '2027-06-07', time: '15:00:00' });
    expect(await code({ status: 'no_show' }, 2)).toBe('visit_to_come');
    expect(await code({ status: 'attended' }, 2)).toBe('visit_to_come');
    const arrived = { cookie: admin.cookie, body: { from: 'expected', to: 'waiting' } };
    expect((await call('POST', '/api/arrivals/2/stage', arrived)).statusCode).toBe(200);
    expect(await code({ status: 'no_show' }, 2)).toBe('visit_to_come');
    expect((await change({ status: 'attended' }, admin, 2)).json().status).toBe('attended');
  });

  test('a status change is added below the notes, and the history has both', async () => {
    await past();
    expect((await change({ status: 'no_show' })).json()).toMatchObject({
      status: 'no_show',
      notes: `First visit\n\nStatus updated to "no show" by Name of boss on ${stamp}`,
      version: 2,
    });
    const history = (await call('GET', '/api/appointments/1/history', { cookie: doctor.cookie })).json();
    expect(history).toEqual([
      expect.objectContaining({
        action: 'no_show',
        actorName: 'Name of boss',
        before: expect.objectContaining({ notes: 'First visit', status: 'confirmed' }),
        after: expect.objectContaining({ status: 'no_show' }),
      }),
    ]);
  });

  test('a doctor appends to the notes', async () => {
    await past();
    const expected = `First visit\n\nStatus updated to "attended" by Name of doctor on ${stamp}`;
    expect((await change({ status: 'attended' }, doctor)).json().notes).toBe(expected);
    const noted = (await change({ appendNote: 'Blood test next time' }, doctor)).json().notes;
    expect(noted).toBe(`${expected}\n\n[${stamp}] Name of doctor: Blood test next time`);
    expect((await change({ notes: 'Bring results' }, doctor)).json().notes).toBe(
      `${noted}\n\n[${stamp}] Name of doctor: Bring results`,
    );
  });

  test('a doctor’s text that repeats the notes is added once', async () => {
    await past();
    expect((await change({ notes: 'First visit\n\nCame late' }, doctor)).json().notes).toBe(
      `First visit\n\n[${stamp}] Name of doctor: Came late`,
    );
    expect(
      (await change({ notes: `First visit\n\n[${stamp}] Name of doctor: Came late` }, doctor)).json(),
    ).toMatchObject({
      version: 2,
    });
  });

  test('an admin replaces notes, alone or with a status', async () => {
    await past();
    expect((await change({ notes: 'Rewritten' })).json()).toMatchObject({
      notes: 'Rewritten',
      status: 'confirmed',
    });
    expect((await change({ notes: 'Came', status: 'attended' })).json()).toMatchObject({
      notes: 'Came',
      status: 'attended',
    });
    expect((await change({ appendNote: 'More' })).json().notes).toBe(`Came\n\n[${stamp}] Name of boss: More`);
  });

  test('setting the current status changes nothing', async () => {
    await past();
    expect((await change({ status: 'confirmed' })).json()).toMatchObject({
      notes: 'First visit',
      version: 1,
    });
    expect(await rows("select 1 from events where subject = 'appointments'")).toEqual([]);
  });

  test('staff may set pending, and an invalid status is malformed', async () => {
    await past();
    for (const who of [admin, doctor]) {
      expect((await change({ status: 'pending' }, who)).json().status).toBe('pending');
      expect((await change({ status: 'confirmed' }, who)).json().status).toBe('confirmed');
      expect((await change({ status: 'banana' }, who)).statusCode).toBe(400);
    }
    expect((await change({ notes: 'x'.repeat(20_001) })).statusCode).toBe(400);
    await past({ time: '16:00:00', notes: 'x'.repeat(19_990) });
    expect((await change({ appendNote: 'too much' }, admin, 2)).statusCode).toBe(400);
    expect((await change({ status: 'no_show' }, admin, 2)).json()).toMatchObject({ status: 'no_show' });
    expect((await change({ status: 'attended' }, admin, 99)).statusCode).toBe(404);
  });

  test('a change by another user is rejected with the current state', async () => {
    await past();
    await change({ status: 'attended', version: 1 }, doctor);
    const late = await change({ notes: 'My words', version: 1 });
    expect([late.statusCode, late.json().code]).toEqual([409, 'stale']);
    expect(late.json().current).toMatchObject({ id: 1, version: 2, status: 'attended' });
  });

  test.each([
    ['on a day that is closed', 'outside_hours', { isClosed: true }],
    ['on a day with other hours', 'outside_hours', { isClosed: false, startTime: '09:00', endTime: '12:00' }],
    ['while its doctor is absent', 'doctor_away', null],
  ])('an upcoming appointment %s is reopened only by overbooking', async (_, code, exception) => {
    await visit({ doctorId: doctor.id, doctorWish: 'named', room: null, time: '16:00:00' });
    await change({ status: 'cancelled' });
    const { cookie } = admin;
    const day = { userId: doctor.id, startDate: tuesday, endDate: tuesday };
    const saved = exception
      ? await call('PUT', '/api/locations/1/exceptions', { cookie, body: [{ date: tuesday, ...exception }] })
      : await call('POST', '/api/absences', { cookie, body: day });
    expect(saved.statusCode, saved.body).toBeLessThan(300);
    await rows('delete from messages');
    expect((await change({ status: 'confirmed' })).json().code).toBe(code);
    expect((await change({ overbook: false, status: 'confirmed' })).json().code).toBe(code);
    expect(await sent()).toEqual([]);
    clinic.setNow(new Date('2027-06-08T20:00:00Z'));
    const later = { ...admin, cookie: await createSession(clinic, admin.id) };
    for (const status of ['no_show', 'confirmed', 'cancelled'])
      expect((await change({ status }, later)).json().status).toBe(status);
    clinic.setNow(monday);
    expect((await change({ status: 'confirmed', overbook: true })).json().status).toBe('confirmed');
  });

  test('reopening needs a free time', async () => {
    await past({ status: 'cancelled' });
    const sara = await makeUser(deps.db);
    await past({ patientId: sara.id });
    expect((await change({ status: 'confirmed' })).json().code).toBe('slot_taken');
    expect((await change({ status: 'confirmed', overbook: true })).json()).toMatchObject({
      overbooked: true,
      status: 'confirmed',
    });
    await change({ status: 'cancelled' }, admin, 2);
    expect((await change({ overbook: false })).json()).toMatchObject({ overbooked: false, room: 1 });
    expect((await change({ status: 'attended' }, admin, 2)).json().code).toBe('slot_taken');
  });

  test('of several changed at once each succeeds or fails separately', async () => {
    await past();
    await past({ time: '16:00:00', status: 'cancelled' });
    await past({ time: '16:00:00' });
    const bulk = (status: string) =>
      call('POST', '/api/appointments/bulk-status', {
        cookie: admin.cookie,
        body: { ids: [1, 2, 77], status },
        headers: { 'accept-language': 'ar' },
      });
    const answer = await bulk('attended');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual([
      { id: 1, ok: true },
      { id: 2, ok: false, message: expect.stringMatching(/\p{Script=Arabic}/u) },
      { id: 77, ok: false, message: expect.any(String) },
    ]);
  });

  test('appointments seen as pending are confirmed once, and others are left and reported', async () => {
    await visit({ status: 'pending' });
    await visit({ status: 'cancelled', time: '16:00:00' });
    await visit({ status: 'confirmed', time: '17:00:00' });
    const confirm = async () => {
      const body = { ids: [1, 2, 3], status: 'confirmed', from: 'pending' };
      const answer = await call('POST', '/api/appointments/bulk-status', { cookie: admin.cookie, body });
      return answer.json().map(({ ok }: { ok: boolean }) => ok);
    };
    expect(await confirm()).toEqual([true, false, false]);
    expect(await confirm()).toEqual([false, false, false]);
    const { rows } = await deps.database.pool.query(
      "select status, (select count(*)::int from messages m where m.appointment_id = a.id and channel = 'app') as told from appointments a order by id",
    );
    expect(rows).toEqual([
      { status: 'confirmed', told: 1 },
      { status: 'cancelled', told: 0 },
      { status: 'confirmed', told: 0 },
    ]);
  });

  test('many at once need few transactions, and a rejected one does not affect the others', async () => {
    const times = ['09:00', '09:20', '09:40', '10:00', '10:20', '10:40', '11:00'];
    for (const time of times) await past({ time: `${time}:00` });
    const answer = await call('POST', '/api/appointments/bulk-status', {
      cookie: admin.cookie,
      body: { ids: [7, 6, 99, 5, 4, 3, 2, 1], status: 'cancelled' },
    });
    expect(answer.json().filter(({ ok }: { ok: boolean }) => ok)).toHaveLength(7);
    const { rows } = await deps.database.pool.query(
      "select count(distinct written_by)::int as transactions, count(*)::int as n from events where subject = 'appointments' and action <> 'created'",
    );
    expect(rows).toEqual([{ transactions: 1, n: 7 }]);
  });
});

describe('staff move an appointment', () => {
  test('to another time, branch or service, and the patient is notified of the new time', async () => {
    await visit({ status: 'pending' });
    await makeService(deps.db, { name: 'Surgery', durationMinutes: 60 });
    deps.cache.dropAll();
    const moved = await change({
      appointmentDate: '2027-06-09',
      appointmentTime: '9:30 AM',
      service: 'Surgery',
      version: 1,
    });
    expect(moved.json()).toMatchObject({
      appointmentDate: '2027-06-09',
      appointmentTime: '09:30:00',
      durationMinutes: 60,
      service: 'Surgery',
      status: 'pending',
      notes: 'First visit',
      version: 2,
    });
    expect((await sent()).map(({ template }) => template)).toEqual(['moved', 'moved']);
  });

  test('to a longer service only if it still ends within the day', async () => {
    await visit({ time: '20:00:00' });
    await makeService(deps.db, { name: 'Surgery', durationMinutes: 180 });
    await makeService(deps.db, { name: 'Long Surgery', durationMinutes: 480 });
    deps.cache.dropAll();
    const refused = await change({ service: 'Long Surgery' });
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'outside_hours']);
    expect((await change({ service: 'Surgery' })).json()).toMatchObject({ durationMinutes: 180, version: 2 });
  });

  test.each([
    [{ appointmentTime: '15:10' }, 422, 'off_grid'],
    [{ appointmentTime: '16:00:30', overbook: true }, 422, 'off_grid'],
    [{ appointmentTime: '23:00' }, 422, 'off_grid'],
    [{ appointmentDate: '2027-06-06' }, 422, 'in_the_past'],
    [{ appointmentDate: '2027-02-30' }, 400, 'malformed'],
    [{ locationId: 77 }, 422, 'unknown_location'],
    [{ service: 'Massage' }, 422, 'unknown_service'],
    [{ appointmentTime: '16:00' }, 409, 'slot_taken'],
    [{ appointmentTime: '17:00', overbook: true }, 409, 'patient_busy'],
  ])('not to %j', async (body, status, code) => {
    await visit();
    await visit({ patientId: doctor.id, time: '16:00:00' });
    await visit({ time: '17:00:00', room: null });
    const answer = await change(body);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect((await call('GET', '/api/appointments/1', { cookie: mona.cookie })).json()).toMatchObject({
      appointmentTime: '15:00:00',
      version: 1,
    });
  });

  test('not if it is attended, missed or cancelled', async () => {
    await visit({ status: 'attended' });
    expect((await change({ appointmentTime: '16:00' })).json().code).toBe('not_movable');
  });

  test('to a longer service only if the longer time is free', async () => {
    await makeService(deps.db, { name: 'Surgery', durationMinutes: 60 });
    await visit();
    await visit({ patientId: doctor.id, time: '15:40:00' });
    expect((await change({ service: 'Surgery' })).json().code).toBe('slot_taken');
    await change({ status: 'cancelled' }, admin, 2);
    expect((await change({ service: '2' })).json()).toMatchObject({ durationMinutes: 60, room: 1 });
  });
});

describe('a patient', () => {
  test('cancels her appointment until the cut-off', async () => {
    await visit();
    clinic.setNow(new Date('2027-06-08T07:59:00Z'));
    mona.cookie = await clinic.signIn('mona');
    const answer = await change({ status: 'cancelled' }, mona);
    expect(answer.json()).toMatchObject({ status: 'cancelled', notes: 'First visit' });
    expect((await change({ status: 'cancelled' }, mona)).statusCode).toBe(200);
    expect(await sent()).toEqual([
      { template: 'cancelledByPatient', channel: 'app', user_id: mona.id },
      { template: 'cancelledByPatient', channel: 'email', user_id: mona.id },
      { template: 'staffCancelled', channel: 'app', user_id: doctor.id },
    ]);
  });

  test('cannot cancel after the cut-off', async () => {
    await visit();
    for (const [now, code] of [
      ['2027-06-08T08:01:00Z', 'past_cutoff'],
      ['2027-06-08T12:01:00Z', 'not_movable'],
    ] as const) {
      clinic.setNow(new Date(now));
      mona.cookie = await clinic.signIn('mona');
      const answer = await change({ status: 'cancelled' }, mona);
      expect([answer.statusCode, answer.json().code]).toEqual([422, code]);
      if (code === 'past_cutoff') expect(answer.json().message).toContain('4');
    }
  });

  test('moves her appointment within the public times, to be confirmed again', async () => {
    await visit();
    expect((await change({ appointmentTime: '15:20' }, mona)).json()).toMatchObject({
      status: 'pending',
      appointmentTime: '15:20:00',
    });
    expect((await change({ appointmentTime: '09:00' }, mona)).json().code).toBe('outside_hours');
    expect((await change({ appointmentDate: '2027-09-08' }, mona)).json().code).toBe('too_far_ahead');
  });

  test('can change nothing else', async () => {
    await visit();
    for (const body of [
      { notes: 'x' },
      { appendNote: 'x' },
      { service: '1' },
      { overbook: true },
      { status: 'confirmed' },
      { status: 'attended' },
    ]) {
      expect((await change(body, mona)).statusCode).toBe(403);
    }
    for (const body of [{ role: 'admin' }, { status: 'cancelled', appointmentTime: '15:20' }]) {
      expect((await change(body, mona)).statusCode).toBe(400);
    }
    expect((await call('DELETE', '/api/appointments/1', { cookie: mona.cookie })).statusCode).toBe(403);
    expect(await rows("select 1 from events where subject = 'appointments'")).toEqual([]);
  });

  test('cannot see the appointments of others', async () => {
    const sara = await person('sara', 'patient');
    await visit();
    for (const [method, url, body] of [
      ['GET', '/api/appointments/1'],
      ['PATCH', '/api/appointments/1', { status: 'cancelled' }],
      ['GET', '/api/appointments/1/calendar.ics'],
    ] as const) {
      expect((await call(method, url, { cookie: sara.cookie, body })).statusCode).toBe(404);
    }
    expect((await call('GET', `/api/appointments/user/${mona.id}`, { cookie: sara.cookie })).statusCode).toBe(
      404,
    );
    expect((await call('GET', '/api/appointments/1/history', { cookie: mona.cookie })).statusCode).toBe(403);
    expect((await call('GET', '/api/appointments', { cookie: mona.cookie })).statusCode).toBe(403);
  });
});

describe('deleting', () => {
  test('removes an appointment from lists, keeps its data in the history, and notifies the patient', async () => {
    await visit();
    expect((await call('DELETE', '/api/appointments/1', { cookie: admin.cookie })).statusCode).toBe(204);
    expect((await call('DELETE', '/api/appointments/1', { cookie: admin.cookie })).statusCode).toBe(404);
    expect((await call('GET', '/api/appointments', { cookie: admin.cookie })).json()).toEqual([]);
    const history = (await call('GET', '/api/appointments/1/history', { cookie: admin.cookie })).json();
    expect(history).toMatchObject([
      { action: 'deleted', before: { notes: 'First visit', appointmentDate: tuesday }, after: null },
    ]);
    expect((await sent()).map(({ template }) => template)).toEqual([
      'cancelledByClinic',
      'cancelledByClinic',
    ]);
  });

  test('a past appointment notifies nobody and is for admins', async () => {
    await visit({ date: '2027-06-01', status: 'attended' });
    expect((await call('DELETE', '/api/appointments/1', { cookie: doctor.cookie })).statusCode).toBe(403);
    expect((await call('DELETE', '/api/appointments/1', { cookie: admin.cookie })).statusCode).toBe(204);
    expect(await sent()).toEqual([]);
  });
});
