import type { ClinicSettings } from '#shared/domain/clinic-settings.ts';
import { expect, test, toast } from '../fixtures.ts';

/* A form that lay open sends what was changed in it: what somebody else changed meanwhile stays. */

test('two admins who change other settings keep both', { tag: '@desktop' }, async ({
  page,
  login,
  words,
  asAdmin,
}) => {
  const settings = async () => (await (await asAdmin.get('/api/settings')).json()) as ClinicSettings;
  const { messageDays, browserLogDays } = await settings();
  await login(page, 'admin');
  await page.goto('/admin/settings');
  const logs = page.getByLabel(words('admin.settings.browserLogDays'));
  await logs.fill('80');
  const other = await asAdmin.patch('/api/settings', { data: { messageDays: 170 } });
  expect(other.status()).toBe(200);
  const save = page.getByRole('button', { name: words('admin.settings.save') });
  await save.click();
  await expect(toast(page, words('admin.settings.savedTitle'))).toBeVisible();
  expect(await settings()).toMatchObject({ messageDays: 170, browserLogDays: 80 });
  await asAdmin.patch('/api/settings', { data: { messageDays, browserLogDays } });
});
