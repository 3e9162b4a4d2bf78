import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { ownMigrations } from '#server/db/own-migrations.ts';
import { guardians, users } from '#server/db/schema/users.ts';
import { noChannelLeft } from '#server/engine/delivery/worker.ts';
import {
  findMessageReaders,
  isUnreachable,
  managedByGuardian,
} from '#server/features/families/family-queries.ts';
import { saveGateways } from '#server/features/recipients/queries.ts';
import { makeClinic, makePatients, makeUser } from '#server/testing/factories.ts';
import { type GatewayServer, gatewayServer } from '#server/testing/gateway-server.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { defaultChannels, isReachable, listContactWays } from '#shared/domain/messages/contact-channels.ts';

let clinic: TestApp;
let gateway: GatewayServer;
let desk: SignedIn;
let gateways: Record<string, string>;

beforeAll(async () => {
  gateway = await gatewayServer();
  gateways = { SMS_GATEWAY_URL: gateway.url };
  clinic = await createTestApp(gateways);
});
beforeEach(async () => {
  await clinic.reset();
  await saveGateways(clinic.deps.db, clinic.deps.config);
  gateway.calls.length = 0;
  await makeClinic(clinic.deps.db, { rooms: 4 });
  desk = await createSignedInUser(clinic, { role: 'receptionist', name: 'Reception' });
  await clinic.deps.database.pool.query('insert into staff (user_id) values ($1)', [desk.id]);
  await clinic.deps.database.pool.query('insert into staff_locations values ($1, 1)', [desk.id]);
});
afterAll(async () => {
  await clinic.close();
  await gateway.close();
});

const send = (method: string, path: string, body?: unknown) =>
  clinic.call(method, `/api/${path}`, { cookie: desk.cookie, body });
const make = async (body: Record<string, unknown>) => {
  const made = await send('POST', 'patients', body);
  expect(made.statusCode, made.body).toBe(201);
  return made.json();
};
const book = async (userId: number, appointmentTime = '15:20:00') => {
  const at = { locationId: 1, appointmentDate: '2027-06-08', appointmentTime };
  const made = await send('POST', 'appointments', { userId, service: '1', ...at });
  expect(made.statusCode, made.body).toBe(201);
  return made.json();
};
const deliver = async () => {
  const worker = clinic.worker();
  await worker.poke();
  await worker.stop();
  return gateway.calls.map(({ body }) => JSON.parse(body));
};

test('a patient added by phone gets texts in the language of her name', async () => {
  const mona = await make({ name: 'منى عادل', phone: '0100 123 0077' });
  expect(mona).toMatchObject({ channels: ['sms'], locale: 'ar', unreachable: false });
  const visit = await book(mona.id);
  expect(visit.notified).toEqual([{ channel: 'sms', to: '0100 ••• 0077' }]);
  expect(visit.patient.unreachable).toBe(false);
  const [text] = await deliver();
  expect(text).toMatchObject({ to: '+201001230077' });
  expect(text.text).toContain('موعد');
  const latin = await make({ name: 'Salma Fathy', phone: '0100 123 0078' });
  expect(latin.locale).toBe('en');
});

test('staff choose channels and language at creation and in the file', async () => {
  const mona = await make({
    name: 'Mona Adel',
    phone: '0100 123 0077',
    email: 'mona@example.org',
    channels: ['email', 'email'],
    locale: 'ar',
  });
  expect(mona).toMatchObject({ channels: ['email'], locale: 'ar', unreachable: true });
  const changed = await send('PATCH', `users/${mona.id}`, { channels: ['sms'], locale: 'en' });
  expect(changed.json()).toMatchObject({ channels: ['sms'], locale: 'en', unreachable: false });
});

test('a phone added later is used unless channels were chosen', async () => {
  const mona = await make({ name: 'Mona', email: 'mona@example.org' });
  expect(mona).toMatchObject({ channels: ['email'], unreachable: true });
  const changed = await send('PATCH', `users/${mona.id}`, { phone: '0100 123 0077' });
  expect(changed.json()).toMatchObject({ channels: ['sms', 'email'], unreachable: false });
});

