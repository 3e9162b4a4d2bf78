import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeAppointment, makeClinic } from '#server/testing/factories.ts';
import { createImportSteps } from '#server/testing/importing.ts';
import { runBlockedBy } from '#server/testing/locks.ts';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { workOnImports } from './import-task-actions.ts';
import { findImport } from './queries.ts';
import { importNextStep } from './run-actions.ts';

/* The check decides which patient a row means; these tests change that patient before the import runs. */

const clinic = await createTestApp();
const { call, deps } = clinic;
let admin: SignedIn;
beforeEach(async () => {
  await clinic.reset();
  await makeClinic(deps.db, { rooms: 2 });
  admin = await createSignedInUser(clinic, { role: 'admin' });
});
afterAll(clinic.close);

const { asked, now, rowsOf, sql, checked, run } = createImportSteps(
  () => clinic,
  () => admin.cookie,
);
const usual = { locationId: 1, serviceId: 1 };
const list = 'name,phone,visit date,time\nMona,01000000010,8/6/2027,17:00\nDina,01000000011,8/6/2027,18:00\n';
const patient = async (name: string, phone?: string) =>
  (
    await createSignedInUser(clinic, {
      role: 'patient',
      name,
      ...(phone ? { phone, createdBy: admin.id } : {}),
    })
  ).id;
const mona = () => patient('Mona', '+201000000010');
const visits = (where = 'true') =>
  sql(`select patient_id as who, local_start::text as at from appointments a join users u
    on u.id = a.patient_id where ${where} order by a.local_start, a.id`);
const ofNobody = () => visits('u.erased_at is not null');
const join = (goneId: number, keptId: number, take: string[] = []) =>
  asked('POST', '/api/merges', { goneId, keptId, take });
const remove = (id: number) => call('DELETE', `/api/users/${id}`, { cookie: admin.cookie });

/**
 * Calls `done` after the import has read the patient of the row, while the import waits for the patient's row
 * lock.
 */
async function meanwhile(who: number, done: () => PromiseLike<unknown>, id: number): Promise<void> {
  await asked('POST', `/api/imports/${id}/run`);
  const held = `select from users where id = ${who} for no key update`;
  await runBlockedBy(deps.database, held, done, () => workOnImports(deps));
}

test('a record merged after the check brings its appointments to the kept one', async () => {
  const gone = await mona();
  const kept = await patient('Mona Adel');
  const id = await checked(list, usual);
  await join(gone, kept);
  expect(await run(id)).toMatchObject({ patients: 1, visits: 2, left: 0 });
  expect([(await visits())[0], await ofNobody()]).toEqual([{ who: kept, at: '2027-06-08 17:00:00' }, []]);
});

test.each([
  ['was there at the check', true],
  ['came since', false],
])('the same happens during the import if the patient %s', async (_, before) => {
  const kept = await patient('Mona');
  const early = before ? await mona() : 0;
  const id = await checked(list, usual);
  const gone = before ? early : await mona();
  await meanwhile(gone, () => join(gone, kept, ['phone']), id);
  expect(await now(id)).toMatchObject({ state: 'done', patients: 1, visits: 2, left: 0 });
  expect([(await visits())[0], await ofNobody()]).toEqual([{ who: kept, at: '2027-06-08 17:00:00' }, []]);
});

test('a later row belongs to the kept record if the earlier patient was merged', async () => {
  const kept = await patient('Mona Adel');
  const others = Array.from({ length: 100 }, (_, i) => `Person ${i},011${String(10_000_000 + i)},,`);
  const hers = ['8/6/2027', '9/6/2027'].map((day) => `Mona,01000000010,${day},17:00`);
  const id = await checked(['name,phone,visit date,time', hers[0], ...others, hers[1]].join('\n'), usual);
  await asked('POST', `/api/imports/${id}/run`);
  const work = await findImport(deps.db, id);
  if (work) await importNextStep(deps, work);
  const [made] = await sql(`select id from users where name = 'Mona'`);
  await join(made?.id, kept);
  await workOnImports(deps);
  expect(await now(id)).toMatchObject({ state: 'done', patients: 101, visits: 2, left: 0 });
  expect((await visits()).map(({ who }) => who)).toEqual([kept, kept]);
});

test('a patient deleted during the import is left out with her row, and the report says so', async () => {
  const who = await mona();
  await makeAppointment(deps.db, { ...usual, patientId: who, date: '2027-06-01', status: 'attended' });
  const id = await checked(list, usual);
  await meanwhile(who, () => remove(who), id);
  expect(await now(id)).toMatchObject({ state: 'done', patients: 1, visits: 1, counts: { wrong: 1 } });
  expect((await ofNobody()).map(({ at }) => at)).toEqual(['2027-06-01 15:00:00']);
  expect(await rowsOf(id)).toMatchObject([
    { verdict: 'wrong', name: '', why: expect.stringContaining('name') },
    { verdict: 'new', name: 'Dina' },
  ]);
});

test('a patient of an undone import is created once by the next list', async () => {
  const wrong = await checked(list, usual);
  await run(wrong);
  const mended = await checked(
    [
      'name,phone,visit date,time',
      'Mona,01000000010,8/6/2027,17:00',
      'Mona,01000000010,9/6/2027,17:00',
      'Mona Ali,01000000010,10/6/2027,17:00',
      'Dina,01000000011,1/2/2026,18:00',
      'Mona Aly,01000000010,,',
    ].join('\n'),
    usual,
  );
  await asked('PATCH', `/api/imports/${mended}/rows/4`, { decision: 'same' });
  expect((await rowsOf(mended)).map(({ verdict }) => verdict)).toEqual([
    ...Array.from({ length: 4 }, () => 'same'),
    'doubtful',
  ]);
  await asked('POST', `/api/imports/${wrong}/undo`);
  await workOnImports(deps);
  expect(await run(mended)).toMatchObject({ state: 'done', patients: 2, visits: 4, left: 0 });
  expect(await ofNobody()).toEqual([]);
  const named = await sql('select name from users where role = $1 and erased_at is null order by id', [
    'patient',
  ]);
  expect(named).toEqual([{ name: 'Mona' }, { name: 'Dina' }]);
  expect(await sql(`select 1 from import_rows where why #>> '{params,name}' is not null`)).toEqual([]);
});

test('a file that was open while an import added a note is stale', async () => {
  const file = `/api/patients/${await mona()}/file`;
  const { version } = await asked('GET', file);
  await run(await checked('name,phone,notes\nMona,01000000010,Allergic to penicillin\n'));
  const body = { note: 'Prefers mornings', version };
  const saved = await call('PATCH', file, { cookie: admin.cookie, body });
  expect([saved.statusCode, (await asked('GET', file)).note]).toEqual([409, 'Allergic to penicillin']);
});
