import { afterAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { queueReminders } from '#server/features/reminders/actions.ts';
import { deletePerson, deletionOptions } from '#server/features/users/delete-person-actions.ts';
import { makeClinic, makeUser } from '#server/testing/factories.ts';
import { findColumnsContaining } from '#server/testing/find-columns.ts';
import { createImportSteps } from '#server/testing/importing.ts';
import { waitForLocks, withHeldLocks } from '#server/testing/locks.ts';
import { createSession, createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, monday } from '#server/testing/test-app.ts';
import { wallToInstant } from '#shared/domain/clinic-time.ts';
import { workOnImports } from './import-task-actions.ts';
import { findImport } from './queries.ts';
import { importNextStep } from './run-actions.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
let admin: SignedIn;
beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 2 });
  admin = await createSignedInUser(clinic, { role: 'admin' });
});
afterAll(clinic.close);

const { asked, now, sql, checked, run } = createImportSteps(
  () => clinic,
  () => admin.cookie,
);
const list = 'name,phone,visit date,time\nMona,01000000010,8/6/2027,17:00\nDina,01000000011,8/6/2027,18:00\n';

/** Imports the list and returns its id, and its patients with their appointments. */
async function cameIn(more = {}) {
  const id = await checked(list, { locationId: 1, serviceId: 1, ...more });
  await run(id);
  const visits = await sql('select id, patient_id as who from appointments order by local_start');
  const [mona, dina] = visits as { id: number; who: number }[];
  if (!mona || !dina) throw new Error('not all came in');
  return { id, mona, dina };
}

const beginUndo = (id: number) => asked('POST', `/api/imports/${id}/undo`);
/** Starts the undo and waits until it is blocked by the held row. */
async function begun() {
  const undone = workOnImports(deps);
  await waitForLocks(deps.database);
  return { undone };
}

const left = () => sql('select id, patient_id as who from appointments order by id');
const isGone = async (who: number) => (await sql('select from users where id = $1', [who])).length === 0;

test('booking for a patient who is being removed by an undo finds nobody', async () => {
  const { id, mona, dina } = await cameIn();
  await beginUndo(id);
  const body = { userId: mona.who, locationId: 1, service: '1', appointmentDate: '2027-06-10' };
  // Holding an appointment of the list stops the undo after it has read which rows stay.
  const held = `select from appointments where id = ${dina.id} for update`;
  const { undone, booked } = await withHeldLocks(deps.database, held, async () => {
    const { undone } = await begun();
    const booking = { cookie: admin.cookie, body: { ...body, appointmentTime: '15:00:00' } };
    const booked = call('POST', '/api/appointments', booking);
    await Promise.race([booked, waitForLocks(deps.database, 2)]);
    return { undone, booked };
  });
  await undone;
  expect((await booked).json()).toMatchObject({ code: 'unknown_patient' });
  expect([await left(), await isGone(mona.who), await isGone(dina.who)]).toEqual([[], true, true]);
});

const lock = (who: number) => `select from users where id = ${who} for no key update`;
const move = (visit: number, who: number) => `${lock(who)};
  update appointments set local_start = local_start + interval '1 day',
    local_end = local_end + interval '1 day' where id = ${visit};
  insert into events (actor_role, action, subject, subject_id, patient_id)
    values ('admin', 'moved', 'appointments', ${visit}, ${who})`;

test('an appointment moved at the start of the undo stays, and so does its patient', async () => {
  const { id, mona, dina } = await cameIn();
  await beginUndo(id);
  const { undone } = await withHeldLocks(deps.database, move(mona.id, mona.who), begun);
  await undone;
  expect(await now(id)).toMatchObject({ state: 'undone', left: 1 });
  expect([await left(), await isGone(mona.who), await isGone(dina.who)]).toEqual([[mona], false, true]);
});

test('it also stays if the record is merged meanwhile and the kept record’s appointment is moved', async () => {
  const gone = await makeUser(deps.db, { name: 'Mona', phone: '+201000000010', phoneConfirmedAt: monday });
  const kept = await makeUser(deps.db, { name: 'Mona Adel' });
  const { id, mona } = await cameIn();
  expect(mona.who).toBe(gone.id);
  await beginUndo(id);
  const join = `${lock(gone.id)}; update appointments set patient_id = ${kept.id} where id = ${mona.id}`;
  const { undone } = await withHeldLocks(deps.database, lock(kept.id), async (desk) => {
    const work = await withHeldLocks(deps.database, join, begun);
    await waitForLocks(deps.database);
    await desk.query(move(mona.id, kept.id));
    return work;
  });
  await undone;
  expect(await left()).toEqual([{ id: mona.id, who: kept.id }]);
});

test('a patient with a way to sign in is not removed by an undo', async () => {
  const { id, mona } = await cameIn();
  await asked('POST', `/api/users/${mona.who}/hand-over-password`, { password: 'a quiet river' });
  await beginUndo(id);
  await workOnImports(deps);
  expect(await now(id)).toMatchObject({ state: 'undone', left: 1 });
  expect(await left()).toEqual([mona]);
});

const named = `name,phone,phone 2,email,visit date,time,notes
Zahraa Qandil,01055512399,01155512388,zahraa@qandil.example,8/6/2027,17:00,the lemon tree room
Zahraa Qandil,01055512399,,,9/6/2027,17:00,lemon tree again
Dina,01000000011,,,8/6/2027,18:00,
`;
const told = ['zahraa', 'qandil', '1055512399', '1155512388', 'lemon tree'];

