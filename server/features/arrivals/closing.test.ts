import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeAppointment, makeClinic, makePatients } from '#server/testing/factories.ts';
import { runBlockedBy } from '#server/testing/locks.ts';
import { createApiKey, createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';

// Sets one status for several appointments while another user changes the same ones. It is Monday noon.
const clinic = await createTestApp();
const { call, deps } = clinic;
let desk = '';
let patients: number[] = [];
let place = { locationId: 0, serviceId: 0 };

beforeEach(async () => {
  await clinic.reset();
  const { location, service } = await makeClinic(deps.db, { rooms: 3 });
  place = { locationId: location.id, serviceId: service.id };
  desk = (await createSignedInUser(clinic, { role: 'receptionist' })).cookie;
  patients = await makePatients(deps.db, 3);
});
afterAll(clinic.close);

const visit = async (n: number, more: object = {}): Promise<{ id: number; version: number }> => {
  const { id } = await makeAppointment(deps.db, {
    ...place,
    patientId: patients[n] ?? 0,
    date: '2027-06-07',
    time: '11:00:00',
    room: n + 1,
    ...more,
  });
  return { id, version: 1 };
};
const mark = async (status: string, ids: readonly number[], more: object = {}) =>
  (
    await call('POST', '/api/appointments/bulk-status', { cookie: desk, body: { ids, status, ...more } })
  ).json();
/** Requests like the page's, with the version of each appointment that it shows. */
const markSeen = (status: string, seen: readonly { id: number; version: number }[]) =>
  mark(
    status,
    seen.map(({ id }) => id),
    { versions: seen },
  );
const change = (id: number, body: object, cookie = desk) =>
  call('PATCH', `/api/appointments/${id}`, { cookie, body });
const stage = (id: number, from: string, to: string) =>
  call('POST', `/api/arrivals/${id}/stage`, { cookie: desk, body: { from, to } });
const board = async () =>
  Object.fromEntries(
    (await call('GET', `/api/arrivals?date=2027-06-07&locationId=${place.locationId}`, { cookie: desk }))
      .json()
      .cards.map((card: { id: number; stage: string; status: string }) => [
        card.id,
        `${card.stage} ${card.status}`,
      ]),
  );
const left = (id: number, message: string) => ({ id, ok: false, message: expect.stringContaining(message) });

test('a patient who has arrived meanwhile is not marked as missed and is reported', async () => {
  const [mona, sara, nour] = [await visit(0), await visit(1), await visit(2)];
  await stage(mona.id, 'expected', 'waiting');
  await stage(sara.id, 'expected', 'waiting');
  await stage(sara.id, 'waiting', 'with_doctor');
  // An arrival does not change the version.
  const there = { [mona.id]: 'waiting confirmed', [sara.id]: 'with_doctor confirmed' };
  expect(await markSeen('no_show', [mona, sara, nour])).toEqual([
    left(mona.id, 'already checked in'),
    left(sara.id, 'already checked in'),
    { id: nour.id, ok: true },
  ]);
  expect(await board()).toEqual({ ...there, [nour.id]: 'expected no_show' });
  // The same for a page of the previous version. Marking a single patient is allowed.
  expect(await mark('no_show', [mona.id])).toMatchObject([{ ok: false }]);
  expect(await board()).toMatchObject(there);
  expect((await change(mona.id, { status: 'no_show', version: 1 })).statusCode).toBe(200);
});

test('a patient whose arrival was undone can be marked', async () => {
  const mona = await visit(0);
  await stage(mona.id, 'expected', 'waiting');
  await stage(mona.id, 'waiting', 'expected');
  expect(await markSeen('no_show', [mona])).toEqual([{ id: mona.id, ok: true }]);
});

test('a patient who was seen or cancelled meanwhile is left unchanged and reported', async () => {
  const [mona, sara, nour] = [await visit(0), await visit(1, { time: '18:00:00' }), await visit(2)];
  for (const [from, to] of [
    ['expected', 'waiting'],
    ['waiting', 'with_doctor'],
    ['with_doctor', 'seen'],
  ] as const)
    await stage(mona.id, from, to);
  const hers = await createSession(clinic, patients[1] ?? 0);
  expect((await change(sara.id, { status: 'cancelled' }, hers)).statusCode).toBe(200);
  expect(await markSeen('no_show', [mona, nour])).toEqual([
    left(mona.id, 'in the meantime'),
    { id: nour.id, ok: true },
  ]);
  expect(await markSeen('confirmed', [sara])).toEqual([left(sara.id, 'in the meantime')]);
  const { rows } = await deps.database.pool.query(
    `select id, status, (select count(*)::int from messages m where m.appointment_id = a.id
      and template = 'confirmed') as told from appointments a order by id`,
  );
  expect(rows).toEqual([
    { id: mona.id, status: 'attended', told: 0 },
    { id: sara.id, status: 'cancelled', told: 0 },
    { id: nour.id, status: 'no_show', told: 0 },
  ]);
});

test('a page of the previous version that sends only ids is accepted', async () => {
  const mona = await visit(0);
  await change(mona.id, { appendNote: 'She will be late' });
  expect(await mark('no_show', [mona.id])).toEqual([{ id: mona.id, ok: true }]);
  // The same for a page of this version that read the card from the previous server.
  const more = { versions: [{ id: mona.id }] };
  expect(await mark('confirmed', [mona.id], more)).toEqual([{ id: mona.id, ok: true }]);
});

test('a desk that saw a patient as expected cannot cancel or move her to another day once she has come', async () => {
  const mona = await visit(0, { time: '15:00:00' });
  await stage(mona.id, 'expected', 'waiting');
  for (const body of [{ status: 'cancelled' }, { appointmentDate: '2027-06-08' }]) {
    const refused = await change(mona.id, { ...body, version: 1 });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        code: 'checked_in',
        message: 'The patient has already checked in. Nothing was changed.',
        current: { id: mona.id, stage: 'waiting' },
      },
    ]);
  }
  const authorization = `Bearer ${await createApiKey(clinic, { scopes: ['appointments.write'] })}`;
  const byKey = await call('PATCH', `/api/appointments/${mona.id}`, {
    headers: { authorization },
    body: { status: 'cancelled', version: 1 },
  });
  expect(byKey.json()).toMatchObject({
    code: 'checked_in',
    current: { patient: { name: '', phone: null } },
  });
  expect(await mark('cancelled', [mona.id], { versions: [mona] })).toMatchObject([{ ok: false }]);
  expect(await board()).toEqual({ [mona.id]: 'waiting confirmed' });
  expect((await change(mona.id, { appointmentTime: '16:00', version: 1 })).statusCode).toBe(200);
  // A desk that sees her on the board.
  expect((await stage(mona.id, 'waiting', 'left')).statusCode).toBe(200);
});

test('a patient who has checked in neither cancels nor moves her appointment', async () => {
  await deps.database.pool.query(
    `insert into content_versions (key, body) values ('settings', '{"cutoffHours": 0}')`,
  );
  deps.cache.dropAll();
  const { id } = await visit(0, { time: '15:00:00' });
  const hers = await createSession(clinic, patients[0] ?? 0);
  await call('POST', `/api/arrivals/${id}/here`, { cookie: hers });
  for (const body of [{ status: 'cancelled' }, { appointmentDate: '2027-06-08' }])
    expect((await change(id, body, hers)).json()).toMatchObject({ code: 'not_movable' });
  expect(await board()).toEqual({ [id]: 'expected confirmed' });
});

test('a patient who arrives at the moment of marking is not missed', async () => {
  const mona = await visit(0);
  const [came] = await runBlockedBy(
    deps.database,
    `select from users where id = ${patients[0]} for no key update`,
    () => stage(mona.id, 'expected', 'waiting'),
    () => markSeen('no_show', [mona]),
  );
  expect(came.statusCode).toBe(200);
  expect(await board()).toEqual({ [mona.id]: 'waiting confirmed' });
});
