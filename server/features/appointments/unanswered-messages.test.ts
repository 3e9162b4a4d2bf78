import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeAppointment, makeClinic, makeUser } from '#server/testing/factories.ts';
import { gatewayServer } from '#server/testing/gateway-server.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';

const gateway = await gatewayServer();
const clinic = await createTestApp({ SMS_GATEWAY_URL: gateway.url, WHATSAPP_GATEWAY_URL: gateway.url });
const { deps } = clinic;
let visit = 0;
let admin = '';

beforeEach(async () => {
  await clinic.reset();
  gateway.calls.length = 0;
  gateway.status = 202;
  const { location, service } = await makeClinic(deps.db);
  const reach = { channels: ['sms' as const], phone: '+201001234567', phoneConfirmedAt: monday };
  const { id: patientId } = await makeUser(deps.db, { name: 'Mona', locale: 'en', ...reach });
  await makeUser(deps.db, { username: 'admin', role: 'admin' });
  admin = await clinic.signIn('admin');
  const at = { locationId: location.id, serviceId: service.id, date: '2027-06-09', time: '16:00:00' };
  visit = (await makeAppointment(deps.db, { patientId, ...at })).id;
});
afterAll(async () => {
  await clinic.close();
  await gateway.close();
});

async function change(body: Record<string, string | number>): Promise<void> {
  const changed = await clinic.call('PATCH', `/api/appointments/${visit}`, { cookie: admin, body });
  expect(changed.statusCode).toBe(200);
}
/** Texts that the gateway took; then two minutes pass. */
async function delivered(status = 202): Promise<string[]> {
  gateway.status = status;
  gateway.calls.length = 0;
  const worker = clinic.worker();
  await worker.poke();
  await worker.stop();
  clinic.setNow(addMilliseconds(deps.now(), 120_000));
  return gateway.calls.flatMap(({ body, status: answer }) =>
    answer < 300 ? (JSON.parse(body).text as string) : [],
  );
}

test('a patient who may have read another time is told again that the first one holds', async () => {
  await change({ appointmentTime: '17:00:00' });
  expect(await delivered()).toEqual([expect.stringContaining('5:00 PM')]);
  await change({ appointmentTime: '18:00:00' });
  expect(await delivered(0)).toEqual([expect.stringContaining('6:00 PM')]);
  await change({ appointmentTime: '17:00:00' });
  expect(await delivered()).toEqual([expect.stringContaining('5:00 PM')]);
});

test('a patient who may have read that her appointment is cancelled is told that it takes place', async () => {
  await change({ appointmentTime: '17:00:00' });
  await delivered();
  await change({ status: 'cancelled' });
  expect(await delivered(0)).toHaveLength(1);
  await change({ status: 'confirmed' });
  expect(await delivered()).toEqual([expect.stringContaining('5:00 PM')]);
});

test('a patient who read another time is told the new time if only the last change reaches her', async () => {
  await change({ appointmentTime: '17:00:00' });
  await delivered();
  await change({ appointmentTime: '18:00:00' });
  await change({ status: 'cancelled' });
  await change({ status: 'confirmed' });
  expect(await delivered()).toEqual([expect.stringMatching(/^New time: .* at 6:00 PM/)]);
});

test('a patient whom the refused message did not reach is not told the same time twice', async () => {
  await change({ appointmentTime: '17:00:00' });
  await delivered();
  await change({ appointmentTime: '18:00:00' });
  expect(await delivered(503)).toEqual([]);
  await change({ appointmentTime: '17:00:00' });
  expect(await delivered()).toEqual([]);
});

test('a patient who returns to SMS while her message fails on WhatsApp gets it once', async () => {
  const choose = (channel: string) =>
    deps.database.pool.query('update users set channels = array[$1] where phone is not null', [channel]);
  await change({ appointmentTime: '17:00:00' });
  expect(await delivered(503)).toEqual([]);
  await choose('whatsapp');
  expect(await delivered(503)).toEqual([]);
  await choose('sms');
  expect(await delivered()).toEqual([expect.stringContaining('5:00 PM')]);
  expect(await delivered()).toEqual([]);
});

test('a patient gets no message if the clinic only removes the doctor', async () => {
  const { id: amal } = await makeUser(deps.db, { role: 'doctor', name: 'Amal' });
  await change({ doctorId: amal });
  await change({ doctorWish: 'any' });
  const { rows } = await deps.database.pool.query('select doctor_id from appointments where id = $1', [
    visit,
  ]);
  expect(rows).toEqual([{ doctor_id: null }]);
  expect(await delivered()).toEqual([]);
});

test('a patient who is at the branch gets no message about a new doctor', async () => {
  const { id: amal } = await makeUser(deps.db, { role: 'doctor', name: 'Amal' });
  const { id: karim } = await makeUser(deps.db, { role: 'doctor', name: 'Karim' });
  await change({ doctorId: amal });
  clinic.setNow(new Date('2027-06-09T12:30:00Z'));
  admin = await clinic.signIn('admin');
  const body = { from: 'expected', to: 'waiting' };
  const arrived = await clinic.call('POST', `/api/arrivals/${visit}/stage`, { cookie: admin, body });
  expect(arrived.statusCode).toBe(200);
  await change({ doctorId: karim });
  expect(await delivered()).toEqual([]);
});

test('a waiting message does not name a doctor who was removed since', async () => {
  const { id: amal } = await makeUser(deps.db, { role: 'doctor', name: 'Amal' });
  const { id: karim } = await makeUser(deps.db, { role: 'doctor', name: 'Karim' });
  await change({ doctorId: amal });
  await change({ doctorId: karim });
  await change({ doctorWish: 'any' });
  expect(await delivered()).toEqual([expect.not.stringContaining('Karim')]);
});

test('a patient is told of each new doctor', async () => {
  const doctorIds = [];
  for (const name of ['Amal', 'Karim'])
    doctorIds.push((await makeUser(deps.db, { role: 'doctor', name })).id);
  const [amal = 0, karim = 0] = doctorIds;
  await change({ doctorId: amal });
  expect(await delivered()).toEqual([]);
  await change({ doctorId: karim });
  await change({ doctorId: amal });
  await change({ doctorId: karim });
  expect(await delivered()).toEqual([expect.stringMatching(/4:00 PM.*\nYou will be seen by Dr\. Karim/)]);
});

test('a patient who read in a notice that the branch is closed is told that her appointment takes place', async () => {
  await change({ appointmentTime: '17:00:00' });
  await delivered();
  const ask = async (path: string, body: object, headers = {}) =>
    expect((await clinic.call('POST', path, { cookie: admin, body, headers })).statusCode).toBeLessThan(300);
  const audience = { locationId: 1, from: '2027-06-09', to: '2027-06-09' };
  const words = { words: 'We are closed.', wordsAr: 'العيادة مغلقة.' };
  await ask(
    '/api/notices',
    { audience, template: 'words', ...words, expected: 1 },
    { 'idempotency-key': 'k' },
  );
  expect(await delivered()).toEqual([expect.stringContaining('closed')]);
  await ask('/api/appointments/bulk-status', { ids: [visit], status: 'cancelled', quiet: true });
  await change({ status: 'confirmed' });
  expect(await delivered()).toEqual([expect.stringContaining('5:00 PM')]);
});
