import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeClinic } from '#server/testing/factories.ts';
import { createImportSteps } from '#server/testing/importing.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';

/*
 * An offer ends the same way, however its time became the patient's appointment: after a cancellation the
 * time is free again.
 */

const clinic = await createTestApp();
const { call, deps } = clinic;
let admin = '';
let mona: SignedIn;
let salma: SignedIn;

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 2 });
  admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  mona = await createSignedInUser(clinic, {
    role: 'patient',
    name: 'Mona Adel',
    phone: '+201001234567',
    phoneConfirmedAt: monday,
  });
  salma = await createSignedInUser(clinic, { role: 'patient', name: 'Salma Adel' });
});
afterAll(clinic.close);

const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
const time = { locationId: 1, appointmentDate: '2027-06-09', appointmentTime: '15:20' };
const elsewhere = { ...time, appointmentDate: '2027-06-10' };
const done = async (method: string, url: string, cookie: string, body?: object) => {
  const answer = await call(method, url, { cookie, body });
  expect([url, answer.statusCode < 300, answer.body]).toEqual([url, true, answer.body]);
  return answer.body === '' ? null : answer.json();
};
const book = (userId: number, cookie: string, at: object = time) =>
  done('POST', '/api/appointments', cookie, { userId, service: '1', ...at });
const change = (id: number, cookie: string, body: object) =>
  done('PATCH', `/api/appointments/${id}`, cookie, body);
const { checked, run } = createImportSteps(
  () => clinic,
  () => admin,
);

/** Ways to turn the held time into an appointment; each prepares what it needs before the offer. */
const ways: Record<string, { state: 'taken' | 'given'; way: () => Promise<() => Promise<unknown>> }> = {
  'she books it': { state: 'taken', way: async () => () => book(mona.id, mona.cookie) },
  'the desk books it': { state: 'given', way: async () => () => book(mona.id, admin) },
  'she moves another visit there': {
    state: 'taken',
    way: async () => {
      const { id } = await book(mona.id, admin, elsewhere);
      return () => change(id, mona.cookie, time);
    },
  },
  'the desk moves another visit there': {
    state: 'given',
    way: async () => {
      const { id } = await book(mona.id, admin, elsewhere);
      return () => change(id, admin, time);
    },
  },
  'a visit that was cancelled stands again': {
    state: 'given',
    way: async () => {
      const { id } = await book(mona.id, admin);
      await change(id, admin, { status: 'cancelled' });
      return () => change(id, admin, { status: 'confirmed' });
    },
  },
  'somebody who looks after her books it': {
    state: 'taken',
    way: async () => {
      await sql(`insert into guardians (patient_id, guardian_id, relation)
        values (${mona.id}, ${salma.id}, 'mother')`);
      return () => book(mona.id, salma.cookie);
    },
  },
  'a list brings it in': {
    state: 'given',
    way: async () => {
      const id = await checked('Name,Phone,Date,Time\nMona Adel,01001234567,2027-06-09,15:20\n', {
        locationId: 1,
        serviceId: 1,
      });
      return () => run(id);
    },
  },
  'a record with that visit is joined to hers': {
    state: 'given',
    way: async () => {
      await book(salma.id, admin);
      return () => done('POST', '/api/merges', admin, { keptId: mona.id, goneId: salma.id, take: [] });
    },
  },
};

describe('an offer whose time became the patient’s appointment otherwise', () => {
  test.each(Object.entries(ways))('%s', async (_name, { state, way }) => {
    const makeIt = await way();
    const { id } = await done('POST', '/api/offers', admin, { userId: mona.id, serviceId: 1, ...time });
    await makeIt();
    const of = `select state, holds from offers where id = ${id}`;
    expect(await sql(of)).toEqual([{ state, holds: false }]);
    const events = `select action from events where subject = 'offers' and subject_id = ${id} order by id`;
    expect(await sql(events)).toEqual([
      { action: 'offered' },
      { action: state === 'taken' ? 'offer_taken' : 'offer_given' },
    ]);
    const [visit] = await sql(`select id from appointments
      where patient_id = ${mona.id} and local_start = '2027-06-09 15:20' and status <> 'cancelled'`);
    await change(visit.id, admin, { status: 'cancelled' });
    expect(await sql(of)).toEqual([{ state, holds: false }]);
    // Any patient may use both rooms.
    for (const name of ['Nadia', 'Laila'])
      await book((await createSignedInUser(clinic, { role: 'patient', name })).id, admin);
  });
});

describe('a waiting-list entry', () => {
  const wait = () =>
    done('POST', '/api/offers/wishes', mona.cookie, {
      locationIds: [1],
      serviceId: 1,
      fromDate: '2027-06-09',
      toDate: '2027-06-12',
      parts: [],
    });
  const offer = (wishId: number) =>
    done('POST', '/api/offers', admin, { userId: mona.id, serviceId: 1, wishId, ...time });
  const states = () =>
    sql('select w.state as wish, o.state, o.holds from wishes w join offers o on o.wish_id = w.id');

  beforeEach(async () => {
    await sql(`update users set email = 'mona@example.org', email_confirmed_at = now(), channels = '{email}'
      where id = ${mona.id}`);
  });

  test('is fulfilled however the patient got the time', async () => {
    await wait();
    await offer(1);
    await book(mona.id, admin);
    expect(await states()).toEqual([{ wish: 'granted', state: 'given', holds: false }]);
  });

  test('that ends releases its offers, by the patient or by staff', async () => {
    await wait();
    await offer(1);
    await done('DELETE', '/api/offers/wishes/1', mona.cookie);
    expect(await states()).toEqual([{ wish: 'left', state: 'declined', holds: false }]);
    await wait();
    await offer(2);
    await done('DELETE', '/api/offers/wishes/2?why=mistake', admin);
    expect(await states()).toContainEqual({ wish: 'left', state: 'withdrawn', holds: false });
  });
});

test('gets no offer at a time of the patient’s other appointment', async () => {
  await book(mona.id, admin);
  const body = { userId: mona.id, serviceId: 1, ...time };
  expect((await call('POST', '/api/offers', { cookie: admin, body })).json()).toMatchObject({
    code: 'patient_busy',
  });
});
