import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAppointment, makeClinic, makeUser } from '#server/testing/factories.ts';
import { createImportSteps } from '#server/testing/importing.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import { workOnImports } from './import-task-actions.ts';

let t: TestApp;
let admin = { id: 0, cookie: '' };
let usual = { locationId: 0, serviceId: 0 };
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.reset();
  admin = await createSignedInUser(t, { role: 'admin' });
  const { location, service } = await makeClinic(t.deps.db, { rooms: 1 });
  usual = { locationId: location.id, serviceId: service.id };
});
afterAll(() => t.close());

const { asked, now, rowsOf, sql, checked, run } = createImportSteps(
  () => t,
  () => admin.cookie,
);
const taken = async (date: string, time: string) =>
  makeAppointment(t.deps.db, {
    patientId: (await makeUser(t.deps.db, {})).id,
    ...usual,
    date,
    time,
    room: 1,
  });
const reasons = async (id: number) =>
  (await t.call('GET', `/api/imports/${id}/report`, { cookie: admin.cookie })).body
    .replace(/[\u2068\u2069]/g, '')
    .trimEnd()
    .split('\r\n')
    .slice(2);

test('a patient without a room for her first appointment is left out with all of them', async () => {
  const id = await checked(
    'name,phone,visit date,time\nMona,01000000010,8/6/2027,17:00\nMona,01000000010,9/6/2027,17:00\n',
    usual,
  );
  await taken('2027-06-08', '17:00:00');
  expect(await run(id)).toMatchObject({ patients: 0, visits: 0, left: 2 });
  expect(await sql(`select 1 from appointments where local_start::date = '2027-06-09'`)).toEqual([]);
  expect(await reasons(id)).toEqual([
    expect.stringContaining('Every room of'),
    expect.stringContaining('Row 2 is about the same patient and was left out.'),
  ]);
});

test('a row belongs to a patient who registered after the check, and so does her later row', async () => {
  const id = await checked(
    'name,phone,visit date,time\nMona,01000000010,8/6/2027,17:00\nMona,01000000010,9/6/2027,17:00\n',
    usual,
  );
  const mona = await makeUser(t.deps.db, { name: 'Mona', phone: '+201000000010', phoneConfirmedAt: monday });
  expect(await run(id)).toMatchObject({ patients: 0, visits: 2, left: 0 });
  expect(await sql('select distinct patient_id from appointments')).toEqual([{ patient_id: mona.id }]);
});

test('of two appointments of one patient at one time the second is left out, not for lack of a room', async () => {
  const id = await checked(
    'name,phone,visit date,time\nMona,01000000010,8/6/2027,17:00\nMona,01000000010,8/6/2027,17:05\n',
    usual,
  );
  expect(await run(id)).toMatchObject({ visits: 1, left: 1 });
  expect(await reasons(id)).toEqual([expect.stringContaining('The patient has another visit on')]);
});

test('an evening appointment may end after midnight', async () => {
  await run(await checked('name,phone,visit date,time\nMona,01000000010,8/6/2027,23:55\n', usual));
  expect(await sql(`select 1 from appointments where local_end > '2027-06-09 00:00'`)).toHaveLength(1);
});

test('rows of a patient who is deleted between check and import lose their data', async () => {
  const mona = await makeUser(t.deps.db, { name: 'Mona', phone: '+201000000010', phoneConfirmedAt: monday });
  const id = await checked(
    'name,phone,visit date,time\nMona,01000000010,8/6/2027,17:00\nMona Adel,01000000010,,\nDina,01000000011,9/6/2027,17:00\n',
    usual,
  );
  expect((await rowsOf(id)).map(({ verdict }) => verdict)).toEqual(['same', 'doubtful', 'new']);
  await asked('DELETE', `/api/users/${mona.id}`);
  expect(await rowsOf(id)).toMatchObject([
    { verdict: 'wrong', name: '', phone: '' },
    { verdict: 'doubtful', name: 'Mona Adel' },
    { verdict: 'new' },
  ]);
  expect(await sql(`select 1 from import_rows where why #>> '{params,name}' is not null`)).toEqual([]);
  expect(await run(id)).toMatchObject({ state: 'done', patients: 1, visits: 1, left: 0 });
});

test('a duplicate appointment is added once after the other one was corrected', async () => {
  await makeUser(t.deps.db, { name: 'Mona', phone: '+201000000010', phoneConfirmedAt: monday });
  const id = await checked(
    'name,phone,visit date,time\nMona,01000000010,1/2/2026,17:00\nMona,01000000010,1/2/2026,17:00\n',
    usual,
  );
  expect((await rowsOf(id))[1]?.why).toContain('This visit exists already.');
  await asked('PATCH', `/api/imports/${id}/rows/2`, { cells: ['Mona', '01000000010', '2/2/2026', '17:00'] });
  expect((await rowsOf(id))[1]?.why).toContain('is added.');
  expect(await run(id)).toMatchObject({ visits: 2, left: 0 });
});

