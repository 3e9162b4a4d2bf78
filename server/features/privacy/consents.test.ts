import { afterAll, beforeEach, expect, test } from 'vitest';
import { erasePeople } from '#server/features/users/erase-queries.ts';
import { makeClinic } from '#server/testing/factories.ts';
import { createApiKey, createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import type { Consent } from '#shared/contract/own/privacy.ts';
import { fhirScopes } from '#shared/domain/key-scopes.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let nour: SignedIn;
let desk: SignedIn;
let admin: SignedIn;

beforeEach(async () => {
  await clinic.reset();
  clinic.setNow(monday);
  await makeClinic(deps.db);
  nour = await createSignedInUser(clinic, { role: 'patient', name: 'Nour Adel' });
  desk = await createSignedInUser(clinic, { role: 'receptionist', name: 'Mona Samir' });
  admin = await createSignedInUser(clinic, { role: 'admin' });
});
afterAll(clinic.close);

const send = (method: string, path: string, body?: unknown, { cookie } = nour) =>
  call(method, `/api/${path}`, { cookie, ...(body === undefined ? {} : { body }) });
const consent = async (id = nour.id, as = nour): Promise<Consent> =>
  (await send('GET', `privacy/${id}/consents`, undefined, as)).json();
const version = async (): Promise<number> => (await call('GET', '/api/privacy/notice')).json().version;
const agree = async (id = nour.id, as = nour, more: object = {}) =>
  send('POST', `privacy/${id}/consents`, { version: await version(), lang: 'ar', ...more }, as);
const notice = (title: string) => ({
  title,
  titleAr: 'الخصوصية',
  sections: [{ heading: 'A', headingAr: 'أ', body: `Words of ${title}`, bodyAr: `كلمات ${title}` }],
});
const save = async (title: string) => {
  expect((await send('PUT', 'homepage/privacy', notice(title), admin)).statusCode).toBe(200);
};
const asksOf = async () => (await send('GET', 'auth/user')).json().user.asksConsent as boolean;
const book = async (as = nour) => {
  const at = { locationId: 1, appointmentDate: '2027-06-08', appointmentTime: '15:20:00' };
  const answer = await send('POST', 'appointments', { userId: nour.id, service: '1', ...at }, as);
  return answer.statusCode === 201 ? 201 : [answer.statusCode, answer.json().code];
};

test('a patient agrees to the current notice and can read that version later', async () => {
  expect(await consent()).toEqual({ state: 'none', lang: 'ar', said: [] });
  expect((await agree()).json()).toMatchObject({
    state: 'given',
    said: [{ lang: 'ar', own: true, by: null, atDesk: false, withdrawnAt: null }],
  });
  await save('Second');
  expect((await consent()).state).toBe('given');
  await agree(nour.id, nour, { lang: 'en' });
  await save('Third');
  const { said } = await consent();
  expect(said).toHaveLength(2);
  const words = await send('GET', `privacy/${nour.id}/consents/${said[0]?.id}`);
  expect(words.json()).toEqual({
    lang: 'en',
    title: 'Second',
    sections: [{ heading: 'A', body: 'Words of Second' }],
  });
  const first = (await send('GET', `privacy/${nour.id}/consents/${said[1]?.id}`)).json();
  expect(first).toMatchObject({ lang: 'ar', title: 'سياسة الخصوصية' });
});

test('the notice comes in the requested language, by default that of her messages', async () => {
  await deps.database.pool.query("update users set locale = 'en' where id = $1", [nour.id]);
  expect((await consent()).lang).toBe('en');
  const words = async (lang: string) => (await send('GET', `privacy/notice?lang=${lang}`)).json();
  expect(await words('ar')).toMatchObject({ lang: 'ar', title: 'سياسة الخصوصية' });
  expect(await words('en')).toMatchObject({ lang: 'en', title: 'Privacy Policy' });
});

test('a repeated consent is stored once, and a changed notice cannot be agreed to', async () => {
  await Promise.all([agree(), agree(), agree()]);
  await agree();
  expect((await consent()).said).toHaveLength(1);
  const seen = await version();
  await save('Second');
  const answer = await send('POST', `privacy/${nour.id}/consents`, { version: seen, lang: 'en' });
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'stale']);
});

test('the desk records consent for the patient and is named, and other patients cannot', async () => {
  await agree(nour.id, desk);
  expect((await consent()).said).toMatchObject([{ atDesk: true, own: false, by: 'Mona Samir' }]);
  const other = await createSignedInUser(clinic, { role: 'patient' });
  expect((await agree(nour.id, other)).statusCode).toBe(404);
  expect((await send('DELETE', `privacy/${nour.id}/consents`, undefined, other)).statusCode).toBe(404);
  const [{ id } = { id: 0 }] = (await consent()).said;
  await agree(other.id, other);
  expect((await send('GET', `privacy/${other.id}/consents/${id}`, undefined, other)).statusCode).toBe(404);
  const made = await send('POST', `patients/${nour.id}/family`, { name: 'Fatma', relation: 'mother' });
  const fatma = made.json().caresFor[0].id as number;
  await agree(fatma);
  expect((await consent(fatma, desk)).said).toMatchObject([{ atDesk: false, own: false, by: 'Nour Adel' }]);
});

