import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertLocation } from '#server/features/locations/queries.ts';
import { findDeliveryAlarms } from '#server/features/logs/alarm-actions.ts';
import { notifyPerson } from '#server/features/notifications/notify-actions.ts';
import { type GatewayServer, gatewayServer } from '#server/testing/gateway-server.ts';
import { type MailServer, mailServer } from '#server/testing/mail-server.ts';
import { createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import { addDays, wallToInstant } from '#shared/domain/clinic-time.ts';
import { langs } from '#shared/domain/languages.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { queueReminders } from './actions.ts';

let t: TestApp;
let mail: MailServer;
let gateway: GatewayServer;
let mona: SignedIn;
let maadi: number;
beforeAll(async () => {
  mail = await mailServer();
  gateway = await gatewayServer();
  t = await createTestApp({ SMTP_URL: mail.url, SMS_GATEWAY_URL: gateway.url });
});
beforeEach(async () => {
  await t.reset();
  mail.received.length = 0;
  gateway.calls.length = 0;
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
  maadi = (
    await insertLocation(t.deps.db, {
      name: 'Maadi',
      nameAr: 'المعادي',
      address: '9 Road',
      openHours: '9-5',
      rooms: 5,
    })
  ).id;
  await t.deps.database.pool.query(`insert into services (name) values ('Consultation')`);
});
afterAll(async () => {
  await t.close();
  await mail.close();
  await gateway.close();
});

async function visit(
  start: string,
  more: { patient?: number; status?: string; madeAt?: string } = {},
): Promise<number> {
  const { rows } = await t.deps.database.pool.query<{ id: number }>(
    `insert into appointments (patient_id, location_id, service_id, local_start, local_end, room, status,
      created_at, updated_at)
     values ($1, $2, 1, $3::timestamp, $3::timestamp + interval '20 minutes', null, $4, $5, $5) returning id`,
    [more.patient ?? mona.id, maadi, start, more.status ?? 'confirmed', more.madeAt ?? '2027-06-01 09:00Z'],
  );
  return rows[0]?.id ?? 0;
}
const clock = (date: string, time: string) => t.setNow(wallToInstant(date, time));
const keys = async (): Promise<string[]> =>
  (
    await t.deps.database.pool.query<{ dedupe_key: string }>('select dedupe_key from messages order by id')
  ).rows.map((row) => row.dedupe_key);
async function deliver(): Promise<void> {
  const worker = t.worker();
  await worker.poke();
  await worker.stop();
}

const bookedAt = (date: string, time: string) => ({
  template: 'booked' as const,
  params: {
    date,
    time,
    locationId: maadi,
    location: 'Maadi',
    address: '9 Road',
    reference: 'A-1',
    link: '/book',
  },
  appointmentId: null,
});

test('an appointment gets reminders a day and three hours before, once per channel', async () => {
  await visit('2027-06-09 16:00');
  clock('2027-06-08', '15:59');
  expect(await queueReminders(t.deps)).toBe(0);
  clock('2027-06-08', '16:00');
  expect(await queueReminders(t.deps)).toBe(1);
  expect(await queueReminders(t.deps)).toBe(0);
  await deliver();
  expect(mail.received[0]?.raw).toContain('Subject: A reminder of your appointment');
  expect(mail.received[0]?.raw).toMatch(/\/l\/[\w-]{20}/);
  expect(mail.received[0]?.raw).toMatch(/^List-Unsubscribe:\s+<http:\/\/127\.0\.0\.1:3000\/l\/[\w-]{22}>/m);
  expect(gateway.calls[0]?.body).toContain('A reminder: Wednesday 9 June at 4:00 PM, Maadi.');
  clock('2027-06-09', '13:00');
  expect(await queueReminders(t.deps)).toBe(1);
  await deliver();
  expect(gateway.calls[1]?.body).toContain('A reminder: today at 4:00 PM, Maadi.');
  expect(await keys()).toEqual(
    [1, 0].flatMap((days) =>
      ['app', 'email', 'sms'].map((channel) => `reminder:${days}:${mona.id}:2027-06-09:${channel}`),
    ),
  );
});

test('a reminder queued by the previous version under another name is sent', async () => {
  await visit('2027-06-09 16:00');
  clock('2027-06-08', '16:00');
  await queueReminders(t.deps);
  await t.deps.database.pool.query(`update messages set template = 'reminder24h'`);
  await deliver();
  expect(gateway.calls.map(({ body }) => body)).toEqual([
    expect.stringContaining('A reminder: Wednesday 9 June at 4:00 PM, Maadi.'),
  ]);
  expect(mail.received).toHaveLength(1);
});

test('appointments of one day share a reminder', async () => {
  await visit('2027-06-09 16:00');
  await visit('2027-06-09 18:20');
  clock('2027-06-08', '16:05');
  expect(await queueReminders(t.deps)).toBe(1);
  await deliver();
  expect(mail.received).toHaveLength(1);
  expect(mail.received[0]?.raw).toMatch(/4:00 PM, Maadi[\s\S]*6:20 PM, Maadi/);
});

test('an appointment that is added to a day after its reminder gets a reminder too, once', async () => {
  await visit('2027-06-09 15:00');
  clock('2027-06-08', '15:00');
  expect(await queueReminders(t.deps)).toBe(1);
  await visit('2027-06-09 18:40', { madeAt: '2027-06-08 12:10Z' });
  clock('2027-06-08', '18:40');
  expect(await queueReminders(t.deps)).toBe(1);
  clock('2027-06-09', '12:00');
  expect(await queueReminders(t.deps)).toBe(1);
  clock('2027-06-09', '15:20');
  await deliver();
  await visit('2027-06-09 18:20', { madeAt: '2027-06-09 09:10Z' });
  gateway.calls.length = 0;
  expect(await queueReminders(t.deps)).toBe(1);
  expect(await queueReminders(t.deps)).toBe(0);
  await deliver();
  expect(gateway.calls.map(({ body }) => body)).toEqual([
    expect.stringContaining('2 appointments on Wednesday 9 June, the first at 6:20 PM'),
  ]);
  clock('2027-06-09', '15:40');
  expect(await queueReminders(t.deps)).toBe(0);
});

test('two waiting reminders of a day that name the same appointments by now are sent once', async () => {
  await visit('2027-06-09 15:00');
  clock('2027-06-08', '15:00');
  expect(await queueReminders(t.deps)).toBe(1);
  await visit('2027-06-09 18:40', { madeAt: '2027-06-08 12:10Z' });
  clock('2027-06-08', '18:40');
  expect(await queueReminders(t.deps)).toBe(1);
  gateway.calls.length = 0;
  await deliver();
  expect(gateway.calls.map(({ body }) => body)).toEqual([
    expect.stringContaining('2 appointments on Wednesday 9 June, the first at 3:00 PM'),
  ]);
});

test('a shared reminder has a link for each appointment that is left when it is sent', async () => {
  const ids = [
    await visit('2027-06-09 16:00'),
    await visit('2027-06-09 17:00'),
    await visit('2027-06-09 18:20'),
  ];
  clock('2027-06-08', '16:05');
  await queueReminders(t.deps);
  const rows = async (text: string) => (await t.deps.database.pool.query(text)).rows;
  const [{ secrets }] = await rows(`select secrets from messages where channel = 'email'`);
  const [first, second, third] = ids.map((id) => String(secrets[`visit_${id}`]));
  expect(new Set([first, second, third]).size).toBe(3);
  await rows(`update appointments set status = 'cancelled' where id = ${ids[1]}`);
  await deliver();
  // Quoted-printable: an equals sign breaks long lines.
  const raw = (mail.received[0]?.raw ?? '').replace(/=\r?\n/g, '').replace(/=3D/g, '=');
  expect(raw).toMatch(
    new RegExp(
      `4:00 PM, Maadi\\r?\\n[^\\n]*${first}\\?do=confirm[\\s\\S]*6:20 PM, Maadi\\r?\\n[^\\n]*${third}\\?do`,
    ),
  );
  expect(raw).not.toContain(second);
  await rows(
    `update appointments set local_start = '2027-06-09 19:00', local_end = '2027-06-09 19:20' where id = ${ids[2]}`,
  );
  const linkOf = async (path = '') => (await t.call('GET', `/api/links/${path.replace('/l/', '')}`)).json();
  expect(await linkOf(third)).toMatchObject({
    current: { movedFrom: { date: '2027-06-09', time: '18:20:00' } },
  });
  expect(await linkOf(first)).toMatchObject({ current: { movedFrom: null } });
  const cancel = await t.call('POST', `/api/links/${third?.replace('/l/', '')}`, {
    body: { action: 'cancel' },
  });
  expect(cancel.json()).toEqual({ done: 'cancel' });
  expect(await rows('select status from appointments order by id')).toMatchObject([
    { status: 'confirmed' },
    { status: 'cancelled' },
    { status: 'cancelled' },
  ]);
});

test('a cancellation after a reminder is sent, even if the appointment was cancelled and reopened before', async () => {
  const id = await visit('2027-06-09 16:00');
  const set = async (status: string) => {
    const { cookie } = await createSignedInUser(t, { role: 'admin' });
    const answer = await t.call('PATCH', `/api/appointments/${id}`, {
      cookie,
      body: { status, overbook: true },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  clock('2027-06-08', '10:00');
  await set('cancelled');
  await deliver();
  await set('confirmed');
  clock('2027-06-08', '16:05');
  await queueReminders(t.deps);
  await deliver();
  await set('cancelled');
  await deliver();
  const texts = gateway.calls.map(({ body }) => (JSON.parse(body) as { text: string }).text);
  expect(texts).toEqual([
    expect.stringContaining('cancelled'),
    expect.stringContaining('A reminder'),
    expect.stringContaining('cancelled'),
  ]);
});

/** A patient without an account, in the care of Mona. */
async function createChild(name: string): Promise<number> {
  const { rows } = await t.deps.database.pool.query<{ id: number }>(
    `with child as (insert into users (name, role, auth_provider) values ($1, 'patient', 'cared') returning id)
    insert into guardians (patient_id, guardian_id, relation) select id, $2, 'daughter' from child
    returning patient_id as id`,
    [name, mona.id],
  );
  return rows[0]?.id ?? 0;
}

test.each(langs)('no message calls a patient by a name of the clinic or of a branch (%s)', async (lang) => {
  const branch = { address: '1 Road', openHours: '9-5', rooms: 5 };
  await insertLocation(t.deps.db, { ...branch, name: 'Heliopolis', nameAr: 'هليوبوليس' });
  const { pool } = t.deps.database;
  await pool.query('update users set locale = $1 where id = $2', [lang, mona.id]);
  const names = ['Hakima', 'حكيمة', 'Heliopolis', 'هليوبوليس', 'المعادي', 'Laila'];
  const remind = async (day: string) => {
    clock(day, '13:00');
    await queueReminders(t.deps);
    await deliver();
    const cookie = await createSession(t, mona.id);
    const notes = await t.call('GET', '/api/notifications', {
      cookie,
      headers: { 'accept-language': lang },
    });
    return [gateway.calls.at(-1)?.body, JSON.stringify(notes.json()[0])];
  };
  for (const [index, name] of names.entries()) {
    const patient = await createChild(name);
    await visit(`${addDays('2027-06-09', index)} 12:00`, { patient });
    await visit(`2027-06-20 ${11 + index}:00`, { patient });
    for (const words of await remind(addDays('2027-06-08', index)))
      expect(words).toContain(`${name === 'Laila' ? name : say(lang, 'mail.someone')}: `);
  }
  await remind('2027-06-19');
  const stored = await pool.query(
    `select params->>'list' as list from messages where template = 'reminderSeveral' and channel = 'app'`,
  );
  for (const name of names) expect(stored.rows[0].list.includes(`${name}: `), name).toBe(name === 'Laila');
});

test('a reminder of an old time is not sent before the message about the new one', async () => {
  const id = await visit('2027-06-09 16:00');
  clock('2027-06-08', '16:05');
  await queueReminders(t.deps);
  gateway.status = () => 500;
  await deliver();
  gateway.calls.length = 0;
  const { cookie } = await createSignedInUser(t, { role: 'admin' });
  const body = { appointmentTime: '17:00:00', overbook: true };
  expect((await t.call('PATCH', `/api/appointments/${id}`, { cookie, body })).statusCode).toBe(200);
  gateway.status = () => 202;
  clock('2027-06-08', '16:25');
  await deliver();
  const texts = gateway.calls.map(({ body: sent }) => (JSON.parse(sent) as { text: string }).text);
  expect(texts).toEqual([expect.stringContaining('New time')]);
});

test('a waiting reminder of two appointments names the second one after the first is cancelled', async () => {
  const first = await visit('2027-06-09 16:00');
  await visit('2027-06-09 17:00');
  clock('2027-06-08', '16:30');
  await queueReminders(t.deps);
  gateway.status = () => 500;
  await deliver();
  gateway.calls.length = 0;
  gateway.status = () => 202;
  const { cookie } = await createSignedInUser(t, { role: 'admin' });
  const body = { status: 'cancelled' };
  expect((await t.call('PATCH', `/api/appointments/${first}`, { cookie, body })).statusCode).toBe(200);
  clock('2027-06-08', '17:10');
  expect(await queueReminders(t.deps)).toBe(0);
  await deliver();
  const texts = gateway.calls.map(({ body: sent }) => (JSON.parse(sent) as { text: string }).text);
  expect(texts.toSorted()).toEqual([
    expect.stringMatching(/^A reminder: Wednesday 9 June at 5:00 PM/),
    expect.stringContaining('9 June at 4:00 PM was cancelled'),
  ]);
});

test('a move back to the original time is sent if a reminder named another time since', async () => {
  const id = await visit('2027-06-09 16:00');
  const move = async (appointmentDate: string, appointmentTime: string) => {
    const { cookie } = await createSignedInUser(t, { role: 'admin' });
    const body = { appointmentDate, appointmentTime, overbook: true };
    expect((await t.call('PATCH', `/api/appointments/${id}`, { cookie, body })).statusCode).toBe(200);
    await deliver();
  };
  clock('2027-06-07', '10:00');
  await move('2027-06-09', '15:20:00');
  gateway.status = 500;
  await move('2027-06-08', '15:00:00');
  gateway.status = 202;
  gateway.calls.splice(1);
  clock('2027-06-07', '15:05');
  await queueReminders(t.deps);
  await deliver();
  await move('2027-06-09', '15:20:00');
  const texts = gateway.calls.map(({ body }) => (JSON.parse(body) as { text: string }).text);
  expect(texts).toEqual([
    expect.stringMatching(/^New time.*Wednesday 9 June at 3:20 PM/),
    expect.stringMatching(/^A reminder: Tuesday 8 June at 3:00 PM/),
    expect.stringMatching(/^New time.*Wednesday 9 June at 3:20 PM/),
  ]);
});

test('no phone rings in quiet hours, and a cancelled appointment gets no reminder', async () => {
  await visit('2027-06-09 22:30');
  const other = await createSignedInUser(t, {
    role: 'patient',
    locale: 'ar',
    phone: '+201001234568',
    phoneConfirmedAt: monday,
    channels: ['sms'],
  });
  const cancelled = await visit('2027-06-09 22:40', { patient: other.id });
  clock('2027-06-08', '22:45');
  expect(await queueReminders(t.deps)).toBe(2);
  await deliver();
  expect(mail.received.map(({ to }) => to)).toEqual(['mona@example.org']);
  expect(gateway.calls).toHaveLength(0);
  await t.deps.database.pool.query(`update appointments set status = 'cancelled' where id = $1`, [cancelled]);
  clock('2027-06-09', '09:00');
  await deliver();
  expect(gateway.calls.map(({ body }) => body)).toEqual([expect.stringContaining('A reminder: today')]);
});

test('an appointment in the next four hours gets its reminder in quiet hours too', async () => {
  await visit('2027-06-09 10:00');
  clock('2027-06-09', '05:59');
  await notifyPerson(t.deps.db, {
    ...bookedAt('2027-06-09', '10:00:00'),
    userId: mona.id,
    dedupeKey: 'early',
  });
  await deliver();
  expect(gateway.calls).toHaveLength(0);
  clock('2027-06-09', '07:05');
  expect(await queueReminders(t.deps)).toBe(1);
  await deliver();
  expect(gateway.calls).toHaveLength(2);
});

test('no reminder after a recent booking or move, without change, or after STOP', async () => {
  await visit('2027-06-08 12:00', { madeAt: '2027-06-07T12:00:00Z' });
  clock('2027-06-07', '15:05');
  expect(await queueReminders(t.deps)).toBe(0);
  clock('2027-06-08', '09:00');
  expect(await queueReminders(t.deps)).toBe(1);
  expect(await keys()).toContain(`reminder:0:${mona.id}:2027-06-08:sms`);

  const late = await visit('2027-06-10 12:00');
  clock('2027-06-10', '10:00');
  expect(await queueReminders(t.deps)).toBe(1);
  expect((await keys()).filter((key) => key.includes('2027-06-10') && key.startsWith('reminder:1:'))).toEqual(
    [],
  );
  await t.deps.database.pool.query(
    `update appointments set local_start = '2027-06-12 12:00', local_end = '2027-06-12 12:20' where id = $1`,
    [late],
  );
  clock('2027-06-11', '12:00');
  expect(await queueReminders(t.deps)).toBe(1);
});

test('only expected patients get reminders: not cancelled, pending or erased ones', async () => {
  await visit('2027-06-09 16:00', { status: 'cancelled' });
  await visit('2027-06-09 17:00', { status: 'no_show' });
  const gone = await createSignedInUser(t, { role: 'patient', erasedAt: new Date('2027-01-01') });
  await visit('2027-06-09 16:00', { patient: gone.id });
  clock('2027-06-08', '17:30');
  expect(await queueReminders(t.deps)).toBe(0);
});

test('several processes send one reminder, and late ones raise an alarm', async () => {
  for (let n = 0; n < 30; n++) {
    const patient = await createSignedInUser(t, {
      role: 'patient',
      channels: ['email'],
      email: `p${n}@example.org`,
      emailConfirmedAt: monday,
    });
    await visit(`2027-06-09 ${String(10 + (n % 8)).padStart(2, '0')}:${n % 2 ? '00' : '30'}`, {
      patient: patient.id,
    });
  }
  clock('2027-06-08', '18:30');
  const expected = Number(
    (await t.deps.database.pool.query('select count(*) as n from appointments')).rows[0].n,
  );
  expect(await findDeliveryAlarms(t.deps)).toMatchObject([{ kind: 'late', count: expected }]);
  const counts = await Promise.all([1, 2, 3, 4].map(() => queueReminders(t.deps)));
  expect(counts.reduce((a, b) => a + b, 0)).toBe(expected);
  expect((await keys()).filter((key) => key.endsWith(':email'))).toHaveLength(expected);
  expect(await findDeliveryAlarms(t.deps)).toEqual([]);
});

test('changed reminder hours send nothing again', async () => {
  await visit('2027-06-09 16:00');
  const setHours = async (reminderHours: number[]) => {
    const body = JSON.stringify({ reminderHours });
    await t.deps.database.pool.query("insert into content_versions (key, body) values ('settings', $1)", [
      body,
    ]);
    t.deps.cache.dropAll();
  };
  clock('2027-06-08', '16:00');
  expect(await queueReminders(t.deps)).toBe(1);
  for (const hours of [
    [23, 3],
    [30, 3],
    [48, 24, 3],
  ]) {
    await setHours(hours);
    clock('2027-06-08', '17:30');
    expect(await queueReminders(t.deps), String(hours)).toBe(0);
  }
  clock('2027-06-09', '13:00');
  expect(await queueReminders(t.deps)).toBe(1);
  await setHours([24, 2]);
  clock('2027-06-09', '14:00');
  expect(await queueReminders(t.deps)).toBe(0);
});

test('after the cut-off a reminder has the phone of the branch instead of links', async () => {
  await t.deps.database.pool.query("update locations set phone = '02 2345 6789'");
  t.deps.cache.dropAll();
  await visit('2027-06-09 16:00');
  clock('2027-06-08', '16:00');
  await queueReminders(t.deps);
  await deliver();
  expect(gateway.calls[0]?.body).not.toContain('To cancel or move it');
  clock('2027-06-09', '13:00');
  await queueReminders(t.deps);
  await deliver();
  expect(gateway.calls[1]?.body).toContain('To cancel or move it, call 02 2345 6789.');
  expect(mail.received[1]?.raw).toContain('To cancel or move it, call 02 2345 6789.');
  expect(mail.received[1]?.raw).not.toContain('do=cancel');
});

test.each([1, 2])(
  'a merge or its undo sends no second reminder (%s of two records reminded)',
  async (reminded) => {
    await visit('2027-06-09 16:00');
    await visit('2027-06-09 17:00');
    clock('2027-06-08', '18:00');
    const admin = await createSignedInUser(t, { role: 'admin' });
    const kept = await createSignedInUser(t, { role: 'patient', name: 'Mona Adel' });
    if (reminded === 2) await visit('2027-06-09 18:00', { patient: kept.id });
    expect(await queueReminders(t.deps)).toBe(reminded);
    const post = (path: string, body: object) => t.call('POST', path, { cookie: admin.cookie, body });
    await t.deps.database.pool.query('update users set email_confirmed_at = null, phone_confirmed_at = null');
    const merged = await post('/api/merges', { keptId: kept.id, goneId: mona.id, take: [] });
    expect(merged.statusCode).toBe(201);
    expect(await queueReminders(t.deps)).toBe(0);
    expect((await post(`/api/merges/${merged.json().id}/undo`, {})).statusCode).toBe(204);
    expect(await queueReminders(t.deps)).toBe(0);
  },
);

test.each([1, 2])(
  'a waiting reminder stays in the language in which it was queued (%s appointments)',
  async (n) => {
    await visit('2027-06-09 16:00');
    if (n === 2) await visit('2027-06-09 17:00');
    clock('2027-06-08', '16:30');
    await queueReminders(t.deps);
    await t.deps.database.pool.query("update users set locale = 'ar'");
    await deliver();
    const texts = gateway.calls.map(({ body }) => JSON.parse(body).text);
    expect(texts).toEqual([expect.stringContaining('Maadi')]);
    expect(texts[0]).not.toMatch(/\p{Script=Arabic}/u);
  },
);
