import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { clinic as ofClinic } from '#server/clinic.ts';
import { TaskRunner } from '#server/engine/tasks/task-runner.ts';
import { makeClinic, makePatients } from '#server/testing/factories.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import type { Offer } from '#shared/contract/offers.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let admin = '';
let mona: SignedIn;
let other = 0;
const date = '2027-06-09';

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  mona = await createSignedInUser(clinic, {
    role: 'patient',
    name: 'Mona',
    locale: 'en',
    channels: ['email', 'sms'],
    email: 'mona@example.org',
    emailConfirmedAt: monday,
    phone: '+201001234567',
    phoneConfirmedAt: monday,
  });
  [other = 0] = await makePatients(deps.db, 1);
});
afterAll(clinic.close);

const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
const wish = { locationId: 1, appointmentDate: date, appointmentTime: '15:20:00' };
const offer = (more: object = {}) =>
  call('POST', '/api/offers', { cookie: admin, body: { userId: mona.id, serviceId: 1, ...wish, ...more } });
const book = (userId: number, cookie = admin, more: object = {}) =>
  call('POST', '/api/appointments', { cookie, body: { userId, service: '1', ...wish, ...more } });
const answer = (id: number, body: object, cookie = mona.cookie) =>
  call('POST', `/api/offers/${id}/answer`, { cookie, body });
const free = async (): Promise<string[]> =>
  (await call('GET', `/api/locations/1/availability?date=${date}`))
    .json()
    .slots.map(({ time }: { time: string }) => time);
/** The task runner, as in every process. */
const runTasks = () => new TaskRunner(deps, ofClinic.tasks).poke();
const later = (minutes: number) => clinic.setNow(new Date(monday.getTime() + minutes * 60_000));
const token = async (): Promise<string> => {
  const [row] = await sql(`select secrets from messages where channel = 'email' and template like 'offer%'
    order by id desc limit 1`);
  return String(row?.secrets.offer).replace('/l/', '');
};
const visits = () => sql('select patient_id, status, local_start from appointments order by id');

