import { readFileSync } from 'node:fs';
import { localPath } from '#shared/domain/languages.ts';
import { expect, test } from '../fixtures.ts';

test('a patient downloads all her data and deletes her account by keyboard', async ({
  page,
  lang,
  words,
  axe,
  login,
  newPatient,
}) => {
  const { username, password } = await newPatient();
  await login(page, username, password);
  await page.goto('/profile?tab=data');
  const data = page.getByRole('region', { name: words('privacy.data.title') });
  await expect(data).toContainText(words('privacy.data.delete.keepsNothing'));
  await axe(page);
  await data.getByRole('button', { name: words('privacy.data.copy.ask') }).focus();
  await page.keyboard.press('Enter');
  // The task runs every ten seconds, and the page is notified when it is done.
  const fetch = data.getByRole('button', { name: words('privacy.data.copy.fetch'), exact: true });
  await expect(fetch).toBeVisible({ timeout: 30_000 });
  await fetch.focus();
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toMatch(/^[A-Z]+-\d{6}\.zip$/);
  const archive = readFileSync(await file.path());
  expect(archive.includes('my-data.html') && archive.includes('my-data.json')).toBe(true);
  expect(archive.subarray(0, 2).toString()).toBe('PK');

  await data.getByRole('button', { name: words('privacy.data.delete.ask') }).focus();
  await page.keyboard.press('Enter');
  const sure = page.getByRole('alertdialog');
  await expect(sure.getByRole('button', { name: words('privacy.data.delete.keep') })).toBeFocused();
  await axe(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === localPath('/', lang) || url.pathname === '/');
  const again = await page.request.post('/api/auth/login', {
    data: { username, password },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(again.status()).toBe(401);
});
