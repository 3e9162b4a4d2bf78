import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { erasePeople } from '#server/features/users/erase-queries.ts';
import {
  makeAppointment,
  makeClinic,
  makeLocation,
  makeService,
  makeUser,
} from '#server/testing/factories.ts';
import { createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';

const clinic = await createTestApp({ OWNER_USERNAME: 'the-owner' });
const { call, deps } = clinic;
const tuesday = '2027-06-08';
let branch = 0;
let service = 0;
let desk = '';
let patients: Record<'heard' | 'silent' | 'stopped', number>;

beforeEach(async () => {
  await clinic.reset();
  const made = await makeClinic(deps.db, { rooms: 4 });
  branch = made.location.id;
  service = made.service.id;
  const walaa = await makeUser(deps.db, { role: 'receptionist', name: 'Walaa', worksAt: [branch] });
  desk = await createSession(clinic, walaa.id);
  const heard = await createSignedInUser(clinic, {
    role: 'patient',
    name: 'Mona',
    locale: 'en',
    channels: ['sms'],
    phone: '+201001234561',
    phoneConfirmedAt: monday,
  });
  // One gave a number that nobody confirmed, the other replied STOP.
  const silent = await makeUser(deps.db, { name: 'Nour', phone: '+201001234562', authProvider: 'visitor' });
  const stopped = await makeUser(deps.db, { name: 'Hoda', phone: '+201001234563', channels: [] });
  patients = { heard: heard.id, silent: silent.id, stopped: stopped.id };
});
afterAll(clinic.close);

const visit = (patientId: number, time: string, more: object = {}) =>
  makeAppointment(deps.db, {
    patientId,
    locationId: branch,
    serviceId: service,
    date: tuesday,
    time,
    ...more,
  });
const send = async (expected: number, cookie = desk, locationId = branch) => {
  const answer = await call('POST', '/api/notices', {
    cookie,
    headers: { 'idempotency-key': `key-${locationId}` },
    body: {
      audience: { locationId, from: tuesday, to: tuesday },
      template: 'delay',
      minutes: 40,
      expected,
    },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const calls = async (cookie = desk) => (await call('GET', '/api/calls', { cookie })).json();
const act = async (name: string, ids: number[], more: object = {}, cookie = desk) =>
  (
    await call('POST', '/api/calls/acts', {
      cookie,
      body: { act: name, about: 'notice', calls: ids, ...more },
    })
  ).json();
const waits = async (cookie = desk) => (await call('GET', '/api/waiting', { cookie })).json().toTell;
const threeVisits = async () => ({
  heard: await visit(patients.heard, '15:00:00'),
  silent: await visit(patients.silent, '15:40:00'),
  stopped: await visit(patients.stopped, '15:20:00'),
});

test('patients whom a notice did not reach are on the call list with its text', async () => {
  await threeVisits();
  expect(await waits()).toBe(0);
  expect(await send(3)).toMatchObject({ people: 3, toCall: 2 });
  // A repeated request sends nothing and gets the same answer.
  expect(await send(3)).toMatchObject({ people: 3, toCall: 2 });
  const rows = await calls();
  expect(rows).toMatchObject([
    {
      patient: { name: 'Hoda', phone: '0100 123 4563' },
      appointmentTime: '15:20:00',
      sentBy: 'Walaa',
      calledAt: null,
    },
    { patient: { name: 'Nour' }, appointmentDate: tuesday, appointmentTime: '15:40:00', calledBy: null },
  ]);
  expect(rows[1].words).toContain('40');
  expect(await waits()).toBe(2);
});

test('a call is recorded with caller, time and answer, a second desk is told, and it can be undone', async () => {
  await threeVisits();
  await send(3);
  const [hoda, nour] = (await calls()).map(({ id }: { id: number }) => id);
  expect(await act('later', [nour])).toEqual({ done: 1, left: [] });
  clinic.setNow(new Date(monday.getTime() + 60_000));
  expect(await act('called', [hoda], { said: '  comes at four ' })).toEqual({ done: 1, left: [] });
  const twice = await act('called', [hoda, nour], { said: 'another word' });
  expect(twice).toEqual({ done: 1, left: [hoda] });
  expect(await calls()).toMatchObject([
    { id: hoda, calledBy: 'Walaa', said: 'comes at four', calledAt: clinic.deps.now().toISOString() },
    { id: nour, said: 'another word', triedAt: monday.toISOString() },
  ]);
  expect(await waits()).toBe(0);

  expect(await act('uncalled', [nour])).toEqual({ done: 1, left: [] });
  expect(await act('uncalled', [nour])).toEqual({ done: 0, left: [nour] });
  expect((await calls())[0]).toMatchObject({ id: nour, calledAt: null, calledBy: null, said: null });
  expect(await waits()).toBe(1);
  // The history has the call, not what was said.
  const { rows } = await deps.database.pool.query(
    "select action, after from events where action in ('notice_called', 'notice_tried', 'call_undone') order by id",
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'notice_tried',
    'notice_called',
    'notice_called',
    'call_undone',
  ]);
  expect(JSON.stringify(rows)).not.toContain('comes at four');
  const file = (await call('GET', `/api/patients/${patients.stopped}/timeline`, { cookie: desk })).json();
  expect(file).toContainEqual(
    expect.objectContaining({ change: expect.objectContaining({ action: 'notice_called' }) }),
  );
});

test('the call list is paged with its count in the order to call, tried, called', async () => {
  const { heard } = await threeVisits();
  await send(3);
  // Another kind of call, in between by time.
  const time = { locationId: branch, appointmentDate: tuesday, appointmentTime: '15:30', serviceId: service };
  await call('PATCH', `/api/appointments/${heard.id}`, { cookie: desk, body: { status: 'cancelled' } });
  await call('POST', '/api/offers', {
    cookie: desk,
    body: { userId: patients.heard, overbook: true, ...time },
  });
  await deps.database.pool.query(`update offers set state = 'call', answered_at = '2027-06-07T09:00Z'`);
  const page = async (query: string) => {
    const answer = await call('GET', `/api/calls?${query}`, { cookie: desk });
    expect(answer.statusCode, answer.body).toBe(200);
    const next = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1]?.split('?')[1] ?? '';
    const names = answer.json().map((row: { patient: { name: string } }) => row.patient.name);
    return { names, total: answer.headers['x-total-count'], next };
  };
  const walk = async (query: string) => {
    const found: unknown[] = [];
    for (let at = query; at !== ''; ) {
      const { names, total, next } = await page(at);
      found.push([total, ...names]);
      at = next;
    }
    return found;
  };
  expect(await walk('which=open&limit=1')).toEqual([
    ['3', 'Hoda'],
    ['3', 'Mona'],
    ['3', 'Nour'],
  ]);
  const [hoda] = (await calls()).map(({ id }: { id: number }) => id);
  await act('later', [hoda]);
  expect(await walk('limit=2')).toEqual([
    ['3', 'Mona', 'Nour'],
    ['3', 'Hoda'],
  ]);
  clinic.setNow(new Date(monday.getTime() + 60_000));
  const nour = (await calls()).find((row: { patient: { name: string } }) => row.patient.name === 'Nour');
  await act('called', [nour.id]);
  expect(await walk('limit=1')).toEqual([
    ['3', 'Mona'],
    ['3', 'Hoda'],
    ['3', 'Nour'],
  ]);
  expect(await walk('which=called')).toEqual([['1', 'Nour']]);
});

test('of two desks that call at the same moment one is recorded', async () => {
  await threeVisits();
  await send(3);
  const [{ id }] = await calls();
  const both = await Promise.all([
    act('called', [id], { said: 'one' }),
    act('called', [id], { said: 'two' }),
  ]);
  expect(both.map(({ done }) => done).toSorted((a, b) => a - b)).toEqual([0, 1]);
});

test('an entry stays until the patient was called or the reason is gone', async () => {
  const { silent, stopped } = await threeVisits();
  await send(3);
  const [hoda, nour] = (await calls()).map(({ id }: { id: number }) => id);
  await call('PATCH', `/api/appointments/${silent.id}`, { cookie: desk, body: { appointmentTime: '18:00' } });
  expect((await calls()).map(({ id }: { id: number }) => id)).toEqual([hoda]);
  expect(await act('called', [nour])).toEqual({ done: 0, left: [nour] });
  await call('PATCH', `/api/appointments/${stopped.id}`, { cookie: desk, body: { status: 'cancelled' } });
  expect([await calls(), await waits()]).toEqual([[], 0]);
});

test('calls of the hidden owner do not show her name, and deleted people are not named', async () => {
  await threeVisits();
  const owner = await createSignedInUser(clinic, { role: 'admin', username: 'the-owner', name: 'Owner' });
  await send(3, owner.cookie);
  const [hoda, nour] = (await calls()).map(({ id }: { id: number }) => id);
  await act('called', [hoda], {}, owner.cookie);
  const leaver = await createSignedInUser(clinic, { role: 'admin', name: 'Heba' });
  await act('called', [nour], {}, leaver.cookie);
  const names = async (cookie = desk) =>
    (await calls(cookie)).map((row: { sentBy: string; calledBy: string }) => [row.sentBy, row.calledBy]);
  const sorted = async (cookie?: string) => (await names(cookie)).map(String).toSorted();
  expect(await sorted()).toEqual([',', ',Heba']);
  expect(await sorted(owner.cookie)).toEqual(['Owner,Heba', 'Owner,Owner']);
  await erasePeople(deps.db, [leaver.id], monday);
  expect(await sorted()).toEqual([',', ',']);
});

test('no call is due for a past appointment, and finished calls are shown for a week', async () => {
  await threeVisits();
  await send(3);
  const [hoda] = (await calls()).map(({ id }: { id: number }) => id);
  await act('called', [hoda]);
  const at = async (days: number) => {
    clinic.setNow(new Date(monday.getTime() + days * 24 * 3_600_000));
    const admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
    return [(await calls(admin)).map(({ id }: { id: number }) => id), await waits(admin)];
  };
  expect(await at(2)).toEqual([[hoda], 0]);
  expect(await at(8)).toEqual([[], 0]);
});

test('receptionists call for their branches, admins for all, doctors not at all', async () => {
  const giza = await makeLocation(deps.db, { name: 'Giza' });
  const { id: there } = await makeService(deps.db, {});
  await visit(patients.silent, '15:40:00', { locationId: giza.id, serviceId: there });
  const admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  await send(1, admin, giza.id);
  const [{ id }] = await calls(admin);
  expect([await calls(), await waits(), await waits(admin)]).toEqual([[], 0, 1]);
  expect(await act('called', [id])).toEqual({ done: 0, left: [id] });
  const doctor = (await createSignedInUser(clinic, { role: 'doctor' })).cookie;
  expect((await call('GET', '/api/calls', { cookie: doctor })).statusCode).toBe(403);
  expect(await waits(doctor)).toBe(0);
});

test('a call about a displaced appointment is recorded and undone in the same way', async () => {
  const { id } = await visit(patients.silent, '15:00:00');
  const admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  const closed = [{ date: tuesday, isClosed: true }];
  const saved = await call('PUT', `/api/locations/${branch}/exceptions`, { cookie: admin, body: closed });
  expect(saved.statusCode, saved.body).toBe(200);
  const [{ id: disruption }] = (await call('GET', '/api/disruptions', { cookie: desk })).json();
  const note = async (name: string, more: object = {}) =>
    (
      await call('POST', `/api/disruptions/${disruption}/acts`, {
        cookie: desk,
        body: { act: name, visits: [{ appointmentId: id }], ...more },
      })
    ).json();
  const row = async () =>
    (await call('GET', `/api/disruptions/${disruption}`, { cookie: desk })).json().rows[0];
  expect(await note('called', { said: 'comes on Sunday' })).toEqual({ done: 1, left: [] });
  expect(await row()).toMatchObject({ state: 'called', calledBy: 'Walaa', said: 'comes on Sunday' });
  expect(await note('uncalled')).toEqual({ done: 1, left: [] });
  expect(await row()).toMatchObject({ state: 'untold', calledAt: null, calledBy: null, said: null });
  expect(await note('uncalled')).toEqual({ done: 0, left: [id] });
  // Two desks at once: the first one's note stays.
  const both = await Promise.all([note('called', { said: 'one' }), note('called', { said: 'two' })]);
  expect(both.map(({ done }) => done).toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect((await row()).said).toBe(both[0].done === 1 ? 'one' : 'two');
});

describe('a patient who answered an offer with a request for a call', () => {
  const offered = async (more: object = {}) => {
    const body = { userId: patients.heard, serviceId: service, locationId: branch, appointmentDate: tuesday };
    const made = await call('POST', '/api/offers', {
      cookie: desk,
      body: { ...body, appointmentTime: '15:00:00', ...more },
    });
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json();
    const hers = await createSession(clinic, patients.heard);
    const answer = { cookie: hers, body: { answer: 'call' } };
    expect((await call('POST', `/api/offers/${id}/answer`, answer)).statusCode).toBe(200);
    return id as number;
  };
  const about = (name: string, id: number, more: object = {}) => act(name, [id], { about: 'offer', ...more });
  const list = async () => (await call('GET', '/api/offers', { cookie: desk })).json();
  const later = (days: number) => clinic.setNow(new Date(monday.getTime() + days * 24 * 3_600_000));

  test('is on the call list until she was called, whatever happened to the time', async () => {
    const id = await offered();
    expect(await waits()).toBe(1);
    expect(await calls()).toMatchObject([
      {
        about: 'offer',
        id,
        patient: { name: 'Mona' },
        appointmentTime: '15:00:00',
        words: '',
        calledAt: null,
      },
    ]);
    expect(await list()).toMatchObject([{ id, state: 'call', toCall: true }]);
    // A notice to the same number is a different subject.
    expect(await act('called', [id])).toEqual({ done: 0, left: [id] });
    // A page of a version before offers were on the list sends an ambiguous id: it is told so.
    const silent = { cookie: desk, body: { act: 'called', calls: [id] } };
    expect((await call('POST', '/api/calls/acts', silent)).statusCode).toBe(400);
    clinic.setNow(new Date(monday.getTime() + 40 * 60_000));
    expect(await about('later', id)).toEqual({ done: 1, left: [] });
    expect(await about('called', id, { said: 'any Sunday' })).toEqual({ done: 1, left: [] });
    expect(await about('called', id, { said: 'another word' })).toEqual({ done: 0, left: [id] });
    expect(await waits()).toBe(0);
    expect(await calls()).toMatchObject([{ about: 'offer', calledBy: 'Walaa', said: 'any Sunday' }]);
    expect(await list()).toMatchObject([
      { id, state: 'call', toCall: false, calledBy: 'Walaa', answers: [] },
    ]);
    expect(await about('uncalled', id)).toEqual({ done: 1, left: [] });
    expect([await waits(), (await calls())[0].said]).toEqual([1, null]);
    const { rows } = await deps.database.pool.query(
      "select action, after from events where subject = 'offers' and action <> 'offered' order by id",
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'offer_call_wanted',
      'offer_call_tried',
      'offer_called',
      'call_undone',
    ]);
    expect(JSON.stringify(rows)).not.toContain('Sunday');
  });

  test('is not on it after booking that time, a withdrawal, a displacement or a long time', async () => {
    const booked = await offered();
    const at = { locationId: branch, appointmentDate: tuesday, appointmentTime: '15:00' };
    const body = { userId: patients.heard, service: String(service), ...at };
    expect((await call('POST', '/api/appointments', { cookie: desk, body })).statusCode).toBe(201);
    const gone = await offered({ appointmentTime: '16:00:00' });
    expect(await waits()).toBe(1);
    await call('DELETE', `/api/offers/${gone}`, { cookie: desk });
    expect([await calls(), await waits()]).toEqual([[], 0]);
    expect(await about('called', booked)).toEqual({ done: 0, left: [booked] });
    const last = await offered({ appointmentTime: '17:00:00' });
    expect(await waits()).toBe(1);
    await deps.database.pool.query(`update offers set reason = 'displaced' where id = ${last}`);
    expect(await waits()).toBe(0);
    await deps.database.pool.query(`update offers set reason = 'waiting' where id = ${last}`);
    const seen = async (days: number) => {
      later(days);
      const walaa = await createSignedInUser(clinic, { role: 'admin' });
      return (await calls(walaa.cookie)).length;
    };
    expect([await seen(6.9), await seen(7.1)]).toEqual([1, 0]);
  });
});
