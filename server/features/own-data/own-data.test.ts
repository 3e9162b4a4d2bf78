import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { personColumns } from '#server/db/person-columns.ts';
import { makeAppointment, makeClinic, makeUser } from '#server/testing/factories.ts';
import { createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';
import { makeCopies } from './actions.ts';
import { claimCopyRequest, saveArchive } from './queries.ts';

let t: TestApp;
let noha = { id: 0, cookie: '' };
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.reset();
  noha = await createSignedInUser(t, {
    role: 'patient',
    name: 'Noha Adel',
    username: 'noha.adel',
    phone: '+201001234567',
    locale: 'en',
  });
});
afterAll(() => t.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await t.deps.database.pool.query(text, values)).rows;
const get = (path: string, cookie = noha.cookie) => t.call('GET', `/api/own-data/${path}`, { cookie });
const ask = (cookie = noha.cookie, headers = {}) =>
  t.call('POST', '/api/own-data/copy', { cookie, headers, body: {} });
const at = (hours: number) => new Date(monday.getTime() + hours * 3_600_000);

async function copy(): Promise<Record<string, string>> {
  expect((await ask()).statusCode).toBe(202);
  await makeCopies(t.deps);
  const answer = await get('copy/archive');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  const files = [...(await unzip(answer.rawPayload))].map(([name, bytes]) => [name, bytes.toString()]);
  return Object.fromEntries(files) as Record<string, string>;
}

test('every column that refers to a person is in the copy or has a reason', async () => {
  const pointing = await sql(`
    select c.relname || '.' || a.attname as column from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confrelid in ('users'::regclass, 'staff'::regclass)
      and c.relnamespace = 'public'::regnamespace
    union select c.relname || '.' || a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and (a.attname ~ '^(patient|user|actor|author|guardian|doctor|match|person|owner)_id$'
        or a.attname ~ '_by$' and a.atttypid = 'int4'::regtype)
    union select 'users.id' order by 1`);
  expect(Object.keys(personColumns).toSorted()).toEqual(pointing.map(({ column }) => column));
});

test('the copy has all data of the person, none of others, and doctors’ texts only if shared', async () => {
  const { location, service } = await makeClinic(t.deps.db);
  const hala = await makeUser(t.deps.db, { role: 'doctor', name: 'Hala Mansour', worksAt: [location.id] });
  const mona = await makeUser(t.deps.db, { name: 'Mona Secret', phone: '+201007654321' });
  const fatma = await makeUser(t.deps.db, { name: 'Fatma Hassan', authProvider: 'cared' });
  const of = { locationId: location.id, serviceId: service.id };
  const day = { date: '2027-06-01', status: 'attended' as const };
  const visit = await makeAppointment(t.deps.db, {
    ...of,
    ...day,
    patientId: noha.id,
    notes: 'her desk note',
    doctorId: hala.id,
  });
  await makeAppointment(t.deps.db, { ...of, ...day, time: '16:00:00', patientId: mona.id, notes: 'of Mona' });
  await sql(
    `with note as (insert into clinical_notes (patient_id, appointment_id, author_id, signed_name, text)
        values ($1, $2, $3, 'Dr Hala', 'shared with her'), ($1, $2, $3, 'Dr Hala', 'kept among doctors')
        returning id, text), shared as (insert into shared_notes (note_id)
        select id from note where text = 'shared with her'),
      file as (insert into patient_files values ($1, '1990-02-03', 'K-77')),
      alert as (insert into patient_alerts (patient_id, kind, text) values ($1, 'other', 'word of doctors')),
      cared as (insert into guardians (patient_id, guardian_id, relation) values ($4, $1, 'mother')),
      arrived as (insert into arrivals (appointment_id, location_id, day, ticket, arrived_at)
        values ($2, $5, '2027-06-01', 17, '2027-06-01 12:00Z')),
      wish as (insert into wishes (patient_id, service_id, location_ids, from_date, to_date, parts)
        values ($1, $6, array[$5::int], '2027-07-01', '2027-07-09', '{evening}')),
      offer as (insert into offers (patient_id, location_id, service_id, local_start, local_end, room, reason,
          held_until, state, holds)
        values ($1, $5, $6, '2027-06-21 16:00', '2027-06-21 16:20', 1, 'desk', now(), 'declined', false)),
      passkey as (insert into passkeys (id, user_id, public_key, name)
        values ('k', $1, 'secret-key', 'Her phone')),
      known as (insert into identities (provider, subject, user_id) values ('google', 'g-4711', $1)),
      push as (insert into push_subscriptions (endpoint, user_id, keys)
        values ('https://push.example/send/x', $1, '{}')),
      reply as (insert into contact_messages (name, message, locale, way, phone, patient_id, answer)
        values ('', 'may I come later?', 'en', 'sms', '+201001234567', $1, 'yes, at five')),
      letter as (insert into messages (dedupe_key, channel, user_id, locale, template, params, address, state)
        values ('m', 'sms', $1, 'en', 'textAnswer', '{"answer":"we see you soon"}', '+201001234567', 'kept')),
      notice as (insert into notices (created_at, idempotency_key, asked)
        values (now(), 'n', 'h') returning id),
      called as (insert into unreached (notice_id, patient_id, appointment_id, location_id, local_start,
          called_at, said)
        select id, $1, $2, $5::int, '2027-06-01 15:00', '2027-06-01 09:00Z', 'comes at four' from notice),
      words as (insert into content_versions (key, body)
        values ('homepage.privacy', '{"sections":[{"heading":"Who","body":"words she agreed to"}]}')
        returning id),
      consent as (insert into consents (user_id, content_id, lang, at_desk, given_by, given_at)
        select $1, id, 'ar', true, $3, '2027-06-01 09:00Z' from words),
      log as (insert into client_logs (kind, type, user_id, page)
        values ('interaction', 'click', $1, '/book')),
      list as (insert into imports (file_name, headings)
        values ('old.csv', '{Name,Remark}') returning id)
    insert into import_rows (import_id, n, cells, outcome, patient_id)
      select id, 1, '{Noha,from the old list}', 'in', $1 from list`,
    [noha.id, visit.id, hala.id, fatma.id, location.id, service.id],
  );
  const desk = await createSignedInUser(t, { role: 'receptionist', name: 'Mona Samir' });
  await t.call('GET', `/api/patients/${noha.id}/file`, { cookie: desk.cookie });

  const files = await copy();
  expect(Object.keys(files)).toEqual(['my-data.html', 'my-data.json']);
  const [page = '', json = ''] = Object.values(files);
  const { displaced: none, ...data } = JSON.parse(json);
  expect(none).toEqual([]);
  const empty = Object.entries(data).filter(([, rows]) => Array.isArray(rows) && rows.length === 0);
  expect(empty).toEqual([]);
  for (const hers of [
    'her desk note',
    'words she agreed to',
    'Hala Mansour',
    'shared with her',
    'K-77',
    'Fatma Hassan',
    'Her phone',
    'g-4711',
    'push.example',
    'may I come later?',
    'yes, at five',
    'we see you soon',
    'comes at four',
    'from the old list',
    'Mona Samir',
  ]) {
    expect(page, hers).toContain(hers);
    expect(json, hers).toContain(hers);
  }
  for (const notHers of [
    'Mona Secret',
    '7654321',
    'of Mona',
    'kept among doctors',
    'word of doctors',
    'secret-key',
  ]) {
    expect(page, notHers).not.toContain(notHers);
    expect(json, notHers).not.toContain(notHers);
  }
  expect(data.visits).toEqual([
    expect.objectContaining({
      time: '2027-06-01 15:00:00',
      status: 'attended',
      ticket: 17,
      doctor: 'Hala Mansour',
    }),
  ]);
  expect(data.trail).toContainEqual(expect.objectContaining({ action: 'file_opened', role: 'receptionist' }));
  expect(page).toContain('1 June 2027, 3:00 PM');
  expect(page).not.toMatch(/copy\.(?:part|field|by|way|outcome)\./);
});

