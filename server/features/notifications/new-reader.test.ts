import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { notifyDelaysUnlessDisplaced } from '#server/features/disruptions/refresh-actions.ts';
import { makeAppointment, makeClinic, makePatients, makeUser } from '#server/testing/factories.ts';
import { gatewayServer } from '#server/testing/gateway-server.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { listDates } from '#shared/domain/clinic-time.ts';

const sms = await gatewayServer();
const whatsapp = await gatewayServer();
const clinic = await createTestApp({ SMS_GATEWAY_URL: sms.url, WHATSAPP_GATEWAY_URL: whatsapp.url });
const { call, deps } = clinic;
const [today, date] = ['2027-06-07', '2027-06-09'];
let at = { locationId: 0, serviceId: 0 };
let admin = '';
let doctor = 0;
/** The patient of the message, and the person who reads it in the end. */
let nour = 0;
let reader = 0;
let others: number[] = [];
afterAll(async () => {
  await clinic.close();
  await sms.close();
  await whatsapp.close();
});

const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
async function done(method: string, path: string, body?: unknown) {
  const answer = await call(method, `/api/${path}`, {
    cookie: admin,
    body,
    headers: { 'idempotency-key': path.replaceAll('/', '-') },
  });
  expect([path, answer.statusCode < 300, answer.body]).toEqual([path, true, answer.body]);
  return answer.body === '' ? undefined : answer.json();
}
const visit = async (patientId: number, day: string, time: string) =>
  (await makeAppointment(deps.db, { ...at, patientId, date: day, time, room: null })).id;

beforeEach(async () => {
  await clinic.reset();
  clinic.setNow(new Date(`${today}T12:00:00Z`));
  const { location, service } = await makeClinic(deps.db, { rooms: 1 });
  at = { locationId: location.id, serviceId: service.id };
  const { id, cookie } = await createSignedInUser(clinic, { role: 'admin' });
  admin = cookie;
  doctor = (await makeUser(deps.db, { role: 'doctor', worksAt: [at.locationId] })).id;
  [nour = 0, reader = 0, ...others] = await makePatients(deps.db, 5);
  // The desk knows their numbers.
  await sql(`update users set created_by = ${id}, locale = 'en', channels = '{sms}' where role = 'patient'`);
  await sql(`update users set name = 'Nour Adel' where id = ${nour}`);
});

/** Sends all messages that are due. */
async function sent() {
  for (const gateway of [sms, whatsapp]) gateway.calls.length = 0;
  const worker = clinic.worker();
  await worker.poke();
  await worker.stop();
  const calls = { sms: sms.calls, whatsapp: whatsapp.calls };
  return Object.entries(calls).flatMap(([channel, all]) =>
    all.map(({ body }) => {
      const { to, text } = JSON.parse(body);
      return { to, channel, text: text.split('\n')[0] };
    }),
  );
}

/** Three patients wait at three o'clock for one room: an hour's work. */
async function delay() {
  for (const other of others) {
    const id = await visit(other, today, '15:00:00');
    await done('POST', `arrivals/${id}/stage`, { from: 'expected', to: 'waiting' });
  }
  await visit(nour, today, '15:20:00');
  await done('PATCH', 'settings', { delayNotice: 30 });
  await notifyDelaysUnlessDisplaced(deps);
}
async function notice() {
  await visit(nour, date, '15:00:00');
  const audience = { locationId: at.locationId, from: date, to: date };
  await done('POST', 'notices', { audience, template: 'delay', minutes: 40, expected: 1 });
}
const wait = () =>
  done('POST', 'offers/wishes', {
    userId: nour,
    locationIds: [at.locationId],
    serviceId: at.serviceId,
    doctorId: doctor,
    fromDate: date,
    toDate: '2027-06-20',
    parts: [],
  });
