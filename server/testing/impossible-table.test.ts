import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditSubject } from '#shared/domain/audit.ts';
import { listDates } from '#shared/domain/clinic-time.ts';
import { endpointName, endpoints } from './contract.ts';
import {
  makeAppointment,
  makeClinic,
  makeLocation,
  makePatients,
  makeUser,
  openEveryDay,
} from './factories.ts';
import { createSignedInUser } from './signed-in.ts';
import { createTestApp } from './test-app.ts';

/* Every write that may make an appointment, an offer or a waiting-list entry impossible must be handled:
   either one disruption displaces the appointments and the patients are notified, or the write is rejected
   with the number of affected items. */

const clinic = await createTestApp();
const { call, deps } = clinic;
const [branch, date] = [1, '2027-06-09'];
const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
let admin = '';
let laila = 0;
let mona = 0;
let salma = 0;
let nour = 0;

const ask = (method: string, path: string, body?: unknown) => call(method, path, { cookie: admin, body });
async function done(method: string, path: string, body: unknown) {
  const answer = await ask(method, path, body);
  expect([path, answer.statusCode < 300, answer.body]).toEqual([path, true, answer.body]);
  return answer.json();
}

/**
 * An appointment and an offer that name Laila, at one branch on one day, and a patient who waits for her
 * there.
 */
beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 2 });
  await openEveryDay(deps.db, (await makeLocation(deps.db, { name: 'Maadi' })).id);
  admin = (await createSignedInUser(clinic, { role: 'admin', isSuperAdmin: true })).cookie;
  laila = (await makeUser(deps.db, { role: 'doctor', name: 'Laila', worksAt: [branch] })).id;
  await sql(`update staff set gender = 'female' where user_id = ${laila}`);
  [mona = 0, salma = 0, nour = 0] = await makePatients(deps.db, 3);
  await done('PATCH', `/api/locations/${branch}`, { bookedBy: 'doctor' });
  const duty = { userId: laila, startTime: '15:00', endTime: '19:00' };
  const week = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ ...duty, dayOfWeek }));
  await done('PUT', `/api/locations/${branch}/duties`, week);
  const place = { locationId: branch, appointmentDate: date };
  await done('POST', '/api/appointments', {
    ...place,
    userId: mona,
    service: '1',
    appointmentTime: '16:00',
    doctorId: laila,
  });
  await done('POST', '/api/offers', {
    ...place,
    userId: salma,
    serviceId: 1,
    appointmentTime: '17:00',
    minutes: 1440,
  });
  await done('POST', '/api/offers/wishes', {
    userId: nour,
    locationIds: [branch],
    serviceId: 1,
    doctorId: laila,
    fromDate: date,
    toDate: '2027-06-20',
    parts: [],
  });
});
afterAll(clinic.close);

const closed = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
  dayOfWeek,
  isAvailable: true,
  startTime: '09:00',
  endTime: '12:00',
}));

/** All days for which Nour waits, and more. */
const closedDays = listDates({ from: '2027-06-07', to: '2027-08-20' }).map((day) => ({
  date: day,
  isClosed: true,
}));

interface Driven {
  name: string;
  path?: () => string;
  body?: () => unknown;
  /** Endpoint and body of the preview; absent if the write has no preview. */
  preview?: (body: unknown) => { path: string; body: unknown };
  /** Rows that must exist before the write. */
  after?: () => Promise<unknown>;
  /** The write is rejected with the number of affected items. */
  refused?: string;
  /** The doctor that the waiting patient wants can no longer be booked. */
  doctorLeaves?: true;
  /** The branch is closed on all the days of the waiting patient. */
  closesAllDays?: true;
}

