import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sign } from '#server/engine/delivery/transports/signature.ts';
import { hashToken, randomToken } from '#server/engine/secrets/tokens.ts';
import { insertLocation } from '#server/features/locations/queries.ts';
import { insertLinks } from '#server/features/notifications/link-queries.ts';
import { notifyPerson } from '#server/features/notifications/notify-actions.ts';
import { makeUser } from '#server/testing/factories.ts';
import { createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp, testPassword } from '#server/testing/test-app.ts';
import { saveWeek } from '#server/testing/week.ts';
import { wallToInstant } from '#shared/domain/clinic-time.ts';

let t: TestApp;
let mona: SignedIn;
let visitId: number;
const secret = 'gateway secret';
beforeAll(async () => {
  t = await createTestApp({ GATEWAY_SECRET: secret });
});
beforeEach(async () => {
  await t.reset();
  mona = await createSignedInUser(t, {
    role: 'patient',
    name: 'Mona',
    locale: 'en',
    channels: ['email', 'sms'],
    email: 'mona@example.org',
    emailConfirmedAt: monday,
    phone: '+201001234567',
    phoneConfirmedAt: monday,
  });
  const maadi = (
    await insertLocation(t.deps.db, { name: 'Maadi', address: '9 Road', openHours: '9-5', rooms: 1 })
  ).id;
  await saveWeek(t, maadi);
  await t.deps.database.pool.query(`insert into services (name) values ('Consultation')`);
  const { rows } = await t.deps.database.pool.query<{ id: number }>(
    `insert into appointments (patient_id, location_id, service_id, local_start, local_end, room, status)
     values ($1, $2, 1, '2027-06-09 16:00', '2027-06-09 16:20', 1, 'confirmed') returning id`,
    [mona.id, maadi],
  );
  visitId = rows[0]?.id ?? 0;
});
afterAll(() => t.close());

async function linksOf(channel = 'email'): Promise<{ visit: string; stop: string }> {
  const params = {
    date: '2027-06-09',
    time: '16:00:00',
    location: 'Maadi',
    address: '9 Road',
    reference: 'HKM-000001',
  };
  await notifyPerson(t.deps.db, {
    userId: mona.id,
    template: 'confirmed',
    params,
    appointmentId: visitId,
    dedupeKey: 'confirmed:1:1',
  });
  const { rows } = await t.deps.database.pool.query<{ secrets: { visit: string; stop: string } }>(
    'select secrets from messages where channel = $1',
    [channel],
  );
  const { visit = '', stop = '' } = rows[0]?.secrets ?? {};
  return { visit: visit.replace('/l/', ''), stop: stop.replace('/l/', '') };
}
const look = (token: string) => t.call('GET', `/api/links/${token}`);
const press = (token: string, body: object) => t.call('POST', `/api/links/${token}`, { body });
const status = async () =>
  (await t.deps.database.pool.query('select status, local_start from appointments where id = $1', [visitId]))
    .rows[0];

test('opening a link shows time and place without names and changes nothing, and its button cancels once', async () => {
  const { visit } = await linksOf();
  for (let n = 0; n < 3; n++)
    expect((await look(visit)).json()).toMatchObject({
      kind: 'visit',
      actions: ['confirm', 'cancel', 'move'],
      over: null,
    });
  expect((await look(visit)).json().current).toEqual({
    status: 'confirmed',
    appointmentDate: '2027-06-09',
    appointmentTime: '16:00:00',
    locationId: 1,
    version: 1,
    movedFrom: null,
  });
  expect((await look(visit)).body).not.toMatch(/Mona|Consultation/);
  expect((await status()).status).toBe('confirmed');
  expect((await press(visit, { action: 'cancel' })).json()).toEqual({ done: 'cancel' });
  expect((await status()).status).toBe('cancelled');
  expect((await press(visit, { action: 'confirm' })).json()).toMatchObject({ code: 'invalid_token' });
  expect((await look(visit)).json()).toMatchObject({ actions: [], over: 'used' });
});

