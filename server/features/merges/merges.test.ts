import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { personColumnList } from '#server/db/person-columns.ts';
import { findRecipient } from '#server/features/recipients/queries.ts';
import { clearNightly } from '#server/features/retention/actions.ts';
import { makeAppointment, makeClinic, makeUser } from '#server/testing/factories.ts';
import { waitForLocks, withHeldLocks } from '#server/testing/locks.ts';
import { createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';

let t: TestApp;
let admin = { id: 0, cookie: '' };
let doctor = { id: 0, cookie: '' };
let desk = { id: 0, cookie: '' };
let of = { locationId: 0, serviceId: 0 };
let kept = 0;
let gone = 0;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.reset();
  const { location, service } = await makeClinic(t.deps.db, { rooms: 3 });
  of = { locationId: location.id, serviceId: service.id };
  admin = await createSignedInUser(t, { role: 'admin' });
  doctor = await createSignedInUser(t, { role: 'doctor' });
  desk = await createSignedInUser(t, { role: 'receptionist', name: 'Mona Samir' });
  kept = (
    await createSignedInUser(t, {
      role: 'patient',
      name: 'Noha Adel',
      username: 'noha',
      phone: '+201001234567',
    })
  ).id;
  gone = (
    await createSignedInUser(t, {
      role: 'patient',
      name: 'نهى عادل',
      username: 'noha.2',
      phone: '+201001234567',
    })
  ).id;
});
afterAll(() => t.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await t.deps.database.pool.query(text, values)).rows;
const call = (method: string, path: string, body?: object, cookie = admin.cookie) =>
  t.call(method, `/api/${path}`, { cookie, body });
const ok = async (...args: Parameters<typeof call>) => {
  const answer = await call(...args);
  expect([args[1], answer.statusCode < 300, answer.body]).toEqual([args[1], true, answer.body]);
  return answer.body === '' ? null : answer.json();
};
const merge = (take: string[] = []) => call('POST', 'merges', { keptId: kept, goneId: gone, take });
const preview = () => ok('GET', `merges/preview?oneId=${kept}&otherId=${gone}`);
const undo = (id = 1, cookie = admin.cookie) => call('POST', `merges/${id}/undo`, {}, cookie);
const days = (n: number) => new Date(monday.getTime() + n * 86_400_000);
const visitOf = (patientId: number, date: string, more = {}) =>
  makeAppointment(t.deps.db, { ...of, patientId, date, ...more });

/** The rows of each table that name this person, for the columns that a merge moves. */
async function places(id: number): Promise<string[]> {
  const found: string[] = [];
  const moving = personColumnList.filter(
    ({ merge, table }) => 'key' in merge || table.startsWith('clinical'),
  );
  for (const { place, table, column } of moving) {
    const rows = await sql(`select 1 from ${table} where ${column} = $1`, [id]);
    if (rows.length > 0) found.push(`${place} ${rows.length}`);
  }
  return found.toSorted();
}

/** Creates a row in every table that names a patient. */
async function lives() {
  const past = await visitOf(gone, '2027-06-01', { status: 'attended' });
  const next = await visitOf(gone, '2027-06-15');
  const hers = await visitOf(kept, '2027-06-16');
  await ok('POST', `patients/${gone}/alerts`, { kind: 'other', text: 'allergic' }, doctor.cookie);
  await ok(
    'POST',
    `patients/${gone}/clinical-notes`,
    { text: 'First.', appointmentId: past.id },
    doctor.cookie,
  );
  await ok(
    'POST',
    `patients/${gone}/clinical-notes`,
    { text: 'Right.', appointmentId: past.id, corrects: 1 },
    doctor.cookie,
  );
  await ok(
    'PUT',
    `patients/${gone}/note-draft`,
    { text: 'To be', key: 'k', revision: 0, appointmentId: null, corrects: null },
    doctor.cookie,
  );
  const guardian = await makeUser(t.deps.db, { name: 'Fatma' });
  const child = await makeUser(t.deps.db, { name: 'Nour', authProvider: 'cared' });
  await sql(
    `with wish as (insert into wishes (patient_id, service_id, location_ids, from_date, to_date)
        values ($1, $3, array[$2::int], '2027-07-01', '2027-07-09')),
      offer as (insert into offers (patient_id, location_id, service_id, local_start, local_end, room, reason,
          held_until) values ($1, $2, $3, '2027-06-21 16:00', '2027-06-21 16:20', 1, 'desk', '2027-06-21')),
      change as (insert into disruptions (location_id, local_from, local_to)
        values ($2, '2027-06-15', '2027-06-16') returning id),
      hit as (insert into displaced (disruption_id, appointment_id, patient_id, location_id, local_start)
        select id, $4, $1, $2, '2027-06-15 15:00' from change),
      letter as (insert into messages (dedupe_key, channel, user_id, locale, template)
        values ('m', 'app', $1, 'en', 'booked')),
      link as (insert into tokens (purpose, hash, user_id, target, expires_at)
        values ('visit-link', 'x', $1, '2', now() + interval '9 days'),
          ('confirm-phone', 'y', $1, 'p', now())),
      text as (insert into contact_messages (name, message, locale, way, phone, patient_id)
        values ('', 'hello', 'en', 'sms', '+201001234567', $1)),
      own as (insert into guardians (patient_id, guardian_id, relation) values ($1, $5, 'daughter'))
    insert into guardians (patient_id, guardian_id, relation) values ($6, $1, 'daughter')`,
    [gone, of.locationId, of.serviceId, next.id, guardian.id, child.id],
  );
  return { past, next, hers };
}

