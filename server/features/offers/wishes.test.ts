import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { clinic as ofClinic } from '#server/clinic.ts';
import { systemActor } from '#server/engine/events/queries.ts';
import { TaskRunner } from '#server/engine/tasks/task-runner.ts';
import { stopChannel } from '#server/features/links/actions.ts';
import { makeClinic, makeLocation, makePatients, makeUser, openEveryDay } from '#server/testing/factories.ts';
import { createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let admin = '';
let mona: SignedIn;
let salma: SignedIn;
let others: number[] = [];
const full = '2027-06-08';
const times = Array.from({ length: 12 }, (_, i) => 15 * 60 + 20 * i).map(
  (at) => `${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}`,
);

const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
const book = async (userId: number, appointmentDate: string, appointmentTime: string): Promise<number> => {
  const body = { userId, locationId: 1, service: '1', appointmentDate, appointmentTime };
  return (await call('POST', '/api/appointments', { cookie: admin, body })).json().id;
};
const patient = (name: string, email: string) =>
  createSignedInUser(clinic, {
    role: 'patient',
    name,
    locale: 'en',
    channels: ['email'],
    email,
    emailConfirmedAt: monday,
  });
const wait = ({ cookie }: SignedIn, appointmentId: number) =>
  call('POST', '/api/offers/wishes', { cookie, body: { appointmentId, locationIds: [1] } });
const runTasks = () => new TaskRunner(deps, ofClinic.tasks).poke();
const at = async (minutes: number) => {
  clinic.setNow(new Date(monday.getTime() + minutes * 60_000));
  await runTasks();
};
const cancel = (id: number) =>
  call('PATCH', `/api/appointments/${id}`, { cookie: admin, body: { status: 'cancelled' } });
const offers = () =>
  sql(`select patient_id, state, to_char(local_start, 'MM-DD HH24:MI') as start from offers order by id`);

/** Every time until the ninth is taken; both wait for an earlier one than theirs on the ninth. */
let taken: number[] = [];
let hers = 0;
beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  mona = await patient('Mona', 'mona@example.org');
  salma = await patient('Salma', 'salma@example.org');
  others = await makePatients(deps.db, 40);
  taken = [];
  for (const [i, time] of times.entries()) {
    await book(others[i] ?? 0, '2027-06-07', time);
    taken.push(await book(others[i] ?? 0, full, time));
  }
  hers = await book(mona.id, '2027-06-09', '15:00');
  const later = await book(salma.id, '2027-06-09', '15:20');
  expect((await wait(mona, hers)).statusCode).toBe(201);
  clinic.setNow(new Date(monday.getTime() + 1000));
  expect((await wait(salma, later)).json()).toMatchObject([{ appointmentId: later, offered: 0, place: 2 }]);
  await runTasks();
});
afterAll(clinic.close);

describe('a freed time', () => {
  test('goes to the longest waiting patient, then to the next, once a day and never the same again', async () => {
    expect(await offers()).toEqual([]);
    await cancel(taken[3] ?? 0);
    await at(1);
    expect(await offers()).toEqual([{ patient_id: mona.id, state: 'open', start: '06-08 16:00' }]);
    await at(20);
    expect(await offers()).toHaveLength(1);
    await at(32);
    expect(await offers()).toMatchObject([
      { patient_id: mona.id, state: 'expired' },
      { patient_id: salma.id, state: 'open', start: '06-08 16:00' },
    ]);
    const [, open] = await sql('select id from offers order by id');
    const take = await call('POST', `/api/offers/${open.id}/answer`, {
      cookie: salma.cookie,
      body: { answer: 'take' },
    });
    expect(take.json()).toMatchObject({ state: 'taken' });
    expect(await sql('select patient_id, state from wishes order by id')).toEqual([
      { patient_id: mona.id, state: 'waiting' },
      { patient_id: salma.id, state: 'granted' },
    ]);
    // Salma's old time is free now; it is later than Mona's own, and Mona got an offer today.
    await at(60);
    expect(await offers()).toHaveLength(2);
    const told = await sql(`select action from events where subject = 'offers' order by id`);
    expect(told.map(({ action }) => action)).toEqual([
      'wish_made',
      'wish_made',
      'offered',
      'offer_expired',
      'offered',
      'offer_taken',
      'wish_granted',
    ]);
  });

  test('is offered also for an archived service, which blocks nobody else', async () => {
    // An entry whose dates are over did not prevent archiving the service.
    await sql('update services set archived_at = now()');
    deps.cache.dropAll();
    await cancel(taken[3] ?? 0);
    await at(1);
    expect(await offers()).toEqual([{ patient_id: mona.id, state: 'open', start: '06-08 16:00' }]);
  });

  test('waits for the morning in quiet hours, and skips patients who could not come in time', async () => {
    clinic.setNow(new Date('2027-06-07T18:30:00Z'));
    await cancel(taken[3] ?? 0);
    await runTasks();
    expect(await offers()).toEqual([]);
    clinic.setNow(new Date('2027-06-08T12:00:00Z'));
    await runTasks();
    // It is 15:00 in Cairo, so 16:00 is nearer than the minimum notice.
    expect(await offers()).toEqual([]);
    admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
    await cancel(taken[6] ?? 0);
    clinic.setNow(new Date('2027-06-08T12:00:20Z'));
    await runTasks();
    expect(await offers()).toMatchObject([{ patient_id: mona.id, start: '06-08 17:00' }]);
  });
});