test('the desk sees that nobody is notified, and lists and tiles count the patient', async () => {
  const mona = await make({ name: 'Mona' });
  const visit = await book(mona.id);
  expect(visit.notified).toEqual([]);
  const moved = await send('PATCH', `appointments/${visit.id}`, { appointmentTime: '16:00:00' });
  expect(moved.json()).toMatchObject({ notified: [], patient: { unreachable: true } });
  expect((await send('GET', 'waiting')).json()).toMatchObject({ unreachable: 1 });
  const listed = await send('GET', 'appointments?reach=none');
  expect(listed.json()).toMatchObject([{ id: visit.id }]);
  const noted = await send('PATCH', `appointments/${visit.id}`, { appendNote: 'Brings her file' });
  expect(noted.json().notified).toBeUndefined();
  const off = await send('PATCH', `appointments/${visit.id}`, { status: 'cancelled' });
  expect(off.json().notified).toEqual([]);
  expect((await send('GET', 'waiting')).json()).toMatchObject({ unreachable: 0 });
  expect((await send('GET', 'appointments?reach=none')).json()).toEqual([]);
});

test('a patient with only a landline is unreachable until she has a mobile number', async () => {
  const samia = await make({ name: 'Samia Lotfy', phone: '0223456780' });
  expect(samia).toMatchObject({ channels: [], unreachable: true });
  const chosen = await make({ name: 'Hoda Lotfy', phone: '02 2345 6781', channels: ['sms', 'whatsapp'] });
  expect(chosen).toMatchObject({ channels: ['sms', 'whatsapp'], unreachable: true });
  const visit = await book(samia.id);
  expect(visit).toMatchObject({ notified: [], patient: { unreachable: true } });
  expect((await book(chosen.id, '16:20:00')).notified).toEqual([]);
  expect((await send('GET', 'waiting')).json()).toMatchObject({ unreachable: 2 });
  expect((await send('GET', 'appointments?reach=none')).json()).toHaveLength(2);
  expect(await deliver()).toEqual([]);
  const changed = await send('PATCH', `users/${samia.id}`, { phone: '0100 123 0077' });
  expect(changed.json()).toMatchObject({ channels: ['sms'], unreachable: false });
});

test('a text that waits when the number becomes a landline is not sent and counts as undelivered', async () => {
  const mona = await make({ name: 'Mona', phone: '0100 123 0077' });
  await book(mona.id);
  const saved = await send('PATCH', `users/${mona.id}`, { phone: '02 2345 6780', channels: ['sms'] });
  expect(saved.json()).toMatchObject({ unreachable: true });
  expect(await deliver()).toEqual([]);
  const { rows } = await clinic.deps.database.pool.query(
    "select state, error from messages where channel = 'sms'",
  );
  expect(rows).toEqual([{ state: 'dead', error: noChannelLeft }]);
});

test('a repeated booking request shows again where the message went', async () => {
  const mona = await make({ name: 'Mona', phone: '0100 123 0077' });
  const nobody = await make({ name: 'Nour' });
  const twice = async (path: string, body: object, key: string) => {
    const headers = { 'idempotency-key': key };
    const options = { cookie: desk.cookie, body, headers };
    const first = await clinic.call('POST', `/api/${path}`, options);
    const again = await clinic.call('POST', `/api/${path}`, options);
    expect(again.statusCode, again.body).toBe(first.statusCode);
    return [first.json(), again.json()];
  };
  const at = { service: '1', locationId: 1, appointmentDate: '2027-06-08' };
  const sms = [{ channel: 'sms', to: '0100 ••• 0077' }];
  const visits = await twice('appointments', { ...at, userId: mona.id, appointmentTime: '15:20:00' }, 'one');
  expect(visits.map(({ notified }) => notified)).toEqual([sms, sms]);
  const none = await twice('appointments', { ...at, userId: nobody.id, appointmentTime: '16:20:00' }, 'two');
  expect(none.map(({ notified }) => notified)).toEqual([[], []]);
  const dates = ['2027-06-15', '2027-06-22'].map((date) => ({ date, time: '15:20:00' }));
  const path = `appointments/${visits[0].id}/follow-ups`;
  const series = await twice(path, { visits: dates, together: true }, 'three');
  for (const { booked } of series) expect(booked[0].notified).toEqual(sms);
});

