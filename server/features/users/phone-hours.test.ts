import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { notifyPerson } from '#server/features/notifications/notify-actions.ts';
import { makeClinic } from '#server/testing/factories.ts';
import { type GatewayServer, gatewayServer } from '#server/testing/gateway-server.ts';
import { type MailServer, mailServer } from '#server/testing/mail-server.ts';
import { createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import { wallToInstant } from '#shared/domain/clinic-time.ts';

let clinic: TestApp;
let mail: MailServer;
let gateway: GatewayServer;
let mona: SignedIn;
let desk: SignedIn;
const phone = '+201001234567';
const date = '2027-06-08';

beforeAll(async () => {
  mail = await mailServer();
  gateway = await gatewayServer();
  clinic = await createTestApp({ SMTP_URL: mail.url, SMS_GATEWAY_URL: gateway.url });
});
beforeEach(async () => {
  await clinic.reset();
  mail.received.length = 0;
  gateway.calls.length = 0;
  clinic.setNow(monday);
  await makeClinic(clinic.deps.db, { rooms: 4 });
  mona = await createSignedInUser(clinic, {
    role: 'patient',
    name: 'Mona Samir',
    locale: 'en',
    channels: ['email', 'sms'],
    email: 'mona@example.org',
    emailConfirmedAt: monday,
    phone,
    phoneConfirmedAt: monday,
  });
  desk = await createSignedInUser(clinic, { role: 'admin' });
});
afterAll(async () => {
  await clinic.close();
  await mail.close();
  await gateway.close();
});

const send = (method: string, path: string, body?: unknown, as = mona) =>
  clinic.call(method, `/api/${path}`, { cookie: as.cookie, body });
const say = async (reach: unknown, id = mona.id, as = mona) => {
  const answer = await send('PATCH', `users/${id}`, { reach }, as);
  return answer.statusCode === 200 ? answer.json().reach : [answer.statusCode, answer.json().code];
};
const book = async (userId = mona.id, as = mona) => {
  const at = { locationId: 1, appointmentDate: date, appointmentTime: '15:20:00' };
  const made = await send('POST', 'appointments', { userId, service: '1', ...at }, as);
  expect(made.statusCode, made.body).toBe(201);
  return made.json();
};
const deliver = async (time: string, day = '2027-06-07') => {
  clinic.setNow(wallToInstant(day, time));
  const worker = clinic.worker();
  await worker.poke();
  await worker.stop();
  return [mail.received.length, gateway.calls.length];
};
const ten = { from: '10:00', to: '14:00' };

test('a person states when her phone may ring, and the default is stored as null', async () => {
  expect(await say({ calls: true, hours: ten })).toEqual({ calls: true, hours: ten });
  expect(await say({ calls: false, hours: null })).toEqual({ calls: false, hours: null });
  expect(await say({ calls: true, hours: null })).toBeNull();
  expect(await say({ calls: true, hours: { from: '10:00', to: '10:00' } })).toEqual([400, 'malformed']);
  expect(await say({ calls: true, hours: { from: '10:00', to: '25:00' } })).toEqual([400, 'malformed']);
  const other = await createSignedInUser(clinic, { role: 'patient' });
  expect(await say({ calls: true, hours: null }, other.id)).toEqual([404, 'not_found']);
  expect(await say({ calls: false, hours: ten }, mona.id, desk)).toEqual({ calls: false, hours: ten });
  const { rows } = await clinic.deps.database.pool.query(
    "select actor_id, after -> 'fields' as fields from events where action = 'user_changed' order by id",
  );
  expect(rows.at(-1)).toEqual({ actor_id: desk.id, fields: ['reach'] });
});

test('a text waits for her hours even before a near appointment, an e-mail and a code do not', async () => {
  await say({ calls: true, hours: ten });
  clinic.setNow(wallToInstant('2027-06-07', '14:30'));
  await notifyPerson(clinic.deps.db, {
    template: 'booked',
    params: {
      date: '2027-06-07',
      time: '16:00:00',
      locationId: 1,
      location: 'Maadi',
      address: '9 Road',
      reference: 'A-1',
      link: '/book',
    },
    appointmentId: null,
    userId: mona.id,
    dedupeKey: 'booked',
  });
  expect(await deliver('14:30')).toEqual([1, 0]);
  await clinic.call('POST', '/api/auth/phone/request-otp', { body: { phone } });
  expect(await deliver('14:31')).toEqual([1, 1]);
  expect(await deliver('09:59', date)).toEqual([1, 1]);
  expect(await deliver('10:00', date)).toEqual([1, 2]);
});

test('staff see the hours beside her number, and guardians do not', async () => {
  const { id, ...visit } = await book();
  const reach = await say({ calls: false, hours: ten });
  expect(visit.patient.reach).toBeNull();
  const shown = async (path: string) => (await send('GET', path, undefined, desk)).json();
  expect(await shown(`appointments/${id}`)).toMatchObject({ patient: { reach } });
  expect((await shown(`appointments/day?locationId=1&date=${date}`)).appointments).toMatchObject([
    { patient: { reach } },
  ]);
  expect((await shown(`arrivals?locationId=1&date=${date}`)).cards).toMatchObject([{ patient: { reach } }]);
  expect(await shown('patients/find?q=Mona')).toMatchObject([{ reach }]);
  expect(await shown('users?q=Mona')).toMatchObject([{ reach }]);
  expect((await shown(`patients/${mona.id}/file`)).user).toMatchObject({ reach });
  const other = await createSignedInUser(clinic, { role: 'patient', name: 'Mona Samir', phone });
  expect(await shown(`merges/preview?oneId=${mona.id}&otherId=${other.id}`)).toMatchObject({
    one: { reach },
    other: { reach: null },
  });
  await clinic.deps.database.pool.query(
    `insert into contact_messages (name, way, phone, message, locale, patient_id)
      values ('Mona', 'sms', $1, 'May I come later?', 'en', $2), ('Else', 'sms', $1, 'Hm?', 'en', null)`,
    [phone, mona.id],
  );
  expect(await shown('contact-messages')).toMatchObject([{ reach: null }, { reach }]);
});

test('an exported list says whether she may be called, independent of the time', async () => {
  await book();
  const line = async (lang: string) => {
    const file = await clinic.call('GET', `/api/appointments/export?format=csv`, {
      cookie: desk.cookie,
      headers: { 'accept-language': lang },
    });
    expect(file.statusCode, file.body).toBe(200);
    return file.body;
  };
  expect(await line('en')).toContain('When can we call her?');
  await say({ calls: true, hours: ten });
  expect(await line('en')).toContain('Call only from 10:00 AM to 2:00 PM');
  await say({ calls: false, hours: null });
  expect(await line('en')).toContain('Do not call (patient’s wish)');
  expect(await line('ar')).toContain('لا تتصلوا بها (رغبتها)');
});

test('a code requested by another person waits for her hours', async () => {
  await say({ calls: true, hours: ten });
  const hala = await createSignedInUser(clinic, {
    role: 'patient',
    name: 'Hala',
    email: 'hala@example.org',
    emailConfirmedAt: monday,
  });
  clinic.setNow(wallToInstant('2027-06-07', '14:30'));
  const as = { id: hala.id, cookie: await createSession(clinic, hala.id) };
  expect((await send('POST', `patients/${hala.id}/family/code`, { contact: phone }, as)).statusCode).toBe(
    204,
  );
  expect(await deliver('14:31')).toEqual([0, 0]);
  expect(await deliver('10:00', date)).toEqual([0, 1]);
  expect(JSON.stringify(gateway.calls.at(-1))).toContain('Hala asks');
});

test('a patient without an account has her guardian’s hours and phone', async () => {
  const reach = await say({ calls: true, hours: ten });
  const family = await send('POST', `patients/${mona.id}/family`, { name: 'Fatma', relation: 'mother' });
  const [fatma] = family.json().caresFor;
  const visit = await book(fatma.id);
  expect(visit.patient).toMatchObject({ phone: null, reach: null });
  const seen = await send('GET', `appointments/${visit.id}`, undefined, desk);
  expect(seen.json().patient).toMatchObject({ phone: expect.stringContaining('0100'), reach });
  const file = await send('GET', `patients/${fatma.id}/family`, undefined, desk);
  expect(file.json().guardian).toMatchObject({ reach });
});

test('an offer outside her hours is held from when her phone may ring', async () => {
  await say({ calls: true, hours: ten });
  clinic.setNow(wallToInstant('2027-06-07', '16:00'));
  desk = { ...desk, cookie: await createSession(clinic, desk.id) };
  const offer = { userId: mona.id, serviceId: 1, locationId: 1, appointmentDate: '2027-06-09' };
  const made = await send('POST', 'offers', { ...offer, appointmentTime: '15:20:00', minutes: 30 }, desk);
  expect(made.statusCode, made.body).toBe(201);
  expect(made.json().heldUntil).toBe(wallToInstant(date, '10:30').toISOString());
  const soon = { ...offer, appointmentDate: '2027-06-07', appointmentTime: '18:00:00', minutes: 30 };
  const near = await send('POST', 'offers', soon, desk);
  expect(near.json().heldUntil).toBe(wallToInstant('2027-06-07', '18:00').toISOString());
});