describe('a held time', () => {
  test('is hidden at once, rejected for others, and available to the patient', async () => {
    expect(await free()).toContain('15:20:00');
    const made = await offer();
    expect(made.statusCode).toBe(201);
    expect(made.json()).toMatchObject({ state: 'open', patient: { name: 'Mona' }, visit: null });
    expect(await free()).not.toContain('15:20:00');
    expect((await book(other)).json()).toMatchObject({ code: 'slot_taken' });
    const salma = await createSignedInUser(clinic, { role: 'patient' });
    expect((await book(salma.id, salma.cookie)).json()).toMatchObject({ code: 'slot_taken' });
    const elsewhere = (await book(other, admin, { appointmentTime: '17:00:00' })).json();
    const moved = (body: object, cookie = admin) =>
      call('PATCH', `/api/appointments/${elsewhere.id}`, { cookie, body });
    expect((await moved({ appointmentTime: '15:20' })).json()).toMatchObject({ code: 'slot_taken' });
    const series = await call('POST', `/api/appointments/${elsewhere.id}/follow-ups`, {
      cookie: admin,
      body: { visits: [{ date, time: '15:20' }], together: true },
    });
    expect(series.json()).toMatchObject({ booked: [], refused: [{ time: '15:20:00' }] });
    expect((await book(mona.id, mona.cookie)).statusCode).toBe(201);
  });

  test('can be overbooked by staff on purpose, and does not block other offers of the room', async () => {
    await offer();
    expect((await offer({ userId: other })).json()).toMatchObject({ code: 'slot_taken' });
    expect((await offer({ userId: other, appointmentTime: '15:40:00' })).statusCode).toBe(201);
    expect((await book(other, admin, { overbook: true })).statusCode).toBe(201);
  });

  test('needs an existing patient, and a database timeout counts as no result', async () => {
    expect((await offer({ userId: 999_999 })).json()).toMatchObject({ code: 'unknown_patient' });
    const ask = deps.database.pool.query.bind(deps.database.pool) as (...asked: unknown[]) => unknown;
    const late = Object.assign(new Error('canceling statement'), { code: '57014' });
    const isAboutHer = (said: unknown) => /left join "credentials"/.test(String(said));
    const asked = vi.spyOn(deps.database.pool, 'query').mockImplementation((...of: unknown[]) => {
      const [statement] = of as [string | { text: string }];
      return isAboutHer(typeof statement === 'string' ? statement : statement.text)
        ? Promise.reject(late)
        : ask(...of);
    });
    const answered = await offer();
    asked.mockRestore();
    expect([answered.statusCode, answered.json().code]).toEqual([503, 'unavailable']);
  });

  test('cannot be a taken one', async () => {
    await book(other);
    expect((await offer()).json()).toMatchObject({ code: 'slot_taken' });
  });

  test('is released by the task after its deadline, also after its process died', async () => {
    const { id } = (await offer()).json();
    later(29);
    await runTasks();
    expect(await free()).not.toContain('15:20:00');
    later(31);
    expect((await answer(id, { answer: 'take' })).json()).toMatchObject({ code: 'offer_over' });
    expect((await book(other)).statusCode).toBe(201);
    await runTasks();
    expect(await sql('select state, holds from offers')).toEqual([{ state: 'expired', holds: false }]);
    const told = await sql(`select action from events where subject = 'offers' order by id`);
    expect(told.map(({ action }) => action)).toEqual(['offered', 'offer_expired']);
  });

  test('is shown to the patient for an hour after its end with the result', async () => {
    const mine = async () =>
      (await call('GET', '/api/offers/mine', { cookie: mona.cookie }))
        .json()
        .map(({ state, answers }: Offer) => [state, ...answers]);
    await offer();
    later(31);
    await runTasks();
    expect(await mine()).toEqual([['expired']]);
    const { id } = (await offer({ appointmentTime: '16:00:00' })).json();
    await call('DELETE', `/api/offers/${id}`, { cookie: admin });
    const kept = ['open', 'take', 'another', 'call', 'decline'];
    await offer({ appointmentTime: '17:00:00' });
    const last = (await offer({ appointmentTime: '18:00:00' })).json();
    await call('DELETE', `/api/offers/${last.id}`, { cookie: admin });
    expect(await mine()).toEqual([kept, ['withdrawn'], ['withdrawn'], ['expired']]);
    await book(mona.id, admin, { appointmentTime: '17:00:00' });
    expect(await mine()).toEqual([['withdrawn'], ['given'], ['withdrawn'], ['expired']]);
    later(89);
    expect(await mine()).toEqual([['withdrawn'], ['given'], ['withdrawn'], ['expired']]);
    later(90);
    expect(await mine()).toEqual([['withdrawn'], ['given'], ['withdrawn']]);
    later(91);
    expect(await mine()).toEqual([]);
  });
});

