import { getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { tables } from '#server/db/tables.ts';
import { makeAppointment, makeClinic, makeUser } from '#server/testing/factories.ts';
import { createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import type { ClinicalNote } from '#shared/contract/clinical-notes.ts';
import type { TimelineEntry } from '#shared/contract/patients.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
const { pool } = deps.database;
let doctor: SignedIn;
let colleague: SignedIn;
let admin: SignedIn;
let desk: SignedIn;
let patient: SignedIn;
let visit = 0;

const dr = async (name: string, title: string): Promise<SignedIn> => {
  const { id } = await makeUser(deps.db, { role: 'doctor', name });
  await deps.db.execute(sql`update staff set title = ${title}, title_ar = 'استشارية',
    name_ar = 'ليلى كمال' where user_id = ${id}`);
  return { id, cookie: await createSession(clinic, id) };
};

beforeEach(async () => {
  await clinic.reset();
  const { location, service } = await makeClinic(deps.db);
  doctor = await dr('Laila Kamal', 'Consultant');
  colleague = await dr('Hanan Sobhi', 'Specialist');
  admin = await createSignedInUser(clinic, { role: 'admin', isSuperAdmin: true });
  desk = await createSignedInUser(clinic, { role: 'receptionist' });
  patient = await createSignedInUser(clinic, { role: 'patient', name: 'Rania Khaled' });
  visit = (
    await makeAppointment(deps.db, {
      patientId: patient.id,
      locationId: location.id,
      serviceId: service.id,
      date: '2027-06-07',
    })
  ).id;
});
afterAll(clinic.close);

interface Words {
  text?: string;
  appointmentId?: number | null;
  corrects?: number;
  shared?: boolean;
}
const sign = (words: Words = {}, { as = doctor, key = '' } = {}) =>
  call('POST', `/api/patients/${patient.id}/clinical-notes`, {
    cookie: as.cookie,
    body: { text: 'Week 18. BP 115/75.', appointmentId: visit, ...words },
    headers: key ? { 'idempotency-key': key } : {},
  });
const signed = async (words: Words = {}, how = {}): Promise<ClinicalNote> => {
  const answer = await sign(words, how);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const timeline = async (as: SignedIn): Promise<TimelineEntry[]> =>
  (await call('GET', `/api/patients/${patient.id}/timeline`, { cookie: as.cookie })).json();
const notesSeenBy = async (as: SignedIn): Promise<ClinicalNote[]> =>
  (await timeline(as)).flatMap((entry) =>
    entry.kind === 'visit' ? entry.notes : entry.kind === 'note' ? [entry.note] : [],
  );
const share = (id: number, shared: boolean, as = doctor) =>
  call('PUT', `/api/clinical-notes/${id}/sharing`, { cookie: as.cookie, body: { shared } });
const hers = async (as = patient) =>
  ((await call('GET', '/api/clinical-notes/shared', { cookie: as.cookie })).json() as ClinicalNote[]).map(
    ({ id }) => id,
  );
const draft = (body: object, as = doctor) =>
  call('PUT', `/api/patients/${patient.id}/note-draft`, {
    cookie: as.cookie,
    body: { appointmentId: visit, corrects: null, key: 'one', revision: 0, ...body },
  });
const deskDraft = (text: string, as = doctor) =>
  call('PUT', `/api/appointments/${visit}/note-draft`, {
    cookie: as.cookie,
    body: { start: '', text, version: 1 },
  });
const draftOf = async (as: SignedIn) =>
  (await call('GET', `/api/patients/${patient.id}/note-draft`, { cookie: as.cookie })).json().draft;

test('a note is signed with name, title and time, and only doctors read it', async () => {
  const note = await signed();
  expect(note).toMatchObject({
    signedBy: { name: 'Laila Kamal', nameAr: 'ليلى كمال', title: 'Consultant', titleAr: 'استشارية' },
    at: deps.now().toISOString(),
    corrects: null,
    correctedBy: null,
    shared: false,
  });
  await deps.db.execute(sql`update users set name = 'Somebody Else' where id = ${doctor.id}`);
  expect(await notesSeenBy(colleague)).toEqual([note]);
  for (const other of [admin, desk]) {
    expect((await timeline(other)).map(({ kind }) => kind)).toContain('visit');
    expect(await notesSeenBy(other)).toEqual([]);
  }
});

test('a correction refers to the corrected note, and both stay readable', async () => {
  const old = await signed({ text: 'Twice daily.' });
  const right = await signed(
    { text: 'Once daily.', corrects: old.id, appointmentId: null },
    { as: colleague },
  );
  expect(right).toMatchObject({ corrects: old.id, appointmentId: visit, signedBy: { name: 'Hanan Sobhi' } });
  expect((await notesSeenBy(doctor)).map(({ id, correctedBy }) => [id, correctedBy])).toEqual([
    [right.id, null],
    [old.id, right.id],
  ]);
  const other = await createSignedInUser(clinic, { role: 'patient' });
  const foreign = await call('POST', `/api/patients/${other.id}/clinical-notes`, {
    cookie: doctor.cookie,
    body: { text: 'Not hers', corrects: old.id },
  });
  expect(foreign.statusCode).toBe(404);
});

test('a note belongs to a patient and to an appointment of hers', async () => {
  const other = await createSignedInUser(clinic, { role: 'patient' });
  for (const [id, body] of [
    [other.id, { text: 'A visit of somebody else', appointmentId: visit }],
    [colleague.id, { text: 'A doctor' }],
    [999, { text: 'Nobody' }],
  ] as const) {
    const answer = await call('POST', `/api/patients/${id}/clinical-notes`, { cookie: doctor.cookie, body });
    expect(answer.statusCode, body.text).toBe(404);
  }
});

test('a repeated or simultaneous request creates one note', async () => {
  const [one, two] = await Promise.all([sign({}, { key: 'k1' }), sign({}, { key: 'k1' })]);
  expect([one.statusCode, two.statusCode]).toEqual([201, 201]);
  expect(one.json().id).toBe(two.json().id);
  expect(await notesSeenBy(doctor)).toHaveLength(1);
  const reused = await sign({ text: 'Other words' }, { key: 'k1' });
  expect(reused.json().code).toBe('idempotency_key_reused');
});

test('the database rejects changes of signed notes', async () => {
  const { id } = await signed();
  for (const statement of [
    `update clinical_notes set text = 'Other words' where id = ${id}`,
    `delete from clinical_notes where id = ${id}`,
    'truncate clinical_notes cascade',
  ])
    await expect(pool.query(statement), statement).rejects.toThrow(/append-only|permission denied/);
});

test('the first reading of a file is recorded once', async () => {
  await signed();
  for (const _ of [1, 2]) await timeline(colleague);
  await timeline(desk);
  const { rows } = await pool.query(
    "select actor_id, patient_id, before, after from events where action = 'notes_read'",
  );
  expect(rows).toEqual([
    { actor_id: colleague.id, patient_id: patient.id, before: null, after: { day: '2027-06-07' } },
  ]);
  for (const { cookie } of [colleague, doctor, doctor])
    await call('GET', `/api/patients/${patient.id}/file`, { cookie });
  const opened = await pool.query("select actor_id from events where action = 'file_opened' order by id");
  expect(opened.rows).toEqual([{ actor_id: desk.id }, { actor_id: doctor.id }]);
});

test('the author shares a note of an appointment, and withdraws it', async () => {
  const note = await signed();
  expect((await share(note.id, true, colleague)).json().code).toBe('not_your_note');
  expect(await hers()).toEqual([]);
  expect((await share(note.id, true)).json()).toMatchObject({ shared: true });
  expect(await hers()).toEqual([note.id]);
  expect(await hers(await createSignedInUser(clinic, { role: 'patient' }))).toEqual([]);
  const right = await signed({ text: 'Once daily.', corrects: note.id }, { as: colleague });
  expect(right.shared).toBe(true);
  expect(await hers()).toEqual([right.id, note.id]);
  await share(note.id, false);
  expect(await hers()).toEqual([]);
  const loose = await signed({ appointmentId: null });
  expect((await share(loose.id, true)).json().code).toBe('note_needs_visit');
  expect((await sign({ appointmentId: null, shared: true })).json().code).toBe('note_needs_visit');
});

test('a draft is visible to its author only, and ends when it is signed', async () => {
  expect((await draft({ text: 'Half a sen' })).json()).toEqual({ revision: 1 });
  expect((await draft({ text: 'Half a sentence ', revision: 1 })).json()).toEqual({ revision: 2 });
  expect(await draftOf(doctor)).toMatchObject({ text: 'Half a sentence ', key: 'one', appointmentId: visit });
  expect(await draftOf(colleague)).toBeNull();
  await signed({ text: 'Half a sentence.' }, { key: 'one' });
  expect(await draftOf(doctor)).toBeNull();
  // A draft that was on its way while the note was signed.
  expect((await draft({ text: 'Half a sentence', revision: 2 })).json()).toEqual({ revision: 0 });
  expect(await draftOf(doctor)).toBeNull();
  await draft({ text: 'Another', key: 'two' });
  await draft({ text: ' ', key: 'two', revision: 1 });
  expect(await draftOf(doctor)).toBeNull();
});

test('the second of two windows gets the stored draft of the first', async () => {
  await draft({ text: 'In the first window' });
  for (const second of [{ key: 'other' }, { revision: 0 }]) {
    const answer = await draft({ text: 'In the second', ...second });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'stale', current: { text: 'In the first window' } });
  }
});

test('an appointment with a note stays, and so does the note when patient or author is erased', async () => {
  const note = await signed();
  await draft({ text: 'More to say', key: 'later' });
  const removal = await call('DELETE', `/api/appointments/${visit}`, { cookie: admin.cookie });
  expect(removal.json().code).toBe('visit_has_notes');
  await deps.db.execute(sql`update appointments set status = 'cancelled' where id = ${visit}`);
  await pool.query('insert into patient_files (patient_id, paper_file) values ($1, $2)', [
    patient.id,
    '2218/B',
  ]);
  for (const { id } of [patient, doctor])
    expect((await call('DELETE', `/api/users/${id}`, { cookie: admin.cookie })).statusCode).toBe(204);
  const { rows } = await pool.query('select id, signed_name from clinical_notes');
  expect(rows).toEqual([{ id: note.id, signed_name: 'Laila Kamal' }]);
  for (const table of ['note_drafts', 'desk_drafts', 'patient_files', 'patient_alerts'])
    expect((await pool.query(`select from ${table}`)).rowCount, table).toBe(0);
  const gone = await call('GET', `/api/patients/${patient.id}/timeline`, { cookie: colleague.cookie });
  expect(gone.statusCode).toBe(404);
});

test('the text of a note is in no history, message, search, export or other user’s list', async () => {
  const needle = 'enoxaparinneedle';
  const note = await signed({ text: `On ${needle} daily.`, shared: true });
  await signed({ text: `Once ${needle}.`, corrects: note.id });
  await share(note.id, false);
  await draft({ text: `And ${needle}` });
  await deskDraft(`To the desk: ${needle}`);
  await call('POST', `/api/patients/${patient.id}/alerts`, {
    cookie: doctor.cookie,
    body: { kind: 'bloodThinner', text: needle },
  });
  await call('PATCH', `/api/appointments/${visit}`, {
    cookie: admin.cookie,
    body: { status: 'cancelled', notes: 'For the desk' },
  });
  await timeline(doctor);
  const own = ['clinical_notes', 'note_drafts', 'desk_drafts', 'patient_alerts'];
  for (const table of Object.values(tables).map(getTableName)) {
    const { rows } = await pool.query(
      `select count(*)::int as n from ${table} t where to_jsonb(t)::text ilike '%${needle}%'`,
    );
    expect([table, rows[0].n > 0]).toEqual([table, own.includes(table)]);
  }
  for (const address of [
    '/api/appointments',
    '/api/appointments/export?format=csv',
    `/api/appointments/${visit}`,
    `/api/appointments/${visit}/history`,
    `/api/users/${patient.id}/history`,
    `/api/patients/${patient.id}/file`,
    `/api/patients/${patient.id}/timeline?q=${needle}`,
    `/api/patients/find?q=${needle}`,
    `/api/appointments?q=${needle}`,
    '/api/logs/audit',
    '/api/logs/messages',
    '/api/logs/audit/export',
  ]) {
    const answer = await call('GET', address, { cookie: admin.cookie });
    expect(answer.statusCode, address).toBe(200);
    expect(answer.body, address).not.toContain(needle);
  }
  expect((await call('GET', `/api/users/${patient.id}/history`, { cookie: desk.cookie })).body).not.toMatch(
    /note_|alert_|notes_read/,
  );
});

test('a desk note in progress is stored for its author until it is saved or discarded', async () => {
  const kept = async (as: SignedIn) =>
    (await call('GET', `/api/appointments/${visit}/note-draft`, { cookie: as.cookie })).json().draft;
  await deskDraft('Comes with');
  expect((await deskDraft('Comes with her sister')).statusCode).toBe(204);
  expect(await kept(doctor)).toMatchObject({ start: '', text: 'Comes with her sister', version: 1 });
  expect(await kept(colleague)).toBeNull();
  await deskDraft(' ');
  expect(await kept(doctor)).toBeNull();
  const huge = { cookie: doctor.cookie, body: { start: '', text: 'a', version: 2 ** 31 } };
  const refused = await call('PUT', `/api/appointments/${visit}/note-draft`, huge);
  expect(refused.json().code).toBe('malformed');
  const nowhere = await call('GET', '/api/appointments/999/note-draft', { cookie: doctor.cookie });
  expect(nowhere.statusCode).toBe(404);
});
