import { expect, test } from '../fixtures.ts';

test('an admin brings in a list of Excel: a column and a row are mended, it comes in and is taken back', async ({
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
    page.getByRole('button', { name: words(`import.verdict.${verdict}`) }).getByText(/[0-4٠-٤]/);
  await expect(count('wrong')).toHaveText(/[4٤]/);

  await page.getByLabel(words('import.columns.label', { column: 'الفرع' })).selectOption('leave');
  await page.getByLabel(words('import.columns.usualBranch')).selectOption({ index: 1 });
  await page.getByLabel(words('import.columns.usualService')).selectOption({ index: 1 });
  await expect(count('new')).toHaveText(/[3٣]/);
  await axe(page);

  await page.getByRole('button', { name: words('import.row.mendOf', { row: 5 }) }).click();
  const dialog = page.getByRole('dialog');
  await axe(page);
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
