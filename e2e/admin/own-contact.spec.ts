import { expect, test } from '../fixtures.ts';
import { say } from '../words.ts';

test('an admin’s own e-mail cannot be changed by an older session alone', async ({
  page,
  lang,
  login,
  axe,
}) => {
  await login(page, 'admin');
  await page.goto('/admin/dashboard?tab=profile');
  await page.getByRole('button', { name: say(lang, 'admin.profile.edit') }).click();
  await page.getByLabel(say(lang, 'admin.profile.email')).fill('new@example.com');
  // The reply of the server an hour after sign-in.
  const refusal = { code: 'password_needed', message: 'Password', fields: { currentPassword: 'Password' } };
  await page.route('**/api/users/*', (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 });
  await page.getByRole('button', { name: say(lang, 'admin.profile.save') }).click();
  const box = page.getByRole('dialog').getByLabel(say(lang, 'common.field.currentPassword'), { exact: true });
  await box.fill('not the one');
  await page.getByRole('button', { name: say(lang, 'admin.profile.save') }).click();
  await expect(page.getByText(say(lang, 'error.wrongPassword'))).toBeVisible();
  await axe(page);
});

test('an admin sees the end of a patient’s sessions in her file', async ({
  page,
  lang,
  login,
  axe,
  newPatient,
}) => {
  // A patient of this journey: another may remove the first of the list meanwhile.
  const { username } = await newPatient();
  await login(page, 'admin');
  await page.goto(`/admin/patients?q=${username}`);
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(2);
  await rows.nth(1).getByRole('button').first().click();
  await page
    .getByRole('dialog')
    .getByRole('tab', { name: say(lang, 'staff.file.details') })
    .click();
  const end = page.getByRole('dialog').getByRole('button', { name: say(lang, 'staff.endSessions.title') });
  await end.click();
  const ask = page.getByRole('alertdialog', { name: say(lang, 'staff.endSessions.title') });
  await axe(page);
  await ask.getByRole('button', { name: say(lang, 'common.action.cancel') }).click();
  await expect(ask).toBeHidden();
});