describe('a wish for a new appointment', () => {
  const newVisit = { serviceId: 1, locationIds: [1], fromDate: '2027-06-08', toDate: '2027-06-08' };
  const join = ({ cookie }: { cookie: string }, change: object = {}) =>
    call('POST', '/api/offers/wishes', { cookie, body: { ...newVisit, ...change } });

  test('is offered on its days and parts of the day, and a repeated wish keeps its place', async () => {
    const nour = await patient('Nour', 'nour@example.org');
    expect((await join(nour, { parts: ['evening'] })).json()).toMatchObject([
      { ...newVisit, appointmentId: null, parts: ['evening'], place: 3, offered: 0 },
    ]);
    const hana = await patient('Hana', 'hana@example.org');
    expect((await join(hana)).json()).toMatchObject([{ place: 4 }]);
    expect((await join(nour, { parts: ['evening', 'morning'] })).json()).toMatchObject([
      { id: 3, parts: ['evening', 'morning'], place: 3 },
    ]);
    for (const id of [1, 2]) await sql(`update wishes set state = 'left' where id = ${id}`);
    // 16:00 is not an evening time: it goes to Hana, who has waited less long.
    await cancel(taken[3] ?? 0);
    await at(1);
    await cancel(taken[7] ?? 0);
    await at(2);
    expect(await offers()).toEqual([
      { patient_id: hana.id, state: 'open', start: '06-08 16:00' },
      { patient_id: nour.id, state: 'open', start: '06-08 17:20' },
    ]);
    const [, open] = await sql('select id from offers order by id');
    const take = () =>
      call('POST', `/api/offers/${open.id}/answer`, { cookie: nour.cookie, body: { answer: 'take' } });
    expect((await take()).json()).toMatchObject({ state: 'taken' });
    expect(
      await sql(`select status, to_char(local_start, 'MM-DD HH24:MI') as start from appointments
      where patient_id = ${nour.id}`),
    ).toEqual([{ status: 'confirmed', start: '06-08 17:20' }]);
    expect(await sql('select state from wishes where id = 3')).toEqual([{ state: 'granted' }]);
  });

  test('skips patients with withdrawn consent, who can still move their own appointments', async () => {
    const nour = await patient('Nour', 'nour@example.org');
    await join(nour);
    for (const { id, cookie } of [nour, mona]) {
      const path = `/api/privacy/${id}/consents`;
      const { version } = (await call('GET', '/api/privacy/notice')).json();
      expect((await call('POST', path, { cookie, body: { version, lang: 'en' } })).statusCode).toBe(200);
      expect((await call('DELETE', path, { cookie })).statusCode).toBe(200);
    }
    await sql("update wishes set state = 'left' where id = 2");
    expect((await call('GET', '/api/offers/waiting', { cookie: admin })).json()).toMatchObject([
      { id: 1, rests: null },
      { id: 3, rests: 'withdrawn' },
    ]);
    await cancel(taken[3] ?? 0);
    await cancel(taken[4] ?? 0);
    await at(1);
    expect(await offers()).toMatchObject([{ patient_id: mona.id }]);
  });

  test('ends with its days, and with an appointment that the patient found herself', async () => {
    const nour = await patient('Nour', 'nour@example.org');
    await join(nour, { toDate: '2027-06-10' });
    await at(1);
    expect(await sql('select state from wishes where id = 3')).toEqual([{ state: 'waiting' }]);
    await book(nour.id, '2027-06-10', '15:00');
    await at(2);
    expect(await sql('select state from wishes where id = 3')).toEqual([{ state: 'ended' }]);
    const hana = await patient('Hana', 'hana@example.org');
    await join(hana);
    const stateAt = async (instant: string) => {
      clinic.setNow(new Date(instant));
      await runTasks();
      return (await sql('select state from wishes where id = 4'))[0].state;
    };
    // The clinic's last day of the entry ends at 3 AM.
    expect(await stateAt('2027-06-08T21:10:00Z')).toBe('waiting');
    expect((await join({ cookie: await createSession(clinic, hana.id) })).json()).toMatchObject([{ id: 4 }]);
    expect(await stateAt('2027-06-09T00:00:00Z')).toBe('ended');
  });

  test('that is over counts nowhere and reserves no place, also before the task ends it', async () => {
    const nour = await patient('Nour', 'nour@example.org');
    const doctor = await makeUser(deps.db, { role: 'doctor', worksAt: [1] });
    const get = async (path: string, cookie = admin) => (await call('GET', path, { cookie })).json();
    const counts = async (cookie = admin) => ({
      calendar: (await get('/api/appointments/week?from=2027-06-06', cookie)).branches[0].days[2].waiting,
      list: (await get('/api/offers/waiting', cookie)).length,
    });
    const preview = async () => {
      const path = `/api/staff/${doctor.id}/preview`;
      return (await call('POST', path, { cookie: admin, body: { deactivated: true } })).json();
    };
    await join(nour, { toDate: '2027-06-10', doctorId: doctor.id });
    expect(await preview()).toMatchObject({ count: 0, wishes: 1 });
    expect(await counts()).toEqual({ calendar: 3, list: 3 });
    clinic.setNow(new Date(monday.getTime() + 60_000));
    await book(nour.id, '2027-06-10', '15:00');
    expect(await preview()).toMatchObject({ count: 0, wishes: 0 });
    expect(await counts()).toEqual({ calendar: 2, list: 2 });
    expect(await get('/api/offers/wishes', nour.cookie)).toEqual([]);
    expect((await call('GET', '/api/offers/wishes/3/times', { cookie: admin })).statusCode).toBe(404);
    clinic.setNow(new Date(monday.getTime() + 120_000));
    expect((await join(nour, { toDate: '2027-06-10' })).json()).toMatchObject([{ id: 3, place: 3 }]);
    await runTasks();
    expect(await sql('select state from wishes where id = 3')).toEqual([{ state: 'waiting' }]);

    await sql('update offers set holds = false');
    await sql('update appointments set status = $$cancelled$$');
    clinic.setNow(new Date('2027-06-11T12:00:00Z'));
    const later = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
    for (const path of ['/api/services/1', '/api/locations/1'])
      expect((await call('DELETE', path, { cookie: later })).statusCode, path).toBe(204);
  });

  test('is refused if all its branches are closed for good on its first day', async () => {
    const nour = await patient('Nour', 'nour@example.org');
    const { id: noHoursYet } = await makeLocation(deps.db, { name: 'No hours yet' });
    const closeFrom = (date: string) =>
      call('PATCH', '/api/locations/1', { cookie: admin, body: { closedFrom: date } });
    const days = { fromDate: '2027-06-10', toDate: '2027-06-20' };
    expect((await closeFrom('2027-06-10')).statusCode).toBe(200);
    expect((await join(nour, days)).json()).toMatchObject({
      code: 'unknown_location',
      message: 'This branch is no longer available. Please choose another.',
    });
    expect((await join(nour, { ...days, fromDate: '2027-06-09' })).statusCode).toBe(201);
    expect((await join(nour, { ...days, locationIds: [1, noHoursYet] })).statusCode).toBe(201);
    expect((await wait(mona, hers)).statusCode).toBe(201);
    expect((await closeFrom('2027-06-07')).statusCode).toBe(200);
    expect((await wait(mona, hers)).json()).toMatchObject({ code: 'unknown_location' });
  });

  test('ends on the day when its branch closes for good, and each patient is told once', async () => {
    const [nour, hana] = [
      await patient('Nour', 'nour@example.org'),
      await patient('Hana', 'hana@example.org'),
    ];
    await join(nour, { fromDate: '2027-06-07', toDate: '2027-06-20' });
    await join(hana, { fromDate: '2027-06-09', toDate: '2027-06-20' });
    // Salma's appointment takes place elsewhere; Mona's is displaced by the closing.
    const { id: elsewhere } = await makeLocation(deps.db, { name: 'Elsewhere' });
    await sql(`update appointments set location_id = ${elsewhere} where patient_id = ${salma.id}`);
    await call('PATCH', '/api/locations/1', { cookie: admin, body: { closedFrom: '2027-06-09' } });
    const told = () =>
      sql(
        `select user_id as id from messages where template = 'wishClosed' and channel = 'app' order by user_id`,
      );
    await runTasks();
    expect([await told(), await sql('select distinct state from wishes')]).toEqual([
      [{ id: hana.id }],
      [{ state: 'waiting' }],
    ]);
    clinic.setNow(new Date('2027-06-09T00:00:00Z'));
    await runTasks();
    expect(await sql('select distinct state from wishes')).toEqual([{ state: 'ended' }]);
    expect(await told()).toEqual([{ id: salma.id }, { id: nour.id }, { id: hana.id }]);
  });

  test('with any doctor outlasts the last duty of a branch, and is offered a time of the next duty', async () => {
    const { id: maadi } = await makeLocation(deps.db, { name: 'Maadi', bookedBy: 'doctor' });
    await openEveryDay(deps.db, maadi);
    const laila = await makeUser(deps.db, { role: 'doctor' });
    const nour = await patient('Nour', 'nour@example.org');
    const saveDuties = async (duties: object[]) => {
      const saved = await call('PUT', `/api/locations/${maadi}/duties`, { cookie: admin, body: duties });
      expect(saved.statusCode).toBe(200);
    };
    const onTuesdays = { userId: laila.id, dayOfWeek: 2, startTime: '15:00', endTime: '19:00' };
    await saveDuties([onTuesdays]);
    expect((await join(nour, { locationIds: [maadi] })).statusCode).toBe(201);
    await saveDuties([]);
    await runTasks();
    expect([await offers(), await sql(`select from messages where user_id = ${nour.id}`)]).toEqual([[], []]);
    expect(await sql('select state from wishes where id = 3')).toEqual([{ state: 'waiting' }]);
    await saveDuties([onTuesdays]);
    await at(1);
    expect(await offers()).toEqual([{ patient_id: nour.id, state: 'open', start: '06-08 15:00' }]);
  });

  test('needs a service and ordered days, and the number of wishes is limited', async () => {
    const nour = await patient('Nour', 'nour@example.org');
    const refused = async (change: object) => (await join(nour, change)).json();
    expect(await refused({ serviceId: undefined })).toMatchObject({ fields: { serviceId: 'Required' } });
    expect(await refused({ toDate: '2027-06-07' })).toMatchObject({ code: 'malformed' });
    expect(await refused({ fromDate: '2027-06-01', toDate: '2027-06-02' })).toMatchObject({
      code: 'in_the_past',
    });
    expect(await refused({ toDate: '2029-01-01' })).toMatchObject({ code: 'too_far_ahead' });
    expect(await refused({ doctorId: 999_999 })).toMatchObject({ code: 'unknown_doctor' });
    expect(await refused({ userId: mona.id })).toMatchObject({ code: 'not_found' });
    for (const id of [5, 6, 7])
      await sql(`insert into services (id, name) overriding system value values (${id}, 'Other ${id}')`);
    await sql(`insert into wishes (patient_id, service_id, location_ids, from_date, to_date)
      select ${nour.id}, id, '{1}', '2027-06-08', '2027-06-08' from generate_series(5, 7) id`);
    expect(await refused({})).toMatchObject({ code: 'too_many_wishes' });
  });
});

