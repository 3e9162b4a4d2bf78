import { afterAll, beforeEach, expect, test } from 'vitest';
import { OnHoldError } from '#server/engine/delivery/transports/transport.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { makeClinic, makeLocation, makePatients, openEveryDay } from '#server/testing/factories.ts';
import { createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import type { Disruption, DisruptionHead } from '#shared/contract/disruptions.ts';
import { withdrawUnneededOffers } from './actions.ts';
import { refreshUnlessDisplaced } from './refresh-actions.ts';

/* A doctor leaves the clinic, a branch or a duty: the appointments are displaced, as by an absence. */

const clinic = await createTestApp();
const { call, deps } = clinic;
const [tuesday, wednesday] = ['2027-06-08', '2027-06-09'];
let admin: SignedIn;
let laila: SignedIn;
let omar: SignedIn;
let patients: number[] = [];

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 2 });
  const second = await makeLocation(deps.db, { name: 'Maadi' });
  await openEveryDay(deps.db, second.id);
  admin = await createSignedInUser(clinic, { role: 'admin', isSuperAdmin: true });
  laila = await createSignedInUser(clinic, { role: 'doctor', name: 'Laila Kamal' });
  omar = await createSignedInUser(clinic, { role: 'doctor', name: 'Omar Adel' });
  patients = await makePatients(deps.db, 3);
});
afterAll(clinic.close);

const ask = (method: string, path: string, body?: unknown) =>
  call(method, path, { cookie: admin.cookie, body });
const send = async (method: string, path: string, body?: unknown) => (await ask(method, path, body)).json();
const visit = async (n: number, date: string, locationId = 1): Promise<number> =>
  (
    await send('POST', '/api/appointments', {
      userId: patients[n],
      service: '1',
      appointmentDate: date,
      appointmentTime: '16:00',
      locationId,
      doctorId: laila.id,
    })
  ).id;
const disruptions = (): Promise<DisruptionHead[]> => send('GET', '/api/disruptions');
const displacedIn = async (id: number) =>
  ((await send('GET', `/api/disruptions/${id}`)) as Disruption).rows.map(({ appointmentId, state }) => [
    appointmentId,
    state,
  ]);

test('deactivating a doctor shows each appointment in the preview and opens one disruption', async () => {
  const ids = [await visit(0, tuesday), await visit(1, wednesday, 2)];
  const preview = await send('POST', `/api/staff/${laila.id}/preview`, { deactivated: true });
  expect(preview.visits.map((one: { visit: { id: number } }) => one.visit.id)).toEqual(ids);
  expect(preview.visits[0].proposals.length).toBeGreaterThan(0);
  const doctors = preview.visits[0].proposals.map((one: { doctorId: number | null }) => one.doctorId);
  expect(doctors).not.toContain(laila.id);
  expect(await disruptions()).toEqual([]);

  const confirmation = {
    id: 1,
    template: 'confirmed',
    appointmentId: ids[0],
    userId: patients[0],
    channel: 'sms',
    says: 'firm',
    locale: 'en',
    params: { date: tuesday, time: '16:00:00' },
  } as unknown as KnownMessage;
  expect(await refreshUnlessDisplaced(deps, confirmation)).not.toBeNull();
  expect(await send('GET', '/api/waiting')).toMatchObject({ displaced: 0 });

  expect((await ask('PATCH', `/api/staff/${laila.id}`, { deactivated: true })).statusCode).toBe(200);
  await expect(refreshUnlessDisplaced(deps, confirmation)).rejects.toThrow(OnHoldError);
  expect(await send('GET', '/api/waiting')).toMatchObject({ displaced: 2 });
  const [head, ...more] = await disruptions();
  expect(more).toEqual([]);
  expect(head).toMatchObject({
    cause: 'departure',
    doctorId: laila.id,
    startDate: tuesday,
    endDate: wednesday,
  });
  expect(await displacedIn(head?.id ?? 0)).toEqual(ids.map((id) => [id, 'untold']));
  const { visits: now } = await send('GET', `/api/disruptions/${head?.id}/proposals`);
  expect(now.map((one: { visit: { id: number } }) => one.visit.id)).toEqual(ids);
  expect(now[0].proposals[0]).toMatchObject({ kind: 'doctor', appointmentTime: '16:00:00' });
  expect((await send('GET', '/api/disruptions/standing')).toSorted()).toEqual(ids);
  const cookie = await createSession(clinic, patients[1] ?? 0);
  expect((await call('GET', '/api/disruptions/standing', { cookie })).json()).toEqual([ids[1]]);

  await ask('PATCH', `/api/staff/${laila.id}`, { deactivated: false });
  expect(await displacedIn(head?.id ?? 0)).toEqual(ids.map((id) => [id, 'stays']));
  expect(await send('GET', '/api/disruptions/standing')).toEqual([]);
});

