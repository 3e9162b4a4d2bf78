import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic } from '#server/testing/factories.ts';
import { gatewayServer } from '#server/testing/gateway-server.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';

const gateway = await gatewayServer();
const clinic = await createTestApp({ GATEWAY_SECRET: 'gateway secret', SMS_GATEWAY_URL: gateway.url });
const { call, deps } = clinic;
afterAll(async () => {
  await clinic.close();
  await gateway.close();
});
beforeEach(async () => {
  await clinic.reset();
  clinic.setNow(monday);
});

/** The first lines of the texts that the gateway accepts now. */
async function arrivals(): Promise<string[]> {
  gateway.calls.length = 0;
  const worker = clinic.worker();
  await worker.poke();
  await worker.stop();
  return gateway.calls
    .filter(({ status }) => status < 300)
    .map(({ body }) => JSON.parse(body).text.split('\n')[0]);
}

test('an offer for an appointment leaves after the confirmation, also if the gateway failed before', async () => {
  await makeClinic(deps.db);
  const { cookie } = await createSignedInUser(clinic, { role: 'admin' });
  const mona = await createSignedInUser(clinic, {
    role: 'patient',
    locale: 'en',
    channels: ['sms'],
    phone: '+201001234567',
    phoneConfirmedAt: monday,
  });
  const at = { userId: mona.id, locationId: 1, appointmentTime: '15:20:00' };
  const post = async (path: string, body: object) =>
    (await call('POST', path, { cookie, body: { ...at, ...body } })).json();
  const booked = { service: '1', appointmentDate: '2027-06-16' };
  const { id: appointmentId } = await post('/api/appointments', booked);
  gateway.status = 500;
  expect(await arrivals()).toEqual([]);
  gateway.status = 202;
  await post('/api/offers', { serviceId: 1, appointmentDate: '2027-06-09', appointmentId });
  expect(await arrivals()).toEqual([]);
  clinic.setNow(new Date(monday.getTime() + 60_000));
  expect(await arrivals()).toEqual([
    expect.stringMatching(/^Confirmed: Wednesday 16 June/),
    expect.stringMatching(/9 June/),
  ]);
});
