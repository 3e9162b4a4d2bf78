import { afterAll, beforeEach, expect, test } from 'vitest';
import { seedDemo } from '#server/db/seed/demo-clinic.ts';
import { markAsDemo, seedClinic } from '#server/db/seed/seed-clinic.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { firstStart } from '#server/first-start.ts';
import { mailServer } from '#server/testing/mail-server.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import type { Guide } from '#shared/contract/connections/guide.ts';
import { addDays, dayClock } from '#shared/domain/clinic-time.ts';
import { loadPublicContent } from './public-content-queries.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let admin = '';

beforeEach(async () => {
  await clinic.reset();
  await firstStart(deps);
  admin = (await createSignedInUser(clinic, { role: 'admin', email: 'sara@clinic.example' })).cookie;
});
afterAll(clinic.close);

const guide = async (): Promise<Guide> => (await call('GET', '/api/guide', { cookie: admin })).json();
const lacks = async (): Promise<string[]> =>
  (await guide()).steps.flatMap(({ lacks: some }) => some.map(({ lack }) => lack));
const send = async (method: string, url: string, body: object) => {
  const answer = await call(method, url, { cookie: admin, body });
  expect(answer.statusCode, `${method} ${url} ${answer.body}`).toBeLessThan(300);
  return answer.body === '' ? null : answer.json();
};

test('a first start without the demonstration has no doctor, patient or appointment', async () => {
  const content = await loadPublicContent(deps);
  expect(content.locations).toHaveLength(8);
  expect(content.guideAway).toBe(false);
  expect(await lacks()).toEqual([
    'name.unread',
    'name.contact',
    'name.figures',
    'branches.unread',
    'services.unread',
    'doctors.none',
    'messages.unconnected',
    'legal.unread',
    'patients.none',
    'booking.none',
  ]);
  // Installs the same guide again: nothing is duplicated.
  await firstStart(deps);
  expect((await guide()).services).toBe(7);
});

test('a branch that is closed for good has no hours on the public pages and cannot be chosen there', async () => {
  const read = async () => {
    const { locations, consultations } = await loadPublicContent(deps);
    return locations.map(({ id, openHours, openHoursAr }) => [
      openHours !== '' && openHoursAr !== '',
      consultations[id]?.length !== 0,
    ]);
  };
  const open = [true, true];
  expect((await read()).slice(0, 3)).toEqual([open, open, open]);
  const [first, second] = (await loadPublicContent(deps)).locations;
  const closeFrom = (id: number | undefined, closedFrom: string) =>
    send('PATCH', `/api/locations/${id}`, { closedFrom });
  const today = dayClock(deps.now()).date;
  await closeFrom(first?.id, today);
  await closeFrom(second?.id, addDays(today, 1));
  expect((await read()).slice(0, 3)).toEqual([[false, false], open, open]);
  const { locations, openLocations } = await loadPublicContent(deps);
  expect(openLocations).toEqual(locations.filter(({ id }) => id !== first?.id));
});

test('each step is completed by the change in the clinic itself', async () => {
  const settings = (await call('GET', '/api/settings', { cookie: admin })).json();
  await send('PATCH', '/api/settings', settings);
  expect(await lacks()).not.toContain('name.unread');
  await send('PATCH', '/api/settings', { nameAr: null });
  expect(await lacks()).toContain('name.arabic');
  const contact = (await call('GET', '/api/homepage/contact')).json();
  await send('PUT', '/api/homepage/contact', { ...contact, phone1: '02 2345 6789' });
  expect(await lacks()).not.toContain('name.contact');
  expect(await lacks()).toContain('name.figures');
  await send('PUT', '/api/guide', { checked: 'name' });
  expect(await lacks()).not.toContain('name.figures');

  const { id } = await send('POST', '/api/locations', { name: 'Maadi', nameAr: 'المعادي', address: '9 St' });
  const branches = async () => (await guide()).steps.find(({ step }) => step === 'branches');
  expect((await branches())?.lacks).toEqual([
    { lack: 'branches.unread', of: [], n: 8 },
    { lack: 'branches.hours', of: [{ name: 'Maadi', nameAr: 'المعادي' }], n: 1 },
    { lack: 'branches.phone', of: [{ name: 'Maadi', nameAr: 'المعادي' }], n: 1 },
  ]);
  const hours = JSON.stringify({ sunday: '15:00-19:00', monday: '15:00-19:00' });
  await send('PATCH', `/api/locations/${id}`, { phone: '02 1234 5678', openHours: hours });
  // Saving one of the branches that came with the clinic confirms its data; so does confirming all of them.
  await send('PATCH', '/api/locations/1', { phone: '02 1234 5679' });
  expect((await branches())?.lacks).toEqual([{ lack: 'branches.unread', of: [], n: 7 }]);
  await send('PUT', '/api/guide', { checked: 'branches' });
  expect(await branches()).toMatchObject({ done: true });
  await send('PUT', '/api/guide', { checked: 'services' });
  expect(await lacks()).not.toContain('services.unread');

  await send('PATCH', `/api/locations/${id}`, { bookedBy: 'doctor' });
  const { id: doctor } = await createSignedInUser(clinic, { role: 'doctor', name: 'Hala' });
  deps.cache.dropAll();
  expect(await lacks()).toEqual(expect.arrayContaining(['doctors.branch', 'doctors.duty']));
  const duty = { userId: doctor, dayOfWeek: 1, startTime: '15:00', endTime: '19:00' };
  await send('PUT', `/api/locations/${id}/duties`, [duty] as never);
  expect(await lacks()).not.toEqual(expect.arrayContaining(['doctors.branch']));
  const doctors = async () => (await guide()).steps.find(({ step }) => step === 'doctors');
  expect((await doctors())?.lacks).toEqual([
    { lack: 'doctors.arabic', of: [{ name: 'Hala', nameAr: null }], n: 1 },
  ]);
  await send('PATCH', `/api/staff/${doctor}`, { nameAr: 'هالة' });
  expect(await doctors()).toMatchObject({ done: true });

  for (const page of ['privacy', 'terms', 'contact', 'about']) {
    const text = (await call('GET', `/api/homepage/${page}`)).json();
    await send('PUT', `/api/homepage/${page}`, text);
  }
  expect(await lacks()).not.toContain('legal.unread');

  const { id: patient, cookie } = await createSignedInUser(clinic, { role: 'patient' });
  const [{ name: service }] = (await call('GET', '/api/services')).json();
  const booked = await call('POST', '/api/appointments', {
    cookie,
    body: {
      userId: patient,
      locationId: id,
      service,
      appointmentDate: '2027-06-14',
      appointmentTime: '15:00:00',
    },
  });
  expect(booked.statusCode, booked.body).toBe(201);
  expect(await lacks()).toEqual(['name.arabic', 'messages.unconnected']);
});

