import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAppointment, makeClinic } from '#server/testing/factories.ts';
import { findColumnsContaining } from '#server/testing/find-columns.ts';
import { createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';

let t: TestApp;
let hers = { id: 0, cookie: '' };
let of = { locationId: 0, serviceId: 0 };
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.reset();
  hers = await createSignedInUser(t, {
    role: 'patient',
    name: 'Zahraa Qandil',
    username: 'zahraa.qandil',
    email: 'zahraa@qandil.example',
    phone: '+201055512399',
    secondaryPhone: '+201155512388',
    emailConfirmedAt: monday,
    phoneConfirmedAt: monday,
    locale: 'en',
    channels: ['email', 'sms'],
  });
  const { location, service } = await makeClinic(t.deps.db, { rooms: 3 });
  of = { locationId: location.id, serviceId: service.id };
});
afterAll(() => t.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await t.deps.database.pool.query(text, values)).rows;
const call = async (method: string, path: string, cookie: string, body?: object) => {
  const answer = await t.call(method, `/api/${path}`, { cookie, body });
  expect([path, answer.statusCode < 300, answer.body]).toEqual([path, true, answer.body]);
  return answer.body === '' ? null : answer.json();
};
const remove = (cookie = hers.cookie) => t.call('POST', '/api/own-data/deletion', { cookie, body: {} });

const words = () => [
  'zahraa',
  'qandil',
  '1055512399',
  '1155512388',
  'lemon tree',
  'noor qandil',
  `hkm-${String(hers.id).padStart(6, '0')}`,
];

const places = () => findColumnsContaining(t.deps.database, words());

/**
 * Requests codes that name no account: by phone, by e-mail with the link beside it, and from another person
 * who asks to be her guardian and whom she refuses.
 */
async function asksForCodes() {
  const phone = '01055512399';
  await call('POST', 'auth/phone/request-otp', '', { phone });
  await call('POST', 'auth/phone/request-otp', '', {
    phone: '01055500000',
    email: 'Zahraa@Qandil.example',
    name: 'Zahraa',
  });
  const friend = await createSignedInUser(t, {
    role: 'patient',
    phone: '+201055500001',
    phoneConfirmedAt: monday,
  });
  await call('POST', `patients/${friend.id}/family/code`, friend.cookie, { contact: phone });
  const [asked] = (await call('GET', `patients/${hers.id}/family`, hers.cookie)).asked;
  await call('DELETE', `patients/${hers.id}/family/asked/${asked.id}`, hers.cookie);
  const nobodys = await sql(
    `select purpose, count(*)::int as n from tokens
    where user_id is null and lower(target) ~ $1 group by 1 order by 1`,
    [words().join('|')],
  );
  expect(nobodys).toEqual([
    { purpose: 'agree-visits', n: 1 },
    { purpose: 'sign-in-code', n: 2 },
    { purpose: 'sign-in-link', n: 1 },
  ]);
}

