import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { zip } from '#server/engine/files/zip.ts';
import { makeClinic, makeUser } from '#server/testing/factories.ts';
import { createImportSteps } from '#server/testing/importing.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import { workOnImports } from './import-task-actions.ts';
import { readListInWorker } from './list-worker-client.ts';

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

const { asked, now, rowsOf, sql, checked, run, expectReportToAddUp } = createImportSteps(
  () => t,
  () => admin.cookie,
);

test('a second table, repeated headings, a total and damaged rows are left out with reasons', async () => {
  const id = await checked(
    [
      'Our patients,,',
      'Name,Mobile,Notes',
      'Mona Adel,01000000010,"two',
      'lines"',
      '',
      'Name,Mobile,Notes',
      'Noha Samir,01000000011',
      'Total,,2',
      'Doctor,Name,Status',
      'Hala,Dina Kamal,booked',
    ].join('\n'),
  );
  const file = await now(id);
  expect(file.account).toEqual({ lines: 10, breaks: 1, empty: 1, above: 1, headings: 1, hiddenSheets: [] });
  expect(file).toMatchObject({ total: 6, counts: { new: 1, same: 0, doubtful: 1, wrong: 4 } });
  expect((await rowsOf(id)).map(({ row, verdict }) => [row, verdict])).toEqual([
    [3, 'new'],
    [5, 'wrong'],
    [6, 'doubtful'],
    [7, 'wrong'],
    [8, 'wrong'],
    [9, 'wrong'],
  ]);
  expect(file.reasons).toEqual([
    { code: 'secondTable', n: 2, canBeAccepted: false },
    { code: 'fewerCells', n: 1, canBeAccepted: true },
    { code: 'headingsAgain', n: 1, canBeAccepted: false },
    { code: 'total', n: 1, canBeAccepted: false },
  ]);
  await expectReportToAddUp(id);
  await run(id);
  await expectReportToAddUp(id);
});

test('accepting an unknown status shows what the appointment becomes', async () => {
  const { location, service } = await makeClinic(t.deps.db, { rooms: 2 });
  const defaults = { locationId: location.id, serviceId: service.id };
  const id = await checked(
    'Name,Visit date,Time,Status\nMona,5/3/2020,17:00,Maybe\nNoha,5/3/2020,17:00,\n',
    defaults,
  );
  const [doubted] = await rowsOf(id);
  expect(doubted?.why).toContain('If you accept, it is saved as a note, and the visit as attended');
  expect((await rowsOf(id, 'ar'))[0]?.why).toContain('إذا قبلتِ يُحفظ كملاحظة، وتُسجّل الزيارة «حضرت»');
  await asked('PATCH', `/api/imports/${id}`, { accepted: ['statusUnknown'] });
  await workOnImports(t.deps);
  await run(id);
  expect(await sql('select status, notes from appointments order by id')).toEqual([
    { status: 'attended', notes: 'Status: Maybe' },
    { status: 'attended', notes: '' },
  ]);
});

test('a file that ends inside a quoted cell is rejected with the row', async () => {
  const id = await checked('Name,Mobile\nMona,01000000010\n"Noha,01000000011\nDina,01000000012\n');
  expect(await now(id)).toMatchObject({
    state: 'refused',
    refusal: expect.stringContaining('opens in row 3 is never closed'),
  });
});

test('a list without headings keeps all rows, and the setting reads headings as a row', async () => {
  const id = await checked('Mona Adel,01000000010\nNoha Samir,01000000011\n');
  expect(await now(id)).toMatchObject({ hasHeadings: false, total: 2, columns: ['name', 'phone'] });
  const headed = await checked('Ward,Phone\nMona Adel,01000000010\n');
  expect(await now(headed)).toMatchObject({ hasHeadings: true, total: 1 });
  await asked('PATCH', `/api/imports/${headed}`, { hasHeadings: false });
  await workOnImports(t.deps);
  expect(await now(headed)).toMatchObject({ hasHeadings: false, total: 2 });
});

test('an existing patient gets the note and the phone of a row, and loses both with the undo', async () => {
  const mona = await makeUser(t.deps.db, {
    name: 'Mona Adel',
    phone: '+201000000010',
    phoneConfirmedAt: monday,
  });
  await sql(`insert into patient_files (patient_id, note) values ($1, 'prefers mornings')`, [mona.id]);
  const id = await checked(
    'Name,Mobile,Phone 2,Notes\nMona Adel,01000000010,01000000020,Penicillin allergy\n',
  );
  await run(id);
  const note = async () => (await sql('select note from patient_files where patient_id = $1', [mona.id]))[0];
  expect(await note()).toEqual({ note: 'prefers mornings\nPenicillin allergy\nPhone 2: 0100 000 0020' });
  await asked('POST', `/api/imports/${id}/undo`);
  await workOnImports(t.deps);
  expect(await note()).toEqual({ note: 'prefers mornings' });
});

const options = { encoding: null, delimiter: null, sheet: null, findList: true };
async function workbookOf(sharedStrings: Iterable<string>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  async function* entries() {
    yield { name: 'xl/sharedStrings.xml', content: sharedStrings };
    yield { name: 'xl/workbook.xml', content: ['<workbook/>'] };
  }
  for await (const piece of zip(entries())) pieces.push(piece);
  return Buffer.concat(pieces);
}
async function reasonFor(bytes: Buffer, deadline?: number): Promise<unknown> {
  try {
    for await (const _ of readListInWorker(bytes, options, deadline === undefined ? {} : { deadline }))
      continue;
    return null;
  } catch (error) {
    return (error as { reason?: string }).reason;
  }
}

test('a workbook with a million texts, one with a huge text, and a slow file are rejected', async () => {
  const texts = Array<string>(1000).fill('<si><t>a</t></si>'.repeat(1000));
  expect(await reasonFor(await workbookOf(['<sst>', ...texts, '</sst>']))).toBe('unpacks_too_large');
  const huge = Array<string>(110).fill(' '.repeat(1 << 20));
  expect(await reasonFor(await workbookOf(huge))).toBe('unpacks_too_large');
  expect(await reasonFor(Buffer.from('a,b\n'.repeat(90_000)), 1)).toBe('too_slow');
});

test('a file that exceeds the memory of its thread is rejected', { timeout: 60_000 }, async () => {
  const page = Buffer.from(`<table>${'<tr><td>'.repeat(1_500_000)}`);
  expect(await reasonFor(page)).toBe('unpacks_too_large');
});