const here = `/api/locations/${branch}`;
const previewOf = (list: 'schedules' | 'exceptions' | 'duties') => (body: unknown) => ({
  path: `${here}/hours-preview`,
  body: { [list]: body },
});
const previewOfPlaces = (body: unknown) => ({ path: `${here}/hours-preview`, body });
const previewOfAbsence = (body: unknown) => ({ path: '/api/absences/preview', body });
const previewOfStaff = (body: unknown) => ({ path: `/api/staff/${laila}/preview`, body });
/** The body of each of these writes, or the reason why the write cannot make anything impossible. */
const writes: Record<string, string | Driven[]> = {
  'PUT /api/locations/:id/schedules': [
    {
      name: 'weekly hours',
      path: () => `${here}/schedules`,
      body: () => closed,
      preview: previewOf('schedules'),
    },
  ],
  'PUT /api/locations/:id/exceptions': [
    {
      name: 'a holiday',
      path: () => `${here}/exceptions`,
      body: () => [{ date, isClosed: true }],
      preview: previewOf('exceptions'),
    },
    {
      name: 'holidays on all the days for which a patient waits',
      path: () => `${here}/exceptions`,
      body: () => closedDays,
      preview: previewOf('exceptions'),
      closesAllDays: true,
    },
  ],
  'PUT /api/locations/:id/duties': [
    {
      name: 'a duty ends',
      path: () => `${here}/duties`,
      body: () => [],
      preview: previewOf('duties'),
      doctorLeaves: true,
    },
  ],
  'PUT /api/locations/:id/hours': [
    {
      name: 'weekly hours and a holiday of all branches in one save',
      path: () => `${here}/hours`,
      body: () => ({ schedules: closed, everywhere: [{ date, isClosed: true }] }),
      preview: previewOfPlaces,
    },
    {
      name: 'a duty ends in the same save as a holiday of other days',
      path: () => `${here}/hours`,
      body: () => ({ duties: [], exceptions: [{ date: '2027-06-11', isClosed: true }] }),
      preview: previewOfPlaces,
      doctorLeaves: true,
    },
    {
      name: 'a holiday of all branches on all the days for which a patient waits',
      path: () => `${here}/hours`,
      after: () => sql('update wishes set location_ids = array[1, 2]'),
      body: () => ({ exceptions: closedDays, everywhere: closedDays }),
      preview: previewOfPlaces,
      closesAllDays: true,
    },
  ],
  'POST /api/absences': [
    {
      name: 'an absence',
      path: () => '/api/absences',
      body: () => ({ userId: laila, startDate: date, endDate: date }),
      preview: previewOfAbsence,
    },
    {
      name: 'an absence on all the days for which a patient waits',
      path: () => '/api/absences',
      body: () => ({ userId: laila, startDate: date, endDate: '2027-06-20' }),
      preview: previewOfAbsence,
      doctorLeaves: true,
    },
    {
      name: 'an absence on the only day that another absence has left to who waits',
      path: () => '/api/absences',
      after: () =>
        done('POST', '/api/absences', { userId: laila, startDate: '2027-06-10', endDate: '2027-06-30' }),
      body: () => ({ userId: laila, startDate: date, endDate: date }),
      preview: previewOfAbsence,
      doctorLeaves: true,
    },
  ],
  'PATCH /api/staff/:id': [
    {
      name: 'a doctor is deactivated',
      path: () => `/api/staff/${laila}`,
      body: () => ({ deactivated: true }),
      preview: previewOfStaff,
      doctorLeaves: true,
    },
    {
      name: 'a doctor of patients who asked for a woman is no longer recorded as one',
      path: () => `/api/staff/${laila}`,
      after: () => sql("update appointments set doctor_wish = 'woman'"),
      body: () => ({ gender: 'male' }),
      refused: 'asked_for_woman',
    },
    {
      name: 'a doctor for whom offers are held for patients who asked for a woman is no longer recorded as one',
      path: () => `/api/staff/${laila}`,
      after: () =>
        sql(`update appointments set status = 'cancelled';
          update wishes set doctor_id = null, doctor_wish = 'woman';
          update offers set doctor_id = ${laila}, wish_id = (select id from wishes)`),
      body: () => ({ gender: null }),
      refused: 'asked_for_woman',
    },
    {
      name: 'a doctor gets another role',
      path: () => `/api/staff/${laila}`,
      body: () => ({ role: 'receptionist' }),
      preview: previewOfStaff,
      doctorLeaves: true,
    },
    {
      name: 'a doctor works at other branches',
      path: () => `/api/staff/${laila}`,
      body: () => ({ locationIds: [2] }),
      preview: previewOfStaff,
      doctorLeaves: true,
    },
    {
      name: 'a doctor keeps only a branch that is booked by doctors, where she has no duty',
      path: () => `/api/staff/${laila}`,
      after: async () => {
        await done('PATCH', '/api/locations/2', { bookedBy: 'doctor' });
        await sql('update wishes set location_ids = array[1, 2]');
      },
      body: () => ({ locationIds: [2] }),
      preview: previewOfStaff,
      doctorLeaves: true,
    },
  ],
  'PATCH /api/users/:id': [
    {
      name: 'a doctor becomes a patient',
      path: () => `/api/users/${laila}`,
      body: () => ({ role: 'patient' }),
      doctorLeaves: true,
    },
  ],
  'DELETE /api/users/:id': [
    {
      name: 'a doctor is deleted',
      path: () => `/api/users/${laila}`,
      refused: 'doctor_has_future_appointments',
    },
  ],
  'PATCH /api/locations/:id': [
    {
      name: 'weekly hours that come with the branch',
      path: () => here,
      body: () => ({ openHours: JSON.stringify({ wednesday: '09:00-12:00' }) }),
    },
    {
      name: 'a branch closes from a day on',
      path: () => here,
      body: () => ({ closedFrom: date }),
      preview: previewOfPlaces,
      closesAllDays: true,
    },
    {
      name: 'fewer rooms',
      path: () => here,
      // A third patient occupies the only room from four until after five, because her appointment has begun.
      after: async () => {
        const patientId = (await makeUser(deps.db)).id;
        const visit = { patientId, locationId: branch, serviceId: 1, date, time: '16:00:00', minutes: 80 };
        await makeAppointment(deps.db, { ...visit, room: 2, status: 'attended' });
      },
      body: () => ({ rooms: 1 }),
      preview: previewOfPlaces,
    },
    {
      name: 'booking by doctors who have no duty',
      path: () => here,
      after: async () => {
        await done('PATCH', here, { bookedBy: 'room' });
        await sql('delete from duties');
      },
      body: () => ({ bookedBy: 'doctor' }),
      preview: previewOfPlaces,
      doctorLeaves: true,
    },
    {
      name: 'fewer rooms and booking by doctors in one save',
      path: () => here,
      after: async () => {
        await done('PATCH', here, { bookedBy: 'room' });
        await sql('delete from duties');
        const patientId = (await makeUser(deps.db)).id;
        const visit = { patientId, locationId: branch, serviceId: 1, date, time: '16:00:00', minutes: 80 };
        await makeAppointment(deps.db, { ...visit, room: 2, status: 'attended' });
      },
      body: () => ({ rooms: 1, bookedBy: 'doctor' }),
      preview: previewOfPlaces,
      doctorLeaves: true,
    },
  ],
  'DELETE /api/locations/:id': [
    { name: 'a branch ends', path: () => here, refused: 'has_future_appointments' },
    {
      name: 'a branch with an offer and a wish ends',
      path: () => here,
      after: () => sql("update appointments set status = 'cancelled'"),
      refused: 'still_open',
    },
  ],
  'DELETE /api/services/:id': [
    { name: 'a service ends', path: () => '/api/services/1', refused: 'still_open' },
    {
      name: 'a service with an appointment only ends',
      path: () => '/api/services/1',
      after: () => sql("delete from wishes; update offers set holds = false, state = 'withdrawn'"),
      refused: 'still_open',
    },
  ],
  'POST /api/disruptions/:id/acts': 'works on what was displaced before',
  'POST /api/disruptions/offers': 'works on what was displaced before',
  'POST /api/locations': 'a new branch has nothing yet',
  'DELETE /api/absences/:id': 'only gives times back',
  'POST /api/screens': 'a link to a screen',
  'DELETE /api/screens/:id': 'a link to a screen',
  'POST /api/services': 'a new service',
  'PATCH /api/services/:id': 'appointments and offers keep their length',
  'PATCH /api/settings': 'says what may be booked from now on',
  'POST /api/staff': 'a new member of the staff',
  'PUT /api/staff/me': 'a habit of one user',
  'POST /api/staff/me/filters': 'a filter of one user',
  'DELETE /api/staff/me/filters/:id': 'a filter of one user',
  'POST /api/users': 'a new account',
  'PUT /api/guide': 'marks of the guide',
  'POST /api/guide/message': 'sends a message to try',
};