test('the Arabic copy reads from right to left and shows typed text as text', async () => {
  await sql(`update users set name = '<img src=x onerror=alert(1)>' where id = $1`, [noha.id]);
  expect(
    (await ask(noha.cookie, { 'accept-language': 'ar', cookie: `${noha.cookie}; lang=ar` })).statusCode,
  ).toBe(202);
  await makeCopies(t.deps);
  const page = String((await unzip((await get('copy/archive')).rawPayload)).get('my-data.html'));
  expect(page).toContain('<html lang="ar" dir="rtl">');
  expect(page).toContain('زياراتك');
  expect(page).toContain('&lt;img src=x');
  expect(page).not.toContain('<img');
});

test('the copy is available for a day, after a recent proof of identity', async () => {
  const other = await createSignedInUser(t, { role: 'patient' });
  expect((await get('copy')).json()).toEqual({ state: 'none', askedAt: null, until: null });
  await ask();
  expect((await get('copy')).json()).toMatchObject({ state: 'making' });
  expect((await get('copy/archive')).statusCode).toBe(404);
  await makeCopies(t.deps);
  expect((await get('copy')).json()).toMatchObject({ state: 'ready', until: at(24).toISOString() });
  expect((await get('copy/archive', other.cookie)).statusCode).toBe(404);
  t.setNow(at(0.5));
  expect((await get('copy/archive')).json().code).toBe('proof_needed');
  expect((await get('copy/archive', await createSession(t, noha.id))).statusCode).toBe(200);
  t.setNow(at(24));
  const later = await createSession(t, noha.id);
  expect((await get('copy/archive', later)).statusCode).toBe(404);
  await makeCopies(t.deps);
  expect(await sql('select 1 from data_copies')).toEqual([]);
  expect((await get('copy', later)).json()).toMatchObject({ state: 'none' });
});

test('a copy of a dead process is made by another once, and a new request is not answered by the old one', async () => {
  await ask();
  const died = await claimCopyRequest(t.deps.db, 3);
  await Promise.all([makeCopies(t.deps), makeCopies(t.deps)]);
  expect((await get('copy')).json()).toMatchObject({ state: 'ready' });
  expect(await sql(`select actor_role from events where action = 'copy_made'`)).toEqual([
    { actor_role: 'system' },
  ]);
  expect(died && (await saveArchive(t.deps.db, died, Buffer.from('late'), at(0)))).toBe(false);
});

test('a copy is given up after three attempts and can be requested again', async () => {
  await ask();
  await sql('update data_copies set attempts = 3');
  await makeCopies(t.deps);
  expect((await get('copy')).json()).toMatchObject({ state: 'failed' });
  await copy();
});
