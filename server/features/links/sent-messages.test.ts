import { afterAll, beforeEach, expect, test } from 'vitest';
import { sign } from '#server/engine/delivery/transports/signature.ts';
import { queueReminders } from '#server/features/reminders/actions.ts';
import { makeAppointment, makeClinic, makeUser } from '#server/testing/factories.ts';
import { gatewayServer } from '#server/testing/gateway-server.ts';
import { runBlockedBy, waitForLocks, withHeldLocks } from '#server/testing/locks.ts';
import { createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import { addMilliseconds, wallToInstant } from '#shared/domain/clinic-time.ts';

/** Data about a sent message: its text and links are no longer in the outbox. */
const secret = 'gateway secret';
const gateway = await gatewayServer();
const clinic = await createTestApp({ GATEWAY_SECRET: secret, SMS_GATEWAY_URL: gateway.url });
const { deps } = clinic;
const from = '+201001234567';
let visits: number[] = [];
let branch = 0;
let service = 0;
let cookie = '';
let adminId = 0;
const sql = async (text: string) => (await deps.database.pool.query(text)).rows;

beforeEach(async () => {
  await clinic.reset();
  gateway.calls.length = 0;
  gateway.status = () => 202;
  const made = await makeClinic(deps.db, { rooms: 4 });
  branch = made.location.id;
  service = made.service.id;
  const mona = { name: 'Mona', channels: ['sms' as const], phone: from, phoneConfirmedAt: monday };
  const { id: patientId, ...session } = await createSignedInUser(clinic, {
    role: 'patient',
    locale: 'en',
    ...mona,
  });
  cookie = session.cookie;
  visits = [];
  for (const time of ['16:00:00', '17:00:00']) {
    const at = { locationId: branch, serviceId: service, date: '2027-06-09', time };
    visits.push((await makeAppointment(deps.db, { patientId, ...at })).id);
  }
  await sql(`update appointments set created_at = '2027-06-01 09:00Z', updated_at = '2027-06-01 09:00Z'`);
  adminId = (await createSignedInUser(clinic, { role: 'admin' })).id;
});
afterAll(async () => {
  await clinic.close();
  await gateway.close();
});

async function deliver(): Promise<string[]> {
  gateway.calls.length = 0;
  const worker = clinic.worker();
  await worker.poke();
  await worker.stop();
  return gateway.calls.map(({ body }) => JSON.parse(body).text as string);
}
async function reminded(): Promise<string[]> {
  clinic.setNow(wallToInstant('2027-06-08', '16:30:00'));
  await queueReminders(deps);
  return deliver();
}
async function say(text: string, id?: string): Promise<void> {
  const payload = JSON.stringify({ from, text, channel: 'sms', id });
  const timestamp = String(deps.now().getTime());
  const headers = {
    'content-type': 'application/json',
    'x-timestamp': timestamp,
    'x-signature': `sha256=${sign(secret, timestamp, payload)}`,
  };
  const sent = { method: 'POST', url: '/api/delivery/inbound', payload, headers } as const;
  expect((await clinic.app.inject(sent)).statusCode).toBe(204);
}
const statuses = async () =>
  (await sql('select status from appointments order by id')).map((row) => row.status);
const confirmations = () => sql(`select subject_id as id from events where action = 'patient_confirmed'`);
/** A request of an admin. */
async function asAdmin(method: 'POST' | 'PATCH', path: string, body: object) {
  const session = await createSession(clinic, adminId);
  const headers = { 'idempotency-key': path };
  const answer = await clinic.call(method, path, { cookie: session, body, headers });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
}
const change = (visit: number | undefined, body: object) =>
  asAdmin('PATCH', `/api/appointments/${visit}`, body);
const inbox = async () => (await sql('select message from contact_messages')).map(({ message }) => message);

test('a reply to a reminder of two appointments confirms both and cancels none', async () => {
  expect(await reminded()).toEqual([expect.stringContaining('2 appointments on Wednesday 9 June')]);
  await say('cancel');
  expect([await statuses(), await inbox()]).toEqual([['confirmed', 'confirmed'], ['cancel']]);
  await say('yes');
  expect(
    await sql(`select subject_id as id from events where action = 'patient_confirmed' order by 1`),
  ).toEqual(visits.map((id) => ({ id })));
});

test('a reply goes to a person after one of two appointments is gone, because it may mean the other', async () => {
  await reminded();
  await sql(`update appointments set status = 'cancelled' where id = ${visits[0]}`);
  await say('cancel');
  expect([await statuses(), await inbox()]).toEqual([['cancelled', 'confirmed'], ['cancel']]);
});

test('a reply to a delayed reminder is about what it said when it was sent', async () => {
  clinic.setNow(wallToInstant('2027-06-08', '16:30:00'));
  await queueReminders(deps);
  await sql(`update appointments set status = 'cancelled' where id = ${visits[0]}`);
  expect(await deliver()).toEqual([expect.stringMatching(/^A reminder: Wednesday 9 June at 5:00 PM/)]);
  await say('cancel');
  expect([await statuses(), await inbox()]).toEqual([['cancelled', 'cancelled'], []]);
});

test('the channel of a message is still shown after it was sent', async () => {
  const told = async () =>
    (await clinic.call('GET', `/api/appointments/${visits[0]}/messages`, { cookie })).json().messages;
  const moved = { cookie, body: { appointmentTime: '15:20:00' } };
  expect((await clinic.call('PATCH', `/api/appointments/${visits[0]}`, moved)).statusCode).toBe(200);
  const way = { channel: 'sms', address: '0100 123 4567' };
  expect(await told()).toEqual([{ ...way, state: 'under-way' }]);
  expect(await deliver()).toHaveLength(1);
  expect(await told()).toEqual([{ ...way, state: 'sent' }]);
});

test('a reply after a question of staff goes to them', async () => {
  await reminded();
  await say('Can I come at five?');
  const [{ id }] = await sql('select id from contact_messages');
  const admin = await createSignedInUser(clinic, { role: 'admin' });
  const body = { answer: 'Would six suit you?' };
  await clinic.call('POST', `/api/contact-messages/${id}/answer`, { cookie: admin.cookie, body });
  await deliver();
  await say('yes');
  expect(await inbox()).toEqual(['Can I come at five?', 'yes']);
  expect(await sql(`select from events where action = 'patient_confirmed'`)).toEqual([]);
});

test('a reply counts only after the message about the move was sent', async () => {
  await sql(`delete from appointments where id = ${visits[1]}`);
  expect(await reminded()).toEqual([expect.stringMatching(/^A reminder: Wednesday 9 June at 4:00 PM/)]);
  const admin = await createSignedInUser(clinic, { role: 'admin' });
  const body = { appointmentDate: '2027-06-10', appointmentTime: '15:20:00' };
  const path = `/api/appointments/${visits[0]}`;
  expect((await clinic.call('PATCH', path, { cookie: admin.cookie, body })).statusCode).toBe(200);
  await say('yes');
  await say('cancel');
  expect([await statuses(), await inbox()]).toEqual([['confirmed'], ['yes', 'cancel']]);
  expect(await sql(`select from events where action = 'patient_confirmed'`)).toEqual([]);
  expect(await deliver()).toContainEqual(expect.stringMatching(/^New time: Thursday 10 June at 3:20 PM/));
  await say('cancel');
  expect([await statuses(), await inbox()]).toEqual([['cancelled'], ['yes', 'cancel']]);
});

test.each(['cancel', 'yes'])('“%s” goes to a person while the desk moves the appointment', async (word) => {
  await sql(`delete from appointments where id = ${visits[1]}`);
  await reminded();
  const admin = await createSignedInUser(clinic, { role: 'admin' });
  const body = { appointmentDate: '2027-06-10', appointmentTime: '15:20:00' };
  const [moved] = await runBlockedBy(
    deps.database,
    `select from users where name = 'Mona' for no key update`,
    () => clinic.call('PATCH', `/api/appointments/${visits[0]}`, { cookie: admin.cookie, body }),
    () => say(word),
  );
  expect(moved.json()).toMatchObject(body);
  expect([await statuses(), await inbox()]).toEqual([['confirmed'], [word]]);
  expect(await sql(`select from events where action = 'patient_confirmed'`)).toEqual([]);
  expect(await sql(`select from messages where template = 'replyNoted'`)).toEqual([]);
});

test('a reply goes to a person after any later text to the number, because it may answer that one', async () => {
  await sql(`delete from appointments where id = ${visits[1]}`);
  await reminded();
  const audience = { locationId: branch, from: '2027-06-09', to: '2027-06-09' };
  const words = { words: 'Dr Heba is ill. Another day? Reply YES or NO.', wordsAr: 'د. هبة مريضة. يوم آخر؟' };
  await asAdmin('POST', '/api/notices', { audience, template: 'words', ...words, expected: 1 });
  expect(await deliver()).toEqual([expect.stringContaining('Another day?')]);
  await say('yes');
  expect([await confirmations(), await inbox()]).toEqual([[], ['yes']]);
});

test('a cancellation after the text about a series goes to a person', async () => {
  await sql(`delete from appointments where id = ${visits[1]}`);
  await reminded();
  const dates = ['2027-06-16', '2027-06-23', '2027-06-30'];
  await asAdmin('POST', `/api/appointments/${visits[0]}/follow-ups`, {
    together: false,
    visits: dates.map((date) => ({ date, time: '16:00:00' })),
  });
  expect(await deliver()).toEqual([expect.stringContaining('3 appointments')]);
  await say('cancel');
  expect([new Set(await statuses()), await inbox()]).toEqual([new Set(['confirmed']), ['cancel']]);
});

test('a cancellation after the text about another cancelled appointment goes to a person', async () => {
  clinic.setNow(wallToInstant('2027-06-08', '10:00:00'));
  await change(visits[1], { appointmentTime: '18:00:00' });
  await deliver();
  await change(visits[0], { status: 'cancelled' });
  await deliver();
  await say('cancel');
  expect([await statuses(), await inbox()]).toEqual([['cancelled', 'confirmed'], ['cancel']]);
});

test('a reply answers the text that arrived last, also if that was queued first', async () => {
  clinic.setNow(wallToInstant('2027-06-07', '12:00:00'));
  gateway.status = () => 500;
  await change(visits[0], { appointmentTime: '15:20:00' });
  await deliver();
  gateway.status = () => 202;
  await change(visits[1], { appointmentTime: '18:20:00' });
  expect(await deliver()).toEqual([expect.stringContaining('6:20 PM')]);
  clinic.setNow(wallToInstant('2027-06-07', '12:05:00'));
  expect(await deliver()).toEqual([expect.stringContaining('3:20 PM')]);
  await say('yes');
  expect([await confirmations(), await inbox()]).toEqual([[{ id: visits[0] }], []]);
});

test.each([
  [1, ['confirmed', 'confirmed'], ['cancel']],
  [30, ['confirmed', 'cancelled'], []],
])('a cancellation %i hours after a text about her other appointment', async (hours, expected, left) => {
  const first = wallToInstant('2027-06-07', '10:00:00');
  clinic.setNow(first);
  await change(visits[0], { appointmentTime: '15:20:00' });
  expect(await deliver()).toEqual([expect.stringContaining('3:20 PM')]);
  clinic.setNow(addMilliseconds(first, hours * 3_600_000));
  await change(visits[1], { appointmentTime: '18:20:00' });
  expect(await deliver()).toEqual([expect.stringContaining('6:20 PM')]);
  await say('cancel');
  expect([await statuses(), await inbox()]).toEqual([expected, left]);
});

test('a reply goes to a person while nobody knows whether another text has arrived', async () => {
  clinic.setNow(wallToInstant('2027-06-07', '12:00:00'));
  await change(visits[0], { appointmentTime: '15:20:00' });
  await deliver();
  await change(visits[1], { appointmentTime: '18:20:00' });
  await sql(`update messages set unanswered = 1, run_at = run_at + interval '1 hour' where state = 'queued'`);
  await say('cancel');
  expect([await statuses(), await inbox()]).toEqual([['confirmed', 'confirmed'], ['cancel']]);
});

test('a reply to a text about two patients of one phone cancels the appointment of neither', async () => {
  const doctorId = (await makeUser(deps.db, { role: 'doctor', name: 'Heba', worksAt: [branch] })).id;
  const bela = await createSignedInUser(clinic, {
    role: 'patient',
    locale: 'en',
    name: 'Bela',
    channels: ['sms'],
    phone: from,
  });
  await sql(`update users set created_by = ${adminId} where id = ${bela.id}`);
  await sql(`update appointments set doctor_id = ${doctorId}, doctor_wish = 'named'`);
  await sql(`update appointments set patient_id = ${bela.id} where id = ${visits[1]}`);
  clinic.setNow(wallToInstant('2027-06-08', '10:00:00'));
  await change(visits[1], { appointmentTime: '17:20:00' });
  await deliver();
  const away = { userId: doctorId, startDate: '2027-06-09', endDate: '2027-06-09' };
  const { disruptionId } = await asAdmin('POST', '/api/absences', away);
  const at = { locationId: branch, appointmentDate: '2027-06-10', doctorId };
  const offers = ['16:00:00', '17:00:00'].map((appointmentTime, i) => ({
    appointmentId: visits[i],
    time: { ...at, appointmentTime },
  }));
  await asAdmin('POST', `/api/disruptions/${disruptionId}/acts`, { act: 'offer', visits: offers });
  expect(await deliver()).toEqual([expect.stringMatching(/HKM-\d+.*HKM-\d+/)]);
  await say('cancel');
  expect([await statuses(), await inbox()]).toEqual([['confirmed', 'confirmed'], ['cancel']]);
});

test('a reply that the gateway delivers again does not act again', async () => {
  await sql(`delete from appointments where id = ${visits[1]}`);
  await reminded();
  await say('yes', 'sms-1');
  await change(visits[0], { appointmentDate: '2027-06-10', appointmentTime: '15:20:00' });
  await deliver();
  await say('yes', 'sms-1');
  expect(await confirmations()).toEqual([{ id: visits[0] }]);
  await say('cancel', 'sms-2');
  expect(await statuses()).toEqual(['cancelled']);
  await deliver();
  await change(visits[0], { status: 'confirmed' });
  await deliver();
  await say('cancel', 'sms-2');
  expect([await statuses(), await inbox()]).toEqual([['confirmed'], []]);
  await say('STOP', 'sms-3');
  await sql(`update users set channels = '{sms}' where name = 'Mona'`);
  await say('STOP', 'sms-3');
  expect(await sql(`select channels from users where name = 'Mona'`)).toEqual([{ channels: ['sms'] }]);
});

test('a reply that the gateway delivers twice at one moment acts once', async () => {
  await sql(`delete from appointments where id = ${visits[1]}`);
  await reminded();
  const lock = `select from users where name = 'Mona' for no key update`;
  const sayAgain = () => say('cancel', 'sms-1');
  await runBlockedBy(deps.database, lock, sayAgain, sayAgain);
  expect([await statuses(), await inbox()]).toEqual([['cancelled'], []]);
});

test('a reply whose transaction is lost acts when the gateway delivers it again', async () => {
  await sql(`delete from appointments where id = ${visits[1]}`);
  await reminded();
  const lock = `select from users where name = 'Mona' for no key update`;
  const { lost } = await withHeldLocks(deps.database, lock, async () => {
    const said = expect(say('cancel', 'sms-1')).rejects.toThrow();
    await waitForLocks(deps.database);
    await sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return { lost: said };
  });
  await lost;
  expect(await statuses()).toEqual(['confirmed']);
  await say('cancel', 'sms-1');
  expect([await statuses(), await inbox()]).toEqual([['cancelled'], []]);
});
