import { randomInt } from 'node:crypto';
import { expect, test } from '../fixtures.ts';
import { say } from '../words.ts';

test('a patient changes her details, and only the changes are sent', async ({
  page,
  lang,
  axe,
  newPatient,
  login,
  keptMessage,
}) => {
  const her = await newPatient();
  const phone = `010${String(randomInt(1e8)).padStart(8, '0')}`;
  await login(page, her.username, her.password);
  await page.goto('/profile');
  const save = page.getByRole('button', { name: say(lang, 'account.profile.save') });
  const email = page.getByRole('textbox', { name: say(lang, 'account.profile.email') });
  await save.click();
  await expect(page.locator('.toast')).toContainText(say(lang, 'account.profile.unchangedTitle'));
  await axe(page);

  await email.fill('no address');
  await save.click();
  await expect(page.getByText(say(lang, 'validation.email'))).toBeVisible();
  await email.fill(her.email);
  await page.getByLabel(say(lang, 'account.profile.phone'), { exact: true }).fill(phone);
  // The reply of the server an hour after sign-in.
  const refusal = { code: 'password_needed', message: 'Password', fields: { currentPassword: 'Password' } };
  await page.route('**/api/users/*', (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 });
  await save.click();
  const proof = page.getByLabel(say(lang, 'common.field.currentPassword'), { exact: true });
  await proof.fill('not her password');
  await save.click();
  await expect(page.getByText(say(lang, 'error.wrongPassword'))).toBeVisible();
  await axe(page);
  await proof.fill(her.password);
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  const reloaded = page.waitForEvent('load');
  await save.click();
  expect((await sent).postDataJSON()).toEqual({
    phone,
    currentPassword: her.password,
    version: expect.any(Number),
  });
  await expect(page.locator('.toast')).toContainText(say(lang, 'account.profile.updatedTitle'));
  await reloaded;

  await page.getByRole('button', { name: say(lang, 'account.profile.confirmPhone') }).click();
  const [code = ''] = /\d{6}/.exec(await keptMessage(`+2${phone}`, 'confirmPhone')) ?? [];
  await page.getByLabel(say(lang, 'account.phone.code')).fill(code);
  await page.getByRole('button', { name: say(lang, 'common.action.confirm'), exact: true }).click();
  await expect(page.locator('.toast')).toContainText(say(lang, 'account.profile.confirmPhoneDone'));
  await expect(page.getByRole('button', { name: say(lang, 'account.profile.confirmPhone') })).toBeHidden();

  await page.getByRole('tab', { name: say(lang, 'account.profile.tab.more') }).click();
  await page.getByRole('button', { name: say(lang, 'account.profile.more.reach') }).click();
  const whatsapp = page.getByRole('switch', { name: say(lang, 'common.notifications.channel.whatsapp') });
  await whatsapp.click();
  await expect(whatsapp).toBeChecked();
});

test('a patient changes her password and logs out her other devices', async ({
  page,
  lang,
  axe,
  newPatient,
  login,
}) => {
  const her = await newPatient();
  const chosen = 'nile-at-dawn-33';
  await login(page, her.username, her.password);
  await page.goto('/profile?tab=devices');
  const devices = page.getByRole('region', { name: say(lang, 'account.sessions.title') });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await axe(page);
  await devices.getByRole('button', { name: say(lang, 'account.sessions.endOthers') }).click();
  const ask = page.getByRole('alertdialog', { name: say(lang, 'account.sessions.endOthersTitle') });
  await ask.getByRole('button', { name: say(lang, 'account.sessions.endOthers') }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);

  await page.getByRole('tab', { name: say(lang, 'account.profile.tab.password') }).click();
  const fill = async (current: string, first: string, second: string) => {
    await page.getByLabel(say(lang, 'account.password.current'), { exact: true }).fill(current);
    await page.getByLabel(say(lang, 'account.password.new'), { exact: true }).fill(first);
    await page.getByLabel(say(lang, 'account.password.confirm'), { exact: true }).fill(second);
    await page.getByRole('button', { name: say(lang, 'account.password.submit') }).click();
  };
  await fill('12', '12', '12');
  await expect(page.getByText(say(lang, 'validation.currentPasswordShort'))).toBeVisible();
  await expect(page.getByText(say(lang, 'validation.newPasswordShort'))).toBeVisible();
  await expect(page.getByText(say(lang, 'validation.confirmPasswordShort'))).toBeVisible();
  await fill(her.password, chosen, 'something-else');
  await expect(page.getByText(say(lang, 'validation.newPasswordsDiffer'))).toBeVisible();
  await fill('not-her-password', chosen, chosen);
  // Under its field, and as a toast near the button.
  await expect(page.locator('form').getByText(say(lang, 'error.wrongPassword'))).toBeVisible();
  await expect(page.locator('.toast')).toContainText(say(lang, 'error.wrongPassword'));
  await fill(her.password, chosen, chosen);
  await expect(page.locator('.toast')).toContainText(say(lang, 'account.password.changedText'));
  await expect(page.getByLabel(say(lang, 'account.password.current'), { exact: true })).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('tab', { name: say(lang, 'account.profile.tab.password') })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await login(page, her.username, chosen);
});