/** Creates data with her name, numbers and texts: entered by herself, the desk, a doctor and an import. */
async function livesHere() {
  const desk = await createSignedInUser(t, { role: 'receptionist' });
  const doctor = await createSignedInUser(t, { role: 'doctor' });
  const admin = await createSignedInUser(t, { role: 'admin' });
  const seen = await makeAppointment(t.deps.db, {
    ...of,
    date: '2027-06-01',
    status: 'attended',
    patientId: hers.id,
  });
  const booking = { ...of, service: 'Gynecological Consultations', appointmentDate: '2027-06-10' };
  const visit = await call('POST', 'appointments', hers.cookie, {
    ...booking,
    userId: hers.id,
    appointmentTime: '15:00:00',
  });
  await call('PATCH', `appointments/${visit.id}`, desk.cookie, {
    notes: 'Zahraa asked for the lemon tree room',
  });
  await call('PUT', `appointments/${visit.id}/note-draft`, desk.cookie, {
    start: '',
    text: 'lemon tree, call 01055512399',
    version: visit.version + 1,
  });
  await call('PATCH', `appointments/${visit.id}`, hers.cookie, { status: 'cancelled' });
  await call('POST', `patients/${hers.id}/alerts`, doctor.cookie, {
    kind: 'other',
    text: 'lemon tree allergy',
  });
  await call('PUT', `patients/${hers.id}/note-draft`, doctor.cookie, {
    text: 'Zahraa says',
    key: 'k',
    revision: 0,
    appointmentId: null,
    corrects: null,
  });
  await call('POST', `patients/${hers.id}/clinical-notes`, doctor.cookie, {
    text: 'Healthy.',
    appointmentId: seen.id,
  });
  await call('POST', `patients/${hers.id}/family`, hers.cookie, {
    name: 'Noor Qandil',
    relation: 'daughter',
  });
  await call('PATCH', `patients/${hers.id}/file`, desk.cookie, { paperFile: 'lemon tree 4' });
  await call('POST', 'contact-messages', '', {
    name: 'Zahraa',
    email: 'Zahraa@Qandil.example',
    message: 'A question about the lemon tree',
  });
  await call('POST', 'own-data/copy', hers.cookie, {});
  await asksForCodes();
  await sql(
    `with list as (insert into imports (file_name, headings, state) values ('old.csv', '{Name}', 'done')
        returning id),
      taken as (insert into import_rows (import_id, n, cells, person, phone, outcome, patient_id)
        select id, 1, '{Zahraa Qandil,lemon tree}', 'zahraaqandil', '+201055512399', 'in', $1 from list),
      log as (insert into client_logs (kind, type, user_id) values ('interaction', 'click', $1)),
      wish as (insert into wishes (patient_id, service_id, location_ids, from_date, to_date)
        values ($1, $3, array[$2::int], '2027-07-01', '2027-07-09')),
      text as (insert into contact_messages (name, message, locale, way, phone, patient_id)
        values ('', 'lemon tree', 'en', 'sms', '+201055512399', $1))
    insert into offers (patient_id, location_id, service_id, local_start, local_end, room, reason, held_until)
      values ($1, $2, $3, '2027-06-21 16:00', '2027-06-21 16:20', 1, 'desk', '2027-06-21')`,
    [hers.id, of.locationId, of.serviceId],
  );
  return { desk, doctor, admin, seen };
}

test('no data of a deleted person is left in any column of any table', async () => {
  const { admin, seen } = await livesHere();
  const before = await places();
  for (const place of [
    'users.name',
    'users.email',
    'users.phone',
    'users.phone2',
    'users.search',
    'appointments.notes',
    'events.after',
    'desk_drafts.text',
    'note_drafts.text',
    'patient_alerts.text',
    'patient_files.paper_file',
    'messages.address',
    'contact_messages.email',
    'contact_messages.message',
    'import_rows.cells',
    'tokens.target',
  ])
    expect(before, place).toContain(place);
  const terms = await call('GET', 'own-data/deletion', hers.cookie);
  // The database sets the date of a note.
  const [{ noted }] = await sql('select extract(year from max(at))::int as noted from clinical_notes');
  expect(terms).toEqual({ visits: 2, until: Math.max(2027, noted) + 5, toCome: [] });

  expect((await remove()).statusCode).toBe(204);
  expect(await places()).toEqual([]);
  expect(await sql('select user_id from data_copies'), 'what is packed is not searched').toEqual([]);
  expect(
    await sql('select user_id, person_since is not null as known from deletions order by user_id desc'),
  ).toEqual([
    // The deletion of her daughter, of whom only the name is known.
    { user_id: expect.any(Number), known: true },
    { user_id: hers.id, known: true },
  ]);
  expect((await t.call('GET', '/api/auth/user', { cookie: hers.cookie })).statusCode).toBe(401);
  // The law requires the clinic to keep attended appointments, signed notes and the record of the deletion.
  expect(await sql('select notes, status from appointments where id = $1', [seen.id])).toEqual([
    { notes: '', status: 'attended' },
  ]);
  expect(await sql('select text from clinical_notes')).toEqual([{ text: 'Healthy.' }]);
  const trail = await call('GET', 'logs/audit?limit=100', admin.cookie);
  expect(trail[0]).toMatchObject({ action: 'account_deleted', actorId: hers.id, ip: null });
  expect((await t.call('GET', `/api/patients/${hers.id}/file`, { cookie: admin.cookie })).statusCode).toBe(
    404,
  );
  expect(await sql(`select n.n from offers o, lateral (select 1 as n) n`)).toEqual([]);
});