test('a substantial change asks everybody again until they answer', async () => {
  await agree();
  await save('Second');
  expect(await asksOf()).toBe(false);
  const ask = (of: number, as = admin) => send('POST', `privacy/notice/${of}/ask`, undefined, as);
  expect((await ask(await version(), desk)).statusCode).toBe(403);
  expect((await ask((await version()) - 1)).statusCode).toBe(409);
  expect((await ask(await version())).statusCode).toBe(204);
  expect([await asksOf(), (await consent()).state]).toEqual([true, 'asked']);
  const versions = await send('GET', 'homepage/privacy/versions', undefined, admin);
  expect(versions.json()).toMatchObject([{ asksAnew: true }, { asksAnew: false }]);
  await save('A letter mended');
  expect(await asksOf()).toBe(true);
  await agree();
  expect([await asksOf(), (await consent()).state]).toEqual([false, 'given']);
});

test('a withdrawal counts as an answer and is shown on the patient’s page', async () => {
  await agree();
  await save('Second');
  await send('POST', `privacy/notice/${await version()}/ask`, undefined, admin);
  expect((await send('DELETE', `privacy/${nour.id}/consents`)).json().state).toBe('withdrawn');
  expect(await asksOf()).toBe(false);
});

test('the default notice keeps its version after the first consent', async () => {
  const other = await createSignedInUser(clinic, { role: 'patient' });
  const shown = { version: await version(), lang: 'ar' };
  const say = (as: SignedIn) => send('POST', `privacy/${as.id}/consents`, shown, as);
  const answers = await Promise.all([say(nour), say(other)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await save('Second');
  expect((await say(await createSignedInUser(clinic, { role: 'patient' }))).json().code).toBe('stale');
});

test('a withdrawal keeps appointments and prevents online booking until a new consent', async () => {
  expect((await send('DELETE', `privacy/${nour.id}/consents`)).statusCode).toBe(404);
  await agree();
  expect((await send('DELETE', `privacy/${nour.id}/consents`)).json()).toMatchObject({
    state: 'withdrawn',
    said: [{ withdrawnAt: monday.toISOString() }],
  });
  expect(await book()).toEqual([403, 'consent_withdrawn']);
  expect(await book(desk)).toBe(201);
  await agree();
  nour = { ...nour, cookie: await createSession(clinic, nour.id) };
  expect((await consent()).said).toHaveLength(2);
  const { rows } = await deps.database.pool.query(
    "select action from events where action like 'consent%' order by id",
  );
  expect(rows.map(({ action }) => action)).toEqual(['consent_given', 'consent_withdrawn', 'consent_given']);
});

test('no API key books for a patient with withdrawn consent', async () => {
  await agree();
  await send('DELETE', `privacy/${nour.id}/consents`);
  const key = await createApiKey(clinic, { scopes: ['appointments.write', ...fhirScopes] });
  const headers = { authorization: `Bearer ${key}` };
  const at = { locationId: 1, appointmentDate: '2027-06-08', appointmentTime: '15:20:00' };
  const byKey = async () => {
    const body = { userId: nour.id, service: '1', ...at };
    return (await call('POST', '/api/appointments', { headers, body })).statusCode;
  };
  const byFhir = async () => {
    const body = {
      resourceType: 'Appointment',
      slot: [{ reference: 'Slot/1-20-20270608154000' }],
      participant: [{ actor: { reference: `Patient/${nour.id}` }, status: 'accepted' }],
    };
    return (await call('POST', '/fhir/R4/Appointment/$book', { headers, body })).statusCode;
  };
  expect([await byKey(), await byFhir()]).toEqual([403, 403]);
  await agree();
  expect([await byKey(), await byFhir()]).toEqual([201, 201]);
});

test('deleting a patient deletes her consents and keeps her appointments', async () => {
  await agree();
  await erasePeople(deps.db, [nour.id], monday);
  const { rows } = await deps.database.pool.query('select from consents');
  expect(rows).toEqual([]);
});

test('registering records consent in the language of the page', async () => {
  const body = { username: 'salma', password: 'a quiet river' };
  expect((await call('POST', '/api/auth/register', { body })).statusCode).toBe(201);
  const { rows } = await deps.database.pool.query(
    "select c.lang, c.given_by = u.id as own from consents c join users u on u.id = c.user_id where u.username = 'salma'",
  );
  expect(rows).toEqual([{ lang: 'en', own: true }]);
});