/** Data besides the appointments that decides whether they can take place. */
const grounds: readonly AuditSubject[] = [
  'schedules',
  'absences',
  'locations',
  'services',
  'staff',
  'settings',
  'disruptions',
];

test('every write that appointments depend on is in the table', () => {
  const found = endpoints
    .filter((spec) => spec.method !== 'GET' && 'changes' in spec)
    .filter(({ changes }) => changes.some((subject) => grounds.includes(subject)));
  expect(found.map(endpointName).toSorted()).toEqual(Object.keys(writes).toSorted());
});

const driven = Object.entries(writes).flatMap(([endpoint, cases]) =>
  typeof cases === 'string' ? [] : cases.map((one) => ({ ...one, method: endpoint.split(' ')[0] ?? '' })),
);
const state = async () => ({
  plan: await sql(`select (select count(*) from duties) as duties, (select count(*) from absences) as absences,
    (select count(*) from users where deactivated_at is null) as active, sum(rooms) as rooms,
    (select count(*) from location_exceptions) as exceptions from locations`),
  displaced: await sql('select disruption_id as disruption, patient_id as patient from displaced'),
  offers: await sql('select holds, state from offers'),
  told: await sql(`select distinct user_id as patient, template from messages
    where template in ('offerGone', 'wishOther', 'wishClosed') order by user_id`),
  wishes: await sql(`select doctor_id as doctor, doctor_wish as wish from wishes where state = 'waiting'`),
});

