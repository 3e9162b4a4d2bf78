import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAppointment, makeClinic, makeLocation, makeUser } from '#server/testing/factories.ts';
import { createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import type { NoShows } from '#shared/contract/desk/no-shows.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let branch = 0;
let service = 0;
let mona: SignedIn;
let admin = '';
let desk = '';
let walaa = 0;

beforeEach(async () => {
  await clinic.reset();
  const made = await makeClinic(deps.db, { rooms: 2 });
  branch = made.location.id;
  service = made.service.id;
  mona = await createSignedInUser(clinic, {
    role: 'patient',
    name: 'Mona',
    locale: 'en',
    channels: ['sms'],
    phone: '+201001234567',
    phoneConfirmedAt: monday,
  });
  admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  walaa = (await makeUser(deps.db, { role: 'receptionist', name: 'Walaa', worksAt: [branch] })).id;
  desk = await createSession(clinic, walaa);
});
afterAll(clinic.close);

const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
const visit = (date: string, more: object = {}) =>
  makeAppointment(deps.db, { patientId: mona.id, locationId: branch, serviceId: service, date, ...more });
const mark = (id: number, cookie = desk) =>
  call('PATCH', `/api/appointments/${id}`, { cookie, body: { status: 'no_show' } });
/** Appointments of the last days, each marked on its evening. */
async function missed(n: number): Promise<number[]> {
  const ids: number[] = [];
  for (const day of ['2027-06-04', '2027-06-03', '2027-06-02'].slice(0, n)) {
    const { id } = await visit(day);
    clinic.setNow(new Date(`${day}T18:00:00Z`));
    expect((await mark(id)).statusCode).toBe(200);
    ids.push(id);
  }
  clinic.setNow(monday);
  return ids;
}
const noShows = async (cookie: string): Promise<NoShows> =>
  (await call('GET', `/api/no-shows?patientId=${mona.id}`, { cookie })).json();
const excuse = (id: number, cookie = desk) =>
  call('PUT', `/api/no-shows/${id}/excuse`, { cookie, body: { reason: 'The bridge was closed' } });
const rule = (noShowsBeforeCall: number | null) =>
  call('PATCH', '/api/settings', { cookie: admin, body: { noShowsBeforeCall } });
const wish = (more: object = {}) => ({
  userId: mona.id,
  locationId: branch,
  appointmentDate: '2027-06-08',
  appointmentTime: '15:00',
  service: String(service),
  ...more,
});
const book = (more: object = {}, cookie = mona.cookie) =>
  call('POST', '/api/appointments', { cookie, body: wish(more) });

describe('a missed appointment', () => {
  test('counts if it was marked in time, and not if marked late or imported', async () => {
    const [id] = await missed(1);
    const late = await visit('2027-06-01');
    await mark(late.id);
    const brought = await visit('2027-05-20', { status: 'no_show' });
    expect((await noShows(mona.cookie)).counted).toBe(1);
    expect((await noShows(mona.cookie)).noShows.map((one) => [one.id, one.state])).toEqual([
      [id, 'counts'],
      [late.id, 'late'],
      [brought.id, 'late'],
    ]);
    const file = (await call('GET', `/api/patients/${mona.id}/file`, { cookie: desk })).json();
    expect(file).toMatchObject({ missed: 3, missedCounted: 1, waitsForCall: false });
  });

  test('is excused with a reason hidden from the patient, counts again, and both are recorded', async () => {
    const [id = 0] = await missed(1);
    expect((await excuse(id)).statusCode).toBe(204);
    expect(await noShows(desk)).toMatchObject({
      counted: 0,
      noShows: [{ state: 'excused', excuse: 'The bridge was closed' }],
    });
    expect((await noShows(mona.cookie)).noShows).toMatchObject([{ state: 'excused', excuse: null }]);
    expect((await call('DELETE', `/api/no-shows/${id}/excuse`, { cookie: desk })).statusCode).toBe(204);
    expect((await noShows(desk)).counted).toBe(1);
    const history = (await call('GET', `/api/appointments/${id}/history`, { cookie: desk })).json();
    expect(history.map(({ action }: { action: string }) => action)).toEqual([
      'no_show',
      'no_show_excused',
      'no_show_counted',
    ]);
    expect(JSON.stringify(await sql('select before, after from events'))).not.toContain('bridge');
  });

  test('is undone to its former status, without a room if its time is taken', async () => {
    const { id } = await visit('2027-06-07', { status: 'pending' });
    clinic.setNow(new Date('2027-06-07T12:10:00Z'));
    desk = await createSession(clinic, walaa);
    expect((await mark(id)).statusCode).toBe(200);
    for (const room of [1, 2]) await visit('2027-06-07', { patientId: (await makeUser(deps.db)).id, room });
    expect((await call('DELETE', `/api/no-shows/${id}`, { cookie: desk })).statusCode).toBe(204);
    expect((await call('GET', `/api/appointments/${id}`, { cookie: desk })).json()).toMatchObject({
      status: 'pending',
      overbooked: true,
    });
    expect((await noShows(desk)).noShows).toEqual([]);
    expect((await call('DELETE', `/api/no-shows/${id}`, { cookie: desk })).statusCode).toBe(404);
    // Changes of past appointments and corrected mistakes send no messages.
    expect(await sql('select template from messages where user_id = ' + mona.id)).toEqual([]);
    // Marking it as missed again counts as a new no-show without the excuse; the explanation stays.
    await mark(id);
    await excuse(id);
    const cookie = await createSession(clinic, mona.id);
    await call('PUT', `/api/no-shows/${id}/words`, { cookie, body: { text: 'I was there' } });
    await call('DELETE', `/api/no-shows/${id}`, { cookie: desk });
    await mark(id);
    expect((await noShows(desk)).noShows).toMatchObject([{ state: 'counts', said: 'I was there' }]);
  });

  test('is explained by the patient for the staff of the branch only', async () => {
    const [id = 0] = await missed(1);
    const say = (cookie: string) =>
      call('PUT', `/api/no-shows/${id}/words`, { cookie, body: { text: 'My son was ill' } });
    const stranger = (await createSignedInUser(clinic, { role: 'patient' })).cookie;
    expect([(await say(stranger)).statusCode, (await say(desk)).statusCode]).toEqual([404, 404]);
    expect((await say(mona.cookie)).statusCode).toBe(204);
    expect((await noShows(desk)).noShows).toMatchObject([{ said: 'My son was ill', state: 'counts' }]);
    expect(
      await sql("select template, params ->> 'link' as link from messages where channel = 'app'"),
    ).toEqual([{ template: 'staffMissedWords', link: `/clinic/patients/${mona.id}` }]);
    const told = JSON.stringify(await sql('select m.params, e.after from messages m, events e'));
    expect(told).not.toContain('ill');
    expect((await call('GET', `/api/no-shows?patientId=${mona.id}`, { cookie: stranger })).statusCode).toBe(
      404,
    );
  });

  test('at another branch counts too, and a receptionist sees and excuses those of her branches', async () => {
    await missed(1);
    const giza = await makeLocation(deps.db, { name: 'Giza' });
    const there = await visit('2027-06-05', { locationId: giza.id });
    clinic.setNow(new Date('2027-06-05T18:00:00Z'));
    await mark(there.id, admin);
    expect(await noShows(desk)).toMatchObject({ counted: 2, noShows: [{ locationId: branch }] });
    expect((await excuse(there.id)).statusCode).toBe(404);
    expect((await excuse(there.id, admin)).statusCode).toBe(204);
  });

  test('is visible to the guardian, who explains it, and reads the explanation only with permission', async () => {
    const [id = 0] = await missed(1);
    const guardian = await createSignedInUser(clinic, { role: 'patient' });
    await sql(
      `insert into guardians (patient_id, guardian_id, relation) values (${mona.id}, ${guardian.id}, 'mother')`,
    );
    const say = (text: string, { cookie } = guardian) =>
      call('PUT', `/api/no-shows/${id}/words`, { cookie, body: { text } });
    expect((await say('We came too late')).statusCode).toBe(204);
    expect((await noShows(guardian.cookie)).noShows).toMatchObject([{ state: 'counts', said: null }]);
    // She cannot remove text that she cannot read, so her text is appended.
    await say('I was ill', mona);
    expect((await say('She was ill')).statusCode).toBe(204);
    expect((await noShows(mona.cookie)).noShows).toMatchObject([{ said: 'I was ill\nShe was ill' }]);
    expect((await say('x'.repeat(490))).json()).toMatchObject({ fields: { text: expect.any(String) } });
    await sql('update guardians set reads_notes = true');
    await say('We came too late');
    expect((await noShows(guardian.cookie)).noShows).toMatchObject([{ said: 'We came too late' }]);
  });
});

describe('after the clinic’s number of no-shows', () => {
  test('nothing happens by default or below the number', async () => {
    await missed(2);
    expect((await book()).json()).toMatchObject({ status: 'pending', waitsForCall: false });
    await rule(3);
    expect(await noShows(mona.cookie)).toMatchObject({ counted: 2, callAfter: 3, waitsForCall: false });
    expect((await book({ appointmentTime: '16:00' })).json()).toMatchObject({ waitsForCall: false });
  });

  test('a booking waits for a call, even at a branch with automatic confirmation', async () => {
    await sql('update locations set auto_confirm = true');
    deps.cache.dropAll();
    await missed(2);
    await rule(2);
    expect(await noShows(mona.cookie)).toMatchObject({ counted: 2, waitsForCall: true });
    const made = await book();
    expect([made.statusCode, made.json()]).toMatchObject([201, { status: 'pending', waitsForCall: true }]);
    // She is told so, and staff see it among their tasks, with her phone.
    const [told] = await sql(`select params from messages where channel = 'sms' and template = 'booked'`);
    expect(told?.params).toMatchObject({ calls: 1 });
    expect((await call('GET', '/api/waiting', { cookie: desk })).json()).toMatchObject({
      pending: 1,
      calls: 1,
    });
    const list = await call('GET', '/api/appointments?reach=call', { cookie: desk });
    expect(list.json()).toMatchObject([{ id: made.json().id, patient: { phone: '0100 123 4567' } }]);
    expect(list.headers['x-total-count']).toBe('1');
    // Staff call and confirm: it is no longer pending.
    const { id } = made.json();
    await call('PATCH', `/api/appointments/${id}`, { cookie: desk, body: { status: 'confirmed' } });
    expect((await call('GET', '/api/waiting', { cookie: desk })).json()).toMatchObject({ calls: 0 });
    // Moved by the patient it needs a call again, moved by staff it does not.
    const moved = await call('PATCH', `/api/appointments/${id}`, {
      cookie: mona.cookie,
      body: { appointmentTime: '15:40' },
    });
    expect(moved.json()).toMatchObject({ status: 'pending', waitsForCall: true });
    expect((await book({ appointmentTime: '17:00' }, desk)).json()).toMatchObject({
      status: 'confirmed',
      waitsForCall: false,
    });
  });

  test('an excuse ends it at once, and the patients of a guardian are not affected by hers', async () => {
    const [id = 0] = await missed(2);
    await rule(2);
    const family = await call('POST', `/api/patients/${mona.id}/family`, {
      cookie: mona.cookie,
      body: { name: 'Laila', relation: 'daughter' },
    });
    const laila = family.json().caresFor[0].id;
    expect((await book({ userId: laila })).json()).toMatchObject({ waitsForCall: false });
    expect((await book({ appointmentTime: '16:00' })).json()).toMatchObject({ waitsForCall: true });
    await excuse(id);
    expect((await book({ appointmentTime: '17:00' })).json()).toMatchObject({ waitsForCall: false });
  });

  test('an offer of staff is confirmed, and one of the waiting list waits for the call', async () => {
    await missed(2);
    await rule(2);
    const offer = (reason: string, createdBy: string, time: string) =>
      sql(`insert into offers (patient_id, location_id, service_id, local_start, local_end, room, reason,
        held_until, created_by) values (${mona.id}, ${branch}, ${service}, '2027-06-08 ${time}',
        '2027-06-08 ${time}'::timestamp + interval '20 minutes', 1, '${reason}', '2027-06-08', ${createdBy})
        returning id`);
    const take = async (id: number) =>
      call('POST', `/api/offers/${id}/answer`, { cookie: mona.cookie, body: { answer: 'take' } });
    const [desk1] = await offer('desk', '2', '15:00');
    const [list] = await offer('waiting', 'null', '16:00');
    expect((await take(desk1?.id)).statusCode).toBe(200);
    expect((await take(list?.id)).statusCode).toBe(200);
    expect(
      await sql(`select to_char(local_start, 'HH24:MI') as at, status, waits_for_call as calls
        from appointments where local_start > '2027-06-08' order by 1`),
    ).toEqual([
      { at: '15:00', status: 'confirmed', calls: false },
      { at: '16:00', status: 'pending', calls: true },
    ]);
  });
});
