import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MailServer, mailServer } from '#server/testing/mail-server.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let t: TestApp;
let mail: MailServer;
let doctor: SignedIn;
beforeAll(async () => {
  mail = await mailServer();
  t = await createTestApp({ SMTP_URL: mail.url });
});
beforeEach(async () => {
  await t.reset();
  mail.received.length = 0;
  doctor = await createSignedInUser(t, { role: 'doctor', name: 'Dr. Nadia' });
});
afterAll(async () => {
  await t.close();
  await mail.close();
});

const letter = { name: 'Salma', email: 'salma@example.org', message: 'When are you open on Friday?' };
const write = (body: object, headers: Record<string, string> = {}) =>
  t.call('POST', '/api/contact-messages', { body, headers });
const list = async (query = '') =>
  (await t.call('GET', `/api/contact-messages${query}`, { cookie: doctor.cookie })).json();
async function deliver(): Promise<void> {
  const worker = t.worker();
  await worker.poke();
  await worker.stop();
}

test('a contact message reaches the inbox and the clinic, is acknowledged, and answered by e-mail', async () => {
  const admin = await createSignedInUser(t, { role: 'admin' });
  await t.call('PATCH', '/api/settings', {
    cookie: admin.cookie,
    body: { contactEmail: 'desk@clinic.example' },
  });
  const sent = await write(letter);
  expect([sent.statusCode, sent.json()]).toEqual([
    201,
    { message: 'Thank you. We will answer you by email soon.' },
  ]);
  await deliver();
  expect(mail.received.map(({ to }) => to).sort()).toEqual(['desk@clinic.example', 'salma@example.org']);
  expect(mail.received.some(({ raw }) => raw.includes('Friday'))).toBe(false);
  const [received] = await list();
  expect(received).toMatchObject({ ...letter, state: 'new', answer: null, locale: 'en' });
  const answered = await t.call('POST', `/api/contact-messages/${received.id}/answer`, {
    cookie: doctor.cookie,
    body: { answer: 'From nine to three.' },
  });
  expect(answered.json()).toMatchObject({
    state: 'answered',
    answer: 'From nine to three.',
    answeredBy: 'Dr. Nadia',
  });
  await deliver();
  expect(mail.received.at(-1)?.raw).toContain('From nine to three.');
  const answerAgain = (seen: string | null) =>
    t.call('POST', `/api/contact-messages/${received.id}/answer`, {
      cookie: admin.cookie,
      body: { answer: 'Closed on Friday.', seen },
    });
  const refused = await answerAgain(null);
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'stale', current: answered.json() }),
  ]);
  expect((await answerAgain('From nine to three.')).json().answer).toBe(
    'From nine to three.\n\nClosed on Friday.',
  );
});

test('the mail to the clinic does not repeat a name that looks like the clinic’s', async () => {
  const admin = await createSignedInUser(t, { role: 'admin' });
  await t.call('PATCH', '/api/settings', {
    cookie: admin.cookie,
    body: { contactEmail: 'desk@clinic.example' },
  });
  const name = 'Hakima IT Security';
  expect((await write({ ...letter, name })).statusCode).toBe(201);
  await deliver();
  const toClinic = mail.received.find(({ to }) => to === 'desk@clinic.example')?.raw;
  expect(toClinic).toContain('somebody (salma@example.org)');
  expect(toClinic).not.toContain('Security');
  expect(await list()).toMatchObject([{ name }]);
});

test('contact messages are read although the hidden owner has no account yet', async () => {
  const owned = await createTestApp({ OWNER_USERNAME: 'nobody-yet' });
  const admin = await createSignedInUser(owned, { role: 'admin' });
  await owned.call('POST', '/api/contact-messages', { body: letter });
  const inbox = await owned.call('GET', '/api/contact-messages', { cookie: admin.cookie });
  expect(inbox.json()).toMatchObject([{ name: 'Salma' }]);
  await owned.close();
});

