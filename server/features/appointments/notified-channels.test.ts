import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makeUser } from '#server/testing/factories.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
const phone = '+201001234567';
let mona: { id: number; cookie: string };

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  const confirmed = { phone, phoneConfirmedAt: new Date('2027-01-01'), channels: ['sms' as const] };
  const { id } = await makeUser(deps.db, { username: 'mona', ...confirmed });
  mona = { id, cookie: await clinic.signIn('mona') };
});
afterAll(clinic.close);

const book = (appointmentTime = '15:20:00', appointmentDate = '2027-06-08') =>
  call('POST', '/api/appointments', {
    cookie: mona.cookie,
    body: { userId: mona.id, locationId: 1, service: '1', appointmentDate, appointmentTime },
  });
const told = async () => (await call('GET', '/api/appointments/1/messages', { cookie: mona.cookie })).json();

test('the reply says where the message was sent, and that nothing is sent without a gateway', async () => {
  await book();
  expect(await told()).toEqual({
    messages: [{ channel: 'sms', address: '0100 123 4567', state: 'kept' }],
    demonstration: true,
  });
});

test('a branch with automatic confirmation confirms bookings and moves, and another one leaves them pending', async () => {
  expect((await book()).json()).toMatchObject({ status: 'pending' });
  const calendar = async () =>
    (await call('GET', '/api/appointments/1/calendar.ics', { cookie: mona.cookie })).body;
  expect(await calendar()).toContain('STATUS:TENTATIVE');
  await deps.database.pool.query('update locations set auto_confirm = true');
  deps.cache.dropAll();
  const move = (appointmentTime: string) =>
    call('PATCH', '/api/appointments/1', { cookie: mona.cookie, body: { appointmentTime } });
  expect((await move('16:00:00')).json()).toMatchObject({ status: 'confirmed' });
  expect(await calendar()).toContain('STATUS:CONFIRMED');
  expect((await book('17:00:00')).json()).toMatchObject({ status: 'confirmed' });
  const { rows } = await deps.database.pool.query(
    "select template from messages where channel = 'app' and user_id = $1 order by id",
    [mona.id],
  );
  expect(rows.map(({ template }) => template)).toEqual(['booked', 'moved', 'confirmed']);
});

test('a pending appointment says until when it will be confirmed, also after a move', async () => {
  const shorts = async (): Promise<string[]> =>
    (await call('GET', '/api/notifications', { cookie: mona.cookie }))
      .json()
      .map(({ body: said }: { body: string }) => said);
  await book('15:20:00', '2027-06-15');
  expect((await shorts())[0]).toContain('The clinic confirms by Tuesday 8 June, 7:00 PM.');
  const moved = { cookie: mona.cookie, body: { appointmentTime: '16:00:00' } };
  expect((await call('PATCH', '/api/appointments/1', moved)).json()).toMatchObject({ status: 'pending' });
  expect((await shorts())[0]).toContain('Held for you: Tuesday 15 June at 4:00 PM');
  expect((await shorts())[0]).toContain('The clinic confirms by Tuesday 8 June, 7:00 PM.');
});
