import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { notifyOfOffer } from '#server/features/offers/actions.ts';
import { offerWithId } from '#server/features/offers/queries.ts';
import { queueReminders } from '#server/features/reminders/actions.ts';
import { makeClinic, makeUser } from '#server/testing/factories.ts';
import { createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { Family } from '#shared/contract/patients.ts';
import { wallToInstant } from '#shared/domain/clinic-time.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
const tuesday = '2027-06-08';
let mariam: SignedIn;
let desk: SignedIn;

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 4 });
  mariam = await guardian('Mariam Adel', '+201001234567');
  desk = await createSignedInUser(clinic, { role: 'admin' });
});
afterAll(clinic.close);

const guardian = (name: string, phone: string) =>
  createSignedInUser(clinic, {
    role: 'patient',
    name,
    locale: 'en',
    phone,
    phoneConfirmedAt: monday,
    channels: ['sms'],
  });
const send = (method: string, path: string, body?: unknown, as: SignedIn = mariam) =>
  call(method, `/api/${path}`, { cookie: as.cookie, body });
const family = async (of: SignedIn = mariam): Promise<Family> =>
  (await send('GET', `patients/${of.id}/family`, undefined, of)).json();
async function care(name: string, more: object = {}, by = mariam): Promise<number> {
  const answer = await send('POST', `patients/${by.id}/family`, { name, relation: 'mother', ...more }, by);
  expect(answer.statusCode, answer.body).toBe(201);
  return (answer.json() as Family).caresFor.find((one) => one.name === name)?.id ?? 0;
}
const wish = (userId: number, more: object = {}) => ({
  userId,
  locationId: 1,
  appointmentDate: tuesday,
  appointmentTime: '15:20:00',
  service: 'Gynecological Consultations',
  ...more,
});
const book = (userId: number, more: object = {}, as: SignedIn = mariam) =>
  send('POST', 'appointments', wish(userId, more), as);
