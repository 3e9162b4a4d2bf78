import { expect, test } from '../fixtures.ts';
import { say } from '../words.ts';

const linkIn = (message: string) => new URL(/https?:\/\/\S+/.exec(message)?.[0] ?? '').href;

test('a link sent to a confirmed address sets a new password, once', async ({
  page,
  lang,
  at,
  axe,
  newPatient,
  keptMessage,
  login,
}) => {
  const her = await newPatient();
  const chosen = 'nile-at-dawn-33';

  await page.goto(linkIn(await keptMessage(her.email, 'confirmEmail')));
  await expect(
    page.getByRole('heading', { level: 1, name: say(lang, 'account.link.confirm.title') }),
  ).toBeVisible();
  await axe(page);
  await page.getByRole('button', { name: say(lang, 'account.link.confirm.submit') }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    say(lang, 'account.profile.confirmEmailDone'),
  );

  await page.goto(`${at('/')}?dialog=reset`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say(lang, 'account.forgot.email')).fill('no address');
  await dialog.getByRole('button', { name: say(lang, 'account.forgot.submit') }).click();
  await expect(page.locator('.toast')).toContainText(say(lang, 'account.forgot.invalidText'));
  await dialog.getByLabel(say(lang, 'account.forgot.email')).fill('nobody@mail.example');
  await dialog.getByRole('button', { name: say(lang, 'account.forgot.submit') }).click();
  await expect(dialog.getByRole('status')).toContainText('nobody@mail.example');
  await axe(page);
  await dialog.getByRole('button', { name: say(lang, 'account.forgot.another') }).click();
  await expect(dialog.getByLabel(say(lang, 'account.forgot.email'))).toHaveValue('');
  await dialog.getByLabel(say(lang, 'account.forgot.email')).fill(her.email);
  await dialog.getByRole('button', { name: say(lang, 'account.forgot.submit') }).click();
  await expect(dialog).toContainText(say(lang, 'account.forgot.sentText'));
  await dialog.getByRole('button', { name: say(lang, 'account.forgot.backToLogin') }).click();
  await expect(dialog.getByRole('tab', { name: say(lang, 'account.tab.login') })).toHaveAttribute(
    'aria-selected',
    'true',
  );

  const link = linkIn(await keptMessage(her.email, 'resetLink'));
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: say(lang, 'account.reset.title') })).toBeVisible();
  await axe(page);
  const fill = async (first: string, second: string) => {
    await page.getByLabel(say(lang, 'account.reset.new'), { exact: true }).fill(first);
    await page.getByLabel(say(lang, 'account.reset.confirm'), { exact: true }).fill(second);
    await page.getByRole('button', { name: say(lang, 'account.reset.submit') }).click();
  };
  await fill('short', 'short');
  await expect(page.getByText(say(lang, 'validation.passwordShortReset'))).toHaveCount(2);
  await fill(chosen, 'something-else-8');
  await expect(page.getByText(say(lang, 'validation.passwordsDiffer'))).toBeVisible();
  await fill(chosen, chosen);
  await expect(page.getByRole('main').getByRole('status')).toContainText(
    say(lang, 'account.reset.successTitle'),
  );
  await page.waitForURL(at('/'));
  await expect(dialog.getByRole('tab', { name: say(lang, 'account.tab.login') })).toHaveAttribute(
    'aria-selected',
    'true',
  );

  await page.goto(link);
  await fill('another-word-44', 'another-word-44');
  await expect(page.locator('.toast')).toContainText(say(lang, 'account.reset.failedTitle'));
  await expect(page.locator('.toast')).toContainText(say(lang, 'error.invalidToken'));
  await login(page, her.username, chosen);
});

test('a reset link without its token says so and links to the home page', async ({ page, lang, at }) => {
  await page.goto('/reset-password');
  await expect(page.locator('.toast')).toContainText(say(lang, 'account.reset.invalidTitle'));
  await expect(page.locator('.toast')).toContainText(say(lang, 'account.reset.invalidText'));
  await page.waitForURL(at('/'));
});