describe('staff', () => {
  const newVisit = { serviceId: 1, locationIds: [1], fromDate: '2027-06-08', toDate: '2027-06-08' };
  const list = async (query = '') =>
    (await call('GET', `/api/offers/waiting${query}`, { cookie: admin })).json();

  test('see the list in order with reasons, and add and remove entries', async () => {
    const unheard = others[39];
    const put = await call('POST', '/api/offers/wishes', {
      cookie: admin,
      body: { ...newVisit, userId: unheard },
    });
    expect(put.statusCode).toBe(201);
    expect(await list()).toMatchObject([
      { id: 1, patient: { id: mona.id, name: 'Mona' }, place: 1, rests: null, visit: { locationId: 1 } },
      {
        id: 2,
        patient: { id: salma.id },
        place: 2,
        createdAt: new Date(monday.getTime() + 1000).toISOString(),
      },
      { id: 3, patient: { id: unheard }, place: 3, rests: 'unreached', visit: null, minutes: 20 },
    ]);
    expect(await list(`?userId=${salma.id}`)).toMatchObject([{ id: 2 }]);
    expect(await list('?locationId=2')).toEqual([]);
    // Page by page, without a gap or a duplicate, with the total.
    const first = await call('GET', '/api/offers/waiting?limit=2', { cookie: admin });
    expect([first.headers['x-total-count'], first.json().length]).toEqual(['3', 2]);
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await call('GET', next, { cookie: admin });
    expect(second.json()).toMatchObject([{ id: 3 }]);
    expect([second.headers['x-total-count'], second.headers.link]).toEqual(['3', undefined]);
    await cancel(taken[3] ?? 0);
    await at(1);
    expect(await list(`?userId=${mona.id}`)).toMatchObject([{ rests: 'kept', offered: 1 }]);
    const off = await call('DELETE', '/api/offers/wishes/3?why=booked', { cookie: admin });
    expect(off.statusCode).toBe(204);
    expect(await sql(`select after->>'why' as why from events where action = 'wish_left'`)).toEqual([
      { why: 'booked' },
    ]);
    expect(await list()).toHaveLength(2);
    const without = await call('POST', '/api/offers/wishes', { cookie: admin, body: newVisit });
    expect(without.json()).toMatchObject({ fields: { userId: 'Required' } });
  });

  test('search the list by name, and see the phone of patients to call', async () => {
    const phone = '+201000000077';
    await sql(`update users set phone = '${phone}', phone_confirmed_at = now(), channels = '{sms}'
      where id = ${mona.id}`);
    const care = { name: 'Judy', relation: 'mother' };
    const family = await call('POST', `/api/patients/${mona.id}/family`, { cookie: mona.cookie, body: care });
    const [child] = family.json().caresFor;
    const body = { ...newVisit, userId: child.id };
    expect((await call('POST', '/api/offers/wishes', { cookie: mona.cookie, body })).statusCode).toBe(201);
    expect(await list(`?userId=${child.id}`)).toMatchObject([
      { patient: { id: child.id, name: 'Judy', phone: '0100 000 0077' }, rests: null },
    ]);
  });

  test('offer by hand to any patient if the clinic’s setting says so', async () => {
    await call('PATCH', '/api/settings', { cookie: admin, body: { waitingList: 'hand' } });
    await cancel(taken[3] ?? 0);
    await at(1);
    expect(await offers()).toEqual([]);
    expect(await list()).toMatchObject([{ rests: 'hand' }, { rests: 'hand' }]);
    const timesFor = async (wishId: number, cookie = admin) =>
      (await call('GET', `/api/offers/wishes/${wishId}/times`, { cookie })).json();
    const opened = { locationId: 1, appointmentDate: full, appointmentTime: '16:00:00' };
    expect(await timesFor(2)).toEqual({ times: [opened], count: 1, minutes: 30 });
    const { id: elsewhere } = await makeLocation(deps.db, { name: 'Elsewhere' });
    const walaa = await makeUser(deps.db, { role: 'receptionist', worksAt: [elsewhere] });
    expect(await timesFor(2, await createSession(clinic, walaa.id))).toMatchObject({ code: 'not_found' });
    const offer = (userId: number, wishId: number) =>
      call('POST', '/api/offers', {
        cookie: admin,
        body: {
          userId,
          wishId,
          locationId: 1,
          serviceId: 1,
          appointmentDate: full,
          appointmentTime: '16:00',
        },
      });
    expect((await offer(mona.id, 2)).json()).toMatchObject({ code: 'not_found' });
    expect((await offer(salma.id, 2)).json()).toMatchObject({ reason: 'waiting', visit: {} });
    const [{ id }] = await sql('select id from offers');
    expect(await list(`?userId=${salma.id}`)).toMatchObject([
      { offered: 1, offers: [{ ...opened, state: 'open' }], rests: 'kept' },
    ]);
    // The open offer stays; the task does not repeat it.
    expect((await call('DELETE', `/api/offers/${id}`, { cookie: admin })).statusCode).toBe(204);
    expect(await timesFor(2)).toMatchObject({ times: [] });
    expect(await timesFor(1)).toMatchObject({ times: [opened] });
    expect((await offer(salma.id, 2)).statusCode).toBe(201);
    const [, again] = await sql('select id from offers order by id');
    await call('POST', `/api/offers/${again.id}/answer`, { cookie: salma.cookie, body: { answer: 'take' } });
    expect(await sql('select state from wishes where id = 2')).toEqual([{ state: 'granted' }]);
  });
});