describe('the patient’s answer', () => {
  test('works by the link of the message, which is not used up by opening and names nobody', async () => {
    await offer();
    const url = `/api/links/${await token()}/offer`;
    for (let n = 0; n < 3; n++)
      expect((await call('GET', url)).json()).toMatchObject({
        state: 'open',
        answers: ['take', 'another', 'call', 'decline'],
        appointmentDate: date,
      });
    expect((await call('GET', url)).body).not.toMatch(/Mona|Gyn/);
    expect((await call('GET', url.replace('/offer', ''))).json()).toMatchObject({
      kind: 'offer',
      actions: [],
    });
    expect((await call('POST', url, { body: { answer: 'take' } })).json()).toMatchObject({ state: 'taken' });
    expect(await visits()).toEqual([
      { patient_id: mona.id, status: 'confirmed', local_start: `${date} 15:20:00` },
    ]);
    // The same answer again, and the page: they show the result.
    expect((await call('POST', url, { body: { answer: 'take' } })).json()).toMatchObject({ state: 'taken' });
    expect((await call('GET', url)).json()).toMatchObject({ state: 'taken', answers: [] });
    expect(await visits()).toHaveLength(1);
  });

  test('moves the offered appointment, which is unchanged until then', async () => {
    const visit = (await book(mona.id, admin, { appointmentDate: '2027-06-20' })).json();
    const { id } = (await offer({ appointmentId: visit.id })).json();
    expect(await visits()).toMatchObject([{ local_start: '2027-06-20 15:20:00' }]);
    expect((await answer(id, { answer: 'take' })).json()).toMatchObject({ state: 'taken' });
    expect(await visits()).toEqual([
      { patient_id: mona.id, status: 'confirmed', local_start: `${date} 15:20:00` },
    ]);
  });

  test.each([false, true])('takes the held time after the service got longer (moving: %s)', async (moves) => {
    const appointmentTime = '18:00:00';
    const appointmentId = moves ? (await book(mona.id, admin, { appointmentTime })).json().id : undefined;
    const { id } = (await offer({ appointmentId })).json();
    const next = {
      cookie: admin,
      body: { userId: other, service: '1', ...wish, appointmentTime: '15:40:00' },
    };
    expect((await call('POST', '/api/appointments', next)).statusCode).toBe(201);
    await call('POST', '/api/services', {
      cookie: admin,
      body: { name: 'Ultrasound', description: 'x', durationMinutes: 40 },
    });
    const longer = moves
      ? await call('PATCH', `/api/appointments/${appointmentId}`, {
          cookie: admin,
          body: { service: 'Ultrasound' },
        })
      : await call('PATCH', '/api/services/1', { cookie: admin, body: { durationMinutes: 40 } });
    expect(longer.statusCode, longer.body).toBe(200);
    const taken = await answer(id, { answer: 'take' });
    expect(taken.json(), taken.body).toMatchObject({ state: 'taken' });
  });

  test('“another time” releases the held one and books as usual', async () => {
    const { id } = (await offer()).json();
    const another = { answer: 'another', locationId: 1, appointmentDate: date, appointmentTime: '16:00' };
    expect((await answer(id, { answer: 'another' })).statusCode).toBe(400);
    expect((await answer(id, { ...another, appointmentTime: '10:00' })).statusCode).toBe(422);
    expect((await answer(id, another)).json()).toMatchObject({ state: 'another' });
    expect(await visits()).toMatchObject([{ status: 'pending', local_start: `${date} 16:00:00` }]);
    expect(await free()).toContain('15:20:00');
  });

  test('“no thanks” releases it, “call me” keeps it and tells the branch', async () => {
    const first = (await offer()).json();
    expect((await answer(first.id, { answer: 'decline' })).json()).toMatchObject({ state: 'declined' });
    expect(await free()).toContain('15:20:00');
    const doctor = await createSignedInUser(clinic, { role: 'doctor' });
    await sql(`insert into staff (user_id) values (${doctor.id})`);
    await sql(`insert into staff_locations values (${doctor.id}, 1)`);
    const second = (await offer()).json();
    expect((await answer(second.id, { answer: 'call' })).json()).toMatchObject({
      state: 'call',
      answers: ['take', 'another', 'decline'],
    });
    expect((await book(other)).json()).toMatchObject({ code: 'slot_taken' });
    const heard = (await call('GET', '/api/notifications', { cookie: doctor.cookie })).json();
    expect(heard).toMatchObject([{ kind: 'staffCallWanted' }]);
    later(31);
    await runTasks();
    expect(await sql('select state, holds from offers where id = 2')).toEqual([
      { state: 'call', holds: false },
    ]);
  });

  test('is hers alone, and too late after staff withdrew the offer', async () => {
    const { id } = (await offer()).json();
    const salma = await createSignedInUser(clinic, { role: 'patient' });
    expect((await answer(id, { answer: 'take' }, salma.cookie)).statusCode).toBe(404);
    expect((await answer(id, { answer: 'cancel' })).json()).toMatchObject({ code: 'offer_over' });
    expect((await call('DELETE', `/api/offers/${id}`, { cookie: admin })).statusCode).toBe(204);
    expect((await answer(id, { answer: 'take' })).json()).toMatchObject({ code: 'offer_over' });
    expect((await call('DELETE', `/api/offers/${id}`, { cookie: admin })).json()).toMatchObject({
      code: 'offer_over',
    });
    expect(await visits()).toEqual([]);
  });

  test('changes nothing if her appointment was cancelled meanwhile', async () => {
    const visit = (await book(mona.id, admin, { appointmentDate: '2027-06-20' })).json();
    const { id } = (await offer({ appointmentId: visit.id })).json();
    await call('PATCH', `/api/appointments/${visit.id}`, { cookie: admin, body: { status: 'cancelled' } });
    expect((await answer(id, { answer: 'take' })).json()).toMatchObject({ code: 'offer_over' });
    expect(await sql('select state, holds from offers')).toEqual([{ state: 'settled', holds: false }]);
    expect(await visits()).toMatchObject([{ status: 'cancelled', local_start: '2027-06-20 15:20:00' }]);
  });
});