const booked = async (userId: number, more: object = {}): Promise<Appointment> => {
  const answer = await book(userId, more);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const rows = async (query: string) => (await deps.database.pool.query(query)).rows;
const said = async () =>
  (
    await rows(
      `select user_id, channel, address, template, params->>'who' as who, secrets from messages where user_id is not null order by id`,
    )
  ).filter(({ channel }) => channel === 'sms');
/** The code sent to a phone. */
const codeTo = async (phone: string): Promise<string> =>
  (
    await deps.db.execute<{ code: string }>(
      sql`select secrets->>'code' as code from messages where address = ${phone} order by id desc limit 1`,
    )
  ).rows[0]?.code ?? '';
async function takeOver(patientId: number, phone: string, by = mariam) {
  const path = `patients/${patientId}/own-account`;
  const asked = await send('POST', `${path}/code`, { phone }, by);
  if (asked.statusCode !== 204) return asked;
  return send('POST', path, { phone, otp: await codeTo(`+2${phone}`) }, by);
}
const signNote = async (patientId: number, appointmentId: number) => {
  const doctor = await createSignedInUser(clinic, { role: 'doctor' });
  const body = { text: 'All is well', appointmentId, shared: true };
  const signed = await send('POST', `patients/${patientId}/clinical-notes`, body, doctor);
  expect(signed.statusCode, signed.body).toBe(201);
  expect(
    (await send('PUT', `clinical-notes/${signed.json().id}/sharing`, { shared: true }, doctor)).statusCode,
  ).toBeLessThan(300);
};

test('a guardian’s new patient is a separate record, and a repeated request creates one', async () => {
  const fatma = await care('Fatma Hassan', { birthYear: 1958 });
  expect(await care('fatma  hassan')).toBe(0);
  expect(await family()).toMatchObject({
    guardian: null,
    caresFor: [{ id: fatma, relation: 'mother', birthYear: 1958, isMinor: false, hasAccount: false }],
  });
  const session = (await send('GET', 'auth/user')).json();
  expect(session.user.caresFor).toEqual([{ id: fatma, name: 'Fatma Hassan' }]);
  const saved = (await send('PATCH', `users/${mariam.id}`, { channels: [] })).json();
  const phone = '+201001234567';
  await call('POST', '/api/auth/phone/request-otp', { body: { phone } });
  const otp = await codeTo(phone);
  const entered = (await call('POST', '/api/auth/phone/verify', { body: { phone, otp } })).json();
  for (const { caresFor } of [saved, entered.user]) expect(caresFor).toEqual(session.user.caresFor);
  expect(await family({ ...desk, id: fatma })).toMatchObject({
    guardian: { id: mariam.id, phone: expect.stringContaining('0100') },
  });
  for (const name of ['b', 'c', 'd', 'e', 'f', 'g', 'h']) await care(name);
  const ninth = await send('POST', `patients/${mariam.id}/family`, { name: 'i', relation: 'sister' });
  expect([ninth.statusCode, ninth.json().code]).toEqual([422, 'too_many']);
});

test('a guardian books, moves and cancels for her patient, is recorded, and gets the messages', async () => {
  const fatma = await care('Fatma Hassan');
  const visit = await booked(fatma);
  expect((await send('GET', `appointments/user/${fatma}`)).json()).toMatchObject([{ id: visit.id }]);
  expect((await family()).caresFor[0]?.next).toMatchObject({ appointmentDate: tuesday });
  const moved = await send('PATCH', `appointments/${visit.id}`, {
    appointmentDate: tuesday,
    appointmentTime: '16:00:00',
  });
  expect(moved.json()).toMatchObject({ appointmentTime: '16:00:00', userId: fatma });
  expect((await send('PATCH', `appointments/${visit.id}`, { status: 'cancelled' })).statusCode).toBe(200);
  const trail = await rows(`select action, actor_id, patient_id from events where patient_id = ${fatma}
    and subject = 'appointments' order by id`);
  expect(trail).toEqual(
    ['created', 'moved', 'cancelled'].map((action) => ({ action, actor_id: mariam.id, patient_id: fatma })),
  );
  const named = (
    await send('GET', `logs/audit?patientId=${fatma}&subject=appointments`, undefined, desk)
  ).json();
  expect(new Set(named.map((entry: { actorRole: string }) => entry.actorRole))).toEqual(
    new Set(['guardian']),
  );
  expect(await said()).toMatchObject(
    ['booked', 'movedByPatient', 'cancelledByPatient'].map((template) => ({
      user_id: mariam.id,
      address: '+201001234567',
      template,
      who: 'Fatma',
    })),
  );
  const opened = await rows(
    `select 1 from events where action = 'file_opened' and actor_id = ${mariam.id} and patient_id = ${fatma}`,
  );
  expect(opened).toHaveLength(1);
});

test('a former guardian finds nothing: no list, appointment, file or link', async () => {
  const fatma = await care('Fatma Hassan');
  const visit = await booked(fatma);
  const link = (await said())[0].secrets.visit.split('/').at(-1);
  const offered = (await call('GET', `/api/links/${link}`)).json();
  expect(offered).toMatchObject({ over: null, actions: ['confirm', 'cancel', 'move'] });
  const alone = await send('DELETE', `patients/${fatma}/guardian`);
  expect([alone.statusCode, alone.json().code]).toEqual([409, 'patient_has_future_appointments']);
  expect((await send('DELETE', `patients/${fatma}/guardian`, undefined, desk)).statusCode).toBe(204);
  for (const path of [
    `appointments/user/${fatma}`,
    `appointments/${visit.id}`,
    `appointments/${visit.id}/calendar.ics`,
    `appointments/${visit.id}/messages`,
    `clinical-notes/shared?patientId=${fatma}`,
  ])
    expect((await send('GET', path)).statusCode, path).toBe(404);
  expect((await book(fatma)).statusCode).toBe(403);
  const { actions = [], visit: shown = null } = (await call('GET', `/api/links/${link}`)).json();
  expect({ actions, shown }).toEqual({ actions: [], shown: null });
  const used = await call('POST', `/api/links/${link}`, { body: { action: 'cancel' } });
  expect([used.statusCode, used.json().code]).toEqual([400, 'invalid_token']);
  const stands = (await send('GET', `appointments/${visit.id}`, undefined, desk)).json();
  expect(stands.status).toBe('pending');
  expect((await family()).caresFor).toEqual([]);
  // The previous guardian gets no more messages about her.
  const before = (await said()).length;
  await send('PATCH', `appointments/${visit.id}`, { status: 'cancelled' }, desk);
  expect(await said()).toHaveLength(before);
});

test('ending a guardianship deletes a patient known by name only, and keeps one with appointments', async () => {
  const never = await care('Nadia');
  expect((await send('DELETE', `patients/${never}/guardian`)).statusCode).toBe(204);
  expect(await rows(`select 1 from users where id = ${never}`)).toEqual([]);
  const came = await care('Fatma');
  const visit = await booked(came);
  await send('PATCH', `appointments/${visit.id}`, { status: 'cancelled' });
  expect((await send('DELETE', `patients/${came}/guardian`)).statusCode).toBe(204);
  expect(await rows(`select name from users where id = ${came}`)).toEqual([{ name: 'Fatma' }]);
});

test('mother and daughter can come at one time, and the booking account’s limit counts both', async () => {
  const fatma = await care('Fatma');
  const laila = await care('Laila');
  await booked(fatma);
  await booked(laila);
  const twice = await book(fatma, { appointmentTime: '15:20:00' });
  expect([twice.statusCode, twice.json().code]).toEqual([409, 'patient_busy']);
  await send('PATCH', 'settings', { maxOpenPerPatient: 3 }, desk);
  const times = ['16:00:00', '16:20:00', '16:40:00', '17:00:00'];
  const answers = await Promise.all(
    times.map((appointmentTime, i) => book(i % 2 ? fatma : mariam.id, { appointmentTime })),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422]);
  expect(await rows(`select 1 from appointments`)).toHaveLength(3);
});

