import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createImportSteps } from '#server/testing/importing.ts';
import { workbook } from '#server/testing/lists/workbook.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
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

const { asked, now, sql, checked } = createImportSteps(
  () => t,
  () => admin.cookie,
);

test('the sheet with the list is read, the others are named, and another can be chosen', async () => {
  const head = ['Name', 'Mobile'];
  const sheets = [
    { name: 'Cover', rows: [['Our patients'], ['printed on Sunday']] },
    { name: '2025', rows: [head, ['Mona Adel', '01000000010']] },
    { name: '2026', rows: [head, ['Noha Samir', '01000000011'], ['Hoda Nabil', '01000000012']] },
  ];
  const names = sheets.map(({ name }) => name);
  const id = await checked(await workbook(sheets));
  expect(await now(id)).toMatchObject({ sheets: names, sheet: 1, total: 1, columns: ['name', 'phone'] });
  await asked('PATCH', `/api/imports/${id}`, { sheet: 2 });
  await workOnImports(t.deps);
  expect(await now(id)).toMatchObject({ sheets: names, sheet: 2, total: 2, columns: ['name', 'phone'] });
  const none = await t.call('PATCH', `/api/imports/${id}`, { cookie: admin.cookie, body: { sheet: 3 } });
  expect([none.statusCode, none.json().fields]).toEqual([400, { sheet: expect.any(String) }]);
  const asFront = await checked(await workbook(sheets, 2));
  expect(await now(asFront)).toMatchObject({ sheet: 2, total: 2 });
});

test('an empty first sheet is skipped, and a chosen empty sheet can be replaced', async () => {
  const sheets = [
    { name: 'Empty', rows: [] },
    { name: 'Cover', rows: [['Our patients']] },
    {
      name: 'Words',
      rows: [
        ['Whom', 'Where'],
        ['Mona Adel', '01000000010'],
      ],
    },
  ];
  const id = await checked(await workbook(sheets));
  expect(await now(id)).toMatchObject({ state: 'checked', sheet: 2, total: 1 });
  for (const sheet of [0, 1]) {
    await asked('PATCH', `/api/imports/${id}`, { sheet });
    await workOnImports(t.deps);
    expect(await now(id)).toMatchObject({ state: 'refused', sheet, refusal: expect.any(String) });
  }
  await asked('PATCH', `/api/imports/${id}`, { sheet: 2 });
  await workOnImports(t.deps);
  expect(await now(id)).toMatchObject({ state: 'checked', sheet: 2, total: 1, refusal: null });
  const none = await checked(await workbook([{ name: 'Empty', rows: [] }]));
  expect(await now(none)).toMatchObject({ state: 'refused' });
  const again = await t.call('PATCH', `/api/imports/${none}`, { cookie: admin.cookie, body: { sheet: 0 } });
  expect([again.statusCode, again.json().code]).toEqual([409, 'import_moved_on']);
  expect(await sql('select id from imports where bytes is null')).toEqual([{ id: none }]);
});

test('reading that was interrupted before its sheet was stored continues with the active one', async () => {
  const rows = (name: string) => [['Whom'], [`${name} Adel`], [`${name} Samir`]];
  const list = {
    name: 'List',
    rows: [
      ['Name', 'Mobile'],
      ['Hoda', '01000000012'],
    ],
  };
  const id = await checked(await workbook([{ name: 'Front', rows: rows('Mona') }, list]));
  expect((await now(id)).sheet).toBe(1);
  await asked('PATCH', `/api/imports/${id}`, { sheet: 0 });
  await workOnImports(t.deps);
  await sql('delete from import_rows where import_id = $1 and n = 3', [id]);
  await sql(`update imports set state = 'reading', total = 1, sheet = null, sheets = '{}' where id = $1`, [
    id,
  ]);
  await workOnImports(t.deps);
  expect(await now(id)).toMatchObject({ state: 'checked', sheet: 0, total: 2 });
});