test('a merge moves everything to the kept record at once, and the old id finds it', async () => {
  const { next } = await lives();
  const [before, none] = [await places(gone), await places(kept)];
  expect(none).toEqual(['appointments.patient_id 1']);
  expect((await call('GET', 'patients/find?q=نهى', undefined, desk.cookie)).json()).toHaveLength(2);
  expect((await merge(['name'])).json()).toEqual({ id: (await sql('select id from merges'))[0].id });
  expect(await places(gone)).toEqual(['tokens.user_id 1']);
  const moved = before.map((place) =>
    place.replace('appointments.patient_id 2', 'appointments.patient_id 3'),
  );
  expect(await places(kept)).toEqual(
    moved.map((place) => place.replace('tokens.user_id 2', 'tokens.user_id 1')),
  );

  const code = `HKM-${String(gone).padStart(6, '0')}`;
  expect(
    (await ok('GET', `patients/find?q=${code}`, undefined, desk.cookie)).map(({ id }: { id: number }) => id),
  ).toEqual([kept]);
  const file = await ok('GET', `patients/${gone}/file`, undefined, desk.cookie);
  expect(file.user).toMatchObject({ id: kept, name: 'نهى عادل', username: 'noha' });
  expect((await call('GET', `users/${gone}`)).statusCode).toBe(404);
  const timeline = await ok('GET', `patients/${kept}/timeline?limit=50`, undefined, doctor.cookie);
  const told = timeline.map(
    (entry: { kind: string; visit?: { id: number } }) => entry.visit?.id ?? entry.kind,
  );
  expect(told).toContain(next.id);
  // The history of the old id is shown under the new id.
  expect(told.filter((kind: unknown) => kind === 'change').length).toBeGreaterThan(0);
  expect(await sql(`select distinct action from events where action = 'records_joined'`)).toHaveLength(1);
  expect((await sql('select auth_provider from users where id = $1', [kept]))[0].auth_provider).toBe('local');
});

test('an undo moves back exactly what was moved, and rows added since stay', async () => {
  const { next } = await lives();
  const [before, hers] = [await places(gone), await places(kept)];
  const was = await sql('select * from users where id = any($1) order by id', [[kept, gone]]);
  await sql(`insert into patient_files values ($1, null, 'K-1'), ($2, '1990-02-03', null)`, [kept, gone]);
  const factsOf = (id: number) =>
    sql('select birth_date::text as born, paper_file as paper from patient_files where patient_id = $1', [
      id,
    ]);
  await merge(['name', 'birthDate']);
  expect(await factsOf(kept)).toEqual([{ born: '1990-02-03', paper: 'K-1' }]);
  const since = await visitOf(kept, '2027-06-17');
  await sql(
    `insert into offers (patient_id, location_id, service_id, local_start, local_end, room, reason,
        held_until, appointment_id)
      values ($1, $2, $3, '2027-06-22 16:00', '2027-06-22 16:20', 1, 'desk', '2027-06-22', $4)`,
    [kept, of.locationId, of.serviceId, next.id],
  );
  await sql(`update users set email = 'new@example.com' where id = $1`, [kept]);
  expect((await undo()).statusCode).toBe(204);
  expect(await factsOf(kept)).toEqual([{ born: null, paper: 'K-1' }]);
  expect(await places(gone)).toEqual(
    before.map((place) => place.replace('offers.patient_id 1', 'offers.patient_id 2')),
  );
  expect(await places(kept)).toEqual(hers.map(() => 'appointments.patient_id 2'));
  expect(await sql('select patient_id from appointments where id = $1', [since.id])).toEqual([
    { patient_id: kept },
  ]);
  const now = await sql('select * from users where id = any($1) order by id', [[kept, gone]]);
  const plain = (row: Record<string, unknown>) => ({
    ...row,
    version: 0,
    updated_at: null,
    words: null,
    email: null,
    search: null,
  });
  expect(now.map(plain)).toEqual(was.map(plain));
  expect(now[0].email).toBe('new@example.com');
  expect((await undo()).statusCode).toBe(404);
  expect(await sql('select before, moved from merges')).toEqual([{ before: null, moved: {} }]);
});