test('an undo leaves no data of a patient in any column, and a restored backup removes her again', async () => {
  const id = await checked(named, { locationId: 1, serviceId: 1 });
  await run(id);
  const [hers] = await sql(`select id, created_at from users where name = 'Zahraa Qandil'`);
  // A requested code and an absence on the day of the appointment do not count as later records.
  await sql(`insert into messages (dedupe_key, channel, address, user_id, locale, template, params, state)
    values ('c', 'sms', '+201055512399', ${hers?.id}, 'en', 'code', '{"minutes":5}', 'queued')`);
  await sql(`with why as (insert into disruptions (location_id, local_from, local_to)
      values (1, '2027-06-08', '2027-06-09') returning id)
    insert into displaced (disruption_id, appointment_id, patient_id, location_id, local_start)
    select why.id, a.id, a.patient_id, 1, a.local_start from why, appointments a
    where a.patient_id = ${hers?.id}`);
  const before = await findColumnsContaining(deps.database, told);
  for (const place of ['users.name', 'events.after', 'import_rows.cells', 'messages.address'])
    expect(before, place).toContain(place);
  await beginUndo(id);
  await workOnImports(deps);
  expect(await now(id)).toMatchObject({ state: 'undone', left: 0 });
  expect(await findColumnsContaining(deps.database, told)).toEqual([]);
  expect(await sql('select from displaced')).toEqual([]);
  const noted = await sql(`select d.user_id as id, d.person_since as created_at from deletions d
    where d.user_id = ${hers?.id}`);
  expect(noted).toEqual([hers]);
  expect(await sql('select from deletions')).toHaveLength(2);
});

test('a stopped import can be started again, and its removed people are recorded as well', async () => {
  const id = await checked(named, { locationId: 1, serviceId: 1 });
  await asked('POST', `/api/imports/${id}/run`);
  const work = await findImport(deps.db, id);
  if (work) await importNextStep(deps, work);
  await asked('POST', `/api/imports/${id}/stop`);
  await workOnImports(deps);
  expect(await findColumnsContaining(deps.database, told)).toEqual([
    'import_rows.cells',
    'import_rows.meant',
    'import_rows.person',
    'import_rows.phone',
  ]);
  expect(await sql('select from deletions')).toHaveLength(2);
  expect(await run(id)).toMatchObject({ state: 'done', patients: 2, visits: 3 });
});

test('in a restored clinic the people of an undone import are deleted again', async () => {
  const { id, mona, dina } = await cameIn();
  for (const { who } of [mona, dina])
    await inTransaction(deps.db, (tx) =>
      deletePerson(tx, { id: who, role: 'patient' }, deletionOptions(deps)),
    );
  expect((await left()).length).toBe(2);
  await beginUndo(id);
  await workOnImports(deps);
  expect([await now(id), await left()]).toMatchObject([{ state: 'undone', left: 0 }, []]);
});

/** Mona has a record already: the list only adds her appointment. */
async function cameToKnown(more = {}) {
  await makeUser(deps.db, { name: 'Mona', phone: '+201000000010', phoneConfirmedAt: monday });
  return cameIn(more);
}

test('an appointment for which another time was offered is not taken back', async () => {
  const { id, mona, dina } = await cameToKnown();
  await asked('PUT', '/api/locations/1/exceptions', [{ date: '2027-06-08', isClosed: true }]);
  const { visits } = (await asked('GET', '/api/disruptions/1/proposals')) as {
    visits: { visit: { id: number }; proposals: { kind: string }[] }[];
  };
  const found = visits.find(({ visit }) => visit.id === mona.id)?.proposals[0];
  if (!found) throw new Error('no time is free');
  const { kind: _kind, ...time } = found;
  await asked('POST', '/api/disruptions/1/acts', {
    act: 'offer',
    visits: [{ appointmentId: mona.id, time }],
  });
  await beginUndo(id);
  await workOnImports(deps);
  expect([await left(), await isGone(dina.who)]).toEqual([[mona], true]);
  expect(await sql('select appointment_id as visit, holds from offers')).toEqual([
    { visit: mona.id, holds: true },
  ]);
});

test('an appointment whose patient waits for an earlier time is not taken back', async () => {
  const { id, mona } = await cameToKnown();
  await asked('POST', '/api/offers/wishes', {
    userId: mona.who,
    appointmentId: mona.id,
    locationIds: [1],
    parts: [],
  });
  expect(await sql('select appointment_id as visit from wishes')).toEqual([{ visit: mona.id }]);
  await beginUndo(id);
  await workOnImports(deps);
  expect(await left()).toEqual([mona]);
});

test('an appointment of which a known patient was reminded is not taken back', async () => {
  const { id, mona } = await cameToKnown({ remind: true });
  clinic.setNow(wallToInstant('2027-06-07', '17:30'));
  await sql('update appointments set created_at = $1, updated_at = $1 where id = $2', [
    '2027-06-01',
    mona.id,
  ]);
  expect(await queueReminders(deps)).toBe(1);
  admin = { ...admin, cookie: await createSession(clinic, admin.id) };
  await beginUndo(id);
  await workOnImports(deps);
  expect(await left()).toEqual([mona]);
});

test('an undo leaves a line that the clinic had written in the file itself', async () => {
  const { id: patient } = await makeUser(deps.db, {
    name: 'Mona',
    phone: '+201000000010',
    phoneConfirmedAt: monday,
  });
  await sql(`insert into patient_files (patient_id, note) values ($1, 'Allergic to penicillin')`, [patient]);
  const note = async () => (await sql('select note from patient_files'))[0].note;
  const id = await checked(
    'name,phone,notes\nMona,01000000010,Allergic to penicillin\nMona,01000000010,penicillin\n',
  );
  await run(id);
  expect(await note()).toBe('Allergic to penicillin\npenicillin');
  await beginUndo(id);
  await workOnImports(deps);
  expect(await note()).toBe('Allergic to penicillin');
});