test('an address gets one acknowledgement a day, in its language', async () => {
  await write(letter, { 'accept-language': 'ar' });
  await write({ ...letter, message: 'A second question here' }, { 'accept-language': 'ar' });
  await deliver();
  expect(mail.received).toHaveLength(1);
  expect((await list())[0]).toMatchObject({ locale: 'ar' });
});

test('a message with the hidden field filled in is acknowledged and dropped', async () => {
  expect((await write({ ...letter, website: 'https://spam.example' })).statusCode).toBe(201);
  expect(await list()).toEqual([]);
});

test('the inbox is filtered, searched and paged, and strangers see nothing', async () => {
  for (const name of ['Salma', 'Mona', 'سلمى'])
    await write({ ...letter, name, email: `${name === 'سلمى' ? 's' : name}@example.org` });
  const page = await t.call('GET', '/api/contact-messages?limit=2', { cookie: doctor.cookie });
  expect(page.headers['x-total-count']).toBe('3');
  const next = /<([^>]+)>/.exec(String(page.headers.link))?.[1] ?? '';
  expect((await t.call('GET', next, { cookie: doctor.cookie })).json()).toMatchObject([{ name: 'Salma' }]);
  expect(await list('?q=سلمي')).toMatchObject([{ name: 'سلمى' }]);
  const [{ id }] = await list();
  await t.call('PATCH', `/api/contact-messages/${id}`, { cookie: doctor.cookie, body: { state: 'closed' } });
  expect(await list('?state=closed')).toHaveLength(1);
  expect(
    (await t.call('PATCH', '/api/contact-messages/999', { cookie: doctor.cookie, body: { state: 'read' } }))
      .statusCode,
  ).toBe(404);
  const patient = await createSignedInUser(t, { role: 'patient' });
  expect((await t.call('GET', '/api/contact-messages', { cookie: patient.cookie })).statusCode).toBe(403);
  expect((await write({ ...letter, email: 'no' })).json().fields).toHaveProperty('email');
});

test('too many messages are rejected with a time to retry', async () => {
  const strict = await createTestApp({ RATE_LIMIT: 'on' });
  const answers = [];
  for (let n = 0; n < 7; n++)
    answers.push((await strict.call('POST', '/api/contact-messages', { body: letter })).statusCode);
  expect(answers).toEqual([201, 201, 201, 201, 201, 429, 429]);
  await strict.close();
});

test('the front desk of a branch reads and answers a message without a branch', async () => {
  await write(letter);
  const desk = await createSignedInUser(t, { role: 'receptionist' });
  const [received] = (await t.call('GET', '/api/contact-messages', { cookie: desk.cookie })).json();
  expect(received).toMatchObject({ ...letter, state: 'new' });
  const body = { answer: 'From nine to three.' };
  const answered = await t.call('POST', `/api/contact-messages/${received.id}/answer`, {
    cookie: desk.cookie,
    body,
  });
  expect(answered.json()).toMatchObject({ state: 'answered', ...body });
});

test('an answer to a signed-in patient goes to the account’s e-mail or confirmed phone', async () => {
  const writeOwn = (cookie: string) =>
    t.call('POST', '/api/contact-messages/own', { cookie, body: { message: 'Why was my file opened?' } });
  const byEmail = await createSignedInUser(t, { role: 'patient', name: 'Salma', email: 'salma@example.org' });
  expect((await writeOwn(byEmail.cookie)).statusCode).toBe(201);
  const byPhone = await createSignedInUser(t, {
    role: 'patient',
    name: 'Mona',
    phone: '+201001234567',
    phoneConfirmedAt: t.deps.now(),
  });
  expect((await writeOwn(byPhone.cookie)).statusCode).toBe(201);
  expect(await list()).toMatchObject([
    { name: 'Mona', way: 'sms', phone: '+201001234567', patientId: byPhone.id },
    { name: 'Salma', way: 'form', email: 'salma@example.org', patientId: byEmail.id },
  ]);
  const unconfirmed = await createSignedInUser(t, { role: 'patient', phone: '+201001234568' });
  expect((await writeOwn(unconfirmed.cookie)).json()).toMatchObject({ code: 'no_address' });
});