test.each([
  ['Allergic to penicillin', 'Allergic to penicillin', 'Allergic to penicillin'],
  ['NSAID intolerance, insulin', 'in', 'NSAID intolerance, insulin\nin'],
])('undoing a merge leaves the kept file’s own note “%s”', async (own, other, merged) => {
  await sql('insert into patient_files (patient_id, note) values ($1, $2), ($3, $4)', [
    kept,
    own,
    gone,
    other,
  ]);
  const notes = async () =>
    (await sql('select note from patient_files order by patient_id = $1 desc', [kept])).map(
      ({ note }) => note,
    );
  await merge();
  expect(await notes()).toEqual([merged, other]);
  expect((await undo()).statusCode).toBe(204);
  expect(await notes()).toEqual([own, other]);
});

test('an undo tells the patient once of her appointments that changed while her record was merged', async () => {
  const [moved, same] = [await visitOf(gone, '2027-06-15'), await visitOf(gone, '2027-06-16')];
  const deleted = await visitOf(gone, '2027-06-17');
  await ok('PATCH', `appointments/${same.id}`, { appointmentTime: '16:00:00' });
  await merge();
  await ok('PATCH', `appointments/${moved.id}`, { appointmentTime: '17:00:00' });
  await ok('DELETE', `appointments/${deleted.id}`);
  expect((await undo()).statusCode).toBe(204);
  const told = await sql(
    `select user_id as "by", template, appointment_id as visit, params ->> 'time' as time from messages
      where channel = 'app' and user_id = any($1) order by id`,
    [[kept, gone]],
  );
  expect(told).toEqual([
    { by: gone, template: 'moved', visit: same.id, time: '16:00:00' },
    { by: kept, template: 'moved', visit: moved.id, time: '17:00:00' },
    { by: kept, template: 'cancelledByClinic', visit: deleted.id, time: '15:00:00' },
    { by: gone, template: 'confirmed', visit: moved.id, time: '17:00:00' },
    { by: gone, template: 'cancelledByClinic', visit: deleted.id, time: '15:00:00' },
  ]);
});

test('an undo tells the patient what was sent to the other patient while the records were merged', async () => {
  const [{ id }, deleted] = [await visitOf(gone, '2027-06-15'), await visitOf(gone, '2027-06-16')];
  await ok('PATCH', `appointments/${id}`, { appointmentTime: '17:00:00' });
  await ok('DELETE', `appointments/${deleted.id}`);
  const texts = await sql(
    // An earlier version did not name the patient in what a message says.
    `insert into messages (dedupe_key, channel, user_id, locale, template, appointment_id, says)
      values ('text', 'sms', $1, 'en', 'moved', $2, null),
        ('other', 'sms', $1, 'en', 'cancelledByClinic', $3, 'off 2027-06-16 15:00:00 1')
      returning id`,
    [gone, id, deleted.id],
  );
  await merge();
  await sql(`update messages set state = 'sent', done_at = $1 where channel = 'sms'`, [
    new Date(monday.getTime() + 60_000),
  ]);
  expect((await undo()).statusCode).toBe(204);
  expect(await sql(`select id, user_id from messages where channel = 'sms' order by id`)).toEqual(
    texts.map((text) => ({ id: text.id, user_id: kept })),
  );
  const inApp = `select template from messages where channel = 'app' and user_id = $1 order by id`;
  expect((await sql(inApp, [gone])).map(({ template }) => template)).toEqual([
    'moved',
    'cancelledByClinic',
    'confirmed',
    'cancelledByClinic',
  ]);
});

