import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makeUser } from '#server/testing/factories.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const clinic = await createTestApp({ RATE_LIMIT: 'on' });
beforeEach(clinic.reset);
afterAll(clinic.close);

test('a patient is limited to twenty bookings and moves an hour on all devices, without rejected ones, and staff are not', async () => {
  await makeClinic(clinic.deps.db);
  const mona = await createSignedInUser(clinic, { role: 'patient' });
  const admin = await createSignedInUser(clinic, { role: 'admin' });
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

test('new accounts at one address or network cannot fill the week, and others can still book', async () => {
  await makeClinic(clinic.deps.db);
  const slots = Array.from({ length: 12 }, (_, day) =>
    ['15:20', '15:40', '16:00', '16:20'].map((appointmentTime) => ({
      appointmentDate: `2027-06-${String(day + 8).padStart(2, '0')}`,
      appointmentTime,
    })),
  ).flat();
  const book = async (remoteAddress: string, more = {}) => {
    const { id, cookie } = await createSignedInUser(clinic, { role: 'patient' });
    const answer = await clinic.app.inject({
      method: 'POST',
      url: '/api/appointments',
      payload: { userId: id, locationId: 1, service: '1', ...slots.pop(), ...more },
      headers: { cookie },
      remoteAddress,
    });
    return answer.statusCode;
  };
  const times = async (n: number, remoteAddress: string) => {
    const statuses = new Set<number>();
    for (let i = 0; i < n; i++) statuses.add(await book(remoteAddress));
    return [...statuses];
  };
  expect(await book('10.1.1.1', { appointmentTime: '16:00:30' })).toBe(422);
  expect(await times(20, '10.1.1.1')).toEqual([201]);
  expect(await times(2, '10.1.1.1')).toEqual([429]);
  expect(await times(20, '10.1.1.2')).toEqual([201]);
  expect(await times(1, '10.1.1.3')).toEqual([429]);
  expect(await times(1, '10.2.1.1')).toEqual([201]);
});

test('a burst of bookings by one person is found by one of them and cancelled at once without messages', async () => {
  await makeClinic(clinic.deps.db);
  const admin = await createSignedInUser(clinic, { role: 'admin' });
  const book = async (remoteAddress: string, appointmentTime: string) => {
    const { id, cookie } = await createSignedInUser(clinic, { role: 'patient' });
    const answer = await clinic.app.inject({
      method: 'POST',
      url: '/api/appointments',
      payload: { userId: id, locationId: 1, service: '1', appointmentDate: '2027-06-08', appointmentTime },
      headers: { cookie },
      remoteAddress,
    });
    return answer.json().id as number;
  };
  const burst = [
    await book('10.1.1.1', '15:20'),
    await book('10.1.1.2', '15:40'),
    await book('10.1.1.1', '16:00'),
  ];
  const honest = await book('10.2.1.1', '16:20');
  const list = (like: number) =>
    clinic.call('GET', `/api/appointments?like=${like}`, { cookie: admin.cookie });
  expect((await list(burst[1] ?? 0)).json().map(({ id }: { id: number }) => id)).toEqual(burst);
  expect((await list(honest)).headers['x-total-count']).toBe('1');
  const { pool } = clinic.deps.database;
  const messages = async () => (await pool.query('select count(*)::int as n from messages')).rows[0].n;
  const before = await messages();
  const end = (body: object) =>
    clinic.call('POST', '/api/appointments/bulk-status', {
      cookie: admin.cookie,
      body: { ids: burst, ...body },
    });
  expect((await end({ status: 'confirmed', quiet: true })).statusCode).toBe(400);
  const ended = await end({ status: 'cancelled', quiet: true, reason: 'A burst of fresh accounts' });
  expect(ended.json().every(({ ok }: { ok: boolean }) => ok)).toBe(true);
  expect(await messages()).toBe(before);
  const { rows } = await pool.query(
    `select after->>'notes' as notes from events where action = 'cancelled' and actor_id = $1`,
    [admin.id],
  );
  expect(rows).toHaveLength(3);
  for (const { notes } of rows) expect(notes).toContain('A burst of fresh accounts');
});
