import { expect, test, toast } from '../fixtures.ts';

test('an admin changes a setting: an error is shown at its field, and a save takes effect at once', async ({
  page,
  login,
  words,
  axe,
}) => {
  await login(page, 'admin');
  await page.goto('/admin/settings');
  const openBooking = () => page.getByText(words('admin.settings.group.booking'), { exact: true }).click();
  await openBooking();
  const ahead = page.getByLabel(words('admin.settings.minutesAhead'));
  const before = await ahead.inputValue();
  const save = page.getByRole('button', { name: words('admin.settings.save') });

  await ahead.fill('soon');
  await page.getByLabel(words('admin.settings.contactEmail')).fill('nobody');
  await save.click();
  await expect(ahead).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(words('validation.wholeNumber'))).toBeVisible();
  await expect(page.getByText(words('validation.email'), { exact: true })).toBeVisible();
  await axe(page);

  await page.getByRole('button', { name: words('common.action.discard') }).click();
  await expect(ahead).toHaveValue(before);
  await ahead.fill('5');
  await save.click();
  await expect(toast(page, words('admin.settings.savedTitle'))).toBeVisible();
  await page.reload();
  await openBooking();
  await expect(ahead).toHaveValue('5');
  await ahead.fill(before);
  await save.click();
  await expect(toast(page, words('admin.settings.savedTitle'))).toBeVisible();
});

test('the super admin exports all data of the clinic by keyboard', async ({ page, login, words, axe }) => {
  await login(page, 'admin');
  await page.goto('/admin/settings');
  const card = page.getByRole('region', { name: words('moving.title') });
  await card.getByRole('button', { name: words('moving.ask') }).press('Enter');
  const fetch = card.getByRole('button', { name: words('moving.fetch') });
  await expect(fetch).toBeVisible({ timeout: 40_000 });
  await axe(page);
  const [file] = await Promise.all([page.waitForEvent('download'), fetch.press('Enter')]);
  expect(file.suggestedFilename()).toMatch(/^clinic-\d{4}-\d\d-\d\d\.zip$/);
});
