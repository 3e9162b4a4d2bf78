import { randomInt } from 'node:crypto';
import { expect, test } from '../fixtures.ts';
import { say } from '../words.ts';

const easternDigits = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));

test('a code sent to a phone opens an account after a wrong attempt', async ({
  page,
  lang,
  at,
  axe,
  keptMessage,
}) => {
  const local = `010${String(randomInt(1e8)).padStart(8, '0')}`;
  await page.goto(`${at('/')}?dialog=login`);
  await page.getByRole('button', { name: say(lang, 'account.login.phoneLong') }).click();
  const dialog = page.getByRole('dialog', { name: say(lang, 'account.phone.title') });
  const number = dialog.getByLabel(say(lang, 'account.phone.number'));
  await number.fill('12');
  await number.press('Enter');
  await expect(dialog).toContainText(say(lang, 'validation.phone'));
  await number.fill(local);
  await dialog.getByRole('button', { name: say(lang, 'account.phone.send') }).click();

  const code = dialog.getByLabel(say(lang, 'account.phone.code'));
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(dialog.getByRole('button', { name: say(lang, 'account.phone.resend') })).toBeHidden();
  await axe(page);
  const [sent = ''] = /\d{6}/.exec(await keptMessage(`+2${local}`, 'code')) ?? [];
  expect(sent).toHaveLength(6);
  await code.fill(sent === '000000' ? '111111' : '000000');
  await code.press('Enter');
  await expect(dialog).toContainText(say(lang, 'account.phone.triesLeft', { n: 4 }));
  await code.fill(lang === 'ar' ? easternDigits(sent) : sent);
  await dialog.getByRole('button', { name: say(lang, 'account.phone.verify') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('.toast')).toContainText(say(lang, 'account.phone.successTitle'));
  await page.goto('/profile');
  await expect(
    page.getByRole('heading', { level: 1, name: say(lang, 'account.profile.title') }),
  ).toBeVisible();
});