test('a second undo tells the patient of an appointment that was deleted during the first merge', async () => {
  const other = (await makeUser(t.deps.db, { name: 'Heba Samir' })).id;
  const deleted = await visitOf(gone, '2027-06-16');
  await merge();
  await ok('DELETE', `appointments/${deleted.id}`);
  // The desk knows her number.
  await sql(`update users set channels = '{sms}', created_by = $1 where id = $2`, [admin.id, gone]);
  expect((await undo()).statusCode).toBe(204);
  await ok('POST', 'merges', { keptId: other, goneId: gone, take: [] });
  await sql(`update messages set state = 'sent', done_at = $1 where channel = 'sms'`, [
    new Date(monday.getTime() + 60_000),
  ]);
  expect((await undo(2)).statusCode).toBe(204);
  const told = await sql(
    `select dedupe_key as key, template from messages where channel = 'app' and user_id = $1 order by id`,
    [gone],
  );
  expect(told).toContainEqual({ key: `parted:2:${deleted.id}:app`, template: 'cancelledByClinic' });
});

test('an undo tells the patient what may have left to the other patient without an answer', async () => {
  const deleted = await visitOf(gone, '2027-06-16');
  await ok('DELETE', `appointments/${deleted.id}`);
  await sql(
    `insert into messages (dedupe_key, channel, user_id, locale, template, appointment_id, unanswered)
      values ('text', 'sms', $1, 'en', 'cancelledByClinic', $2, 1)`,
    [gone, deleted.id],
  );
  await merge();
  expect((await undo()).statusCode).toBe(204);
  expect(await sql(`select user_id, state from messages where dedupe_key = 'text'`)).toEqual([
    { user_id: kept, state: 'skipped' },
  ]);
  const told = await sql(`select dedupe_key as key from messages where channel = 'app' and user_id = $1`, [
    gone,
  ]);
  expect(told).toContainEqual({ key: `parted:1:${deleted.id}:app` });
});

describe('an undo tells a guardian', () => {
  let fatma = 0;
  const care = async (patientId: number, guardianId: number) => {
    await sql(`insert into guardians (patient_id, guardian_id, relation) values ($1, $2, 'daughter')`, [
      patientId,
      guardianId,
    ]);
    await sql(`update users set auth_provider = 'cared', username = null where id = $1`, [patientId]);
  };
  const told = () =>
    sql(`select user_id as "by", template, appointment_id as visit, params ->> 'who' as who from messages
      where channel = 'app' order by id`);
  beforeEach(async () => {
    fatma = (await createSignedInUser(t, { role: 'patient', name: 'Fatma', phone: '+201001234569' })).id;
    await sql(`update users set channels = '{sms}', phone_confirmed_at = now() where id = $1`, [fatma]);
    await sql(`update users set name = 'Nour Adel' where id = $1`, [gone]);
  });

  test('of a child whose appointment changed under the name of her other child', async () => {
    await care(kept, fatma);
    await care(gone, fatma);
    const { id } = await visitOf(gone, '2027-06-15');
    const own = await visitOf(kept, '2027-06-16');
    await merge();
    for (const one of [id, own.id]) await ok('PATCH', `appointments/${one}`, { appointmentTime: '17:00:00' });
    await sql(`update messages set state = 'sent', done_at = $1 where channel = 'sms'`, [
      new Date(monday.getTime() + 60_000),
    ]);
    expect((await undo()).statusCode).toBe(204);
    expect(await told()).toEqual([
      { by: fatma, template: 'moved', visit: id, who: 'Noha' },
      { by: fatma, template: 'moved', visit: own.id, who: 'Noha' },
      { by: fatma, template: 'confirmed', visit: id, who: 'Nour' },
    ]);
    await t.worker().poke();
    expect(await sql(`select template, state from messages where channel = 'sms' order by id`)).toEqual([
      { template: 'moved', state: 'sent' },
      { template: 'moved', state: 'sent' },
      { template: 'confirmed', state: 'kept' },
    ]);
  });

  test('of her child whose appointments changed while her own records were merged', async () => {
    const child = await makeUser(t.deps.db, { name: 'Salma' });
    await care(child.id, gone);
    const [moved, deleted] = [await visitOf(child.id, '2027-06-15'), await visitOf(child.id, '2027-06-16')];
    await merge();
    await ok('PATCH', `appointments/${moved.id}`, { appointmentTime: '17:00:00' });
    await ok('DELETE', `appointments/${deleted.id}`);
    expect((await undo()).statusCode).toBe(204);
    expect(await told()).toEqual([
      { by: kept, template: 'moved', visit: moved.id, who: 'Salma' },
      { by: kept, template: 'cancelledByClinic', visit: deleted.id, who: 'Salma' },
      { by: gone, template: 'confirmed', visit: moved.id, who: 'Salma' },
      { by: gone, template: 'cancelledByClinic', visit: deleted.id, who: 'Salma' },
    ]);
  });

  test.each(['kept', 'other'])('of her own child, the %s record, and else the patient', async (which) => {
    const [cared, patient] = which === 'kept' ? ([kept, gone] as const) : ([gone, kept] as const);
    await care(cared, fatma);
    const [hers, own] = [await visitOf(cared, '2027-06-15'), await visitOf(patient, '2027-06-16')];
    await merge();
    for (const { id } of [hers, own])
      await ok('PATCH', `appointments/${id}`, { appointmentTime: '17:00:00' });
    expect((await undo()).statusCode).toBe(204);
    const after = (await told()).filter(({ template }) => template === 'confirmed');
    expect(after).toContainEqual({ by: patient, template: 'confirmed', visit: own.id, who: null });
    // Messages about the kept record named the right child.
    expect(after.filter(({ by }) => by !== patient)).toEqual(
      cared === gone ? [{ by: fatma, template: 'confirmed', visit: hers.id, who: 'Nour' }] : [],
    );
  });
});

