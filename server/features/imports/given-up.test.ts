import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createImportSteps } from '#server/testing/importing.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { workOnImports } from './import-task-actions.ts';

let t: TestApp;
let admin = { id: 0, cookie: '' };
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.reset();
  admin = await createSignedInUser(t, { role: 'admin' });
});
afterAll(() => t.close());
afterEach(() => working());

const { send, asked, now, sql, checked, run } = createImportSteps(
  () => t,
  () => admin.cookie,
);
const list = 'name,phone\nMona Adel,01000000010\n';
/** The state after three processes died during the import; `killed.test.ts` really kills them. */
const died = (state: string) => sql('update imports set state = $1, attempts = 3', [state]);
const told = () => sql(`select actor_role, after from events where action = 'import_failed'`);

test('an import that was given up shows the reason in the reader’s language, and the history too', async () => {
  const id = await checked(list);
  await died('checking');
  await workOnImports(t.deps);
  const { state, refusal } = await now(id);
  expect([state, refusal]).toEqual(['refused', expect.stringContaining('stopped three times')]);
  const inArabic = await asked('GET', `/api/imports/${id}`, undefined, 'ar');
  expect(inArabic).toMatchObject({ refusal: expect.stringContaining('ثلاث مرات') });
  expect(await told()).toEqual([{ actor_role: 'system', after: { state: 'checking' } }]);
  await asked('DELETE', `/api/imports/${id}`);
});

test('rows that could not be undone stay imported until they are undone again', async () => {
  const id = await checked(list);
  await run(id);
  await died('undoing');
  await workOnImports(t.deps);
  const left = { state: 'done', patients: 1, refusal: expect.stringContaining('Press Undo') };
  expect(await now(id)).toMatchObject(left);
  await asked('POST', `/api/imports/${id}/undo`);
  await workOnImports(t.deps);
  expect(await now(id)).toMatchObject({ state: 'undone', patients: 0, left: 0, refusal: null });
});

test('progress resets the number of attempts', async () => {
  await checked(list);
  await sql(`update imports set state = 'checking', attempts = 2`);
  await workOnImports(t.deps);
  expect(await sql('select state, attempts from imports')).toEqual([{ state: 'checked', attempts: 0 }]);
});

/** From now on each check of a row fails with this database error. */
const failing = async (code: string): Promise<void> => {
  const { owner } = await testDatabase();
  await owner.query(`create function failed_step() returns trigger language plpgsql as
    $$ begin raise exception 'no' using errcode = '${code}'; end $$`);
  await owner.query('create trigger failed before update on import_rows execute function failed_step()');
};
const working = async (): Promise<void> => {
  const { owner } = await testDatabase();
  await owner.query('drop function if exists failed_step cascade');
};

test.for(['57014', '55P03'])(
  'after three interrupted steps (%s) the import is given up and the next one starts',
  async (code) => {
    const first = await checked(list);
    await sql(`update imports set state = 'checking'`);
    await failing(code);
    for (let turn = 0; turn < 3; turn += 1) await expect(workOnImports(t.deps)).rejects.toThrow();
    await workOnImports(t.deps);
    await working();
    expect(await now(first)).toMatchObject({ state: 'refused' });
    const second = await checked('name,phone\nSalma Nabil,01000000011\n');
    expect(await now(second)).toMatchObject({ state: 'checked' });
  },
);

test('an unavailable database never gives up an import', async () => {
  const { id } = (await send(Buffer.from(list))).json() as { id: number };
  await failing('53300');
  for (let turn = 0; turn < 6; turn += 1) await expect(workOnImports(t.deps)).rejects.toThrow();
  await working();
  await workOnImports(t.deps);
  expect(await now(id)).toMatchObject({ state: 'checked' });
});