/** The doctor departs, and the patient of the appointment is offered another time. */
async function offerAfter(id: number, path: string, leaves: object): Promise<DisruptionHead | undefined> {
  await ask('PATCH', path, leaves);
  const [head] = await disruptions();
  const { visits } = await send('GET', `/api/disruptions/${head?.id}/proposals`);
  const { kind: _kind, ...time } = visits[0].proposals[0];
  const chosen = [{ appointmentId: id, time }];
  await ask('POST', `/api/disruptions/${head?.id}/acts`, { act: 'offer', visits: chosen });
  return head;
}
const offers = async () => (await deps.database.pool.query('select holds, state from offers')).rows;

test.each([
  ['is activated again', { deactivated: true }, { deactivated: false }],
  ['is a doctor again', { role: 'receptionist' }, { role: 'doctor' }],
])(
  'when a doctor %s, the offer ends at once and the patient is told that her appointment stays',
  async (_, leaves, returns) => {
    const id = await visit(0, tuesday);
    const path = 'role' in leaves ? `/api/users/${laila.id}` : `/api/staff/${laila.id}`;
    const head = await offerAfter(id, path, leaves);
    expect(await offers()).toEqual([{ holds: true, state: 'open' }]);
    expect((await ask('PATCH', path, returns)).statusCode).toBe(200);
    expect(await offers()).toEqual([{ holds: false, state: 'withdrawn' }]);
    expect(await displacedIn(head?.id ?? 0)).toEqual([[id, 'stays']]);
    const { rows } = await deps.database.pool.query(
      "select distinct user_id as id, template from messages where template like 'visitStays%'",
    );
    expect(rows).toEqual([{ id: patients[0], template: 'visitStays' }]);
  },
);

test.each<[string, () => string, object, object]>([
  ['a doctor', () => `/api/users/${laila.id}`, { role: 'receptionist' }, { role: 'doctor' }],
  ['a branch', () => '/api/locations/1', { closedFrom: tuesday }, { closedFrom: '' }],
])(
  'a saved change of %s succeeds also if the offer cannot be withdrawn at once; the next turn withdraws it',
  async (_, pathOf, leaves, returns) => {
    const id = await visit(0, tuesday);
    const path = pathOf();
    await offerAfter(id, path, leaves);
    const { owner } = await testDatabase();
    await owner.query(`create function failed_withdrawal() returns trigger language plpgsql as
    $$ begin raise exception 'no'; end $$`);
    await owner.query('create trigger failed before update on offers execute function failed_withdrawal()');
    try {
      expect((await ask('PATCH', path, returns)).statusCode).toBe(200);
      expect(await offers()).toEqual([{ holds: true, state: 'open' }]);
    } finally {
      await owner.query('drop function failed_withdrawal cascade');
    }
    await withdrawUnneededOffers(deps);
    expect(await offers()).toEqual([{ holds: false, state: 'withdrawn' }]);
  },
);

test('an appointment with a doctor named beyond her duties is displaced when she leaves', async () => {
  await ask('PATCH', '/api/locations/1', { bookedBy: 'doctor' });
  await ask('PATCH', `/api/staff/${laila.id}`, { locationIds: [1] });
  const ids = [await visit(0, tuesday), await visit(1, wednesday, 2)];
  expect(await disruptions()).toEqual([]);
  const preview = await send('POST', `/api/staff/${laila.id}/preview`, { deactivated: true });
  await ask('PATCH', `/api/staff/${laila.id}`, { deactivated: true });
  const [head] = await disruptions();
  expect(await displacedIn(head?.id ?? 0)).toEqual(ids.map((id) => [id, 'untold']));
  expect(preview.count).toBe(ids.length);
});

test('the end of an absence does not restore a doctor who has left', async () => {
  const id = await visit(0, tuesday);
  const away = { userId: laila.id, startDate: tuesday, endDate: tuesday };
  const absence = await send('POST', '/api/absences', away);
  await ask('PATCH', `/api/staff/${laila.id}`, { deactivated: true });
  await ask('DELETE', `/api/absences/${absence.id}`);
  expect(await send('GET', '/api/disruptions/standing')).toEqual([id]);
});

test('reopening a branch does not restore a doctor who has left', async () => {
  const id = await visit(0, tuesday);
  await ask('PUT', '/api/locations/1/exceptions', [{ date: tuesday, isClosed: true }]);
  await ask('PATCH', `/api/staff/${laila.id}`, { deactivated: true });
  await ask('PUT', '/api/locations/1/exceptions', []);
  expect(await send('GET', '/api/disruptions/standing')).toEqual([id]);
  await ask('PATCH', `/api/staff/${laila.id}`, { deactivated: false });
  expect(await send('GET', '/api/disruptions/standing')).toEqual([]);
});

test('closing a branch displaces the appointment again after its doctor came back', async () => {
  const id = await visit(0, tuesday);
  await ask('PATCH', `/api/staff/${laila.id}`, { deactivated: true });
  await ask('PATCH', `/api/staff/${laila.id}`, { deactivated: false });
  await ask('PUT', '/api/locations/1/exceptions', [{ date: tuesday, isClosed: true }]);
  expect(await send('GET', '/api/disruptions/standing')).toEqual([id]);
  expect(await send('GET', '/api/waiting')).toMatchObject({ displaced: 1 });
  expect((await disruptions()).map(({ cause }) => cause)).toEqual(['hours', 'departure']);
  await ask('PUT', '/api/locations/1/exceptions', []);
  expect(await send('GET', '/api/disruptions/standing')).toEqual([]);
});