test('an undo drops what still waits for the other patient', async () => {
  const { id } = await visitOf(gone, '2027-06-15');
  await merge();
  await sql(`update users set channels = '{push}' where id = any($1)`, [[kept, gone]]);
  await ok('PATCH', `appointments/${id}`, { appointmentTime: '17:00:00' });
  expect((await undo()).statusCode).toBe(204);
  const waiting = `select user_id, template from messages where channel = 'push' and state = 'queued'`;
  expect(await sql(waiting)).toEqual([{ user_id: gone, template: 'confirmed' }]);
});

test('a merge can be undone on its clinic day only, then the old values are deleted', async () => {
  await merge();
  // Monday's clinic day ends at 3 AM on Tuesday.
  t.setNow(new Date('2027-06-07T23:59:59Z'));
  expect(await ok('GET', `merges/of/${kept}`, undefined, await createSession(t, admin.id))).toHaveLength(1);
  t.setNow(new Date('2027-06-08T00:00:00Z'));
  const cookie = await createSession(t, admin.id);
  expect(await ok('GET', `merges/of/${kept}`, undefined, cookie)).toEqual([]);
  expect((await undo(1, cookie)).statusCode).toBe(404);
  await clearNightly(t.deps);
  expect(await sql('select before from merges')).toEqual([{ before: null }]);
  expect((await ok('GET', `patients/${gone}/file`, undefined, cookie)).user.id).toBe(kept);
});

test('the latest consent and all answers about calls survive a merge', async () => {
  const [notice] = await sql(
    `insert into content_versions (key, body) values ('homepage.privacy', '{}') returning id`,
  );
  const agreed = `insert into consents (user_id, content_id, lang, at_desk, given_at, withdrawn_at) values ($1, $2, 'ar', true, $3, $4)`;
  await sql(agreed, [gone, notice.id, days(-9), days(-1)]);
  await sql(agreed, [kept, notice.id, days(-5), null]);
  const reach = (hours: object | null, calls: boolean) => JSON.stringify({ calls, hours });
  const hours = { from: '10:00', to: '14:00' };
  await sql('update users set reach = $2 where id = $1', [kept, reach(hours, true)]);
  await sql('update users set reach = $2 where id = $1', [gone, reach(null, false)]);
  expect((await merge()).statusCode).toBe(201);
  expect((await ok('GET', `privacy/${kept}/consents`)).state).toBe('withdrawn');
  expect(await sql('select reach from users where id = $1', [kept])).toEqual([
    { reach: { calls: false, hours } },
  ]);
});