test('an old link shows the current appointment, and acts only on the state that its page showed', async () => {
  const { visit } = await linksOf();
  const seen = (await look(visit)).json().current.version;
  await t.deps.database.pool.query(
    `update appointments set local_start = '2027-06-10 17:00', local_end = '2027-06-10 17:20', version = 2`,
  );
  expect((await look(visit)).json().current).toMatchObject({
    appointmentDate: '2027-06-10',
    appointmentTime: '17:00:00',
    movedFrom: { date: '2027-06-09', time: '16:00:00' },
  });
  const text = expect.any(String);
  for (const action of ['cancel', 'confirm', 'move']) {
    const to = action === 'move' ? { appointmentDate: '2027-06-11', appointmentTime: '16:00' } : {};
    // Whoever has the link learns nothing of the patient.
    expect((await press(visit, { action, version: seen, ...to })).json()).toEqual({
      code: 'stale',
      message: text,
      requestId: text,
    });
  }
  expect((await status()).status).toBe('confirmed');
  expect((await press(visit, { action: 'cancel', version: 2 })).json()).toEqual({ done: 'cancel' });
  expect((await look(visit)).json().current).toMatchObject({ status: 'cancelled' });
});

test('confirming does not use up a link, and is recorded once per version', async () => {
  const { visit } = await linksOf();
  for (let n = 0; n < 2; n++)
    expect((await press(visit, { action: 'confirm' })).json()).toEqual({ done: 'confirm' });
  const confirmed = async () =>
    (await t.deps.database.pool.query(`select from events where action = 'patient_confirmed'`)).rowCount;
  expect(await confirmed()).toBe(1);
  expect((await look(visit)).json()).toMatchObject({ over: null, actions: ['confirm', 'cancel', 'move'] });
  const { cookie } = await createSignedInUser(t, { role: 'admin' });
  for (const appointmentTime of ['16:20', '16:00'])
    await t.call('PATCH', `/api/appointments/${visitId}`, { cookie, body: { appointmentTime } });
  expect((await press(visit, { action: 'confirm' })).json()).toEqual({ done: 'confirm' });
  expect(await confirmed()).toBe(2);
  expect((await press(visit, { action: 'cancel' })).json()).toEqual({ done: 'cancel' });
});

test('on its day a link checks the patient in, used or not, and shows the delay', async () => {
  const { visit, stop } = await linksOf();
  expect((await press(visit, { action: 'here' })).statusCode).toBe(404);
  await t.deps.database.pool.query(`update tokens set used_at = now() where purpose = 'visit-link'`);
  expect((await look(visit)).json()).toMatchObject({ over: 'used', actions: [], day: null });
  t.setNow(new Date('2027-06-09T12:30:00Z'));
  expect((await look(visit)).json()).toMatchObject({
    over: 'used',
    actions: ['here'],
    day: { stage: 'expected', ticket: null, hereAt: null, delayMinutes: 0 },
  });
  expect((await look(visit)).body).not.toMatch(/Mona|Consultation/);
  expect((await press(stop, { action: 'here' })).json().code).toBe('invalid_token');
  for (let n = 0; n < 2; n++)
    expect((await press(visit, { action: 'here' })).json()).toEqual({ done: 'here' });
  const { rows } = await t.deps.database.pool.query(
    `select action, actor_id from events where action = 'says_here'`,
  );
  expect(rows).toEqual([{ action: 'says_here', actor_id: mona.id }]);
  expect((await look(visit)).json()).toMatchObject({ actions: [], day: { hereAt: expect.any(String) } });
  await t.deps.database.pool.query(`update appointments set status = 'cancelled'`);
  expect((await look(visit)).json()).toMatchObject({ actions: [], day: null });
});

test('a link opens the page in the language of its message', async () => {
  const paths = async (locale: string) => {
    await t.deps.database.pool.query('delete from messages');
    await t.deps.database.pool.query('update users set locale = $2 where id = $1', [mona.id, locale]);
    return linksOf();
  };
  expect(Object.values(await paths('ar'))).toEqual([
    expect.stringMatching(/^\/ar[\w-]{22}$/),
    expect.stringMatching(/^\/ar[\w-]{22}$/),
  ]);
  expect(Object.values(await paths('en'))).toEqual([
    expect.stringMatching(/^[\w-]{22}$/),
    expect.stringMatching(/^[\w-]{22}$/),
  ]);
});

