import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAppointment, makeClinic, makeLocation, makeUser } from '#server/testing/factories.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(() => t.reset());
afterAll(() => t.close());

test('open tasks are counted within the viewer’s scope: upcoming, to call, new messages', async () => {
  const { location, service } = await makeClinic(t.deps.db);
  const caller = await makeUser(t.deps.db, { authProvider: 'visitor' });
  const mona = await makeUser(t.deps.db, { email: 'mona@example.org', emailConfirmedAt: monday });
  const visit = { locationId: location.id, serviceId: service.id };
  await makeAppointment(t.deps.db, { ...visit, patientId: mona.id, date: '2027-06-10', status: 'pending' });
  await makeAppointment(t.deps.db, { ...visit, patientId: mona.id, date: '2027-06-11', status: 'confirmed' });
  await makeAppointment(t.deps.db, { ...visit, patientId: mona.id, date: '2020-01-07', status: 'pending' });
  await makeAppointment(t.deps.db, { ...visit, patientId: caller.id, date: '2027-06-12', status: 'pending' });
  const message = { name: 'Mona', email: 'mona@example.org', message: 'Are you open on Friday?' };
  await t.call('POST', '/api/contact-messages', { body: message });

  const ask = async (who: Parameters<typeof createSignedInUser>[1]) =>
    (await t.call('GET', '/api/waiting', { cookie: (await createSignedInUser(t, who)).cookie })).json();
  const none = { calls: null, toTell: null, displaced: null };
  const all = {
    pending: 2,
    calls: 0,
    unreachable: 1,
    toTell: 0,
    displaced: 0,
    messages: 1,
    failed: 0,
    first: { ...none, pending: '2027-06-10', unreachable: '2027-06-12' },
    oldest: { messages: expect.stringMatching(/^20.*Z$/), failed: null },
  };
  expect(await ask({ role: 'admin' })).toEqual(all);
  expect(await ask({ role: 'doctor' })).toEqual(all);
  // Letters of the contact form belong to no branch: every front desk sees them, beside the replies of its branches.
  expect(await ask({ role: 'receptionist' })).toEqual(all);
  await t.deps.database.pool.query(
    `insert into contact_messages (name, phone, way, message, locale, location_id)
     values ('Mona', '+201001234567', 'sms', 'At five?', 'en', ${location.id})`,
  );
  expect(await ask({ role: 'receptionist' })).toEqual({ ...all, messages: 2 });

  const elsewhere = await makeLocation(t.deps.db, { name: 'Giza' });
  await makeUser(t.deps.db, { username: 'sara', role: 'receptionist', worksAt: [elsewhere.id] });
  const hers = await t.call('GET', '/api/waiting', { cookie: await t.signIn('sara') });
  expect(hers.json()).toEqual({
    first: { ...none, pending: null, unreachable: null },
    oldest: { messages: expect.any(String), failed: null },
    pending: 0,
    calls: 0,
    unreachable: 0,
    toTell: 0,
    displaced: 0,
    messages: 1,
    failed: 0,
  });

  const list = await t.call('GET', '/api/appointments?reach=none', {
    cookie: (await createSignedInUser(t, { role: 'admin' })).cookie,
  });
  expect(list.json().map(({ userId }: { userId: number }) => userId)).toEqual([caller.id]);
  expect(list.headers['x-total-count']).toBe('1');
});

test('open tasks are counted from this minute, and listed and confirmed from the same', async () => {
  const { location, service } = await makeClinic(t.deps.db);
  const mona = await makeUser(t.deps.db);
  const { date } = dayClock(t.deps.now());
  const visit = { locationId: location.id, serviceId: service.id, patientId: mona.id, date };
  const over = await makeAppointment(t.deps.db, { ...visit, time: '11:40', status: 'pending' });
  const coming = await makeAppointment(t.deps.db, { ...visit, time: '12:00', status: 'pending' });
  const { cookie } = await createSignedInUser(t, { role: 'receptionist' });
  const ids = async (narrowed: string) =>
    (await t.call('GET', `/api/appointments?status=pending&${narrowed}`, { cookie }))
      .json()
      .map(({ id }: { id: number }) => id);
  expect(await ids(`from=${date}`)).toEqual([over.id, coming.id]);
  expect(await ids('coming=1')).toEqual([coming.id]);
  expect(await ids(`coming=1&locationId=${location.id}`)).toEqual([coming.id]);
  const { pending } = (await t.call('GET', '/api/waiting', { cookie })).json();
  expect(pending).toBe(1);
});

test('impossible appointments are counted for staff, and undelivered messages for admins', async () => {
  const { location, service } = await makeClinic(t.deps.db);
  const doctor = await makeUser(t.deps.db, { role: 'doctor' });
  const mona = await makeUser(t.deps.db);
  const boss = (await createSignedInUser(t, { role: 'admin' })).cookie;
  const desk = (await createSignedInUser(t, { role: 'receptionist' })).cookie;
  const send = (method: string, path: string, body?: object) => t.call(method, path, { cookie: boss, body });
  const book = async (appointmentTime: string, more: object) =>
    (
      await send('POST', '/api/appointments', {
        userId: mona.id,
        locationId: location.id,
        service: String(service.id),
        appointmentDate: '2027-06-10',
        appointmentTime,
        ...more,
      })
    ).json();
  await book('15:00', { doctorId: doctor.id });
  const { id } = await book('16:00', {});
  const waits = async (cookie = boss) => {
    const { displaced, failed, first, oldest } = (await t.call('GET', '/api/waiting', { cookie })).json();
    expect([first.displaced, oldest.failed]).toEqual([
      displaced > 0 ? '2027-06-10' : null,
      failed > 0 ? t.deps.now().toISOString() : null,
    ]);
    return [displaced, failed];
  };
  expect(await waits()).toEqual([0, 0]);
  const day = { startDate: '2027-06-10', endDate: '2027-06-10' };
  const absence = (await send('POST', '/api/absences', { userId: doctor.id, ...day })).json();
  expect(await waits()).toEqual([1, 0]);
  const closed = [{ date: '2027-06-10', isClosed: true }];
  expect((await send('PUT', `/api/locations/${location.id}/exceptions`, closed)).statusCode).toBe(200);
  expect(await waits(desk)).toEqual([2, 0]);
  await send('DELETE', `/api/absences/${absence.id}`);
  await send('PATCH', `/api/appointments/${id}`, { appointmentDate: '2027-06-11' });
  expect(await waits()).toEqual([1, 0]);
  await t.deps.database.pool.query(
    `insert into messages (user_id, channel, template, params, locale, state, run_at, address,
       dedupe_key, created_at)
     values (${mona.id}, 'sms', 'reminder', '{}', 'en', 'dead', now(), '+201001234567', 'a', $1),
       (${mona.id}, 'sms', 'reminder', '{}', 'en', 'dead', now(), '+201001234567', 'b', $2)`,
    [t.deps.now(), new Date(t.deps.now().getTime() - 8 * 86_400_000)],
  );
  expect(await waits()).toEqual([1, 1]);
  expect(await waits(desk)).toEqual([1, 0]);
});