describe('each write is rejected with the number, or previewed, with one disruption and one message per patient', () => {
  test.each(driven)('$name', async (one) => {
    const { method, path, body, after, refused, doctorLeaves, closesAllDays } = one;
    await after?.();
    const before = await state();
    const preview = one.preview?.(body?.());
    if (preview) {
      const seen = await done('POST', preview.path, preview.body);
      expect([seen.count, seen.offers, seen.wishes ?? 0, seen.closedWishes ?? 0]).toEqual([
        1,
        1,
        doctorLeaves ? 1 : 0,
        closesAllDays ? 1 : 0,
      ]);
      expect(seen.visits).toMatchObject([{ visit: { userId: mona } }]);
      expect(await state()).toEqual(before);
    }
    const answer = await ask(method, path?.() ?? '', body?.());
    if (refused) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, refused]);
      expect(answer.json().message).toMatch(/\d/);
      expect(await state()).toEqual(before);
      return;
    }
    expect([answer.statusCode < 300, answer.body]).toEqual([true, answer.body]);
    const now = await state();
    expect(now.displaced).toEqual([{ disruption: 1, patient: mona }]);
    expect(now.offers).toEqual([{ holds: false, state: 'withdrawn' }]);
    expect(now.told).toEqual([
      { patient: salma, template: 'offerGone' },
      ...(doctorLeaves ? [{ patient: nour, template: 'wishOther' }] : []),
      ...(closesAllDays ? [{ patient: nour, template: 'wishClosed' }] : []),
    ]);
    const waits = doctorLeaves ? { doctor: null, wish: 'woman' } : { doctor: laila, wish: 'named' };
    expect(now.wishes).toEqual([waits]);
    // The same request again notifies nobody twice.
    await ask(method, path?.() ?? '', body?.());
    expect((await state()).told).toEqual(now.told);
  });
});

test.each<[string, () => Promise<unknown>]>([
  ['leaves', () => done('PATCH', `/api/staff/${laila}`, { deactivated: true })],
  [
    'is absent',
    () => done('POST', '/api/absences', { userId: laila, startDate: date, endDate: '2027-06-20' }),
  ],
  [
    'has no duty at a branch that is now booked by doctors',
    async () => {
      await done('PATCH', here, { bookedBy: 'room' });
      await sql('delete from duties');
      await done('PATCH', here, { bookedBy: 'doctor' });
    },
  ],
])('who waits for a doctor who %s, and has a time kept with her, is told once', async (_, change) => {
  const [wish] = await sql('select id from wishes');
  await done('POST', '/api/offers', {
    locationId: branch,
    appointmentDate: date,
    userId: nour,
    serviceId: 1,
    appointmentTime: '18:00',
    minutes: 1440,
    wishId: wish?.id,
  });
  await change();
  const now = await state();
  expect(now.offers.filter(({ holds }) => holds)).toEqual([]);
  expect(now.told).toEqual([
    { patient: salma, template: 'offerGone' },
    { patient: nour, template: 'wishOther' },
  ]);
});

test('a patient whose branch closes on all her days and who has an offer there is told once', async () => {
  await sql(`update offers set patient_id = ${nour}, wish_id = (select id from wishes)`);
  const preview = await done('POST', `${here}/hours-preview`, { exceptions: closedDays });
  expect(preview).toMatchObject({ count: 1, offers: 1, closedWishes: 1 });
  await done('PUT', `${here}/exceptions`, closedDays);
  expect((await state()).told).toEqual([{ patient: nour, template: 'wishClosed' }]);
});

test('a patient who waits at two branches is told once when both are closed, whichever admin is faster', async () => {
  await sql('update wishes set location_ids = array[1, 2]');
  const told = async () => (await state()).told.filter(({ patient }) => patient === nour);
  const close = (id: number) => done('PUT', `/api/locations/${id}/exceptions`, closedDays);
  await close(1);
  expect(await told()).toEqual([]);
  await done('PUT', `${here}/exceptions`, []);
  await Promise.all([close(1), close(2)]);
  expect(await told()).toEqual([{ patient: nour, template: 'wishClosed' }]);
});