test('undoing a merge gives the kept record its own answer about calls back', async () => {
  await sql(
    `update users set reach = '{"calls":false,"hours":{"from":"22:00","to":"23:00"}}' where id = $1`,
    [gone],
  );
  await merge();
  expect((await undo()).statusCode).toBe(204);
  expect(await sql('select reach from users where id = $1', [kept])).toEqual([{ reach: null }]);
});

test.each([
  ['PATCH', { status: 'cancelled' }],
  ['DELETE', undefined],
])(
  'a patient is told of a cancellation (%s) that waited for the merge of her records',
  async (method, body) => {
    const { id } = await visitOf(gone, '2027-06-09');
    const held = `select from users where id = ${gone} for no key update`;
    const { merged, cancelled } = await withHeldLocks(t.deps.database, held, async () => {
      const merged = merge();
      await waitForLocks(t.deps.database);
      const cancelled = call(method, `appointments/${id}`, body);
      await waitForLocks(t.deps.database, 2);
      return { merged, cancelled };
    });
    expect([(await merged).statusCode, (await cancelled).statusCode < 300]).toEqual([201, true]);
    expect(await sql(`select template from messages where user_id = $1 and channel = 'app'`, [kept])).toEqual(
      [{ template: 'cancelledByClinic' }],
    );
  },
);

test('obstacles are reported and nothing is merged', async () => {
  const one = await visitOf(kept, '2027-06-15');
  const other = await visitOf(gone, '2027-06-15', { room: 2 });
  expect(await preview()).toMatchObject({
    obstacles: ['overlap'],
    overlaps: [{ oneId: one.id, otherId: other.id, date: '2027-06-15', time: '15:00:00' }],
  });
  expect((await merge()).json().code).toBe('not_mergeable');
  await sql(`update appointments set status = 'cancelled' where id = $1`, [other.id]);
  const obstacle = async (change: string, back: string) => {
    await sql(change);
    const { obstacles } = await preview();
    const refused = await merge();
    await sql(back);
    return [obstacles, refused.json().code];
  };
  const confirmed = (ids: number[]) =>
    `update users set phone_confirmed_at = now(), phone = '+20100000000' || id where id = any('{${ids.join()}}')`;
  const not = `update users set phone_confirmed_at = null where id = any('{${kept},${gone}}')`;
  expect(await obstacle(confirmed([kept, gone]), not)).toEqual([['bothSignIn'], 'not_mergeable']);
  expect(await obstacle(confirmed([gone]), not)).toEqual([[], 'not_mergeable']);
  const care = (patient: number, guardian: number) => `(${patient}, ${guardian}, 'other')`;
  const none = 'delete from guardians';
  const begin = 'insert into guardians (patient_id, guardian_id, relation) values ';
  expect(await obstacle(`${begin} ${care(kept, gone)}`, none)).toEqual([['oneFamily'], 'not_mergeable']);
  expect(await obstacle(`${begin} ${care(kept, desk.id)}, ${care(gone, doctor.id)}`, none)).toEqual([
    ['twoGuardians'],
    'not_mergeable',
  ]);
  const draft = (id: number) => `(${doctor.id}, ${id}, 'text', 'k${id}')`;
  expect(
    await obstacle(
      `insert into note_drafts (author_id, patient_id, text, key) values ${draft(kept)}, ${draft(gone)}`,
      'delete from note_drafts',
    ),
  ).toEqual([['drafts'], 'not_mergeable']);
  const wish = (id: number) => `(${id}, ${of.serviceId}, '{1}', '2027-07-01', '2027-07-02')`;
  expect(
    await obstacle(
      `insert into wishes (patient_id, service_id, location_ids, from_date, to_date) values ${wish(kept)}, ${wish(gone)}`,
      'delete from wishes',
    ),
  ).toEqual([['wishes'], 'not_mergeable']);
  expect((await merge()).statusCode).toBe(201);
});

test('a merged patient with an account decides again about her guardian, without one the guardian stays', async () => {
  const guardian = await createSignedInUser(t, { role: 'patient', name: 'Fatma' });
  await sql(`insert into guardians (patient_id, guardian_id, relation) values ($1, $2, 'mother')`, [
    gone,
    guardian.id,
  ]);
  await sql(`update users set auth_provider = 'cared' where id = $1`, [gone]);
  await merge();
  expect(await sql('select auth_provider from users where id = $1', [kept])).toEqual([
    { auth_provider: 'cared' },
  ]);
  await undo();
  expect(await sql('select auth_provider from users where id = $1', [kept])).toEqual([
    { auth_provider: 'local' },
  ]);
  await sql('update users set phone_confirmed_at = now() where id = $1', [kept]);
  await merge();
  const seen = () => sql('select patient_id, sees_visits from guardians where until is null');
  expect(await seen()).toEqual([{ patient_id: kept, sees_visits: false }]);
  await undo(2);
  expect(await seen()).toEqual([{ patient_id: gone, sees_visits: true }]);
});

