import { afterAll, beforeEach, expect, test } from 'vitest';
import { findDeliveryAlarms } from '#server/features/logs/alarm-actions.ts';
import { expireOffers } from '#server/features/offers/actions.ts';
import { queueReminders } from '#server/features/reminders/actions.ts';
import {
  makeAppointment,
  makeLocation,
  makeService,
  makeUser,
  openEveryDay,
} from '#server/testing/factories.ts';
import { gatewayServer } from '#server/testing/gateway-server.ts';
import { mailServer } from '#server/testing/mail-server.ts';
import { createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import type { Disruption } from '#shared/contract/disruptions.ts';
import { wallToInstant } from '#shared/domain/clinic-time.ts';

/* Messages about an appointment reach the patient before it begins, or staff learn that they have to call her. */

const gateway = await gatewayServer();
const mail = await mailServer();
const clinic = await createTestApp({ SMS_GATEWAY_URL: gateway.url, SMTP_URL: mail.url });
const { deps } = clinic;
const today = '2027-06-09';
const evening = '2027-06-08';
let adminId = 0;
let mona = 0;
let branch = 0;
let service = 0;
let doctor = 0;

const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
beforeEach(async () => {
  await clinic.reset();
  gateway.calls.length = 0;
  mail.received.length = 0;
  branch = (await makeLocation(deps.db, { rooms: 4 })).id;
  await openEveryDay(deps.db, branch, 9 * 60, 21 * 60);
  service = (await makeService(deps.db, { name: 'Consultation', durationMinutes: 20 })).id;
  doctor = (await makeUser(deps.db, { role: 'doctor', name: 'Heba', worksAt: [branch] })).id;
  const phone = { channels: ['sms' as const], phone: '+201001234567', phoneConfirmedAt: monday };
  const person = { role: 'patient' as const, name: 'Mona', locale: 'en' as const, ...phone };
  mona = (await createSignedInUser(clinic, person)).id;
  adminId = (await createSignedInUser(clinic, { role: 'admin' })).id;
});
afterAll(async () => {
  await clinic.close();
  await gateway.close();
  await mail.close();
});

async function visitAt(time: string, date = today): Promise<number> {
  const at = { patientId: mona, locationId: branch, serviceId: service, date, time };
  const { id } = await makeAppointment(deps.db, { ...at, doctorId: doctor, doctorWish: 'named' });
  await sql(`update appointments set created_at = '2027-06-01 09:00Z', updated_at = '2027-06-01 09:00Z'`);
  return id;
}
const clock = (date: string, time: string) => clinic.setNow(wallToInstant(date, time));
async function send(method: string, path: string, body?: object, headers = {}) {
  const answer = await clinic.call(method, `/api/${path}`, {
    cookie: await createSession(clinic, adminId),
    body,
    headers,
  });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
}
const change = (id: number, body: object) => send('PATCH', `appointments/${id}`, body);
/** The texts that leave at this time. */
async function textsAt(date: string, time: string): Promise<string[]> {
  clock(date, time);
  await expireOffers(deps);
  gateway.calls.length = 0;
  const worker = clinic.worker();
  await worker.poke();
  await worker.stop();
  return gateway.calls.map(({ body }) => JSON.parse(body).text);
}
const ownHours = (from: string, to: string) =>
  sql(`update users set reach = '{"calls":true,"hours":{"from":"${from}","to":"${to}"}}' where id = ${mona}`);

async function fallIllAndOffer(visits: readonly number[]) {
  const absence = { userId: doctor, startDate: today, endDate: today };
  const { disruptionId } = await send('POST', 'absences', absence);
  const { visits: proposed } = await send('GET', `disruptions/${disruptionId}/proposals`);
  await send('POST', `disruptions/${disruptionId}/acts`, {
    act: 'offer',
    visits: visits.map((appointmentId, i) => ({
      appointmentId,
      time: {
        locationId: branch,
        appointmentDate: '2027-06-10',
        appointmentTime: `1${6 + i}:00:00`,
        doctorId: doctor,
      },
    })),
  });
  const rows = async () => {
    const { rows: found }: Disruption = await send('GET', `disruptions/${disruptionId}`);
    return found.map(({ state, why }) => [state, why]);
  };
  return { reachedBy: proposed.map(({ reachedBy }: { reachedBy: string | null }) => reachedBy), rows };
}

test.each([
  ['in the evening', evening, '22:00', today, '05:20'],
  ['in the morning', today, '07:30', today, '07:30'],
])(
  'a patient of the morning is offered another time before she leaves home, if the doctor falls ill %s',
  async (_, day, time, readDay, readTime) => {
    const visit = await visitAt('09:20:00');
    clock(day, time);
    const { rows, reachedBy } = await fallIllAndOffer([visit]);
    expect(reachedBy).toEqual(['sms']);
    const texts = await textsAt(readDay, readTime);
    expect(texts).toEqual([
      expect.stringContaining('your appointment on Wednesday 9 June cannot take place'),
    ]);
    expect(await rows()).toEqual([['open', null]]);
  },
);

test('the same of a message about several appointments', async () => {
  const visits = [await visitAt('09:20:00'), await visitAt('17:00:00')];
  clock(evening, '22:00');
  await fallIllAndOffer(visits);
  expect(await textsAt(today, '05:19')).toEqual([]);
  expect(await textsAt(today, '05:20')).toEqual([expect.stringContaining('these appointments')]);
});

test('a message about several appointments is as urgent as those that are left', async () => {
  const visits = [await visitAt('09:20:00'), await visitAt('17:00:00')];
  clock(evening, '22:00');
  await fallIllAndOffer(visits);
  await change(Number(visits[0]), { status: 'cancelled' });
  expect(await textsAt(today, '05:20')).toEqual([expect.stringContaining('9:20 AM was cancelled')]);
  expect(await textsAt(today, '08:59')).toEqual([]);
  expect(await textsAt(today, '09:00')).toEqual([expect.stringContaining('5:00 PM. Please choose another')]);
});

test('a patient whose phone may not ring before the deadline is on the call list at once', async () => {
  await ownHours('18:00', '20:00');
  const visit = await visitAt('09:20:00');
  clock(evening, '22:00');
  const { rows, reachedBy } = await fallIllAndOffer([visit]);
  expect(reachedBy).toEqual([null]);
  expect(await rows()).toEqual([['call', 'unreached']]);
});

test.each([
  ['in the evening', evening, '21:30', today, '05:20'],
  ['in the morning', today, '07:30', today, '07:30'],
])(
  'a patient is told before her old time that her appointment was moved %s',
  async (_, day, time, readDay, readTime) => {
    const visit = await visitAt('09:20:00');
    clock(day, time);
    await change(visit, { appointmentTime: '16:00:00' });
    // The first message is replaced before it leaves: she still expects the time before it.
    await change(visit, { appointmentTime: '17:00:00' });
    expect(await textsAt(readDay, readTime)).toEqual([
      expect.stringContaining('New time: Wednesday 9 June at 5:00 PM'),
    ]);
  },
);

test('a moved appointment that is cancelled before its message leaves is cancelled before the old time', async () => {
  const visit = await visitAt('09:20:00');
  clock(evening, '21:30');
  await change(visit, { appointmentTime: '16:00:00' });
  await change(visit, { status: 'cancelled' });
  expect(await textsAt(today, '05:20')).toEqual([
    expect.stringContaining(
      'your appointment on Wednesday 9 June at 9:20 AM (moved to Wednesday 9 June at 4:00 PM) was cancelled',
    ),
  ]);
});

test('a cancellation names the time that the patient last read on its channel', async () => {
  await sql(`update users set channels = '{sms,email}', email = 'm@example.org', email_confirmed_at = now()
    where id = ${mona}`);
  const visit = await visitAt('19:00:00');
  clock(evening, '12:00');
  await change(visit, { appointmentTime: '18:00:00' });
  expect(await textsAt(evening, '12:00')).toEqual([expect.stringContaining('at 6:00 PM')]);
  // An earlier time; at night only the e-mail about it leaves.
  clock(evening, '22:00');
  await change(visit, { appointmentTime: '17:00:00' });
  expect(await textsAt(evening, '22:00')).toEqual([]);
  await change(visit, { status: 'cancelled' });
  expect(await textsAt(today, '09:00')).toEqual([
    expect.stringContaining('9 June at 6:00 PM (moved to Wednesday 9 June at 5:00 PM) was cancelled'),
  ]);
  expect(mail.received.map(({ raw }) => raw).at(-1)).toMatch(/9 June at\s+5:00 PM, /);
});

test('a cancellation names the time of the reminder that the patient read', async () => {
  const visit = await visitAt('19:00:00', '2027-06-12');
  const changeOwn = async (body: object) => {
    const cookie = await createSession(clinic, mona);
    const answer = await clinic.call('PATCH', `/api/appointments/${visit}`, { cookie, body });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  clock(evening, '22:00');
  await change(visit, { appointmentDate: '2027-06-11' });
  await changeOwn({ appointmentDate: '2027-06-10', appointmentTime: '18:00:00' });
  clock(today, '18:30');
  await queueReminders(deps);
  expect(await textsAt(today, '18:30')).toEqual([expect.stringContaining('at 6:00 PM')]);
  await changeOwn({ appointmentTime: '17:00:00' });
  await changeOwn({ status: 'cancelled' });
  expect(await textsAt(today, '18:31')).toEqual([
    expect.stringContaining('10 June at 6:00 PM (moved to Thursday 10 June at 5:00 PM) is cancelled'),
  ]);
});

test('a patient is told before the old time of the first one that her series was moved', async () => {
  const visit = await visitAt('09:30:00');
  const visits = [
    { date: '2027-06-16', time: '09:30:00' },
    { date: '2027-06-23', time: '09:30:00' },
  ];
  const key = { 'idempotency-key': 'series' };
  const body = { together: true, visits };
  const { booked, refused } = await send('POST', `appointments/${visit}/follow-ups`, body, key);
  expect(refused).toEqual([]);
  await sql("update messages set state = 'sent'");
  clock('2027-06-15', '21:30');
  const changed = { appointmentTime: '16:00:00' };
  await send('PATCH', `appointments/${booked[0].id}/following`, changed);
  expect(await textsAt('2027-06-16', '05:30')).toEqual([expect.stringContaining('4:00 PM')]);
});

test('a cancellation names the time of the series that the patient read', async () => {
  const visit = await visitAt('09:30:00');
  const visits = [
    { date: '2027-06-16', time: '09:30:00' },
    { date: '2027-06-23', time: '09:30:00' },
  ];
  const key = { 'idempotency-key': 'series' };
  const { booked } = await send('POST', `appointments/${visit}/follow-ups`, { together: true, visits }, key);
  expect(await textsAt(today, '12:00')).toEqual([expect.stringContaining('16 June at 9:30 AM')]);
  clock(today, '22:00');
  await change(booked[1].id, { appointmentDate: '2027-06-20' });
  await change(booked[1].id, { status: 'cancelled' });
  expect(await textsAt('2027-06-10', '09:00')).toEqual([
    expect.stringContaining('23 June at 9:30 AM (moved to Sunday 20 June at 9:30 AM) was cancelled'),
  ]);
});

test('staff read until when a text waits for quiet hours, and that an e-mail does not', async () => {
  await sql(`update users set channels = '{sms,email}', email = 'm@example.org', email_confirmed_at = now()
    where id = ${mona}`);
  const byEmail = { channel: 'email', to: 'm•••@example.org' };
  const bySms = { channel: 'sms', to: '0100 ••• 4567' };
  const waitsUntil = (time: string) => ({ waitsUntil: wallToInstant(today, time).toISOString() });
  clock(evening, '22:00');
  const at = { locationId: branch, appointmentDate: today, appointmentTime: '16:00:00' };
  const body = { userId: mona, service: String(service), ...at };
  const key = { 'idempotency-key': 'booking' };
  for (const _ of ['first', 'again']) {
    const { notified } = await send('POST', 'appointments', body, key);
    expect(notified).toEqual([{ ...bySms, ...waitsUntil('09:00') }, byEmail]);
  }
  const near = await visitAt('10:00:00');
  expect((await change(near, { status: 'cancelled' })).notified).toEqual([
    { ...bySms, ...waitsUntil('06:00') },
    byEmail,
  ]);
  clock(today, '12:00');
  const later = await visitAt('18:00:00');
  expect((await change(later, { status: 'cancelled' })).notified).toEqual([bySms, byEmail]);
});

test.each([
  ['shortened', { from: '21:00', to: '08:00' }, today, '08:00'],
  ['postponed', { from: '23:00', to: '09:00' }, evening, '22:03'],
  ['ended', { from: '00:00', to: '00:00' }, evening, '22:03'],
])('messages that wait leave earlier if the quiet hours are %s', async (_, quietHours, date, time) => {
  const [first, second] = [await visitAt('16:00:00'), await visitAt('17:00:00')];
  clock(evening, '22:00');
  await change(first, { status: 'cancelled' });
  await change(second, { status: 'cancelled' });
  expect(await textsAt(evening, '22:01')).toEqual([]);
  // The gateway did not take this one: its next attempt is not earlier.
  await sql(`update messages set attempts = 1 where channel = 'sms' and appointment_id = ${second}`);
  await send('PATCH', 'settings', { cutoffHours: 5 });
  expect(await textsAt(evening, '22:02')).toEqual([]);
  await send('PATCH', 'settings', { quietHours });
  if (date !== evening) expect(await textsAt(evening, '22:03')).toEqual([]);
  expect(await textsAt(date, time)).toEqual([expect.stringContaining('4:00 PM was cancelled')]);
  expect(await textsAt(today, '09:00')).toEqual([expect.stringContaining('5:00 PM was cancelled')]);
});

test('ending the quiet hours of the clinic does not end those of a patient', async () => {
  await ownHours('10:00', '20:00');
  const visit = await visitAt('16:00:00');
  clock(evening, '22:00');
  await change(visit, { status: 'cancelled' });
  expect(await textsAt(evening, '22:01')).toEqual([]);
  await send('PATCH', 'settings', { quietHours: { from: '00:00', to: '00:00' } });
  expect(await textsAt(evening, '22:02')).toEqual([]);
  expect(await textsAt(today, '10:00')).toEqual([expect.stringContaining('4:00 PM was cancelled')]);
});

test('staff are told to call if her phone may not ring before the old or the new time', async () => {
  await ownHours('18:00', '20:00');
  const [first, second, third] = [
    await visitAt('16:00:00'),
    await visitAt('17:00:00'),
    await visitAt('19:00:00'),
  ];
  clock(today, '12:00');
  expect(await change(first, { status: 'cancelled' })).toMatchObject({ notified: [] });
  expect(await change(second, { appointmentTime: '20:00:00' })).toMatchObject({ notified: [] });
  const sms = {
    channel: 'sms',
    to: '0100 ••• 4567',
    waitsUntil: wallToInstant(today, '18:00').toISOString(),
  };
  expect((await change(third, { status: 'cancelled' })).notified).toEqual([sms]);
  await sql(`update users set channels = '{sms,email}', email = 'm@example.org', email_confirmed_at = now()
    where id = ${mona}`);
  const fourth = await visitAt('15:00:00');
  expect(await change(fourth, { status: 'cancelled' })).toMatchObject({ notified: [{ channel: 'email' }] });
  // By then the first and the fourth are over.
  expect((await textsAt(today, '18:00')).toSorted()).toEqual([
    expect.stringMatching(/^New time: .* 8:00 PM/),
    expect.stringMatching(/7:00 PM was cancelled/),
  ]);
});

test('a notice puts appointments on the call list that begin before her phone may ring', async () => {
  await ownHours('18:00', '20:00');
  await visitAt('16:00:00');
  await visitAt('19:00:00');
  clock(today, '12:00');
  const notice = { audience: { locationId: branch, from: today, to: today }, template: 'delay', minutes: 40 };
  expect(await send('POST', 'notices/preview', notice)).toMatchObject({
    ways: { sms: 1 },
    unreached: [{ id: mona }],
  });
  const key = { 'idempotency-key': 'notice' };
  expect(await send('POST', 'notices', { ...notice, expected: 1 }, key)).toMatchObject({
    people: 1,
    toCall: 1,
  });
  expect(await sql('select local_start::text as start from unreached')).toEqual([
    { start: `${today} 16:00:00` },
  ]);
});

test('over the daily limit a text waits for the next day, an e-mail leaves at once, and an alarm is raised', async () => {
  await sql(`update users set channels = '{sms,email}', email = 'm@example.org', email_confirmed_at = now()
    where id = ${mona}`);
  const [first, second] = [await visitAt('16:00:00', evening), await visitAt('17:00:00')];
  clock(evening, '12:00');
  await sql(
    `insert into throttles (key, points, expire) values ('texts:${evening}', 5000, ${Date.now() + 1e12})`,
  );
  const byEmail = { channel: 'email', to: 'm•••@example.org' };
  const waitsUntil = wallToInstant(today, '09:00').toISOString();
  const bySms = { channel: 'sms', to: '0100 ••• 4567', waitsUntil };
  // Staff read that the text of the first one, which would leave after its time, does not reach her.
  expect(await change(first, { status: 'cancelled' })).toMatchObject({ notified: [byEmail] });
  const moved = await change(second, { appointmentTime: '17:20:00' });
  expect(moved.notified).toEqual([bySms, byEmail]);
  expect(await textsAt(evening, '12:00')).toEqual([]);
  expect(mail.received).toHaveLength(2);
  expect(await findDeliveryAlarms(deps)).toEqual([
    { kind: 'textsSpent', channel: null, count: 5000, since: null },
  ]);
  await change(second, { status: 'cancelled' });
  expect(await textsAt(today, '08:59')).toEqual([]);
  expect(await textsAt(today, '09:00')).toEqual([expect.stringContaining('5:20 PM')]);
  expect(
    await sql("select template, state, attempts from messages where channel = 'sms' order by id"),
  ).toEqual([
    { template: 'cancelledByClinic', state: 'skipped', attempts: 1 },
    { template: 'moved', state: 'skipped', attempts: 0 },
    { template: 'cancelledByClinic', state: 'sent', attempts: 1 },
  ]);
  expect(await findDeliveryAlarms(deps)).toEqual([]);
});
