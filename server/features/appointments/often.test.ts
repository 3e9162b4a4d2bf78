import { afterAll, expect, test } from 'vitest';
import { makeClinic, makeUser } from '#server/testing/factories.ts';
import { signedIn } from '#server/testing/signed-in.ts';
import { testApp } from '#server/testing/test-app.ts';

const clinic = await testApp({ RATE_LIMIT: 'on' });
afterAll(clinic.close);

test('a patient books and moves twenty times an hour, from anywhere; what is refused does not count, and staff are not counted', async () => {
  await makeClinic(clinic.deps.db);
  const mona = await signedIn(clinic, { role: 'patient' });
  const admin = await signedIn(clinic, { role: 'admin' });
  const other = await makeUser(clinic.deps.db);
  const visit = { locationId: 1, appointmentDate: '2027-06-08', appointmentTime: '15:20', service: '1' };
  const book = (userId: number, cookie: string, more = {}) =>
    clinic.call('POST', '/api/appointments', { cookie, body: { userId, ...visit, ...more } });
  const { id } = (await book(mona.id, mona.cookie)).json();
  let from = 0;
  const move = (n: number) =>
    clinic.app.inject({
      method: 'PATCH',
      url: `/api/appointments/${id}`,
      payload: { appointmentTime: n % 2 ? '15:40' : '16:00' },
      headers: { cookie: mona.cookie },
      remoteAddress: `10.0.${from++}.1`,
    });
  for (let n = 0; n < 3; n++)
    expect((await book(mona.id, mona.cookie, { appointmentTime: '16:00:30' })).statusCode).toBe(422);
  for (let n = 1; n < 20; n++) expect((await move(n)).statusCode, String(n)).toBe(200);
  const refused = await move(20);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
  expect((await book(other.id, admin.cookie, { appointmentTime: '17:00' })).statusCode).toBe(201);
});