describe('the result of an offer', () => {
  const there = { appointmentDate: '2027-06-20' };
  const byLink = async (url: string, body?: object) =>
    (await call(body ? 'POST' : 'GET', url, body ? { body } : {})).json();

  test('either of two links answers its offer, and a move ends the other offer', async () => {
    const visit = (await book(mona.id, admin, there)).json();
    const first = (await offer({ appointmentId: visit.id })).json();
    const second = (await offer({ appointmentId: visit.id, appointmentTime: '16:00:00' })).json();
    const url = `/api/links/${await token()}/offer`;
    expect(await byLink(url)).toMatchObject({ id: second.id, others: [{ id: first.id, state: 'open' }] });
    expect(await byLink(url, { answer: 'take', offerId: first.id })).toMatchObject({
      state: 'settled',
      answers: [],
      others: [{ id: first.id, state: 'taken', answers: [] }],
      visit: { appointmentDate: date, appointmentTime: '15:20:00', isOpen: true },
    });
    // The answered offer stays visible for an hour.
    expect((await byLink(url)).others).toMatchObject([{ id: first.id, state: 'taken' }]);
    expect(await free()).toContain('16:00:00');
    expect((await book(other, admin, { appointmentTime: '16:00:00' })).statusCode).toBe(201);
    const told = await sql(`select action from events where subject = 'offers' order by id`);
    expect(told.map(({ action }) => String(action)).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'offer_settled',
      'offer_taken',
      'offered',
      'offered',
    ]);
  });

  test('is shown for the second of two offers for an hour, however it ended', async () => {
    const second = (await offer({ appointmentTime: '16:00:00' })).json();
    const third = (await offer({ appointmentTime: '17:00:00' })).json();
    await offer();
    const url = `/api/links/${await token()}/offer`;
    await call('DELETE', `/api/offers/${second.id}`, { cookie: admin });
    await byLink(url, { answer: 'decline', offerId: third.id });
    expect((await byLink(url)).others).toMatchObject([
      { id: third.id, state: 'declined', answers: [] },
      { id: second.id, state: 'withdrawn', answers: [] },
    ]);
    clinic.setNow(new Date(monday.getTime() + 61 * 60_000));
    expect((await byLink(url)).others).toEqual([]);
  });

  test('of another patient is not shown by a link sent to a number that its reader did not prove', async () => {
    await deps.database.pool.query(
      `update users set phone = '+201001234567', created_by = (select min(id) from users where role = 'admin'),
        channels = '{sms}' where id = $1`,
      [other],
    );
    const theirs = (await offer({ userId: other, appointmentTime: '16:00:00' })).json();
    await deps.database.pool.query(
      "update offers set reason = 'displaced', held_until = held_until + interval '1 day'",
    );
    await offer();
    const [sent] = await sql(
      `select secrets from messages where channel = 'sms' and user_id = ${mona.id} order by id desc limit 1`,
    );
    const url = `/api/links/${String(sent?.secrets.offer).replace('/l/', '')}/offer`;
    expect((await byLink(url)).others).toMatchObject([{ id: theirs.id }]);
    await deps.database.pool.query('update users set phone_confirmed_at = null where id = $1', [mona.id]);
    expect((await byLink(url)).others).toEqual([]);
  });

  test('cannot be changed by another patient’s link', async () => {
    const theirs = (await offer({ userId: other, appointmentTime: '16:00:00' })).json();
    await offer();
    const url = `/api/links/${await token()}/offer`;
    expect(await byLink(url, { answer: 'take', offerId: theirs.id })).toMatchObject({ code: 'not_found' });
  });

  test('is immediate when the patient moves the appointment herself', async () => {
    const visit = (await book(mona.id, admin, there)).json();
    await offer({ appointmentId: visit.id });
    const url = `/api/links/${await token()}/offer`;
    await call('PATCH', `/api/appointments/${visit.id}`, {
      cookie: mona.cookie,
      body: { appointmentDate: '2027-06-21' },
    });
    expect(await byLink(url)).toMatchObject({ state: 'settled', answers: [], visit: { isOpen: true } });
    expect(await byLink(url, { answer: 'take' })).toMatchObject({ code: 'offer_over' });
    expect(await free()).toContain('15:20:00');
  });

  test('is not an answer of hers when the desk moved or booked it', async () => {
    const visit = (await book(mona.id, admin, there)).json();
    await offer({ appointmentId: visit.id });
    const url = `/api/links/${await token()}/offer`;
    const body = { appointmentDate: date, appointmentTime: '15:20' };
    await call('PATCH', `/api/appointments/${visit.id}`, { cookie: admin, body });
    expect(await byLink(url)).toMatchObject({ state: 'given', answers: [] });
    await offer({ appointmentTime: '16:20:00' });
    const second = `/api/links/${await token()}/offer`;
    await book(mona.id, admin, { appointmentTime: '16:20:00' });
    expect(await byLink(second)).toMatchObject({ state: 'given', answers: [] });
    expect(await byLink(second, { answer: 'take' })).toMatchObject({ state: 'given' });
    expect(await visits()).toHaveLength(2);
  });

  test('leaves nothing to accept when the appointment was deleted', async () => {
    const visit = (await book(mona.id, admin, there)).json();
    const { id } = (await offer({ appointmentId: visit.id })).json();
    await call('DELETE', `/api/appointments/${visit.id}`, { cookie: admin });
    expect((await answer(id, { answer: 'take' })).json()).toMatchObject({ code: 'offer_over' });
    expect(await visits()).toEqual([]);
  });
});

