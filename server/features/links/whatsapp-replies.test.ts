import { afterAll, beforeEach, expect, test } from 'vitest';
import { sign } from '#server/engine/delivery/transports/signature.ts';
import { notifyPerson } from '#server/features/notifications/notify-actions.ts';
import {
  makeAppointment,
  makeClinic,
  makeLocation,
  makeUser,
  openEveryDay,
} from '#server/testing/factories.ts';
import { createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';

/** Replies by WhatsApp have the same rules as replies by text message, and the answer goes by WhatsApp. */
const secret = 'gateway secret';
const clinic = await createTestApp({ GATEWAY_SECRET: secret });
const { deps } = clinic;
const phone = '+201001234567';
let hers = 0;
let visit = 0;
let branch = 0;

const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
beforeEach(async () => {
  await clinic.reset();
  const { location, service } = await makeClinic(deps.db);
  branch = location.id;
  const mona = { name: 'Mona', channels: ['whatsapp' as const], phone, phoneConfirmedAt: monday };
  hers = (await createSignedInUser(clinic, { role: 'patient', locale: 'ar', ...mona })).id;
  const at = { locationId: branch, serviceId: service.id, date: '2027-06-09', time: '16:00:00' };
  visit = (await makeAppointment(deps.db, { patientId: hers, ...at })).id;
  await notifyPerson(deps.db, {
    userId: hers,
    template: 'reminder',
    params: { date: at.date, time: at.time, location: 'Maadi', address: '9 Road', reference: 'x' },
    appointmentId: visit,
    dedupeKey: 'reminder',
  });
  await sql(
    `update messages set state = 'sent', done_at = '${monday.toISOString()}' where channel = 'whatsapp'`,
  );
});
afterAll(clinic.close);

async function say(text: string, id?: string): Promise<void> {
  const payload = JSON.stringify({ from: '01001234567', text, channel: 'whatsapp', id });
  const timestamp = String(deps.now().getTime());
  const answer = await clinic.app.inject({
    method: 'POST',
    url: '/api/delivery/inbound',
    payload,
    headers: {
      'content-type': 'application/json',
      'x-timestamp': timestamp,
      'x-signature': `sha256=${sign(secret, timestamp, payload)}`,
    },
  });
  expect(answer.statusCode, answer.body).toBe(204);
}
/** Another patient with this phone, added by the desk. */
async function addSara(): Promise<void> {
  const { id } = await makeUser(deps.db, { role: 'receptionist' });
  await createSignedInUser(clinic, { role: 'patient', name: 'Sara', phone, createdBy: id });
}
const status = async () => (await sql(`select status from appointments where id = ${visit}`))[0]?.status;
const confirmed = () => sql(`select subject_id as id from events where action = 'patient_confirmed'`);
const inbox = () =>
  sql(
    `select message, way, phone, patient_id as id, location_id as branch from contact_messages c
      order by c.id`,
  );
const saidBack = () =>
  sql(
    `select template, channel, address, locale from messages where user_id = ${hers} and state = 'queued'
      order by id`,
  );

test.each(['yes', 'نعم', 'تمام شكرًا 👍'])('“%s” confirms by WhatsApp, once', async (word) => {
  await say(word);
  await say(word);
  expect(await confirmed()).toEqual([{ id: visit }]);
  expect([await status(), await inbox()]).toEqual(['confirmed', []]);
  expect(await saidBack()).toEqual([
    { template: 'replyNoted', channel: 'whatsapp', address: phone, locale: 'ar' },
  ]);
});

test('another yes after the same text came by SMS too gets no second answer', async () => {
  await say('yes');
  await sql(`insert into messages (user_id, appointment_id, channel, address, template, params, locale,
      dedupe_key, state, done_at)
    select user_id, appointment_id, 'sms', address, template, params, locale, 'reminder:sms', 'sent',
      done_at + interval '1 hour' from messages where channel = 'whatsapp' and state = 'sent'`);
  await say('yes');
  expect(await saidBack()).toMatchObject([{ template: 'replyNoted', channel: 'whatsapp' }]);
});

test('“We expect you” is not sent after the appointment was moved', async () => {
  await say('yes');
  await sql(`update appointments set local_start = local_start + interval '1 hour',
    local_end = local_end + interval '1 hour' where id = ${visit}`);
  const worker = clinic.worker();
  await worker.poke();
  await worker.stop();
  expect(await sql(`select state, error from messages where template = 'replyNoted'`)).toEqual([
    { state: 'skipped', error: 'no longer wanted' },
  ]);
});

test.each(['cancel', 'إلغاء', 'لو سمحت إلغاء الموعد'])('“%s” cancels', async (word) => {
  await say(word);
  expect([await status(), await inbox()]).toEqual(['cancelled', []]);
});

test.each(['no', 'لأ', 'ممكن أجي الساعة خمسة؟', 'إيقاف مؤقت؟'])('“%s” goes to a person', async (text) => {
  await say(text, 'wa-1');
  await say(text, 'wa-1');
  expect([await status(), await confirmed()]).toEqual(['confirmed', []]);
  expect(await inbox()).toEqual([{ message: text, way: 'whatsapp', phone, id: hers, branch }]);
  const desk = await makeUser(deps.db, { role: 'receptionist', worksAt: [branch] });
  const cookie = await createSession(clinic, desk.id);
  const [{ id }] = (await clinic.call('GET', '/api/contact-messages', { cookie })).json();
  const path = `/api/contact-messages/${id}/answer`;
  const answered = await clinic.call('POST', path, { cookie, body: { answer: 'أيوه، تمام.' } });
  expect(answered.json()).toMatchObject({ state: 'answered' });
  expect((await saidBack()).at(-1)).toMatchObject({
    template: 'textAnswer',
    channel: 'whatsapp',
    address: phone,
  });
});

test.each([
  ['ana khayfa', 'ar', 'ar'],
  ['أنا خايفة', 'en', 'ar'],
  ['I am afraid', 'en', 'en'],
])('“%s” of a patient with the language %s is answered in %s', async (text, hers, answered) => {
  await sql(`update users set locale = '${hers}' where role = 'patient'`);
  await say(text);
  expect(await saidBack()).toMatchObject([{ template: 'replyReceived', locale: answered }]);
  expect(await sql('select locale from contact_messages')).toEqual([{ locale: answered }]);
});

test('a reply from a shared number belongs to the patient with an offer, at its branch', async () => {
  const offered = await makeLocation(deps.db);
  await openEveryDay(deps.db, offered.id);
  await addSara();
  await say('?');
  await sql(`delete from appointments; delete from messages`);
  const { cookie } = await createSignedInUser(clinic, { role: 'admin' });
  const at = { appointmentDate: '2027-06-09', appointmentTime: '15:00:00', serviceId: 1 };
  const body = { userId: hers, locationId: offered.id, ...at };
  const made = await clinic.call('POST', '/api/offers', { cookie, body });
  expect(made.statusCode, made.body).toBe(201);
  await say('yes');
  clinic.setNow(new Date('2027-07-01T09:00:00Z'));
  await say('hello');
  expect(await inbox()).toMatchObject([
    { message: '?', id: hers, branch },
    { message: 'yes', id: hers, branch: offered.id },
    { message: 'hello', id: null, branch: null },
  ]);
});

test('a reply from a shared number names the appointment’s patient, and the inbox the possible senders', async () => {
  await addSara();
  await say('yes');
  await say('This is Sara, I cannot come');
  expect(
    await sql(`select template, params->>'who' as who from messages where state = 'queued'`),
  ).toMatchObject([{ template: 'replyNoted', who: 'Mona' }, { template: 'replyReceived' }]);
  expect(await status()).toBe('confirmed');
  expect(await sql('select name from contact_messages')).toEqual([{ name: 'Mona / Sara' }]);
});

test.each(['STOP', 'إيقاف'])('“%s” ends WhatsApp', async (word) => {
  await say(word);
  expect(await sql(`select channels from users where id = ${hers}`)).toEqual([{ channels: [] }]);
  expect(await inbox()).toEqual([]);
});

test('a reply by a channel without messages is answered there', async () => {
  await sql(`update users set channels = '{sms}' where id = ${hers}`);
  await say('?');
  const worker = clinic.worker();
  await worker.poke();
  await worker.stop();
  expect(await sql(`select state from messages where template = 'replyReceived'`)).toEqual([
    { state: 'kept' },
  ]);
});

test('a reply about a cancelled and reconfirmed appointment counts again', async () => {
  await say('yes');
  const { cookie } = await createSignedInUser(clinic, { role: 'admin' });
  for (const status of ['cancelled', 'confirmed'])
    await clinic.call('PATCH', `/api/appointments/${visit}`, { cookie, body: { status } });
  const worker = clinic.worker();
  await worker.poke();
  await worker.stop();
  await say('yes');
  expect(await confirmed()).toEqual([{ id: visit }, { id: visit }]);
  expect(await sql(`select id from messages where template = 'replyNoted'`)).toHaveLength(2);
});