test('a patient whose guardian left gets texts once the desk adds her phone', async () => {
  const mother = await createSignedInUser(clinic, {
    role: 'patient',
    phone: '+201001230078',
    phoneConfirmedAt: monday,
  });
  const body = { name: 'Salma', relation: 'daughter' };
  const family = await clinic.call('POST', `/api/patients/${mother.id}/family`, {
    cookie: mother.cookie,
    body,
  });
  const child = family.json().caresFor[0].id;
  expect((await book(child)).notified).toEqual([{ channel: 'sms', to: '0100 ••• 0078' }]);
  expect((await send('DELETE', `patients/${child}/guardian`)).statusCode).toBe(204);
  const saved = await send('PATCH', `users/${child}`, { phone: '0100 123 0077' });
  expect(saved.json()).toMatchObject({ channels: ['sms'], unreachable: false });
  const visit = await book(child, '16:20:00');
  expect(visit).toMatchObject({ notified: [{ to: '0100 ••• 0077' }], patient: { unreachable: false } });
});

test('the migration of empty channels keeps those that the patient or staff chose', async () => {
  const { db, database } = clinic.deps;
  const add = async (authProvider: string, more: object = {}) =>
    (await makeUser(db, { authProvider, channels: [], ...more })).id;
  const child = await add(managedByGuardian);
  const visitor = await add('visitor');
  const stopped = await add('visitor');
  const mergedIntoStopped = await add('visitor');
  const byDesk = await add(managedByGuardian);
  await add('local');
  await add('visitor', { erasedAt: monday, mergedInto: mergedIntoStopped });
  await database.pool.query(`insert into events (actor_role, action, subject, subject_id, patient_id, after) values
    ('system', 'stopped', 'notifications', null, ${stopped}, '{"channel": "sms"}'),
    ('system', 'stopped', 'notifications', null, (select id from users where merged_into = ${mergedIntoStopped}), null),
    ('system', 'user_changed', 'users', ${visitor}, ${visitor}, '{"fields": ["phone"]}'),
    ('system', 'user_changed', 'users', ${byDesk}, ${byDesk}, '{"fields": ["channels"]}')`);
  await database.pool.query(ownMigrations().find(({ name }) => name.startsWith('0095'))?.sql ?? '');
  const { rows } = await database.pool.query('select id from users where channels is null order by id');
  const followContacts = rows.map(({ id }) => id).filter((id) => id !== desk.id);
  expect(followContacts).toEqual([child, visitor]);
});

test('after changing several appointments the desk sees which patients were not notified', async () => {
  const nour = await make({ name: 'Nour', phone: '0100 123 0078' });
  const mona = await make({ name: 'Mona' });
  const ids = [(await book(nour.id)).id, (await book(mona.id, '16:00:00')).id];
  const cancelled = await send('POST', 'appointments/bulk-status', { ids, status: 'cancelled' });
  expect(cancelled.json()).toEqual([
    { id: ids[0], ok: true, notified: [{ channel: 'sms', to: '0100 ••• 0078' }] },
    { id: ids[1], ok: true, notified: [] },
  ]);
});

test('a walk-in gets no message about it, and a text about her next appointment', async () => {
  const walkIn = { locationId: 1, name: 'منى عادل', phone: '0100 123 0077' };
  const card = await send('POST', 'arrivals', walkIn);
  expect(card.statusCode, card.body).toBeLessThan(300);
  expect(await deliver()).toEqual([]);
  const { rows } = await clinic.deps.database.pool.query(
    "select id, locale from users where name = 'منى عادل'",
  );
  expect(rows[0].locale).toBe('ar');
  expect((await book(rows[0].id)).notified).toEqual([{ channel: 'sms', to: '0100 ••• 0077' }]);
});