test('a signed note without an appointment stays, and the patient is told until when', async () => {
  const terms = () => call('GET', 'own-data/deletion', hers.cookie);
  expect(await terms()).toEqual({ visits: 0, until: null, toCome: [] });
  const doctor = await createSignedInUser(t, { role: 'doctor' });
  await sql(
    `insert into clinical_notes (patient_id, author_id, signed_name, text, at)
      values ($1, $2, 'Dr Hala', 'By phone: all is well.', '2027-05-01')`,
    [hers.id, doctor.id],
  );
  expect(await terms()).toEqual({ visits: 0, until: 2032, toCome: [] });
  expect((await remove()).statusCode).toBe(204);
  expect(await sql('select text from clinical_notes')).toEqual([{ text: 'By phone: all is well.' }]);
});

test('a contact message sent while signed in is deleted with her, whatever its address', async () => {
  await call('POST', 'contact-messages', hers.cookie, {
    name: 'Zahraa',
    email: 'another@mail.example',
    message: 'A question about my visit',
  });
  expect(await sql('select 1 from contact_messages')).toHaveLength(1);
  expect((await remove()).statusCode).toBe(204);
  expect(await sql('select 1 from contact_messages')).toEqual([]);
});

test('deletion by an admin leaves as little', async () => {
  const { admin } = await livesHere();
  await call('DELETE', `users/${hers.id}`, admin.cookie);
  expect(await places()).toEqual([]);
});

test('a contact message from an unconfirmed address stays, because it may be another person’s', async () => {
  await sql('update users set email_confirmed_at = null where id = $1', [hers.id]);
  await call('POST', 'contact-messages', '', {
    name: 'Her husband',
    email: 'zahraa@qandil.example',
    message: 'A question of my own here',
  });
  expect((await remove()).statusCode).toBe(204);
  expect(await sql('select name from contact_messages')).toEqual([{ name: 'Her husband' }]);
});

test('deletion is rejected with upcoming appointments of her or her patients, and for staff', async () => {
  const family = await call('POST', `patients/${hers.id}/family`, hers.cookie, {
    name: 'Noor',
    relation: 'daughter',
  });
  const noor = family.caresFor[0].id as number;
  const visit = await makeAppointment(t.deps.db, { ...of, date: '2027-06-10', patientId: noor });
  expect((await call('GET', 'own-data/deletion', hers.cookie)).toCome).toEqual([
    {
      id: visit.id,
      patient: 'Noor',
      appointmentDate: '2027-06-10',
      appointmentTime: '15:00:00',
      locationName: 'Nasr City',
      locationNameAr: 'مدينة نصر',
    },
  ]);
  expect((await remove()).json()).toMatchObject({ code: 'patient_has_future_appointments' });
  await sql(`update appointments set status = 'cancelled' where id = $1`, [visit.id]);
  const doctor = await createSignedInUser(t, { role: 'doctor' });
  expect((await remove(doctor.cookie)).statusCode).toBe(403);
  t.setNow(new Date(monday.getTime() + 16 * 60_000));
  expect((await remove()).json().code).toBe('proof_needed');
  expect((await remove(await createSession(t, hers.id))).statusCode).toBe(204);
  expect(await sql('select erased_at is null as there from users where id = $1', [noor])).toEqual([
    { there: true },
  ]);
});

