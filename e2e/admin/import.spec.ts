import { readFile } from 'node:fs/promises';
import { receptionWorkbook } from '#server/testing/lists/exports/reception-workbook.ts';
import { workbook } from '#server/testing/lists/workbook.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { expect, test } from '../fixtures.ts';
import { runsEveryConfiguration } from '../project-tags.ts';

test('an admin imports an Excel list, corrects a column and a row, and undoes the import', async ({
  page,
  login,
  words,
  axe,
}) => {
  await login(page, 'admin');
  await page.goto('/admin/import');
  await page
    .getByLabel(words('import.file.choose'))
    .and(page.locator('input'))
    .setInputFiles('server/testing/lists/excel.xlsx');
  const count = (verdict: 'new' | 'wrong') =>
    page
      .getByRole('group', { name: words('import.check.filter') })
      .getByRole('button', { name: words(`import.verdict.${verdict}`) })
      .getByText(/[0-4٠-٤]/);
  await expect(count('wrong')).toHaveText(/[4٤]/);

  await page.getByLabel(words('import.columns.label', { column: 'الفرع' })).selectOption('leave');
  await page.getByLabel(words('import.columns.usualBranch')).selectOption({ index: 1 });
  await page.getByLabel(words('import.columns.usualService')).selectOption({ index: 1 });
  await expect(count('new')).toHaveText(/[3٣]/);
  await axe(page);

  await page.getByRole('button', { name: words('import.row.decideOf', { row: 5 }) }).click();
  const dialog = page.getByRole('dialog');
  await axe(page);
  await dialog.getByRole('button', { name: words('import.decide.correct') }).click();
  await dialog.getByLabel('الموبايل').fill('01000000059');
  await dialog.getByRole('button', { name: words('import.mend.save') }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: words('import.run', { n: 4 }) }).click();
  await expect(
    page.getByRole('status').filter({ hasText: words('import.done.rows', { n: 4 }) }),
  ).toBeVisible();
  await axe(page);

  await page.getByRole('button', { name: words('import.undo'), exact: true }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words('import.undo') })
    .click();
  await expect(page.getByText(words('import.undone'))).toBeVisible();
});

test('of a workbook with several sheets an admin sees which one is read, and chooses another by keyboard', async ({
  page,
  login,
  words,
  axe,
}) => {
  const head = ['Name', 'Mobile'];
  const buffer = await workbook([
    { name: 'Cover', rows: [['Our patients']] },
    { name: '2025', rows: [head, ['Mona Adel', '01000000021']] },
    { name: '2026', rows: [head, ['Noha Samir', '01000000022'], ['Hoda Nabil', '01000000023']] },
  ]);
  await login(page, 'admin');
  await page.goto('/admin/import');
  await page
    .getByLabel(words('import.file.choose'))
    .and(page.locator('input'))
    .setInputFiles({ name: 'two-years.xlsx', mimeType: 'application/octet-stream', buffer });
  const read = (sheet: string) => page.getByText(words('import.readAs.sheet', { sheet }));
  await expect(read('2025')).toContainText('Cover');
  await page.getByRole('button', { name: words('import.columns.howRead') }).press('Enter');
  const dialog = page.getByRole('dialog');
  await axe(page);
  await dialog.getByLabel(words('import.reading.sheet')).selectOption('2026');
  await dialog.getByRole('button', { name: words('import.reading.save') }).press('Enter');
  await expect(read('2026')).toBeVisible();
  await expect(page.getByText('Hoda Nabil')).toBeVisible();
});

test('a list without headings is read as such, and doubts are accepted for all rows', async ({
  page,
  login,
  words,
  axe,
}) => {
  const lines = ['Ward,Phone', 'Mona Adel,01000000031', 'Noha Samir,0100000003'];
  await login(page, 'admin');
  await page.goto('/admin/import');
  await page
    .getByLabel(words('import.file.choose'))
    .and(page.locator('input'))
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await page.getByRole('button', { name: words('import.columns.howRead') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('import.reading.headings')).check();
  await axe(page);
  await dialog.getByRole('button', { name: words('import.reading.save') }).click();
  await expect(page.getByText(words('import.readAs.noHeadings'))).toBeVisible();
  const accept = { n: 2, reason: words('import.reason.phone') };
  await page.getByRole('button', { name: words('import.account.acceptOf', accept) }).click();
  await expect(page.getByRole('button', { name: words('import.run', { n: 3 }) })).toBeEnabled();
});

/**
 * Exports of other products (`server/testing/lists/exports/README.md`), their number of patient rows, and the
 * language in which `npm test` imports them by the screen. `exports.test.ts` imports all by the API.
 */
const exported: readonly [name: string, rows: number, lang?: Lang][] = [
  ['cliniko-patients.csv', 3],
  ['cliniko-appointments.csv', 3, 'en'],
  ['simplepractice-clients.csv', 3],
  ['easyappointments-customers.csv', 2],
  ['easyappointments-appointments.csv', 3],
  ['openemr-demographics.csv', 3],
  ['calcom-bookings.csv', 2],
  ['acuity-appointments.csv', 3],
  ['google-contacts.csv', 3, 'en'],
  ['outlook-contacts.csv', 2],
  ['vezeeta-visits.csv', 3, 'ar'],
  ['hospital.xls', 3],
  ['reception.xlsx', 4, 'ar'],
];
const bytesOf = (name: string) =>
  name === 'reception.xlsx' ? receptionWorkbook() : readFile(`server/testing/lists/exports/${name}`);

test('exports of other products are imported and undone by the screen’s own instructions', {
  tag: '@both',
}, async ({ page, login, lang, words }) => {
  // "Accept all 3: …", without the parts that differ.
  const [start = ''] = words('import.account.acceptOf', { n: '#', reason: '' }).split(/[(#]/);
  const acceptance = new RegExp(`^${start}`);
  await login(page, 'admin');
  for (const [name, rows] of exported.filter(([, , one]) => runsEveryConfiguration || one === lang))
    await test.step(name, async () => {
      await page.goto('/admin/import');
      await page
        .getByLabel(words('import.file.choose'))
        .and(page.locator('input'))
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: await bytesOf(name) });
      const run = page.getByRole('button', { name: words('import.run', { n: rows }) });
      await expect(page.getByText(words('import.account.title'))).toBeVisible();
      for (const usual of ['usualBranch', 'usualService'] as const) {
        const choice = page.getByLabel(words(`import.columns.${usual}`));
        if (!(await choice.isVisible())) continue;
        await choice.selectOption({ index: 1 });
        // The fields may disappear while the rows are checked again. A field shows its value once it is
        // saved.
        await expect(choice).not.toHaveValue('');
      }
      // Each doubt has a button that accepts all rows with this doubt.
      const accept = page.getByRole('button', { name: acceptance });
      await expect(async () => {
        if (await accept.first().isVisible()) await accept.first().click();
        await expect(run).toBeEnabled({ timeout: 2000 });
      }).toPass();
      await run.click();
      await expect(
        page.getByRole('status').filter({ hasText: words('import.done.rows', { n: rows }) }),
      ).toBeVisible();
      await page.getByRole('button', { name: words('import.undo'), exact: true }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: words('import.undo') })
        .click();
      await expect(page.getByText(words('import.undone.all'))).toBeVisible();
    });
});
