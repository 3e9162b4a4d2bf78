import { expect, test } from '../fixtures.ts';

test('every chart of insights has its table, and period and branch are in the URL', async ({
  page,
  login,
  words,
  axe,
}) => {
  await login(page, 'admin');
  await page.goto('/admin/insights');
  await expect(page.locator('.recharts-surface').first()).toBeVisible();
  const pictures = page.getByRole('img');
  await expect(pictures).toHaveCount(2);
  await expect(page.getByRole('table', { name: words('admin.insights.load.title') })).toBeVisible();

  for (const fold of await page.getByText(words('admin.insights.showTable')).all()) await fold.click();
  const weeks = page.getByRole('table', { name: words('admin.insights.weeks.title') });
  await expect(weeks.getByRole('columnheader', { name: words('admin.insights.noShow') })).toBeVisible();
  const branches = page.getByRole('table', { name: words('admin.insights.branches.title') });
  await expect(branches.getByRole('row')).toHaveCount(9);
  await axe(page);

  await page.getByRole('combobox', { name: words('admin.insights.location') }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/location=\d+/);
  await expect(branches).toHaveCount(0);
  await page.getByRole('combobox', { name: words('admin.insights.period') }).selectOption('custom');
  await expect(page).toHaveURL(/period=custom&from=/);
  await page.getByRole('button', { name: words('admin.insights.from') }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await axe(page);
});