async function leavingDoctor() {
  await wait();
  await done('PATCH', `staff/${doctor}`, { deactivated: true });
}
async function closedBranch() {
  await wait();
  const days = listDates({ from: today, to: '2027-08-20' }).map((day) => ({ date: day, isClosed: true }));
  await done('PUT', `locations/${at.locationId}/exceptions`, days);
}
const deleteVisit = async (id: number) => done('DELETE', `appointments/${id}`);
const deletion = async () => deleteVisit(await visit(nour, date, '15:00:00'));
/** The desk books two appointments together. */
async function bookSeries(): Promise<{ id: number }[]> {
  const origin = await visit(nour, today, '15:00:00');
  await sql("update appointments set status = 'attended'");
  const visits = ['2027-06-14', '2027-06-21'].map((day) => ({ date: day, time: '15:00:00' }));
  const { booked } = await done('POST', `appointments/${origin}/follow-ups`, { visits, together: true });
  return booked;
}
/** The desk cancels both appointments and deletes them before the message is sent. */
async function deletedSeries() {
  const booked = await bookSeries();
  await sent();
  await done('PATCH', `appointments/${booked[0]?.id}/following`, { status: 'cancelled' });
  for (const { id } of booked) await deleteVisit(id);
}

describe.each([
  ['a delay', delay, 'about 40 minutes late'],
  ['a notice of the desk', notice, 'about 40 minutes late'],
  ['the doctor of a waiting-list entry', leavingDoctor, 'doctor'],
  ['the closed branch of a waiting-list entry', closedBranch, 'closed'],
  ['a deleted appointment', deletion, 'cancelled'],
  ['two cancelled appointments that were deleted', deletedSeries, '2 of your appointments were cancelled'],
] as const)('a waiting message about %s', (_, write, words) => {
  beforeEach(write);
  const text = expect.stringContaining(words);

  test('goes once to the patient’s new guardian, with the patient’s name', async () => {
    await sql(
      `insert into guardians (patient_id, guardian_id, relation) values (${nour}, ${reader}, 'mother')`,
    );
    await sql(`update users set auth_provider = 'cared' where id = ${nour}`);
    expect(await sent()).toEqual([{ to: '+201000000002', channel: 'sms', text }]);
    expect(await sent()).toEqual([]);
    const inApp = await sql(`select params ->> 'who' as who from messages
      where channel = 'app' and user_id = ${reader}`);
    expect(inApp).toEqual([{ who: 'Nour' }]);
  });

  test('goes once to the phone of the record into which the patient’s was merged', async () => {
    await done('POST', 'merges', { keptId: reader, goneId: nour, take: [] });
    expect(await sent()).toEqual([{ to: '+201000000002', channel: 'sms', text }]);
    expect(await sent()).toEqual([]);
  });

  test('goes once by the channel that the patient has chosen since', async () => {
    await done('PATCH', `users/${nour}`, { channels: ['whatsapp'] });
    expect(await sent()).toEqual([{ to: '+201000000001', channel: 'whatsapp', text }]);
    expect(await sent()).toEqual([]);
  });
});

test('a waiting cancellation counts as undelivered if its new reader has no channel, and can be sent later', async () => {
  await deletion();
  await sql(
    `insert into guardians (patient_id, guardian_id, relation) values (${nour}, ${reader}, 'mother')`,
  );
  await sql(`update users set auth_provider = 'cared' where id = ${nour}`);
  await sql(`update users set channels = '{}' where id = ${reader}`);
  expect(await sent()).toEqual([]);
  const undelivered = await sql(`select id, error from messages where state = 'dead'`);
  expect(undelivered).toEqual([{ id: expect.anything(), error: 'the patient has no channel left' }]);
  const inApp = await sql(`select 1 from messages where channel = 'app' and user_id = ${reader}`);
  expect(inApp).toHaveLength(1);
  await sql(`update users set channels = '{sms}' where id = ${reader}`);
  await done('POST', `logs/messages/${undelivered[0].id}/send-again`);
  const text = expect.stringContaining('cancelled');
  expect(await sent()).toEqual([{ to: '+201000000002', channel: 'sms', text }]);
  expect(await sql(`select 1 from messages where state = 'dead'`)).toEqual([]);
});

test('a message whose reader left for one channel while a merge was undone reaches her once by each', async () => {
  await sql(`update users set channels = '{sms,whatsapp}' where id = ${nour}`);
  await bookSeries();
  // The worker read the message by WhatsApp before the undo gave it back to her.
  await sql(`update messages set user_id = ${reader} where user_id = ${nour} and channel = 'whatsapp'`);
  const all = [...(await sent()), ...(await sent())];
  expect(all.map(({ to, channel }) => `${channel} ${to}`).sort()).toEqual([
    'sms +201000000001',
    'whatsapp +201000000001',
  ]);
  expect(
    await sql(`select channel from messages where channel = 'app' and template = 'seriesBooked'`),
  ).toHaveLength(1);
});
