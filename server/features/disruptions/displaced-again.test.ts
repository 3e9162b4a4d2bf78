import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeClinic, makeLocation, makePatients, makeUser } from '#server/testing/factories.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { withdrawUnneededOffers } from './actions.ts';

/* An appointment is displaced, takes place after all, and is displaced again. */

const clinic = await createTestApp();
const { call, deps } = clinic;
const date = '2027-06-08';
const here = '/api/locations/1';
let admin: SignedIn;
let laila: SignedIn;
let visits: number[] = [];

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 2 });
  await makeLocation(deps.db, { name: 'Maadi' });
  admin = await createSignedInUser(clinic, { role: 'admin', isSuperAdmin: true });
  laila = await createSignedInUser(clinic, { role: 'doctor', name: 'Laila Kamal' });
  const other = await createSignedInUser(clinic, { role: 'doctor', name: 'Omar Adel' });
  const patients = await makePatients(deps.db, 2);
  visits = [];
  for (const [n, doctorId] of [laila.id, other.id].entries()) {
    const at = { locationId: 1, appointmentDate: date, appointmentTime: '16:00' };
    const body = { ...at, userId: patients[n], service: '1', doctorId };
    visits.push((await send('POST', '/api/appointments', body)).id);
  }
});
afterAll(clinic.close);

async function send(method: string, path: string, body?: unknown) {
  const answer = await call(method, path, { cookie: admin.cookie, body });
  expect([path, answer.statusCode < 300, answer.body]).toEqual([path, true, answer.body]);
  return answer.body === '' ? null : answer.json();
}
const heads = (query = ''): Promise<{ id: number }[]> => send('GET', `/api/disruptions${query}`);
const idsOf = async (query?: string) => (await heads(query)).map(({ id }) => id);
const states = async (id: number) =>
  (await send('GET', `/api/disruptions/${id}`)).rows.map((row: { appointmentId: number; state: string }) => [
    row.appointmentId,
    row.state,
  ]);
/** Every patient of a disruption is offered another time, and is called. */
async function offerAndCall(id: number): Promise<void> {
  const { visits: found } = await send('GET', `/api/disruptions/${id}/proposals`);
  for (const { visit, proposals } of found) {
    const { kind: _kind, ...time } = proposals[0];
    await send('POST', `/api/disruptions/${id}/acts`, {
      act: 'offer',
      visits: [{ appointmentId: visit.id, time }],
    });
  }
  const all = (await states(id)).map(([appointmentId]: [number]) => ({ appointmentId }));
  expect(await send('POST', `/api/disruptions/${id}/acts`, { act: 'called', visits: all })).toMatchObject({
    left: [],
  });
}

const close = () => send('PUT', `${here}/exceptions`, [{ date, isClosed: true }]);
const open = () => send('PUT', `${here}/exceptions`, []);
const rooms = (n: number) => send('PATCH', here, { rooms: n });
const staff = (body: object) => send('PATCH', `/api/staff/${laila.id}`, body);
const fallIll = () => send('POST', '/api/absences', { userId: laila.id, startDate: date, endDate: date });

const changes: Record<
  string,
  {
    first: () => Promise<unknown>;
    undo: () => Promise<unknown>;
    again?: () => Promise<unknown>;
    who: number[];
  }
> = {
  'a day is closed twice': { first: close, undo: open, who: [0, 1] },
  'a room goes twice': { first: () => rooms(1), undo: () => rooms(2), who: [1] },
  'a doctor leaves the branch twice': {
    first: () => staff({ locationIds: [2] }),
    undo: () => staff({ locationIds: [1] }),
    who: [0],
  },
  'a day is closed, and its doctor is absent once it is open again': {
    first: close,
    undo: open,
    again: fallIll,
    who: [0],
  },
};

test.each(Object.entries(changes))('%s: the patient is to be called again', async (_, one) => {
  await one.first();
  const [first = 0] = await idsOf();
  await offerAndCall(first);
  expect(await idsOf('?which=call')).toEqual([]);
  await one.undo();
  await withdrawUnneededOffers(deps);
  expect(new Set((await states(first)).map(([, state]: [number, string]) => state))).toEqual(
    new Set(['stays']),
  );
  await (one.again ?? one.first)();
  const [second = 0, ...more] = await idsOf();
  expect([second > first, more]).toEqual([true, [first]]);
  expect(await states(second)).toEqual(one.who.map((n) => [visits[n], 'untold']));
  expect((await states(first)).flat()).not.toContain('called');
});

test('an appointment that stays displaced is displaced once and needs no second call', async () => {
  await close();
  const [first = 0] = await idsOf();
  await offerAndCall(first);
  await close();
  await fallIll();
  expect(await idsOf()).toEqual([first]);
  expect(await states(first)).toEqual(visits.map((id) => [id, 'called']));
});

test('closing the day after shortening its hours displaces and counts nobody again', async () => {
  await send('PUT', `${here}/exceptions`, [{ date, isClosed: false, startTime: '09:00', endTime: '12:00' }]);
  const [first = 0] = await idsOf();
  expect(await preview({ exceptions: [{ date, isClosed: true }] })).toBe(0);
  const day = { userId: laila.id, startDate: date, endDate: date };
  expect((await send('POST', '/api/absences/preview', day)).count).toBe(0);
  await close();
  expect(await idsOf()).toEqual([first]);
});

const preview = async (body: object) => (await send('POST', `${here}/hours-preview`, body)).count;

test('a preview of fewer rooms or of booking by doctors counts only appointments not yet displaced', async () => {
  await rooms(3);
  const { id: userId } = await makeUser(deps.db);
  const at = { locationId: 1, appointmentDate: date, appointmentTime: '16:00' };
  await send('POST', '/api/appointments', { ...at, userId, service: '1' });
  await deps.database.pool.query("update appointments set doctor_id = null, doctor_wish = 'any'");
  await rooms(2);
  expect(await preview({ rooms: 1 })).toBe(1);
  expect(await preview({ bookedBy: 'doctor' })).toBe(0);
  await rooms(1);
  expect(await preview({ bookedBy: 'doctor' })).toBe(0);
  expect((await heads()).length).toBe(2);
});
