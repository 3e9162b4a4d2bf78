import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  makeAppointment,
  makeClinic,
  makeLocation,
  makePatients,
  makeUser,
} from '#server/testing/factories.ts';
import { createSession } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let branch = 0;
let cookie = '';
let visits: number[] = [];

beforeEach(async () => {
  await clinic.reset();
  const { location, service } = await makeClinic(deps.db, { rooms: 2 });
  branch = location.id;
  const desk = await makeUser(deps.db, { role: 'receptionist', name: 'Walaa', worksAt: [branch] });
  cookie = await createSession(clinic, desk.id);
  visits = [];
  for (const [i, patientId] of (await makePatients(deps.db, 4)).entries())
    visits.push(
      (
        await makeAppointment(deps.db, {
          patientId,
          locationId: branch,
          serviceId: service.id,
          date: '2027-06-07',
          time: `1${5 + i}:00:00`,
        })
      ).id,
    );
});
afterAll(clinic.close);

const make = async (as = cookie, locationId = branch) =>
  call('POST', '/api/screens', { cookie: as, body: { locationId } });
const tokenOf = async () => ((await make()).json().link as string).split('/').at(-1) ?? '';
const look = (token: string) => call('GET', `/api/screens/${token}/now`);
const stage = (id: number | undefined, from: string, to: string) =>
  call('POST', `/api/arrivals/${id}/stage`, { cookie, body: { from, to } });

test('a screen shows tickets, rooms and the next patients, without names', async () => {
  const token = await tokenOf();
  for (const id of visits.slice(0, 3)) await stage(id, 'expected', 'waiting');
  await stage(visits[0], 'waiting', 'with_doctor');
  clinic.setNow(new Date(deps.now().getTime() + 60_000));
  await stage(visits[1], 'waiting', 'with_doctor');
  const answer = await look(token);
  expect(answer.json()).toMatchObject({
    branch: { name: 'Nasr City' },
    called: [
      { ticket: 2, room: 2 },
      { ticket: 1, room: 1 },
    ],
    next: [3],
    closed: false,
  });
  expect(answer.body).not.toMatch(/Patient|Consultation|\+20/);
});

test('an ended link shows nothing, and its token is not stored', async () => {
  const token = await tokenOf();
  const list = async () => (await call('GET', `/api/screens?locationId=${branch}`, { cookie })).json();
  await look(token);
  const [screen] = await list();
  expect(screen).toMatchObject({ createdBy: 'Walaa', seenAt: deps.now().toISOString() });
  expect((await call('DELETE', `/api/screens/${screen.id}`, { cookie })).statusCode).toBe(204);
  expect((await look(token)).statusCode).toBe(404);
  expect(await list()).toEqual([]);
  const { rows } = await deps.database.pool.query('select row_to_json(s)::text as kept from screens s');
  expect(rows[0].kept).not.toContain(token);
});

test('a receptionist cannot see screens of another branch', async () => {
  const elsewhere = await makeUser(deps.db, { role: 'receptionist' });
  const everywhere = await createSession(clinic, elsewhere.id);
  const other = (await makeLocation(deps.db, { name: 'Maadi' })).id;
  expect((await make(cookie, other)).json()).toMatchObject({ code: 'not_your_branch' });
  const { id } = (await make(everywhere, other)).json();
  expect((await call('DELETE', `/api/screens/${id}`, { cookie })).statusCode).toBe(404);
});

test('a screen without patients outside the hours shows that the branch is closed', async () => {
  const token = await tokenOf();
  expect((await look(token)).json()).toMatchObject({ closed: true });
  clinic.setNow(new Date('2027-06-07T12:30:00Z'));
  expect((await look(token)).json()).toMatchObject({ closed: false });
});