test('a family gets one reminder for all appointments of a day', async () => {
  const fatma = await care('Fatma Hassan');
  await booked(mariam.id, { appointmentTime: '15:00:00' });
  await booked(fatma, { appointmentTime: '15:40:00' });
  clinic.setNow(wallToInstant('2027-06-07', '15:45:00'));
  expect(await queueReminders(deps)).toBe(1);
  const reminders = await rows(`select user_id, params from messages
    where template like 'reminder%' and channel = 'sms'`);
  expect(reminders).toMatchObject([{ user_id: mariam.id, params: { n: 2 } }]);
  expect(reminders[0].params.list).toMatch(/^3:00 PM, [^\n]+\nFatma: 3:40 PM, /);
  expect(await queueReminders(deps)).toBe(0);
});

test('a patient waits under her own name, and her guardian gets the offers', async () => {
  const fatma = await care('Fatma Hassan');
  const { serviceId } = await booked(mariam.id);
  const days = { fromDate: tuesday, toDate: tuesday };
  const wished = { serviceId, locationIds: [1], ...days, userId: fatma };
  expect((await send('POST', 'offers/wishes', wished)).statusCode).toBe(201);
  const [waiting] = (await send('GET', 'offers/waiting', undefined, desk)).json();
  expect(waiting).toMatchObject({
    patient: { id: fatma, name: 'Fatma Hassan', phone: expect.stringMatching(/^0100/) },
    rests: null,
  });
  const offered = await send(
    'POST',
    'offers',
    {
      userId: waiting.patient.id,
      wishId: waiting.id,
      locationId: 1,
      appointmentDate: tuesday,
      appointmentTime: '17:00:00',
      serviceId,
    },
    desk,
  );
  expect(offered.statusCode, offered.body).toBe(201);
  const offer = await offerWithId(deps.db, offered.json().id);
  if (!offer) throw new Error('no offer');
  expect(await notifyOfOffer(deps.db, deps, offer, 'again')).toBe('reached');
});

describe('notes', () => {
  const notesOf = (id: number, as = mariam) =>
    send('GET', `clinical-notes/shared?patientId=${id}`, undefined, as);

  test('of a minor are readable by her guardian, of an adult after she agreed at the desk', async () => {
    const laila = await care('Laila', { birthYear: 2015, relation: 'daughter' });
    const fatma = await care('Fatma');
    for (const id of [laila, fatma]) await signNote(id, (await booked(id)).id);
    expect((await notesOf(laila)).json()).toMatchObject([{ text: 'All is well' }]);
    expect((await notesOf(fatma)).json()).toEqual([]);
    const rights = { seesVisits: true, readsNotes: true };
    expect((await send('PUT', `patients/${fatma}/guardian`, rights)).statusCode).toBe(403);
    expect((await send('PUT', `patients/${fatma}/guardian`, rights, desk)).statusCode).toBe(200);
    expect((await notesOf(fatma)).json()).toHaveLength(1);
    const read = `select patient_id from events where action = 'notes_read' and actor_id = ${mariam.id} order by id`;
    expect(await rows(read)).toEqual([{ patient_id: laila }, { patient_id: fatma }]);
    const stranger = await createSignedInUser(clinic, { role: 'patient' });
    expect((await notesOf(laila, stranger)).statusCode).toBe(404);
  });

  test('of the desk are hidden from a guardian who moves an appointment, and kept', async () => {
    const fatma = await care('Fatma');
    const visit = await booked(fatma);
    await send('PATCH', `appointments/${visit.id}`, { notes: 'Brings the scan' }, desk);
    const seen = (await send('GET', `appointments/${visit.id}`)).json() as Appointment;
    expect([seen.notes, seen.patient.phone]).toEqual(['', null]);
    const late = await send('PATCH', `appointments/${visit.id}`, {
      appointmentTime: '16:00:00',
      version: seen.version - 1,
    });
    expect([late.statusCode, late.json().current.notes]).toEqual([409, '']);
    const moved = await send('PATCH', `appointments/${visit.id}`, { appointmentTime: '16:00:00' });
    expect(moved.json()).toMatchObject({ notes: '', appointmentTime: '16:00:00' });
    const kept = (await send('GET', `appointments/${visit.id}`, undefined, desk)).json();
    expect(kept).toMatchObject({
      notes: 'Brings the scan',
      patient: { phone: expect.stringMatching(/^0100/) },
    });
  });
});

