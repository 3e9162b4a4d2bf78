import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { locations } from '#server/db/schema/locations.ts';
import { makeClinic, makeLocation, makePatients, makeUser, openEveryDay } from '#server/testing/factories.ts';
import { createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import type { DisplacedVisit } from '#shared/contract/disruptions.ts';
import { addDays } from '#shared/domain/clinic-time.ts';

/**
 * A branch closes for weeks: patients without a free time there are shown the nearest time of another branch.
 */
const clinic = await createTestApp();
const { call, deps } = clinic;
const [monday, tuesday] = ['2027-06-07', '2027-06-08'];
let admin: SignedIn;
let maadi = 0;
let her = 0;

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  admin = await createSignedInUser(clinic, { role: 'admin' });
  [her = 0] = await makePatients(deps.db, 1);
  maadi = (await makeLocation(deps.db, { name: 'Maadi' })).id;
  await openEveryDay(deps.db, maadi);
});
afterAll(clinic.close);

const send = async (method: string, path: string, body?: unknown, { cookie } = admin) =>
  (await call(method, path, { cookie, body })).json();
const book = async (userId = her): Promise<number> => {
  const at = { locationId: 1, appointmentDate: tuesday, appointmentTime: '16:00' };
  return (await send('POST', '/api/appointments', { ...at, userId, service: '1' })).id;
};
const closeFor = async (days: number, from = monday): Promise<number> => {
  const closed = Array.from({ length: days }, (_, n) => ({ date: addDays(from, n), isClosed: true }));
  await send('PUT', '/api/locations/1/exceptions', closed);
  return (await send('GET', '/api/disruptions'))[0].id;
};
const proposals = async (id: number, who: Pick<SignedIn, 'cookie'> = admin) =>
  (await send('GET', `/api/disruptions/${id}/proposals`, undefined, { ...admin, ...who }))
    .visits as DisplacedVisit[];

test('the same hour at another branch is proposed while hers is closed, and she accepts it', async () => {
  const visit = await book();
  const id = await closeFor(20);
  const [{ proposals: found } = { proposals: [] }] = await proposals(id);
  const time = { locationId: maadi, appointmentDate: tuesday, appointmentTime: '16:00:00', doctorId: null };
  expect(found[0]).toEqual({ kind: 'branch', ...time });
  expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['branch']));
  const offered = { act: 'offer', visits: [{ appointmentId: visit, time }] };
  expect(await send('POST', `/api/disruptions/${id}/acts`, offered)).toEqual({ done: 1, left: [] });
  const cookie = await createSession(clinic, her);
  const [offer] = await send('GET', '/api/offers/mine', undefined, { ...admin, cookie });
  expect(offer).toMatchObject({ locationId: maadi, visit: { locationId: 1 } });
  const taken = await send(
    'POST',
    `/api/offers/${offer.id}/answer`,
    { answer: 'take' },
    { ...admin, cookie },
  );
  expect(taken).toMatchObject({ state: 'taken' });
  expect(await send('GET', `/api/appointments/${visit}`)).toMatchObject({
    locationId: maadi,
    appointmentDate: tuesday,
    appointmentTime: '16:00:00',
    status: 'confirmed',
  });
  expect((await send('GET', `/api/disruptions/${id}`)).rows).toMatchObject([{ state: 'taken' }]);
});

test('who loses the offered time gets the next one of that branch, though others have a nearer one', async () => {
  await deps.db.update(locations).set({ rooms: 2 }).where(eq(locations.id, 1));
  for (const name of ['Agouza', 'Dokki', 'Giza', 'Heliopolis', 'Mohandessin'])
    await openEveryDay(deps.db, (await makeLocation(deps.db, { name })).id);
  const { id: second } = await makeUser(deps.db, { role: 'patient' });
  const visits = [await book(), await book(second)];
  const id = await closeFor(20);
  const time = { locationId: maadi, appointmentDate: tuesday, appointmentTime: '16:00', doctorId: null };
  const offered = visits.map((appointmentId) => ({ appointmentId, time }));
  await send('POST', `/api/disruptions/${id}/acts`, { act: 'offer', visits: offered });
  const { rows } = await send('GET', `/api/disruptions/${id}`);
  expect(rows.map(({ offer }: { offer: unknown }) => offer)).toMatchObject([
    { locationId: maadi, appointmentTime: '16:00:00' },
    { locationId: maadi, appointmentTime: '15:40:00' },
  ]);
});

test('no other branch is proposed if a near time is free at her own', async () => {
  await book();
  const id = await closeFor(1, tuesday);
  const [{ proposals: found } = { proposals: [] }] = await proposals(id);
  expect(found[0]).toMatchObject({ kind: 'same', locationId: 1, appointmentDate: '2027-06-09' });
  expect(found.map(({ kind }) => kind)).not.toContain('branch');
});

test('a desk proposes no branch at which the user does not work', async () => {
  await book();
  const id = await closeFor(20);
  const desk = await makeUser(deps.db, { role: 'receptionist', worksAt: [1] });
  const [{ proposals: found } = { proposals: [] }] = await proposals(id, {
    cookie: await createSession(clinic, desk.id),
  });
  expect(found).toEqual([]);
});