test('without an SMS gateway texts go by WhatsApp, and a removed gateway reaches nobody', async () => {
  const env = { WHATSAPP_GATEWAY_URL: gateway.url };
  await saveGateways(clinic.deps.db, readConfig(env));
  const mona = await make({ name: 'Mona', phone: '0100 123 0077' });
  expect(mona).toMatchObject({ channels: ['whatsapp'], unreachable: false });
  await saveGateways(clinic.deps.db, readConfig({ SMTP_URL: 'smtp://127.0.0.1:25' }));
  expect((await book(mona.id)).notified).toEqual([]);
});

/**
 * Every combination of columns of a person, of a guardian and of a patient whose guardian ended the care.
 * Returns their ids, and those of the people whose recipient chose no channels.
 */
async function generatePeople({ db } = clinic.deps): Promise<{ ids: number[]; unchosen: number[] }> {
  const channelSets = [
    null,
    [],
    ['email'],
    ['sms'],
    ['whatsapp', 'email'],
    ['push'],
    ['sms', 'whatsapp'],
  ] as const;
  const phones = [
    [null, null],
    ['+20100123', '+96650123'],
    // Landlines.
    ['+2022345', '+2022346'],
  ] as const;
  const rows: (typeof users.$inferInsert)[] = [];
  for (const channels of channelSets)
    for (const email of [null, 'a@example.org'])
      for (const [phone, formerPhone] of phones)
        for (const [emailConfirmedAt, phoneConfirmedAt, createdBy] of [
          [null, null, null],
          [null, null, desk.id],
          [monday, null, null],
          [null, monday, null],
        ] as const) {
          const n = rows.length;
          const person = {
            name: `Person ${n}`,
            role: 'patient' as const,
            email: email && `${n}${email}`,
            phone: phone && `${phone}${String(1000 + n)}`,
            emailConfirmedAt: email ? emailConfirmedAt : null,
            phoneConfirmedAt: phone ? phoneConfirmedAt : null,
            createdBy,
            channels: channels && [...channels],
          };
          const child = {
            name: 'Child',
            role: person.role,
            authProvider: managedByGuardian,
            createdBy: desk.id,
          };
          const former = {
            ...person,
            email: email && `former${n}${email}`,
            phone: formerPhone && `${formerPhone}${String(1000 + n)}`,
            authProvider: managedByGuardian,
          };
          rows.push(person, child, former);
        }
  const ids = (await db.insert(users).values(rows).returning({ id: users.id })).map(({ id }) => id);
  const places = [...ids.keys()].filter((at) => at % 3 === 0);
  const idAt = (at: number) => ids[at] ?? 0;
  const relation = 'mother' as const;
  await db
    .insert(guardians)
    .values(places.map((at) => ({ patientId: idAt(at + 1), guardianId: idAt(at), relation })));
  const unchosen = places.filter((at) => rows[at]?.channels === null);
  return { ids, unchosen: unchosen.flatMap((at) => ids.slice(at, at + 3)) };
}

/** Under every set of gateways. */
test('SQL and the sending function agree on generated people', async () => {
  const { db } = clinic.deps;
  const { ids, unchosen } = await generatePeople();
  let reached = 0;
  for (const env of [
    { SMS_GATEWAY_URL: gateway.url },
    { WHATSAPP_GATEWAY_URL: gateway.url },
    { SMTP_URL: 'smtp://127.0.0.1:25' },
    { SMS_GATEWAY_URL: gateway.url, SMTP_URL: 'smtp://127.0.0.1:25' },
    {},
  ]) {
    await saveGateways(db, readConfig(env));
    const { rows } = await db.execute<{ id: number; unreachable: boolean }>(
      sql`select id, ${isUnreachable} as unreachable from users where id = any(${sql.param(ids)}::int[])`,
    );
    const readers = await findMessageReaders(db, ids);
    for (const id of unchosen) {
      const person = readers.get(id);
      expect(person?.channels).toEqual(person && defaultChannels(person));
    }
    for (const { id, unreachable } of rows) {
      const person = readers.get(id);
      expect(unreachable, JSON.stringify([env, person])).toBe(!isReachable(person));
      if (person && isReachable(person)) reached += 1;
      // A message without a gateway stays in the outbox, so that an admin sees what is missing.
      for (const { channel } of person ? listContactWays(person) : [])
        expect(person?.channels).toContain(channel);
    }
  }
  expect(reached).toBeGreaterThan(100);
});