describe('an account of her own', () => {
  test('is created by a code to the patient’s phone, after which she decides what her guardian sees', async () => {
    const fatma = await care('Fatma Hassan');
    const visit = await booked(fatma);
    const wrong = await send('POST', `patients/${fatma}/own-account`, {
      phone: '01111111111',
      otp: '000000',
    });
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'wrong_code']);
    const done = await takeOver(fatma, '01111111111');
    expect(done.statusCode, done.body).toBe(204);
    expect((await send('GET', `appointments/user/${fatma}`)).statusCode).toBe(404);
    expect((await takeOver(fatma, '01222222222')).statusCode).toBe(404);
    const herself = { id: fatma, cookie: await createSession(clinic, fatma) };
    expect((await family(herself)).guardian).toMatchObject({
      name: 'Mariam Adel',
      phone: null,
      seesVisits: false,
    });
    const mine = await send('GET', `appointments/user/${fatma}`, undefined, herself);
    expect(mine.json()).toMatchObject([{ id: visit.id }]);
    const rights = { seesVisits: true, readsNotes: false };
    expect((await send('PUT', `patients/${fatma}/guardian`, rights, desk)).statusCode).toBe(403);
    expect((await send('PUT', `patients/${fatma}/guardian`, rights, herself)).statusCode).toBe(200);
    const seen = (await send('GET', `appointments/user/${fatma}`)).json() as Appointment[];
    expect(seen).toMatchObject([{ id: visit.id, notes: '', patient: { phone: null, username: null } }]);
    await send('PATCH', `appointments/${visit.id}`, { appointmentTime: '17:00:00' });
    expect((await said()).at(-1)).toMatchObject({ user_id: fatma, address: '+201111111111', who: null });
    expect((await send('DELETE', `patients/${fatma}/guardian`, undefined, herself)).statusCode).toBe(204);
    expect((await send('GET', `appointments/${visit.id}`)).statusCode).toBe(404);
  });

  test('is created by a code in the language of the patient, not of the desk', async () => {
    await send('PATCH', `users/${mariam.id}`, { locale: 'ar' });
    const fatma = await care('فاطمة حسن');
    expect((await takeOver(fatma, '01111111111', desk)).statusCode).toBe(204);
    const codes = await rows(`select locale from messages where template = 'confirmPhone'`);
    expect(codes).toEqual([{ locale: 'ar' }]);
  });

  test('is created by staff for a patient whose guardian left, but not for a minor', async () => {
    const laila = await care('Laila', { birthYear: 2015 });
    await booked(laila);
    const fatma = await care('Fatma Hassan', { birthYear: 1958 });
    const visit = await booked(fatma);
    for (const id of [laila, fatma]) await send('DELETE', `patients/${id}/guardian`, undefined, desk);
    expect(await family({ ...desk, id: fatma })).toMatchObject({ guardian: null, hasAccount: false });
    expect((await takeOver(fatma, '01111111111')).statusCode).toBe(404);
    expect((await takeOver(laila, '01111111111', desk)).json()).toMatchObject({
      code: 'of_age_only',
      message: 'She is under 18 and cannot have her own account yet.',
    });
    expect((await takeOver(fatma, '01111111111', desk)).statusCode).toBe(204);
    expect(await family({ ...desk, id: fatma })).toMatchObject({ guardian: null, hasAccount: true });
    const herself = { id: fatma, cookie: await createSession(clinic, fatma) };
    const mine = await send('GET', `appointments/user/${fatma}`, undefined, herself);
    expect(mine.json()).toMatchObject([{ id: visit.id }]);
    const trail = `select actor_id, after from events where action = 'account_taken_over'`;
    expect(await rows(trail)).toEqual([{ actor_id: desk.id, after: { guardian: null } }]);
    expect((await takeOver(fatma, '01222222222', desk)).statusCode).toBe(404);
  });

  test('sends the patient, once, the messages about her that her guardian has not received yet', async () => {
    const fatma = await care('Fatma Hassan');
    await booked(fatma);
    const deleted = await booked(fatma, { appointmentTime: '16:20:00' });
    await send('DELETE', `appointments/${deleted.id}`, undefined, desk);
    expect((await takeOver(fatma, '01111111111')).statusCode).toBe(204);
    const worker = clinic.worker();
    await worker.poke();
    await worker.stop();
    const waited = `select template, state from messages where user_id = ${mariam.id} and channel = 'sms'
      and appointment_id is not null order by id`;
    expect(await rows(waited)).toEqual([
      { template: 'booked', state: 'skipped' },
      { template: 'booked', state: 'skipped' },
      { template: 'cancelledByClinic', state: 'skipped' },
    ]);
    const forHer = `select template, channel, state, params->>'who' as who, secrets ? 'visit' as links
      from messages where user_id = ${fatma} and appointment_id is not null order by template, channel`;
    expect(await rows(forHer)).toEqual([
      { template: 'booked', channel: 'app', state: 'sent', who: null, links: null },
      { template: 'booked', channel: 'sms', state: 'kept', who: null, links: true },
      { template: 'cancelledByClinic', channel: 'app', state: 'sent', who: null, links: null },
      { template: 'cancelledByClinic', channel: 'sms', state: 'kept', who: null, links: false },
    ]);
  });

  test('does not bring the patient a waiting message that is no longer true', async () => {
    const fatma = await care('Fatma Hassan');
    const visit = await booked(fatma);
    await send('PATCH', `appointments/${visit.id}`, { status: 'cancelled' }, desk);
    expect((await takeOver(fatma, '01111111111')).statusCode).toBe(204);
    const worker = clinic.worker();
    await worker.poke();
    await worker.stop();
    const forHer = `select template from messages where user_id = ${fatma} and channel = 'app'
      and appointment_id is not null`;
    expect(await rows(forHer)).toEqual([{ template: 'cancelledByClinic' }]);
  });

  test('is rejected for minors, with clinical notes except at the desk, and for another person’s number', async () => {
    const laila = await care('Laila', { birthYear: 2015 });
    expect((await takeOver(laila, '01111111111')).json().code).toBe('of_age_only');
    const fatma = await care('Fatma');
    expect((await takeOver(fatma, '01001234567')).json().code).toBe('contact_taken');
    await signNote(fatma, (await booked(fatma)).id);
    expect((await takeOver(fatma, '01222222222')).json().code).toBe('desk_only');
    const stranger = await createSignedInUser(clinic, { role: 'patient' });
    expect((await takeOver(fatma, '01222222222', stranger)).statusCode).toBe(404);
    expect((await takeOver(fatma, '01222222222', desk)).statusCode).toBe(204);
  });
});