test('the owner may confirm the privacy notice and the terms unchanged', async () => {
  await send('PUT', '/api/guide', { checked: 'legal' });
  expect((await guide()).steps.find(({ step }) => step === 'legal')).toEqual({
    step: 'legal',
    done: true,
    lacks: [],
  });
});

test('a test message sent by a real server completes its step', async () => {
  const mail = await mailServer();
  const connected = await createTestApp({ SMTP_URL: mail.url });
  const owner = await createSignedInUser(connected, { role: 'admin', email: 'sara@clinic.example' });
  const look = async (): Promise<Guide> =>
    (await connected.call('GET', '/api/guide', { cookie: owner.cookie })).json();
  const trying = (channel: string) =>
    connected.call('POST', '/api/guide/message', { cookie: owner.cookie, body: { channel } });
  const step = async () => (await look()).steps.find((one) => one.step === 'messages');
  expect(await look()).toMatchObject({
    connected: ['email'],
    reached: [{ channel: 'email', address: 'sara@clinic.example' }],
    trial: null,
  });
  expect((await step())?.lacks).toMatchObject([{ lack: 'messages.untried' }]);
  expect((await trying('sms')).json()).toMatchObject({ code: 'no_address' });
  expect((await trying('email')).statusCode).toBe(204);
  expect((await look()).trial).toEqual({ channel: 'email', state: 'queued' });
  const worker = connected.worker();
  await worker.poke();
  await worker.stop();
  expect((await look()).trial).toEqual({ channel: 'email', state: 'sent' });
  expect(await step()).toMatchObject({ done: true });
  expect(mail.received.map(({ to }) => to)).toEqual(['sara@clinic.example']);
  await connected.close();
  await mail.close();
});

test('a test message without a gateway is reported as kept', async () => {
  await send('POST', '/api/guide/message', { channel: 'email' });
  const worker = clinic.worker();
  await worker.poke();
  await worker.stop();
  expect((await guide()).trial).toEqual({ channel: 'email', state: 'kept' });
});

test('hiding the guide hides it for every admin until it is shown again', async () => {
  const away = async () => (await loadPublicContent(deps)).guideAway;
  await send('PUT', '/api/guide', { away: true });
  expect(await away()).toBe(true);
  await send('PUT', '/api/guide', { away: false });
  expect(await away()).toBe(false);
});

test('closed online booking rejects patients and visitors, not staff', async () => {
  const [{ id: locationId }] = (await call('GET', '/api/locations')).json();
  const [{ name: service }] = (await call('GET', '/api/services')).json();
  const { id: userId, cookie } = await createSignedInUser(clinic, { role: 'patient' });
  const at = { userId, locationId, service, appointmentTime: '15:00:00' };
  const book = (who: string, appointmentDate: string) =>
    call('POST', '/api/appointments', { cookie: who, body: { ...at, appointmentDate } });
  await send('PUT', '/api/guide', { bookingOpen: false });
  expect((await loadPublicContent(deps)).bookingOpen).toBe(false);
  expect((await guide()).bookingOpen).toBe(false);
  expect((await book(cookie, '2027-06-14')).json()).toMatchObject({ code: 'booking_closed' });
  expect((await book(admin, '2027-06-14')).statusCode).toBe(201);
  await send('PUT', '/api/guide', { bookingOpen: true });
  expect((await book(cookie, '2027-06-15')).statusCode).toBe(201);
  expect((await loadPublicContent(deps)).bookingOpen).toBe(true);
});

test('the demonstration does not show the guide', async () => {
  await clinic.reset();
  await inTransaction(deps.db, async (tx) => {
    await markAsDemo(tx);
    await seedClinic(tx);
    await seedDemo(tx, 'no hash', dayClock(deps.now()), deps.now());
  });
  expect((await loadPublicContent(deps)).guideAway).toBe(true);
});