test('the named appointments are cancelled with the account, also after the cut-off', async () => {
  const family = await call('POST', `patients/${hers.id}/family`, hers.cookie, {
    name: 'Noor',
    relation: 'daughter',
  });
  const soon = await makeAppointment(t.deps.db, { ...of, date: '2027-06-07', patientId: hers.id });
  const noors = await makeAppointment(t.deps.db, {
    ...of,
    date: '2027-06-10',
    patientId: family.caresFor[0].id,
  });
  const other = await makeAppointment(t.deps.db, {
    ...of,
    date: '2027-06-11',
    patientId: (await createSignedInUser(t, { role: 'patient' })).id,
  });
  const go = (...cancel: number[]) =>
    t.call('POST', '/api/own-data/deletion', { cookie: hers.cookie, body: { cancel } });
  expect((await go(soon.id)).json().code).toBe('patient_has_future_appointments');
  expect((await go(soon.id, noors.id, other.id)).statusCode).toBe(404);
  const statuses = 'select id, status from appointments order by id';
  const confirmed = { status: 'confirmed' };
  expect(await sql(statuses)).toEqual(
    [confirmed, confirmed, confirmed].map((one, i) => ({ id: i + 1, ...one })),
  );
  expect((await go(noors.id, soon.id)).statusCode).toBe(204);
  expect(await sql(statuses)).toEqual([
    { id: soon.id, status: 'cancelled' },
    { id: noors.id, status: 'cancelled' },
    { id: other.id, status: 'confirmed' },
  ]);
  const history = `select subject_id as id from events where action = 'cancelled' order by id`;
  expect(await sql(history)).toEqual([{ id: soon.id }, { id: noors.id }]);
});

test('a booking during the deletion either prevents it or finds nobody', async () => {
  const body = {
    ...of,
    userId: hers.id,
    service: 'Gynecological Consultations',
    appointmentDate: '2027-06-10',
    appointmentTime: '15:00:00',
  };
  const desk = await createSignedInUser(t, { role: 'receptionist' });
  const [gone, booked] = await Promise.all([
    remove(),
    t.call('POST', '/api/appointments', { cookie: desk.cookie, body }),
  ]);
  const [{ n }] = await sql(`select count(*)::int as n from appointments where status = 'confirmed'`);
  const [{ erased }] = await sql(
    'select count(*) filter (where erased_at is not null)::int as erased from users',
  );
  const [{ there }] = await sql('select count(*)::int as there from users where id = $1', [hers.id]);
  if (gone.statusCode === 204)
    expect([booked.statusCode >= 400, n, erased + 1 - there]).toEqual([true, 0, 1]);
  else expect([gone.statusCode, booked.statusCode, n]).toEqual([409, 201, 1]);
});

test('events of existing people cannot be changed, whoever asks the database', async () => {
  await expect(sql('select forget_words_of($1)', [hers.id])).rejects.toThrow('she is still here');
  await expect(sql('select forget_clinical_notes_of($1)', [hers.id])).rejects.toThrow('her notes are kept');
});

test('patients known by name only are deleted with their guardian, and a restored backup deletes both again', async () => {
  const add = (name: string) =>
    call('POST', `patients/${hers.id}/family`, hers.cookie, { name, relation: 'daughter' });
  await add('Noor Qandil');
  const [noor, salma] = (await add('Salma Qandil')).caresFor as { id: number }[];
  await call('DELETE', `patients/${noor?.id}/guardian`, hers.cookie);
  const gone = async () =>
    (await sql('select user_id from deletions order by user_id')).map((row) => row.user_id);
  expect(await gone()).toEqual([noor?.id]);
  expect((await remove()).statusCode).toBe(204);
  expect(await gone()).toEqual([hers.id, noor?.id, salma?.id]);
});