test('no password is handed over to a patient without an account', async () => {
  const fatma = await care('Fatma');
  const given = await send('POST', `users/${fatma}/hand-over-password`, { password: 'a quiet river' }, desk);
  expect([given.statusCode, given.json().code]).toEqual([403, 'protected_account']);
});

test('erasing a guardian’s account leaves no link to her patients, who stay', async () => {
  const fatma = await care('Fatma');
  const visit = await booked(fatma);
  await send('PATCH', `appointments/${visit.id}`, { status: 'cancelled' });
  const removed = await send('DELETE', `users/${mariam.id}`, undefined, desk);
  expect(removed.statusCode, removed.body).toBe(204);
  expect(await rows('select 1 from guardians')).toEqual([]);
  expect((await send('GET', `appointments/${visit.id}`, undefined, desk)).statusCode).toBe(200);
});

test('an account without sign-in and a staff account cannot become guardians', async () => {
  const fatma = await care('Fatma');
  const body = { name: 'Nour', relation: 'daughter' };
  expect((await send('POST', `patients/${fatma}/family`, body, desk)).statusCode).toBe(403);
  expect((await send('POST', `patients/${desk.id}/family`, body, desk)).statusCode).toBe(404);
  const { id } = await makeUser(deps.db, { role: 'patient' });
  expect((await send('POST', `patients/${id}/family`, body)).statusCode).toBe(404);
});