test('confirming a date does not decide which patient the row belongs to', async () => {
  await makeUser(t.deps.db, { name: 'Mona Adel', phone: '+201000000010', phoneConfirmedAt: monday });
  const id = await checked(
    [
      'name,phone,visit date',
      'Mona Adel Hassan,01000000010,1/2/2026',
      'Dina,01000000011,23/2/2026',
      'Hoda,01000000012,2/23/2026',
    ].join('\n'),
    usual,
  );
  const [read] = await rowsOf(id);
  expect(read).toMatchObject({ question: 'reading', why: expect.stringContaining('Correct?') });
  await asked('PATCH', `/api/imports/${id}/rows/2`, { decision: 'same' });
  const [whose] = await rowsOf(id);
  expect(whose).toMatchObject({ question: 'patient', why: expect.stringContaining('Same patient?') });
  await asked('PATCH', `/api/imports/${id}/rows/2`, { decision: 'another' });
  expect((await rowsOf(id))[0]?.verdict).toBe('new');
  const cells = ['Mona Adel Hassan', '01000000010', '13/2/2026'];
  await asked('PATCH', `/api/imports/${id}/rows/2`, { cells });
  expect((await rowsOf(id))[0]).toMatchObject({ question: 'patient' });
});

test('a patient chosen by staff is kept when the file is checked again', async () => {
  await makeUser(t.deps.db, { name: 'Mona Adel', phone: '+201000000010', phoneConfirmedAt: monday });
  const chosen = await makeUser(t.deps.db, { name: 'Mona Adel Hassan' });
  const staff = await makeUser(t.deps.db, { role: 'doctor' });
  const id = await checked(
    'name,phone,visit date,time\nMona Adel Hassan,01000000010,1/2/2026,17:00\n',
    usual,
  );
  expect((await rowsOf(id))[0]).toMatchObject({ question: 'patient' });
  await expect(asked('PATCH', `/api/imports/${id}/rows/2`, { patientId: staff.id })).rejects.toThrow('404');
  await asked('PATCH', `/api/imports/${id}/rows/2`, { patientId: chosen.id });
  expect((await rowsOf(id))[0]).toMatchObject({ verdict: 'same', question: null });
  await asked('PATCH', `/api/imports/${id}`, { locationId: usual.locationId });
  await workOnImports(t.deps);
  expect(await run(id)).toMatchObject({ patients: 0, visits: 1, left: 0 });
  expect(await sql('select patient_id as id from appointments')).toEqual([{ id: chosen.id }]);
});

test('after a stop all rows are checked again, and a corrected row is imported', async () => {
  const id = await checked('name,phone,visit date,time\nMona,01000000010,8/6/2027,17:00\n', usual);
  await taken('2027-06-08', '17:00:00');
  await asked('POST', `/api/imports/${id}/run`);
  const { importNextStep: runSome } = await import('./run-actions.ts');
  const { findImport: importWithId } = await import('./queries.ts');
  const work = await importWithId(t.deps.db, id);
  if (work) await runSome(t.deps, work);
  await asked('POST', `/api/imports/${id}/stop`);
  await workOnImports(t.deps);
  expect(await now(id)).toMatchObject({ state: 'checked', left: 0 });
  expect(await rowsOf(id)).toMatchObject([{ verdict: 'wrong', why: expect.stringContaining('Every room') }]);
  const cells = ['Mona', '01000000010', '9/6/2027', '17:00'];
  await asked('PATCH', `/api/imports/${id}/rows/2`, { cells });
  expect(await run(id)).toMatchObject({ patients: 1, visits: 1, left: 0 });
});

test('an unchanged setting and an unknown format are handled', async () => {
  const id = await checked('name,phone\nMona,01000000010\n');
  await asked('PATCH', `/api/imports/${id}`, {});
  for (const body of [{ encoding: '' }, { delimiter: '' }, { encoding: 'koi8-r' }]) {
    const answer = await t.call('PATCH', `/api/imports/${id}`, { cookie: admin.cookie, body });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed']);
  }
});

test('the report can be imported again, and a foreign phone number survives', async () => {
  const id = await checked('name,phone,email\n,+33612345678,mona@example.com\n');
  const answer = await t.call('GET', `/api/imports/${id}/report`, { cookie: admin.cookie });
  const again = await checked(answer.body.replace('\n,', '\nMona,'));
  expect(await rowsOf(again)).toMatchObject([{ verdict: 'new' }]);
});