test('two simultaneous merges of one pair succeed once, and a simultaneous booking is hers or rejected', async () => {
  const other = await createSignedInUser(t, { role: 'admin' });
  const body = {
    userId: gone,
    locationId: of.locationId,
    service: 'Gynecological Consultations',
    appointmentDate: '2027-06-10',
    appointmentTime: '15:00:00',
  };
  const [one, two, booked] = await Promise.all([
    merge(),
    call('POST', 'merges', { keptId: kept, goneId: gone, take: [] }, other.cookie),
    call('POST', 'appointments', body, desk.cookie),
  ]);
  expect([one.statusCode, two.statusCode].toSorted((a, b) => a - b)).toEqual([201, 404]);
  expect(await sql('select count(*)::int as n from merges')).toEqual([{ n: 1 }]);
  const visits = await sql('select patient_id from appointments');
  expect(visits).toEqual(booked.statusCode === 201 ? [{ patient_id: kept }] : []);
  const turned = await Promise.all([
    merge(),
    call('POST', 'merges', { keptId: gone, goneId: kept, take: [] }),
  ]);
  expect(turned.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
});

test('duplicates are proposed by phone and name, never merged automatically, and staff judge them', async () => {
  const mother = (await makeUser(t.deps.db, { name: 'Samia Fouad', phone: '+201001234567' })).id;
  const pairs = async () =>
    (await ok('GET', 'merges/duplicates', undefined, desk.cookie)).map(
      ({ one, other, saidBy }: { one: { id: number }; other: { id: number }; saidBy: string | null }) => [
        one.id,
        other.id,
        saidBy,
      ],
    );
  expect(await pairs()).toEqual([[kept, gone, null]]);
  const say = (otherId: number, verdict: string) =>
    ok('PUT', 'merges/duplicates', { oneId: kept, otherId, verdict }, desk.cookie);
  await say(mother, 'same');
  await say(gone, 'different');
  expect(await pairs()).toEqual([[kept, mother, 'Mona Samir']]);
  const of = async (id: number) =>
    (await ok('GET', `merges/duplicates?patientId=${id}`, undefined, desk.cookie)).length;
  expect([await of(kept), await of(mother), await of(gone)]).toEqual([1, 1, 0]);
  await sql('delete from doubles');
  expect([await of(kept), await of(mother), await of(gone)]).toEqual([1, 0, 1]);
  expect((await sql('select 1 from merges')).length).toBe(0);
  expect(
    (await call('POST', 'merges', { keptId: kept, goneId: mother, take: [] }, desk.cookie)).statusCode,
  ).toBe(403);
});

test('a record without a phone is compared by the phone of the person who looks after her', async () => {
  const phone = '+201005556666';
  const own = (await makeUser(t.deps.db, { name: 'Amira Hassan', phone })).id;
  const guardian = (await makeUser(t.deps.db, { name: 'Engy', phone })).id;
  const cared = (await makeUser(t.deps.db, { name: 'Amira Hassan', phone: null, authProvider: 'cared' })).id;
  await sql(`insert into guardians (patient_id, guardian_id, relation) values ($1, $2, 'daughter')`, [
    cared,
    guardian,
  ]);
  await sql('delete from credentials where user_id = $1', [cared]);
  const pairs = async (query = '') =>
    (await ok('GET', `merges/duplicates${query}`, undefined, desk.cookie)).map(
      ({ one, other }: { one: { id: number }; other: { id: number } }) => [one.id, other.id],
    );
  expect(await pairs()).toEqual([
    [own, cared],
    [kept, gone],
  ]);
  expect(await pairs(`?patientId=${own}`)).toEqual([[own, cared]]);
  expect(await pairs(`?patientId=${cared}`)).toEqual([[own, cared]]);
  expect(await pairs(`?patientId=${guardian}`)).toEqual([]);
  await ok('POST', 'merges', { keptId: own, goneId: cared, take: [] });
  expect(await pairs()).toEqual([[kept, gone]]);
});

test('deleting a merged patient deletes every id that she had', async () => {
  await sql(`update users set name = 'Zahraa Qandil' where id = $1`, [gone]);
  await merge();
  expect(JSON.stringify(await sql('select before from merges'))).toContain('Zahraa');
  await ok('DELETE', `users/${kept}`);
  expect(JSON.stringify(await sql('select before, moved from merges'))).not.toContain('Zahraa');
  expect(await sql(`select name from users where role = 'patient' and name <> '—'`)).toEqual([]);
});

test('a phone taken over by a merge stays known if it was known before, also after undoing', async () => {
  const [byDesk, byHerself] = ['+201001112222', '+201003334444'];
  await sql('update users set phone = $2, created_by = $3 where id = $1', [gone, byDesk, desk.id]);
  await sql('update users set phone = $2 where id = $1', [kept, byHerself]);
  const isKnown = async (id: number) => {
    const recipient = await findRecipient(t.deps.db, id);
    return [recipient?.phone, recipient?.phoneKnown];
  };
  expect([await isKnown(kept), await isKnown(gone)]).toEqual([
    [byHerself, false],
    [byDesk, true],
  ]);
  expect((await merge(['phone'])).statusCode).toBe(201);
  expect(await isKnown(kept)).toEqual([byDesk, true]);
  expect((await undo()).statusCode).toBe(204);
  expect([await isKnown(kept), await isKnown(gone)]).toEqual([
    [byHerself, false],
    [byDesk, true],
  ]);
  await ok('POST', 'merges', { keptId: gone, goneId: kept, take: ['phone'] });
  expect(await isKnown(gone)).toEqual([byHerself, false]);
  expect((await undo(2)).statusCode).toBe(204);
  expect(await isKnown(gone)).toEqual([byDesk, true]);
});

test('a merge takes over with a contact that the patient stopped messages to it, and undoing gives the own choice back', async () => {
  const phone = '+201001112222';
  await sql('update users set phone = $2, created_by = $3, channels = $4 where id = $1', [
    gone,
    phone,
    desk.id,
    [],
  ]);
  await sql(
    `update users set phone = null, email = 'noha@example.org', created_by = $2, channels = null where id = $1`,
    [kept, desk.id],
  );
  const stored = async () => (await sql('select channels from users where id = $1', [kept]))[0].channels;
  expect((await merge(['phone'])).statusCode).toBe(201);
  expect(await findRecipient(t.deps.db, kept)).toMatchObject({
    phone,
    phoneKnown: true,
    channels: ['email'],
  });
  expect((await undo()).statusCode).toBe(204);
  expect([await stored(), (await findRecipient(t.deps.db, gone))?.channels]).toEqual([null, []]);

  // Channels that were changed since the merge stay.
  expect((await merge(['phone'])).statusCode).toBe(201);
  await sql(`update users set channels = '{push}' where id = $1`, [kept]);
  expect((await undo(2)).statusCode).toBe(204);
  expect(await stored()).toEqual(['push']);
});

test.each([
  ['the other record chose the channel', { channels: ['sms'], authProvider: 'local' }],
  ['the other record chose none', { channels: null, authProvider: 'local' }],
  ['the other record is of a visitor', { channels: null, authProvider: 'visitor' }],
])('a patient gets texts to a phone taken over by a merge if %s', async (_, { channels, authProvider }) => {
  await sql('update users set phone = $2, created_by = $3, channels = $4, auth_provider = $5 where id = $1', [
    gone,
    '+201001112222',
    desk.id,
    channels,
    authProvider,
  ]);
  await sql('update users set phone = null, channels = null where id = $1', [kept]);
  expect((await merge(['phone'])).statusCode).toBe(201);
  expect(await findRecipient(t.deps.db, kept)).toMatchObject({ phoneKnown: true, channels: ['sms'] });
});

test('a visitor who stopped texts gets none to her phone after it is taken over by a merge', async () => {
  await sql(
    `update users set phone = '+201001112222', created_by = $2, channels = '{}', auth_provider = 'visitor'
      where id = $1`,
    [gone, desk.id],
  );
  await sql('update users set phone = null, channels = null where id = $1', [kept]);
  expect((await merge(['phone'])).statusCode).toBe(201);
  expect((await findRecipient(t.deps.db, kept))?.channels).not.toContain('sms');
});