test('a branch can be archived after it was closed from a date and its appointments were moved', async () => {
  await sql("update wishes set parts = '{evening}'");
  await done('PATCH', here, { closedFrom: '2027-06-07' });
  const still = await ask('DELETE', here);
  expect([still.statusCode, still.json().code]).toEqual([409, 'has_future_appointments']);
  const { visits } = (await ask('GET', '/api/disruptions/1/proposals')).json();
  expect(visits[0].proposals[0]).toMatchObject({ kind: 'branch', locationId: 2 });
  const { kind: _kind, ...time } = visits[0].proposals[0];
  await done('POST', '/api/disruptions/1/acts', { act: 'move', visits: [{ appointmentId: 1, time }] });
  expect((await ask('DELETE', here)).statusCode).toBe(204);
  const now = await state();
  expect([now.wishes, now.told]).toEqual([
    [],
    [
      { patient: salma, template: 'offerGone' },
      { patient: nour, template: 'wishClosed' },
    ],
  ]);
  expect(await sql('select state from wishes')).toEqual([{ state: 'ended' }]);
});

const endAppointmentsAndOffers = () =>
  sql(`update appointments set status = 'cancelled';
    update offers set holds = false, state = 'withdrawn'`);

/** Closes a branch on all the days of the waiting patient, without notifying her. */
const closeAllDays = (location: number) =>
  sql(`insert into location_exceptions (location_id, day)
    select ${location}, day from generate_series('${date}'::date, '2027-06-20', '1 day') day`);

test('a patient who joined the waiting list after the branch was closed is told when it ends', async () => {
  await endAppointmentsAndOffers();
  await closeAllDays(branch);
  expect((await ask('DELETE', here)).statusCode).toBe(204);
  expect((await state()).told).toEqual([{ patient: nour, template: 'wishClosed' }]);
});

describe('archiving a branch, for a patient who also waits at another branch', () => {
  const endBranch = async () => {
    await endAppointmentsAndOffers();
    await sql('update wishes set location_ids = array[1, 2]');
    expect((await ask('DELETE', here)).statusCode).toBe(204);
    expect(await sql('select location_ids as branches from wishes')).toEqual([{ branches: [2] }]);
    return state();
  };

  test('tells her if the other branch is closed on all her days', async () => {
    await sql("update wishes set doctor_id = null, doctor_wish = 'any'");
    await closeAllDays(2);
    expect((await endBranch()).told).toEqual([{ patient: nour, template: 'wishClosed' }]);
  });
  test('tells her once if the other branch is closed on all her days and her doctor worked only there', async () => {
    await closeAllDays(2);
    const now = await endBranch();
    expect([now.wishes, now.told]).toEqual([
      [{ doctor: null, wish: 'woman' }],
      [{ patient: nour, template: 'wishClosed' }],
    ]);
  });
  test('does not tell her if the other branch is open', async () => {
    await sql("update wishes set doctor_id = null, doctor_wish = 'any'");
    expect((await endBranch()).told).toEqual([]);
  });
  test('lets her wait for any doctor if hers worked only there', async () => {
    const now = await endBranch();
    expect([now.wishes, now.told]).toEqual([
      [{ doctor: null, wish: 'woman' }],
      [{ patient: nour, template: 'wishOther' }],
    ]);
  });
  test('keeps a doctor who works at both branches', async () => {
    await sql(`insert into staff_locations (user_id, location_id) values (${laila}, 2)`);
    const now = await endBranch();
    expect([now.wishes, now.told]).toEqual([[{ doctor: laila, wish: 'named' }], []]);
  });
});

test('a patient who left the waiting list before sending gets no message about its doctor', async () => {
  await done('PATCH', `/api/staff/${laila}`, { deactivated: true });
  await sql(`update wishes set state = 'left', ended_at = now();
    update users set channels = '{email}', email = 'n@example.org', email_confirmed_at = now() where id = ${nour}`);
  await sql(`insert into messages (dedupe_key, channel, user_id, locale, template, params, run_at)
    select 'by mail', 'email', user_id, locale, template, params, 'epoch' from messages
      where template = 'wishOther' and channel = 'app'`);
  const worker = clinic.worker();
  await worker.poke();
  await worker.stop();
  expect(await sql(`select state from messages where template = 'wishOther' and channel = 'email'`)).toEqual([
    { state: 'skipped' },
  ]);
});

test('a deleted doctor’s offers and waiting-list entries are settled', async () => {
  await sql("update appointments set status = 'cancelled'");
  expect((await ask('DELETE', `/api/users/${laila}`)).statusCode).toBe(204);
  const now = await state();
  expect([now.offers, now.wishes]).toEqual([
    [{ holds: false, state: 'withdrawn' }],
    [{ doctor: null, wish: 'woman' }],
  ]);
});
