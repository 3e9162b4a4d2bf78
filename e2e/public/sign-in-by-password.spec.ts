import { randomBytes } from 'node:crypto';
import { expect, test } from '../fixtures.ts';
import { say } from '../words.ts';

test('a patient registers, signs in, and logs out', async ({ page, lang, isMobile, at, axe }) => {
  const username = `huda-${randomBytes(5).toString('hex')}`;
  const password = 'lotus-and-arch-71';
  await page.goto(at('/'));
  await page.keyboard.press('Escape');
  const loginButton = page.locator('[data-login]');
  await loginButton.click();
  const dialog = page.getByRole('dialog', { name: say(lang, 'account.dialog.title') });
  await expect(dialog).toContainText(say(lang, 'account.dialog.text'));
  await axe(page);

  await dialog.getByRole('button', { name: say(lang, 'account.login.submit'), exact: true }).click();
  await expect(dialog).toContainText(say(lang, 'validation.usernameShort'));
  await expect(dialog).toContainText(say(lang, 'validation.passwordShort'));
  await expect(dialog.getByLabel(say(lang, 'account.login.username'))).toBeFocused();

  await dialog.getByRole('tab', { name: say(lang, 'account.tab.register') }).click();
  await dialog.getByLabel(say(lang, 'account.register.username')).fill('admin');
  await dialog.getByLabel(say(lang, 'account.register.email')).fill('no address');
  await dialog.getByLabel(say(lang, 'account.register.password'), { exact: true }).fill(password);
  await dialog.getByLabel(say(lang, 'account.register.name')).fill('Huda Kamal');
  await dialog.getByLabel(say(lang, 'account.register.phone')).fill('0100 000 0042');
  await dialog.getByRole('button', { name: say(lang, 'account.register.submit') }).click();
  await expect(dialog).toContainText(say(lang, 'validation.email'));
  await dialog.getByLabel(say(lang, 'account.register.email')).fill('');
  await dialog.getByRole('button', { name: say(lang, 'account.register.submit') }).click();
  await expect(dialog).toContainText(say(lang, 'error.usernameTaken'));
  await expect(dialog.getByLabel(say(lang, 'account.register.username'))).toBeFocused();
  await axe(page);
  await dialog.getByLabel(say(lang, 'account.register.username')).fill(username);
  await dialog.getByRole('button', { name: say(lang, 'account.register.submit') }).click();
  await expect(page.locator('.toast')).toContainText(say(lang, 'account.register.successTitle'));

  await expect(dialog.getByRole('tab', { name: say(lang, 'account.tab.login') })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(dialog.getByLabel(say(lang, 'account.login.username'))).toHaveValue(username);
  const field = dialog.getByLabel(say(lang, 'account.login.password'), { exact: true });
  await field.fill('not-her-password');
  await field.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(say(lang, 'error.wrongCredentials'));
  await field.fill(password);
  await dialog.getByRole('button', { name: say(lang, 'common.field.showPassword') }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await field.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.locator('.toast')).toContainText(
    say(lang, 'account.login.successText', { name: 'Huda Kamal' }),
  );
  await expect(loginButton).toBeHidden();

  const menu = isMobile ? say(lang, 'common.nav.openMenu') : 'Huda Kamal';
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole(isMobile ? 'button' : 'menuitem', { name: say(lang, 'common.header.logout') }).click();
  await expect(page.getByRole('alert')).toHaveText(say(lang, 'common.logout.alert'));
  await expect(page.locator('.toast')).toContainText(say(lang, 'common.logout.done'));
  expect(new URL(page.url()).search).toBe('');
  await expect(loginButton).toBeVisible();
  await page.goto('/profile');
  await expect(page).toHaveURL(new URL(at('/'), page.url()).href);
});

test('staff are redirected to their dashboard, and a provider that is not configured says so', async ({
  page,
  lang,
  at,
}) => {
  const dialog = page.getByRole('dialog', { name: say(lang, 'account.dialog.title') });
  await page.goto(`${at('/')}?notice=google-locked`);
  await expect(dialog.getByRole('status')).toContainText(say(lang, 'account.social.locked'));
  await page.goto(`${at('/')}?notice=google-expired`);
  await expect(dialog.getByRole('status')).toContainText(say(lang, 'account.social.expired'));
  await dialog.getByRole('button', { name: say(lang, 'account.login.facebookLong') }).click();
  const provider = say(lang, 'account.login.facebook');
  await expect(dialog.getByRole('status')).toContainText(
    say(lang, 'account.social.notConfigured', { provider }),
  );
  await dialog.getByLabel(say(lang, 'account.login.username')).fill('doctor');
  await dialog.getByLabel(say(lang, 'account.login.password'), { exact: true }).fill('demo-clinic');
  await dialog.getByRole('button', { name: say(lang, 'account.login.submit'), exact: true }).click();
  await page.waitForURL('**/doctor/dashboard');
});