describe('a waiting patient', () => {
  test('gets at most three offers', async () => {
    await sql(`insert into offers (patient_id, location_id, service_id, local_start, local_end, room, reason,
      state, holds, held_until, wish_id, created_at) select ${mona.id}, 1, 1, '2027-06-08 15:00',
      '2027-06-08 15:20', 1, 'waiting', 'declined', false, now(), 1, '2027-06-01'
      from generate_series(1, 3)`);
    await cancel(taken[3] ?? 0);
    await at(1);
    expect(await sql('select state from wishes where id = 1')).toEqual([{ state: 'ended' }]);
    expect((await offers()).slice(3)).toMatchObject([{ patient_id: salma.id }]);
  });

  test('leaves by herself, by STOP, and when her appointment ends', async () => {
    const mine = () => call('GET', '/api/offers/wishes', { cookie: mona.cookie });
    expect((await wait(mona, hers)).json()).toHaveLength(1);
    expect((await call('DELETE', '/api/offers/wishes/1', { cookie: salma.cookie })).statusCode).toBe(404);
    expect((await call('DELETE', '/api/offers/wishes/1', { cookie: mona.cookie })).statusCode).toBe(204);
    expect((await mine()).json()).toEqual([]);
    await wait(mona, hers);
    const [mail] = await sql(
      `select secrets from messages where channel = 'email' and secrets ? 'stop' limit 1`,
    );
    const stop = mail.secrets.stop.replace('/l/', '');
    await call('POST', `/api/links/${stop}`, { body: { action: 'stop' } });
    expect((await mine()).json()).toEqual([]);
    await cancel(Number((await sql('select appointment_id as id from wishes where id = 2'))[0].id));
    await at(1);
    expect(await sql('select state from wishes where id = 2')).toEqual([{ state: 'ended' }]);
  });

  test('stays after STOP of texts while e-mail reaches her, and leaves after STOP of both', async () => {
    await sql(`update users set phone = '+201001234567', phone_confirmed_at = now(),
      channels = '{app,sms,email}' where id = ${mona.id}`);
    const mine = async () => (await call('GET', '/api/offers/wishes', { cookie: mona.cookie })).json();
    await stopChannel(deps, systemActor, mona.id, 'sms');
    expect(await mine()).toHaveLength(1);
    await stopChannel(deps, systemActor, mona.id, 'email');
    expect(await mine()).toEqual([]);
  });

  test('has an upcoming appointment of her own and a channel that reaches her in time', async () => {
    const unheard = await createSignedInUser(clinic, {
      role: 'patient',
      channels: ['email'],
      email: 'x@example.org',
    });
    const visit = await book(unheard.id, '2027-06-09', '16:00');
    expect((await wait(unheard, visit)).json()).toMatchObject({ code: 'no_way_to_tell' });
    expect((await wait(unheard, hers)).statusCode).toBe(404);
    await cancel(hers);
    expect((await wait(mona, hers)).json()).toMatchObject({ code: 'not_movable' });
  });
});