/** As after an import: PostgreSQL has planned for few people and has no statistics of the many. */
test('the time to find recipients grows only with their number', async () => {
  const { db } = clinic.deps;
  const { owner } = await testDatabase();
  await owner.query('vacuum users, guardians');
  const timeFor = async (count: number) => {
    await owner.query("delete from users where role = 'patient'");
    const patients = await makePatients(db, count);
    const times: number[] = [];
    for (let call = 0; call < 5; call++) {
      const start = performance.now();
      expect((await findMessageReaders(db, patients)).size).toBe(count);
      times.push(performance.now() - start);
    }
    return Math.min(...times);
  };
  const few = await timeFor(100);
  const many = await timeFor(2000);
  expect(many).toBeLessThan(50 * few);
});

test('a message that moves from push to SMS has the link of a text', async () => {
  const { pool } = clinic.deps.database;
  const mona = await make({ name: 'Mona', phone: '0100 123 0077' });
  await pool.query(`update users set channels = '{push}' where id = $1`, [mona.id]);
  await book(mona.id);
  await pool.query(`update users set channels = '{sms}' where id = $1`, [mona.id]);
  const [{ text }, ...more] = await deliver();
  expect(more).toEqual([]);
  const token = /\/l\/([\w-]+)/.exec(text)?.[1];
  const link = await clinic.call('GET', `/api/links/${token}`);
  expect(link.json()).toMatchObject({ kind: 'visit', actions: ['confirm', 'cancel', 'move'] });
});

test('after a failed attempt only current messages are sent, in order, once', async () => {
  const mona = await make({ name: 'Mona', phone: '0100 123 0077' });
  gateway.status = 500;
  const visit = await book(mona.id);
  await deliver();
  await send('PATCH', `appointments/${visit.id}`, { appointmentTime: '16:00:00' });
  await deliver();
  await send('PATCH', `appointments/${visit.id}`, { status: 'cancelled' });
  gateway.status = 202;
  gateway.calls.length = 0;
  clinic.setNow(new Date(monday.getTime() + 10 * 60_000));
  await deliver();
  clinic.setNow(new Date(monday.getTime() + 30 * 60_000));
  const texts = await deliver();
  expect(texts.map(({ text }) => text.split('\n')[0])).toEqual([
    'We are sorry: your appointment on Tuesday 8 June at 3:20 PM (moved to Tuesday 8 June at 4:00 PM) was cancelled. Please choose another time.',
  ]);
  const { rows } = await clinic.deps.database.pool.query(
    "select template, state, error from messages where channel = 'sms' order by id",
  );
  expect(rows).toMatchObject([
    { template: 'confirmed', state: 'skipped', error: 'outdated' },
    { template: 'moved', state: 'skipped', error: 'outdated' },
    { template: 'cancelledByClinic', state: 'sent' },
  ]);
});

test('a follow-up that was moved, cancelled in a series and reopened is reported as confirmed', async () => {
  const mona = await make({ name: 'Mona', phone: '0100 123 0077' });
  const { id } = await book(mona.id);
  const visits = ['2027-06-15', '2027-06-22'].map((date) => ({ date, time: '15:20:00' }));
  const made = await send('POST', `appointments/${id}/follow-ups`, { visits, together: true });
  const [first] = made.json().booked;
  await deliver();
  await send('PATCH', `appointments/${first.id}`, { appointmentTime: '16:00:00' });
  await deliver();
  await send('PATCH', `appointments/${first.id}/following`, { status: 'cancelled' });
  await deliver();
  const reopened = await send('PATCH', `appointments/${first.id}`, { status: 'confirmed' });
  expect(reopened.json()).toMatchObject({ notified: [{ channel: 'sms' }] });
  const texts = await deliver();
  expect(texts.slice(-3).map(({ text }) => text.split('\n')[0])).toEqual([
    expect.stringContaining('New time'),
    expect.stringContaining('2 of your appointments were cancelled'),
    expect.stringContaining('Tuesday 15 June at 4:00 PM'),
  ]);
});