test('a confirmation by the patient is recorded and sent to the branch without changing the status', async () => {
  const { visit } = await linksOf();
  const doctor = await createSignedInUser(t, { role: 'doctor' });
  await t.deps.database.pool.query('insert into staff (user_id) values ($1)', [doctor.id]);
  await t.deps.database.pool.query('insert into staff_locations select $1, location_id from appointments', [
    doctor.id,
  ]);
  expect((await press(visit, { action: 'confirm' })).statusCode).toBe(200);
  expect((await status()).status).toBe('confirmed');
  const { rows } = await t.deps.database.pool.query(
    `select actor_id from events where action = 'patient_confirmed'`,
  );
  expect(rows).toEqual([{ actor_id: mona.id }]);
  expect((await t.call('GET', '/api/notifications', { cookie: doctor.cookie })).json()).toMatchObject([
    { kind: 'staffPatientConfirmed' },
  ]);
});

test('a link does no more than its patient may, even if she works at the clinic now', async () => {
  const { visit } = await linksOf();
  await t.deps.database.pool.query(`update users set role = 'admin' where id = $1`, [mona.id]);
  const off = await press(visit, { action: 'move', appointmentDate: '2027-06-10', appointmentTime: '10:00' });
  expect(off.json()).toMatchObject({ code: 'outside_hours' });
  expect(
    (await press(visit, { action: 'move', appointmentDate: '2027-06-10', appointmentTime: '15:20' })).json(),
  ).toEqual({
    done: 'move',
  });
  expect(await status()).toMatchObject({ status: 'pending', local_start: '2027-06-10 15:20:00' });
  const { rows } = await t.deps.database.pool.query(`select actor_role from events where action = 'moved'`);
  expect(rows).toEqual([{ actor_role: 'patient' }]);
});

test('a taken time leaves the link unused', async () => {
  const { visit } = await linksOf();
  const other = await createSignedInUser(t, { role: 'patient' });
  await t.deps.database.pool.query(
    `insert into appointments (patient_id, location_id, service_id, local_start, local_end, room, status)
     select $1, location_id, 1, '2027-06-10 15:20', '2027-06-10 15:40', 1, 'confirmed' from appointments`,
    [other.id],
  );
  const to = (appointmentTime: string) =>
    press(visit, { action: 'move', appointmentDate: '2027-06-10', appointmentTime });
  expect((await press(visit, { action: 'move' })).statusCode).toBe(400);
  expect((await to('15:20')).json()).toMatchObject({ code: 'slot_taken' });
  expect((await to('15:40')).json()).toEqual({ done: 'move' });
  expect(await status()).toMatchObject({ status: 'pending', local_start: '2027-06-10 15:40:00' });
});

test('after the cut-off a link only confirms, and after the appointment it does nothing', async () => {
  const { visit } = await linksOf();
  t.setNow(new Date('2027-06-09T10:30:00Z'));
  expect((await look(visit)).json()).toMatchObject({ actions: ['here', 'confirm'], locationId: null });
  expect((await press(visit, { action: 'cancel' })).json()).toMatchObject({ code: 'past_cutoff' });
  t.setNow(new Date('2027-06-09T14:00:00Z'));
  expect((await look(visit)).json()).toMatchObject({ actions: ['here'], over: 'past' });
  expect((await press(visit, { action: 'confirm' })).json()).toMatchObject({ code: 'invalid_token' });
});

test('a stop link ends messages on one channel', async () => {
  const { stop, visit } = await linksOf();
  expect((await look(stop)).json()).toMatchObject({ kind: 'stop', channel: 'email', actions: ['stop'] });
  expect((await press(visit, { action: 'stop' })).statusCode).toBe(400);
  expect((await press(stop, { action: 'stop' })).json()).toEqual({ done: 'stop' });
  const { rows } = await t.deps.database.pool.query('select channels from users where id = $1', [mona.id]);
  expect(rows[0]).toEqual({ channels: ['sms'] });
});