test('the message has time, branch and deadline, never the service, and is not sent after the deadline', async () => {
  await offer();
  const [mail] = await sql(`select template, params, secrets from messages where channel = 'email'`);
  expect(mail).toMatchObject({
    template: 'offerTime',
    params: { date, time: '15:20:00', byDate: '2027-06-07', byTime: '12:30:00', minutes: 30 },
    secrets: { offer: expect.stringMatching(/^\/l\//), stop: expect.any(String) },
  });
  expect(JSON.stringify({ ...mail, secrets: {} })).not.toMatch(/Gyn|service/);
  await call('DELETE', '/api/offers/1', { cookie: admin });
  await clinic.worker().poke();
  const states = await sql(`select distinct state from messages where channel in ('email', 'sms')`);
  expect(states).toEqual([{ state: 'skipped' }]);
});

test.each([
  { minutes: 27, states: ['kept'] },
  { minutes: 29, states: ['skipped'] },
])(
  'an offer held for 30 minutes whose message waits $minutes minutes has the states $states',
  async ({ minutes, states }) => {
    await offer();
    later(minutes);
    await clinic.worker().poke();
    const found = await sql(`select distinct state from messages where channel in ('email', 'sms')`);
    expect(found.map(({ state }) => state)).toEqual(states);
  },
);

test('an offer in quiet hours is held from when the message may be sent', async () => {
  clinic.setNow(new Date('2027-06-07T20:00:00Z'));
  const { cookie } = await createSignedInUser(clinic, { role: 'admin' });
  const body = { userId: mona.id, serviceId: 1, ...wish };
  const made = await call('POST', '/api/offers', { cookie, body });
  expect(made.json()).toMatchObject({ heldUntil: '2027-06-08T06:30:00.000Z' });
});

test('a receptionist offers and withdraws at her branches only', async () => {
  const desk = await createSignedInUser(clinic, { role: 'receptionist' });
  await sql(`insert into staff (user_id) values (${desk.id})`);
  await sql(`insert into locations (name, address, open_hours) values ('Maadi', 'Street', '')`);
  await sql(`insert into staff_locations values (${desk.id}, 2)`);
  const at = { cookie: desk.cookie, body: { userId: mona.id, serviceId: 1, ...wish } };
  expect((await call('POST', '/api/offers', at)).json()).toMatchObject({ code: 'not_your_branch' });
  await offer();
  expect((await call('DELETE', '/api/offers/1', { cookie: desk.cookie })).json()).toMatchObject({
    code: 'not_your_branch',
  });
  expect((await call('GET', '/api/offers', { cookie: desk.cookie })).json()).toEqual([]);
});
