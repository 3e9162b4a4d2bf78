import { afterAll, beforeEach, expect, test } from 'vitest';
import { clinic as ofClinic } from '#server/clinic.ts';
import { leaseMessages } from '#server/engine/delivery/lease-queries.ts';
import { TaskRunner } from '#server/engine/tasks/task-runner.ts';
import { makeClinic } from '#server/testing/factories.ts';
import { runBlockedBy } from '#server/testing/locks.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import type { Offer } from '#shared/contract/offers.ts';

/* The clinic's list of offers. */

const clinic = await createTestApp();
const { call, deps } = clinic;
let admin = '';
let mona: SignedIn;

beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db);
  admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  mona = await createSignedInUser(clinic, { role: 'patient' });
});
afterAll(clinic.close);

const sql = async (text: string) => (await deps.database.pool.query(text)).rows;
const wish = { locationId: 1, appointmentDate: '2027-06-09', appointmentTime: '15:20:00' };
const offer = (more: object = {}) =>
  call('POST', '/api/offers', { cookie: admin, body: { userId: mona.id, serviceId: 1, ...wish, ...more } });
const book = (cookie: string, more: object = {}) =>
  call('POST', '/api/appointments', { cookie, body: { userId: mona.id, service: '1', ...wish, ...more } });
const runTasks = () => new TaskRunner(deps, ofClinic.tasks).poke();
const later = (minutes: number) => clinic.setNow(new Date(monday.getTime() + minutes * 60_000));

test('open offers and ended ones are paged separately with their counts', async () => {
  for (const time of ['15:20', '15:40', '16:00', '16:20', '16:40'])
    await offer({ appointmentTime: `${time}:00` });
  await call('DELETE', '/api/offers/1', { cookie: admin });
  await call('DELETE', '/api/offers/4', { cookie: admin });
  const walk = async (query: string) => {
    const found: unknown[] = [];
    for (let at = query; at !== ''; ) {
      const page = await call('GET', `/api/offers?${at}`, { cookie: admin });
      found.push([page.headers['x-total-count'], ...page.json().map(({ id }: Offer) => id)]);
      at = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1]?.split('?')[1] ?? '';
    }
    return found;
  };
  expect(await walk('limit=2')).toEqual([
    ['5', 5, 3],
    ['5', 2, 4],
    ['5', 1],
  ]);
  expect(await walk('which=current&limit=2')).toEqual([
    ['3', 5, 3],
    ['3', 2],
  ]);
  expect(await walk('which=over&limit=1')).toEqual([
    ['2', 4],
    ['2', 1],
  ]);
  // The offer has expired, and the task has not released it yet: it counts as expired.
  later(31);
  expect(await walk('which=current')).toEqual([['0']]);
});

test('messages about two offers to one patient are sent in order', async () => {
  await sql(`update users set channels = '{sms}', phone = '+201001234567', phone_confirmed_at = now()
    where id = ${mona.id}`);
  await offer();
  await offer({ appointmentTime: '16:00:00' });
  const lease = { now: monday, until: new Date(monday.getTime() + 60_000) };
  const leased = await leaseMessages(deps.db, lease, 'rest', [{ channel: 'sms', places: 5 }]);
  expect(leased.map(({ params }) => params.offer)).toEqual([1]);
});

test('an offered time booked by the desk ends as given, one confirmed for her as accepted', async () => {
  await offer();
  await book(admin);
  await offer({ appointmentTime: '16:00:00' });
  const hers = (await book(mona.cookie, { appointmentTime: '16:00:00' })).json();
  await call('PATCH', `/api/appointments/${hers.id}`, { cookie: admin, body: { status: 'confirmed' } });
  const states = async () =>
    (await call('GET', '/api/offers', { cookie: admin })).json().map(({ state }: Offer) => state);
  expect(await states()).toEqual(['taken', 'given']);
  later(31);
  await runTasks();
  expect(await sql('select state from offers order by id')).toEqual([{ state: 'given' }, { state: 'taken' }]);
});

test('no time is offered for an appointment that is being cancelled', async () => {
  const { id } = (await book(admin)).json();
  const held = `select from users where id = ${mona.id} for no key update`;
  const cancel = () =>
    call('PATCH', `/api/appointments/${id}`, { cookie: admin, body: { status: 'cancelled' } });
  const another = () => offer({ appointmentId: id, appointmentTime: '16:00:00' });
  const [cancelled, offered] = await runBlockedBy(deps.database, held, cancel, another);
  expect([cancelled.statusCode, offered.json().code]).toEqual([200, 'not_movable']);
  expect(await sql('select from offers')).toEqual([]);
});
