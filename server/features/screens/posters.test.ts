import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeAppointment, makeClinic, makeLocation, makeUser } from '#server/testing/factories.ts';
import { withHeldLocks } from '#server/testing/locks.ts';
import { createSession } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
const today = '2027-06-07';
let branch = 0;
let desk = '';
let mona = { id: 0, cookie: '' };
let visit = 0;
let token = '';

beforeEach(async () => {
  await clinic.reset();
  const { location, service } = await makeClinic(deps.db);
  branch = location.id;
  const sara = await makeUser(deps.db, { role: 'receptionist', worksAt: [branch] });
  desk = await createSession(clinic, sara.id);
  const { id } = await makeUser(deps.db, { name: 'Mona', phone: '+201001234567' });
  mona = { id, cookie: await createSession(clinic, id) };
  const place = { locationId: branch, serviceId: service.id, patientId: id };
  visit = (await makeAppointment(deps.db, { ...place, date: today })).id;
  await makeAppointment(deps.db, { ...place, date: '2027-06-08' });
  const made = await make();
  expect(made.statusCode, made.body).toBe(201);
  token = made.json().link.replace('/here/', '');
});
afterAll(clinic.close);

const make = (as = desk) =>
  call('POST', '/api/screens', { cookie: as, body: { locationId: branch, kind: 'poster' } });
const look = (cookie = '') => call('GET', `/api/screens/${token}/poster`, { cookie });
const say = (body: object, cookie = '') => call('POST', `/api/screens/${token}/here`, { body, cookie });
const said = async () =>
  (
    await deps.database.pool.query(
      `select subject_id as visit, actor_id as who, actor_role as role from events where action = 'says_here'`,
    )
  ).rows;
const onBoard = async () =>
  (await call('GET', `/api/arrivals?date=${today}&locationId=${branch}`, { cookie: desk })).json().cards;

test('a signed-in patient checks in by the poster, and the desk has not greeted her yet', async () => {
  expect((await look(mona.cookie)).json()).toMatchObject({ known: true, day: { hereAt: null } });
  for (let n = 0; n < 2; n++)
    expect((await say({}, mona.cookie)).json()).toMatchObject({
      day: { stage: 'expected', hereAt: expect.any(String) },
    });
  expect(await said()).toEqual([{ visit, who: mona.id, role: 'patient' }]);
  expect(await onBoard()).toMatchObject([{ id: visit, stage: 'expected', hereAt: expect.any(String) }]);
});

test('a typed number checks in without revealing whose it is, and is marked as unproven', async () => {
  expect((await look()).json()).toEqual({
    branch: { name: expect.any(String), nameAr: expect.anything() },
    known: false,
    day: null,
  });
  const hers = await say({ phone: '0100 123 4567' });
  const nobodys = await say({ phone: '0111 765 4321' });
  expect([hers.statusCode, hers.body]).toEqual([nobodys.statusCode, nobodys.body]);
  await expect.poll(said).toEqual([{ visit, who: null, role: 'visitor' }]);
  expect(await onBoard()).toMatchObject([{ hereAt: expect.any(String), hereByNumber: true }]);
  // The patient herself proves it afterwards.
  await say({}, mona.cookie);
  expect(await onBoard()).toMatchObject([{ hereByNumber: false }]);
  await say({ phone: '0100 123 4567' });
  expect((await say({})).statusCode).toBe(400);
  // Staff who scan a poster count as visitors: they have to type a number.
  expect((await say({}, desk)).statusCode).toBe(400);
});

test('a number is answered before any lookup, so that the time reveals nothing', async () => {
  await withHeldLocks(deps.database, `lock table users, appointments in access exclusive mode`, async () => {
    const answers = [await say({ phone: '0100 123 4567' }), await say({ phone: '0111 765 4321' })];
    expect(answers.map((answer) => answer.json())).toEqual([{ day: null }, { day: null }]);
    return answers;
  });
  await expect.poll(said).toEqual([{ visit, who: null, role: 'visitor' }]);
});

test('a patient with locked appointments counts as a stranger at the poster', async () => {
  await deps.database.pool.query(
    `insert into visit_locks (user_id, pin_hash, set_at) values ($1, 'x', now())`,
    [mona.id],
  );
  expect((await look(mona.cookie)).json()).toMatchObject({ known: false, day: null });
  expect((await say({}, mona.cookie)).statusCode).toBe(400);
  expect(await said()).toEqual([]);
});

test('a poster of another branch does not show her appointment, and an ended one shows nothing', async () => {
  const boss = await createSession(clinic, (await makeUser(deps.db, { role: 'admin' })).id);
  const there = await makeLocation(deps.db, { name: 'Giza' });
  const { link, id } = (
    await call('POST', '/api/screens', { cookie: boss, body: { locationId: there.id, kind: 'poster' } })
  ).json();
  token = link.replace('/here/', '');
  expect((await say({}, mona.cookie)).json()).toEqual({ day: null });
  expect(await said()).toEqual([]);
  // The link of a poster shows no tickets.
  expect((await call('GET', `/api/screens/${token}/now`)).statusCode).toBe(404);
  expect((await call('DELETE', `/api/screens/${id}`, { cookie: desk })).statusCode).toBe(404);
  expect((await call('DELETE', `/api/screens/${id}`, { cookie: boss })).statusCode).toBe(204);
  expect((await look()).statusCode).toBe(404);
  expect((await say({ phone: '0100 123 4567' })).statusCode).toBe(404);
});

test('posters are listed beside the screens of a branch, without their addresses', async () => {
  await say({}, mona.cookie);
  const list = await call('GET', `/api/screens?locationId=${branch}`, { cookie: desk });
  expect(list.json()).toMatchObject([{ kind: 'poster', seenAt: expect.any(String) }]);
  expect(list.body).not.toContain(token);
});