test.each(['en', 'ar'])(
  'links sent to an old number end with it, and those of waiting messages stay (%s)',
  async (lang) => {
    await t.deps.database.pool.query('update users set locale = $1 where id = $2', [lang, mona.id]);
    const waiting = (await linksOf()).visit.replace('/ar', '');
    const [visit, kept] = [randomToken(), randomToken()];
    await insertLinks(t.deps.db, [
      { kind: 'visit', hash: hashToken(visit), userId: mona.id, target: String(visitId) },
      { kind: 'keep', hash: hashToken(kept), userId: mona.id, target: String(visitId) },
    ]);
    const found = async () =>
      Promise.all([visit, kept, waiting].map(async (token) => (await look(token)).statusCode));
    const change = (body: object) => t.call('PATCH', `/api/users/${mona.id}`, { body, cookie: mona.cookie });
    expect((await change({ name: 'Mona Samir' })).statusCode).toBe(200);
    expect(await found()).toEqual([200, 200, 200]);
    expect((await change({ phone: '01012345678' })).statusCode).toBe(200);
    expect(await found()).toEqual([404, 200, 200]);
  },
);

test('guessed, malformed and expired links reveal nothing, and guesses are limited', async () => {
  expect((await look('x'.repeat(43))).statusCode).toBe(404);
  expect((await look('short')).statusCode).toBe(400);
  const { visit } = await linksOf();
  await t.deps.database.pool.query('update users set deactivated_at = now() where id = $1', [mona.id]);
  expect((await look(visit)).statusCode).toBe(404);
  const strict = await createTestApp({ RATE_LIMIT: 'on' });
  const codes = new Set<number>();
  for (let n = 0; n < 125; n++)
    codes.add((await strict.call('GET', `/api/links/${'y'.repeat(43)}`)).statusCode);
  expect([...codes]).toEqual([404, 429]);
  await strict.close();
});

function reply(body: object, key = secret, at = monday) {
  const payload = JSON.stringify(body);
  const timestamp = String(at.getTime());
  const headers = {
    'content-type': 'application/json',
    'x-timestamp': timestamp,
    'x-signature': `sha256=${sign(key, timestamp, payload)}`,
  };
  return t.app.inject({ method: 'POST', url: '/api/delivery/inbound', payload, headers });
}

test('a signed STOP by text ends texts in both languages', async () => {
  const channels = async () =>
    (await t.deps.database.pool.query('select channels from users where id = $1', [mona.id])).rows[0]
      .channels;
  expect((await reply({ from: '0100 123 4567', text: 'Stop.' }, 'another')).statusCode).toBe(403);
  expect(
    (await reply({ from: '01001234567', text: 'STOP' }, secret, new Date(monday.getTime() - 600_000)))
      .statusCode,
  ).toBe(403);
  expect((await reply({ from: '01001234567', text: 'thank you' })).statusCode).toBe(204);
  expect(await channels()).toEqual(['email', 'sms']);
  expect((await reply({ from: '01001234567', text: 'إيقاف' })).statusCode).toBe(204);
  expect(await channels()).toEqual(['email']);
  expect((await reply({ from: 'x' })).statusCode).toBe(400);
  expect((await t.call('GET', '/api/notifications', { cookie: mona.cookie })).json()).toMatchObject([
    { kind: 'stopped' },
  ]);
});