test('a new role of a doctor displaces her appointments', async () => {
  const id = await visit(0, tuesday);
  expect((await ask('PATCH', `/api/users/${laila.id}`, { role: 'patient' })).statusCode).toBe(200);
  const [head] = await disruptions();
  expect(await displacedIn(head?.id ?? 0)).toEqual([[id, 'untold']]);
});

test('leaving one branch keeps a doctor’s appointments at the other', async () => {
  const [here, there] = [await visit(0, tuesday), await visit(1, wednesday, 2)];
  await ask('PATCH', `/api/staff/${laila.id}`, { locationIds: [1, 2] });
  expect(await disruptions()).toEqual([]);
  const preview = await send('POST', `/api/staff/${laila.id}/preview`, { locationIds: [1] });
  expect(preview.visits.map((one: { visit: { id: number } }) => one.visit.id)).toEqual([there]);
  await ask('PATCH', `/api/staff/${laila.id}`, { locationIds: [1] });
  const [head] = await disruptions();
  expect(await displacedIn(head?.id ?? 0)).toEqual([[there, 'untold']]);
  expect(here).not.toBe(there);
});

test('the end of a duty displaces only the appointments in it', async () => {
  await ask('PATCH', '/api/locations/1', { bookedBy: 'doctor' });
  const duty = (dayOfWeek: number) => ({
    userId: laila.id,
    dayOfWeek,
    startTime: '15:00',
    endTime: '19:00',
  });
  await ask('PUT', '/api/locations/1/duties', [duty(2), duty(3)]);
  const [onTuesday, onWednesday] = [await visit(0, tuesday), await visit(1, wednesday)];
  expect(await disruptions()).toEqual([]);
  await ask('PUT', '/api/locations/1/duties', [duty(3)]);
  const [head] = await disruptions();
  expect(await displacedIn(head?.id ?? 0)).toEqual([[onTuesday, 'untold']]);
  expect(onWednesday).not.toBe(onTuesday);
  await ask('PUT', '/api/locations/1/duties', [duty(2), duty(3)]);
  expect(await displacedIn(head?.id ?? 0)).toEqual([[onTuesday, 'stays']]);
  await ask('PUT', '/api/locations/1/duties', [{ ...duty(2), userId: omar.id }]);
  const { version } = await send('GET', `/api/appointments/${onTuesday}`);
  await ask('PATCH', `/api/appointments/${onTuesday}`, { doctorId: omar.id, version });
  expect(await displacedIn(head?.id ?? 0)).toEqual([[onTuesday, 'moved']]);
});

test('a doctor with upcoming appointments is not deleted', async () => {
  await visit(0, tuesday);
  const refused = await ask('DELETE', `/api/users/${laila.id}`);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'doctor_has_future_appointments']);
  await deps.database.pool.query("update appointments set status = 'cancelled'");
  expect((await ask('DELETE', `/api/users/${laila.id}`)).statusCode).toBe(204);
});

test('no man is proposed in place of a named woman who has left', async () => {
  await ask('PATCH', `/api/staff/${laila.id}`, { gender: 'female' });
  await ask('PATCH', `/api/staff/${omar.id}`, { gender: 'male' });
  for (const id of [1, 2]) await ask('PATCH', `/api/locations/${id}`, { bookedBy: 'doctor' });
  const hours = { dayOfWeek: 2, startTime: '15:00', endTime: '19:00' };
  const duties = [laila.id, omar.id].map((userId) => ({ ...hours, userId }));
  await ask('PUT', '/api/locations/1/duties', duties);
  await visit(0, tuesday);
  await ask('PATCH', `/api/staff/${laila.id}`, { deactivated: true });
  const [head] = await disruptions();
  const { visits: now } = await send('GET', `/api/disruptions/${head?.id}/proposals`);
  expect(now).toMatchObject([{ proposals: [] }]);
});

test('leaving a branch and then the clinic displaces each appointment once', async () => {
  const atBranch = await visit(0, tuesday);
  const elsewhere = await visit(1, wednesday, 2);
  await ask('PATCH', `/api/staff/${laila.id}`, { locationIds: [2] });
  const preview = await send('POST', `/api/staff/${laila.id}/preview`, { deactivated: true });
  expect(preview.visits.map((one: { visit: { id: number } }) => one.visit.id)).toEqual([elsewhere]);
  await ask('PATCH', `/api/staff/${laila.id}`, { deactivated: true });
  const heads = await disruptions();
  expect(await Promise.all(heads.map(({ id }) => displacedIn(id)))).toEqual([
    [[elsewhere, 'untold']],
    [[atBranch, 'untold']],
  ]);
});
