import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sign } from '#server/engine/delivery/transports/signature.ts';
import { countLateReminders, queueReminders } from '#server/features/reminders/actions.ts';
import { makeClinic, makePatients } from '#server/testing/factories.ts';
import { gatewayServer } from '#server/testing/gateway-server.ts';
import { createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import type { DisplacedVisit } from '#shared/contract/disruptions.ts';
import { wallToInstant } from '#shared/domain/clinic-time.ts';
import { withdrawUnneededOffers } from './actions.ts';

const secret = 'gateway secret';
const gateway = await gatewayServer();
const clinic = await createTestApp({ GATEWAY_SECRET: secret, SMS_GATEWAY_URL: gateway.url });
const { call, deps } = clinic;
afterAll(async () => {
  await clinic.close();
  await gateway.close();
});
beforeEach(async () => {
  await clinic.reset();
  clinic.setNow(monday);
});
const sql = async (text: string) => (await deps.database.pool.query(text)).rows;

async function wholeTexts(): Promise<string[]> {
  gateway.calls.length = 0;
  const worker = clinic.worker();
  await worker.poke();
  await worker.stop();
  return gateway.calls.map(({ body }) => JSON.parse(body).text as string);
}
/** The first lines. */
const texts = async (): Promise<string[]> => (await wholeTexts()).map((text) => text.split('\n')[0] ?? '');

/** A doctor is absent, on the 9th by default; each patient is offered the first other time. */
async function offersInstead(cookie: string, userId: number, day = '2027-06-09'): Promise<void> {
  const send = async (method: string, path: string, body?: unknown) =>
    (await call(method, path, { cookie, body })).json();
  const absence = { userId, startDate: day, endDate: day };
  const { disruptionId } = await send('POST', '/api/absences', absence);
  const { visits } = await send('GET', `/api/disruptions/${disruptionId}/proposals`);
  const wanted = visits.map(({ visit, proposals: [first] }: DisplacedVisit) => {
    const { kind: _kind, ...time } = first ?? { kind: 'same' };
    return { appointmentId: visit.id, time };
  });
  await send('POST', `/api/disruptions/${disruptionId}/acts`, { act: 'offer', visits: wanted });
}

/** An appointment with an absent doctor: no screen or message may say that the patient is expected. */
test('an appointment that cannot take place gets no reminder, and a yes to the offer confirms nothing', async () => {
  await makeClinic(deps.db, { rooms: 4 });
  const { id: adminId, cookie: admin } = await createSignedInUser(clinic, { role: 'admin' });
  const ill = (await createSignedInUser(clinic, { role: 'doctor' })).id;
  const well = (await createSignedInUser(clinic, { role: 'doctor' })).id;
  const [hers, others] = await makePatients(deps.db, 2);
  const from = '+201001234567';
  await sql(`update users set channels = '{sms}', phone_confirmed_at = now(), locale = 'en'
    where role = 'patient'`);
  await sql(`update users set phone = '${from}' where id = ${hers}`);
  const send = async (path: string, body: unknown) =>
    (await call('POST', path, { cookie: admin, body })).json();
  const at = { appointmentDate: '2027-06-09', locationId: 1, service: '1' };
  const book = (userId: number | undefined, doctorId: number, appointmentTime: string) =>
    send('/api/appointments', { userId, doctorId, appointmentTime, ...at });
  await book(hers, ill, '16:00');
  await book(others, well, '16:00');
  const [{ link }] = await sql(`select secrets->>'visit' as link from messages
    where user_id = ${hers} and template = 'confirmed' and channel = 'sms'`);
  await texts();
  await offersInstead(admin, ill);
  expect(await texts()).toEqual([expect.stringContaining('9 June cannot take place')]);

  const audience = { locationId: 1, from: '2027-06-09', to: '2027-06-09' };
  const words = { words: 'Please call us.', wordsAr: 'من فضلك كلّمينا.' };
  const meant = async (notice: object) =>
    (await send('/api/notices/preview', { audience, ...notice })).people;
  expect(await meant({ template: 'delay', minutes: 40 })).toBe(1);
  expect(await meant({ template: 'words', ...words })).toBe(2);

  const payload = JSON.stringify({ from, text: 'yes', channel: 'sms' });
  const timestamp = String(deps.now().getTime());
  const headers = {
    'content-type': 'application/json',
    'x-timestamp': timestamp,
    'x-signature': `sha256=${sign(secret, timestamp, payload)}`,
  };
  await clinic.app.inject({ method: 'POST', url: '/api/delivery/inbound', payload, headers });
  expect(await sql('select message, location_id as branch, patient_id as id from contact_messages')).toEqual([
    { message: 'yes', branch: 1, id: hers },
  ]);
  expect(await texts()).toEqual(['Thank you, we have your message. The clinic answers you here.']);

  await sql(`update appointments set created_at = '2027-06-01 09:00Z', updated_at = '2027-06-01 09:00Z'`);
  clinic.setNow(wallToInstant('2027-06-08', '17:00:00'));
  expect(await queueReminders(deps)).toBe(1);
  expect(await countLateReminders(deps, 0)).toBe(0);
  expect(
    await sql(`select user_id as id from messages where template = 'reminder' and channel = 'sms'`),
  ).toEqual([{ id: others }]);
  const shown = (await call('GET', `/api/links/${String(link).split('/').at(-1)}`)).json();
  expect(shown).toMatchObject({ over: 'displaced', actions: ['move', 'cancel'] });

  // No time is held any more, and the appointment takes place after all: notified patients are told so and
  // expected again.
  const cookie = await createSession(clinic, adminId);
  const [{ id: absenceId }] = (await call('GET', '/api/absences', { cookie })).json();
  await call('DELETE', `/api/absences/${absenceId}`, { cookie });
  expect(await sql('select state, holds from offers')).toEqual([{ state: 'withdrawn', holds: false }]);
  expect((await texts()).sort()).toEqual([
    expect.stringContaining('A reminder: Wednesday 9 June'),
    'Your appointment on Wednesday 9 June at 4:00 PM takes place after all. Nothing has to be answered.',
  ]);
  clinic.setNow(wallToInstant('2027-06-08', '17:30:00'));
  expect(await queueReminders(deps)).toBe(1);
  await withdrawUnneededOffers(deps);
  expect(await texts()).toEqual([expect.stringContaining('A reminder: Wednesday 9 June at 4:00 PM')]);
});

test.each([
  ['a note is added', { appendNote: 'Called, she keeps her time.' }, 1],
  ['it moves, and that message says the same', { appointmentTime: '15:20', overbook: true }, 0],
])(
  'an appointment that was displaced when its reminder was due is reminded of afterwards: %s',
  async (_, change, reminded) => {
    await makeClinic(deps.db, { rooms: 4 });
    const { id: adminId, cookie } = await createSignedInUser(clinic, { role: 'admin' });
    const doctorId = (await createSignedInUser(clinic, { role: 'doctor' })).id;
    const [userId] = await makePatients(deps.db, 1);
    const at = { appointmentDate: '2027-06-09', appointmentTime: '16:00', locationId: 1, service: '1' };
    const booked = await call('POST', '/api/appointments', { cookie, body: { userId, doctorId, ...at } });
    const day = { userId: doctorId, startDate: '2027-06-09', endDate: '2027-06-09' };
    const { id: absenceId } = (await call('POST', '/api/absences', { cookie, body: day })).json();
    clinic.setNow(wallToInstant('2027-06-08', '16:05:00'));
    expect(await queueReminders(deps)).toBe(0);
    const again = await createSession(clinic, adminId);
    const path = `/api/appointments/${booked.json().id}`;
    expect((await call('PATCH', path, { cookie: again, body: change })).statusCode).toBe(200);
    await call('DELETE', `/api/absences/${absenceId}`, { cookie: again });
    clinic.setNow(wallToInstant('2027-06-08', '17:05:00'));
    expect(await queueReminders(deps)).toBe(reminded);
  },
);

test('one link to two appointments shows both and their actions when no time is held', async () => {
  await makeClinic(deps.db, { rooms: 4 });
  const admin = (await createSignedInUser(clinic, { role: 'admin' })).cookie;
  const doctorId = (await createSignedInUser(clinic, { role: 'doctor' })).id;
  const [userId] = await makePatients(deps.db, 1);
  await sql(`update users set channels = '{sms}', phone_confirmed_at = now() where role = 'patient'`);
  for (const appointmentTime of ['15:00', '16:00']) {
    const at = { appointmentDate: '2027-06-09', appointmentTime, locationId: 1, service: '1', doctorId };
    await call('POST', '/api/appointments', { cookie: admin, body: { userId, ...at } });
  }
  await offersInstead(admin, doctorId);
  const [{ link }] = await sql(`select secrets->>'offer' as link from messages
    where template = 'offerDisplacedSeveral' and channel = 'sms'`);
  const answers = async () => {
    const shown = (await call('GET', `/api/links/${link.split('/').at(-1)}/offer`)).json();
    return [shown, ...shown.others].map((one) => one.answers);
  };
  const kept = ['take', 'another', 'call', 'cancel'];
  expect(await answers()).toEqual([kept, kept]);
  clinic.setNow(wallToInstant('2027-06-09', '12:00:00'));
  const late = kept.slice(1);
  expect(await answers()).toEqual([late, late]);
  clinic.setNow(wallToInstant('2027-06-09', '17:00:00'));
  expect(await answers()).toEqual([[]]);
});

test('the link to an appointment of today whose doctor is ill says so, also after the cut-off', async () => {
  await makeClinic(deps.db);
  const admin = (await createSignedInUser(clinic, { role: 'admin' }, 90_000)).cookie;
  const doctorId = (await createSignedInUser(clinic, { role: 'doctor' })).id;
  const [userId] = await makePatients(deps.db, 1);
  await sql(`update users set channels = '{sms}', phone_confirmed_at = now() where id = ${userId}`);
  const at = { appointmentDate: '2027-06-07', appointmentTime: '16:00', locationId: 1, service: '1' };
  await call('POST', '/api/appointments', { cookie: admin, body: { userId, doctorId, ...at } });
  const [{ link }] = await sql(`select secrets->>'visit' as link from messages where channel = 'sms'`);
  await offersInstead(admin, doctorId, '2027-06-07');
  const look = async () => (await call('GET', `/api/links/${link.split('/').at(-1)}`)).json();
  expect(await look()).toMatchObject({ over: 'displaced', actions: ['move', 'cancel'], day: null });
  clinic.setNow(wallToInstant('2027-06-07', '13:30:00'));
  expect(await look()).toMatchObject({ over: 'displaced', actions: [], day: null });
});

describe('a message that waits until it is true', () => {
  let admin = '';
  let adminId = 0;
  let userId = 0;
  beforeEach(async () => {
    await makeClinic(deps.db, { rooms: 4 });
    ({ id: adminId, cookie: admin } = await createSignedInUser(clinic, { role: 'admin' }));
    [userId = 0] = await makePatients(deps.db, 1);
    await sql(`update users set channels = '{sms}', phone_confirmed_at = now(), locale = 'en'
      where id = ${userId}`);
  });
  const setClock = async (date: string, time: string) => {
    clinic.setNow(wallToInstant(date, time));
    admin = await createSession(clinic, adminId);
  };
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, { cookie: admin, body });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json();
  };
  const book = (appointmentTime: string, more: object = {}, appointmentDate = '2027-06-09') =>
    send('POST', '/api/appointments', {
      userId,
      locationId: 1,
      service: '1',
      appointmentDate,
      appointmentTime,
      ...more,
    });
  const close = (...dates: string[]) =>
    send(
      'PUT',
      '/api/locations/1/exceptions',
      dates.map((date) => ({ date, isClosed: true })),
    );
  const offer = () =>
    send('POST', '/api/offers', {
      userId,
      locationId: 1,
      serviceId: 1,
      minutes: 1440,
      appointmentDate: '2027-06-09',
      appointmentTime: '15:00',
    });

  test('as a reminder of a closed day is sent when the day is open again', async () => {
    await book('16:00');
    await texts();
    await sql(`update appointments set created_at = '2027-06-01 09:00Z', updated_at = '2027-06-01 09:00Z'`);
    await setClock('2027-06-08', '17:00:00');
    expect(await queueReminders(deps)).toBe(1);
    await close('2027-06-09');
    expect(await texts()).toEqual([]);
    await close();
    await setClock('2027-06-08', '18:05:00');
    expect(await queueReminders(deps)).toBe(0);
    expect(await texts()).toEqual([expect.stringContaining('A reminder: Wednesday 9 June at 4:00 PM')]);
    expect(await texts()).toEqual([]);
  });

  test('as a list of appointments leaves out a closed day until it is open again', async () => {
    const { id } = await book('15:00', {}, '2027-06-07');
    await sql(`update appointments set status = 'attended'; delete from messages`);
    const weekly = ['2027-06-14', '2027-06-21', '2027-06-28'].map((date) => ({ date, time: '15:00:00' }));
    await send('POST', `/api/appointments/${id}/follow-ups`, { visits: weekly, together: true });
    await close('2027-06-21');
    const list = '2 appointments are booked for you, the first on Monday 14 June at 3:00 PM, Nasr City.';
    expect(await texts()).toEqual([list]);
    await setClock('2027-06-07', '13:05:00');
    expect(await texts()).toEqual([]);
    await close();
    await setClock('2027-06-07', '14:10:00');
    expect(await texts()).toEqual(['Booked for you: Monday 21 June at 3:00 PM, Nasr City.']);
    expect(await texts()).toEqual([]);
  });

  test('as a list of closed days waits and leaves out past appointments', async () => {
    const { id } = await book('15:00', {}, '2027-06-07');
    await sql(`update appointments set status = 'attended'; delete from messages`);
    const dates = ['2027-06-14', '2027-06-21'];
    const visits = dates.map((date) => ({ date, time: '15:00:00' }));
    await send('POST', `/api/appointments/${id}/follow-ups`, { visits, together: true });
    await close(...dates);
    expect(await texts()).toEqual([]);
    await setClock('2027-06-15', '12:00:00');
    await close();
    expect(await texts()).toEqual(['Booked for you: Monday 21 June at 3:00 PM, Nasr City.']);
  });

  test('as a list of cancelled appointments names those deleted since, and not those reopened', async () => {
    const { id } = await book('15:00', {}, '2027-06-07');
    await sql(`update appointments set status = 'attended'; delete from messages`);
    const visits = ['2027-06-14', '2027-06-21', '2027-06-28'].map((date) => ({ date, time: '15:00:00' }));
    const { booked } = await send('POST', `/api/appointments/${id}/follow-ups`, { visits, together: true });
    await texts();
    const [first, second, third] = booked.map((visit: { id: number }) => `/api/appointments/${visit.id}`);
    await send('PATCH', `${first}/following`, { status: 'cancelled' });
    await call('DELETE', second, { cookie: admin });
    await send('PATCH', third, { status: 'confirmed' });
    expect((await texts()).toSorted()).toEqual([
      '2 of your appointments were cancelled, the first on Monday 14 June at 3:00 PM.',
      'Confirmed: Monday 28 June at 3:00 PM, Nasr City.',
    ]);
  });

  test('as a list of cancelled appointments is sent also after their branch was closed for good', async () => {
    const { id } = await book('15:00', {}, '2027-06-07');
    await sql(`update appointments set status = 'attended'; delete from messages`);
    const visits = ['2027-06-14', '2027-06-21'].map((date) => ({ date, time: '15:00:00' }));
    const { booked } = await send('POST', `/api/appointments/${id}/follow-ups`, { visits, together: true });
    await texts();
    await send('PATCH', `/api/appointments/${booked[0].id}/following`, { status: 'cancelled' });
    expect((await call('DELETE', '/api/locations/1', { cookie: admin })).statusCode).toBe(204);
    expect(await texts()).toEqual([
      '2 of your appointments were cancelled, the first on Monday 14 June at 3:00 PM.',
    ]);
  });

  test.each([
    [
      'one of two appointments that two changes displaced',
      {
        displaced: 1,
        now: ['Booked for you: Monday 14 June at 3:00 PM, Nasr City.'],
        later: ['Booked for you: Monday 21 June at 3:00 PM, Nasr City.'],
      },
    ],
    [
      'two displaced appointments, one of them by two changes,',
      {
        displaced: 2,
        now: [],
        later: ['2 appointments are booked for you, the first on Monday 14 June at 3:00 PM, Nasr City.'],
      },
    ],
  ] as const)('as a list holds back %s until they take place', async (_, { displaced, now, later }) => {
    const { id: doctorId } = await createSignedInUser(clinic, { role: 'doctor' });
    const { id } = await book('15:00', { doctorId }, '2027-06-07');
    await sql(`update appointments set status = 'attended'; delete from messages`);
    const visits = ['2027-06-14', '2027-06-21'].map((date) => ({ date, time: '15:00:00' }));
    await send('POST', `/api/appointments/${id}/follow-ups`, { visits, together: true });
    if (displaced === 1)
      await sql(`update appointments set doctor_id = null where local_start < '2027-06-21'`);
    await close('2027-06-21');
    await send('PATCH', `/api/staff/${doctorId}`, { deactivated: true });
    expect(await sql('select id from displaced')).toHaveLength(displaced + 1);
    expect(await texts()).toEqual(now);
    await close();
    await send('PATCH', `/api/staff/${doctorId}`, { deactivated: false });
    await setClock('2027-06-07', '14:10:00');
    expect(await texts()).toEqual(later);
    expect(await texts()).toEqual([]);
  });

  test('about several displaced appointments names only those still displaced', async () => {
    const doctorId = (await createSignedInUser(clinic, { role: 'doctor' })).id;
    await book('15:00', { doctorId });
    const { id, version } = await book('16:00', { doctorId });
    await texts();
    await offersInstead(admin, doctorId);
    await send('PATCH', `/api/appointments/${id}`, { status: 'cancelled', version });
    expect((await texts()).toSorted()).toEqual([
      'We are sorry, this appointment cannot take place: Wednesday 9 June, 3:00 PM. Please choose another.',
      expect.stringContaining('9 June at 4:00 PM was cancelled'),
    ]);
  });

  const gone = expect.stringContaining('the time kept for you, Wednesday 9 June at 3:00 PM');

  test('that an offer has ended goes only to recipients of the offer', async () => {
    await offer();
    expect(await texts()).toEqual([expect.stringContaining('Kept for you')]);
    await close('2027-06-09');
    expect(await texts()).toEqual([gone]);
    await setClock('2027-06-07', '22:30:00');
    await close();
    await offer();
    await close('2027-06-09');
    await setClock('2027-06-08', '09:30:00');
    expect(await texts()).toEqual([]);
  });

  test('that an offer has ended is not sent to a patient who has the time after all', async () => {
    await offer();
    await texts();
    await close('2027-06-09');
    await close();
    await book('15:00');
    expect(await texts()).toEqual([expect.stringContaining('Confirmed: Wednesday 9 June at 3:00 PM')]);
  });

  test.each([
    ['was taken away', ''],
    ['was taken away, and none was found since,', 'update displaced set offer_id = null, reached = false'],
  ])(
    'a patient whose offered time %s is told that her appointment takes place after all',
    async (_, since) => {
      const doctorId = (await createSignedInUser(clinic, { role: 'doctor' })).id;
      await book('15:00', { doctorId });
      await texts();
      await offersInstead(admin, doctorId);
      expect(await texts()).toEqual([expect.stringContaining('cannot take place')]);
      expect((await call('DELETE', '/api/offers/1', { cookie: admin })).statusCode).toBe(204);
      if (since) await sql(since);
      const [{ id }] = await send('GET', '/api/absences');
      await call('DELETE', `/api/absences/${id}`, { cookie: admin });
      await withdrawUnneededOffers(deps);
      await withdrawUnneededOffers(deps);
      expect(await texts()).toEqual([expect.stringContaining('takes place after all')]);
    },
  );

  test('a patient is told that her appointment takes place if the answer to an offer was lost', async () => {
    const doctorId = (await createSignedInUser(clinic, { role: 'doctor' })).id;
    await book('15:00', { doctorId });
    await texts();
    await offersInstead(admin, doctorId);
    // The gateway has the text, but the server does not learn it.
    gateway.status = () => 0;
    expect(await texts()).toEqual([expect.stringContaining('cannot take place')]);
    gateway.status = () => 202;
    const [{ id }] = await send('GET', '/api/absences');
    await call('DELETE', `/api/absences/${id}`, { cookie: admin });
    await setClock('2027-06-07', '14:00:00');
    expect(await texts()).toEqual([expect.stringContaining('takes place after all')]);
  });

  test.each([
    [
      'another doctor',
      true,
      /^Confirmed: Wednesday 9 June at 4:00 PM, Nasr City\.\nYou will be seen by Dr\. Karim/,
    ],
    ['any doctor', false, /^Confirmed: Wednesday 9 June at 4:00 PM, Nasr City\.\n(?!You will be seen)/],
  ])(
    'a patient whose doctor is absent is told that her appointment takes place with %s',
    async (_, named, told) => {
      const doctorId = (await createSignedInUser(clinic, { role: 'doctor' })).id;
      const karim = (await createSignedInUser(clinic, { role: 'doctor', name: 'Karim' })).id;
      const { id } = await book('16:00', { doctorId });
      await texts();
      await offersInstead(admin, doctorId);
      expect(await texts()).toEqual([expect.stringContaining('cannot take place')]);
      await send('PATCH', `/api/appointments/${id}`, named ? { doctorId: karim } : { doctorWish: 'any' });
      await withdrawUnneededOffers(deps);
      expect(await sql('select state, holds from offers')).toEqual([{ state: 'settled', holds: false }]);
      expect(await wholeTexts()).toEqual([expect.stringMatching(told)]);
    },
  );
});