describe('a reply by text', () => {
  const rows = async (text: string) => (await t.deps.database.pool.query(text)).rows;
  const remind = async (userId: number, id = visitId) => {
    await notifyPerson(t.deps.db, {
      userId,
      template: 'reminder',
      params: { date: '2027-06-09', time: '16:00:00', location: 'Maadi', address: '9 Road', reference: 'x' },
      appointmentId: id,
      dedupeKey: `reminder:${userId}:${id}`,
    });
    await rows(`update messages set state = 'sent' where channel = 'sms'`);
  };
  const deskAt = async (branch: number) => {
    const user = await makeUser(t.deps.db, { role: 'receptionist', worksAt: [branch] });
    return createSession(t, user.id);
  };
  const inbox = () => rows('select name, phone, way, message, patient_id, location_id from contact_messages');
  const texts = async () =>
    (await rows(`select template from messages where channel = 'sms' and state = 'queued' order by id`)).map(
      ({ template }) => template,
    );
  const say = (text: string, more: object = {}) =>
    reply({ from: '01001234567', text, channel: 'sms', ...more });

  test('confirms the appointment of the reminder, once', async () => {
    await remind(mona.id);
    expect((await say('نعم، شكرًا')).statusCode).toBe(204);
    await say('yes');
    expect(await rows(`select actor_id, subject_id from events where action = 'patient_confirmed'`)).toEqual([
      { actor_id: mona.id, subject_id: visitId },
    ]);
    expect(await texts()).toEqual(['replyNoted']);
    expect(await inbox()).toEqual([]);
  });

  test('is answered once, although the desk adds a note between two replies', async () => {
    await remind(mona.id);
    await say('yes');
    await t.call('PATCH', `/api/appointments/${visitId}`, {
      cookie: await deskAt(1),
      body: { appendNote: 'Comes with her mother' },
    });
    await say('نعم');
    expect(await texts()).toEqual(['replyNoted']);
    expect(await inbox()).toEqual([]);
  });

  test('cancels it by the rules of links, and after the cut-off goes to the inbox', async () => {
    await remind(mona.id);
    await say('إلغاء');
    expect(await status()).toMatchObject({ status: 'cancelled' });
    await say('cancel');
    expect(await inbox()).toEqual([]);
    await rows(`update appointments set status = 'confirmed'`);
    t.setNow(wallToInstant('2027-06-09', '14:00:00'));
    await reply({ from: '01001234567', text: 'cancel' }, secret, wallToInstant('2027-06-09', '14:00:00'));
    expect(await status()).toMatchObject({ status: 'confirmed' });
    expect(await inbox()).toMatchObject([{ name: 'Mona', message: 'cancel', patient_id: mona.id }]);
    expect(await texts()).toEqual(['cancelledByPatient', 'replyTooLate']);
  });

  test('with another text goes to the branch’s inbox and is answered by text', async () => {
    await remind(mona.id);
    await say('Can I come at five?', { id: 'sms-1' });
    await say('Can I come at five?', { id: 'sms-1' });
    await say('Hello?', { id: 'sms-2' });
    expect(await inbox()).toMatchObject([
      { name: 'Mona', phone: '+201001234567', way: 'sms', patient_id: mona.id, location_id: 1 },
      { message: 'Hello?' },
    ]);
    expect(await texts()).toEqual(['replyReceived']);
    await rows(`insert into locations (name, address, open_hours) values ('Zamalek', 'x', 'x')`);
    const desk = await deskAt(1);
    const elsewhere = await deskAt(2);
    const list = (cookie: string) => t.call('GET', '/api/contact-messages', { cookie });
    expect((await list(elsewhere)).json()).toEqual([]);
    const [, first] = (await list(desk)).json();
    expect(first).toMatchObject({
      email: null,
      way: 'sms',
      message: 'Can I come at five?',
      patientId: mona.id,
    });
    const answer = (cookie: string, text: string) =>
      t.call('POST', `/api/contact-messages/${first.id}/answer`, { cookie, body: { answer: text } });
    expect((await answer(elsewhere, 'Yes')).statusCode).toBe(404);
    expect((await answer(desk, 'x'.repeat(481))).json()).toHaveProperty('fields.answer');
    expect((await answer(desk, 'Yes, do.')).json()).toMatchObject({ state: 'answered', answer: 'Yes, do.' });
    expect(await rows(`select channel, address, params from messages where template = 'textAnswer'`)).toEqual(
      [{ channel: 'sms', address: '+201001234567', params: { answer: 'Yes, do.' } }],
    );
  });

  test('goes to nobody who typed the number at registration and did not confirm it', async () => {
    const number = '01055555555';
    const registered = { username: 'stranger77', password: testPassword, name: 'Stranger', phone: number };
    expect((await t.call('POST', '/api/auth/register', { body: registered })).statusCode).toBe(201);
    await reply({ from: number, text: 'I am Salma, please call me', channel: 'sms' });
    expect(await inbox()).toMatchObject([{ name: '0105 555 5555', patient_id: null }]);
    await rows(`update users set phone = '+201055555555' where id = ${mona.id}`);
    await reply({ from: number, text: 'Hello?', channel: 'sms' });
    expect((await inbox()).at(-1)).toMatchObject({ name: 'Mona', patient_id: mona.id });
  });

  test('is not guessed for a shared phone, several appointments or an unknown number', async () => {
    await remind(mona.id);
    const sara = await createSignedInUser(t, {
      role: 'patient',
      name: 'Sara',
      phone: '+201001234567',
      createdBy: (await makeUser(t.deps.db, { role: 'receptionist' })).id,
    });
    const [hers] = await rows(`insert into appointments (patient_id, location_id, service_id, local_start,
      local_end, room, status) values (${sara.id}, 1, 1, '2027-06-09 17:00', '2027-06-09 17:20', 1,
      'confirmed') returning id`);
    await rows(`insert into messages (dedupe_key, channel, user_id, address, locale, template, appointment_id,
      state) values ('s', 'sms', ${sara.id}, '+201001234567', 'en', 'reminder', ${hers.id}, 'sent')`);
    await say('yes');
    await say('cancel');
    expect(await rows('select distinct status from appointments')).toEqual([{ status: 'confirmed' }]);
    expect(await inbox()).toHaveLength(2);
    await reply({ from: '01099999999', text: 'yes' });
    expect((await inbox()).at(-1)).toMatchObject({ patient_id: null, location_id: null, way: 'sms' });
    await rows(`update appointments set patient_id = ${mona.id}`);
    await rows(`update messages set visit_ids = '{${visitId}, ${hers.id}}' where user_id = ${mona.id}`);
    await say('Cancel');
    expect(await rows('select distinct status from appointments')).toEqual([{ status: 'confirmed' }]);
    await say('ok');
    expect(await rows(`select subject_id from events where action = 'patient_confirmed' order by 1`)).toEqual(
      [{ subject_id: visitId }, { subject_id: hers.id }],
    );
  });

  test('about a family’s appointments confirms all with yes and cancels none', async () => {
    const added = await t.call('POST', `/api/patients/${mona.id}/family`, {
      cookie: mona.cookie,
      body: { name: 'Fatma Hassan', relation: 'mother' },
    });
    const fatma = added.json().caresFor[0].id;
    const [hers] = await rows(`insert into appointments (patient_id, location_id, service_id, local_start,
      local_end, room, status) values (${fatma}, 1, 1, '2027-06-09 17:00', '2027-06-09 17:20', 1,
      'confirmed') returning id`);
    const states = () => rows('select id, status from appointments order by id');
    const both = [
      { id: visitId, status: 'confirmed' },
      { id: hers.id, status: 'confirmed' },
    ];
    await remind(mona.id);
    await rows(`update messages set visit_ids = '{${visitId}, ${hers.id}}'`);
    await say('cancel');
    expect(await states()).toEqual(both);
    await say('yes');
    expect(
      await rows(`select subject_id, actor_id, patient_id from events where action = 'patient_confirmed'
        order by id`),
    ).toEqual([
      { subject_id: visitId, actor_id: mona.id, patient_id: mona.id },
      { subject_id: hers.id, actor_id: mona.id, patient_id: fatma },
    ]);
    const noted = `select params->>'who' as who from messages where template = 'replyNoted' order by id`;
    expect(await rows(noted)).toEqual([{ who: null }, { who: 'Fatma' }]);
    await remind(fatma, hers.id);
    await say('cancel');
    expect(await states()).toEqual([both[0], { id: hers.id, status: 'cancelled' }]);
  });
});

test('the link of an offer reveals nothing about an appointment with the same id', async () => {
  const token = randomToken();
  const target = String(visitId);
  await insertLinks(t.deps.db, [{ kind: 'offer', hash: hashToken(token), userId: mona.id, target }]);
  t.setNow(wallToInstant('2027-06-09', '15:50:00'));
  const pressed = await t.call('POST', `/api/links/${token}`, { body: { action: 'here' } });
  expect([pressed.statusCode, pressed.json().code]).toEqual([400, 'invalid_token']);
});
