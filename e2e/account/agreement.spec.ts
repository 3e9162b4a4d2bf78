import { signInByPhone } from '../by-phone.ts';
import { expect, test } from '../fixtures.ts';

test('a mother agrees by a code to her own number, sees who asked and withdraws her consent', async ({
  page,
  browser,
  lang,
  baseURL,
  words,
  axe,
  keptMessage,
}) => {
  const origin = baseURL ?? '';
  const numbers = String(Date.now()).slice(-8);
  const [hers, mine] = [`010${numbers}`, `011${numbers}`];
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: lang });
  await signInByPhone(page.request, { phone: mine, name: 'Hala Adel', origin, keptMessage });
  await signInByPhone(context.request, { phone: hers, name: 'Samia Adel', origin, keptMessage });

  await page.goto('/profile?tab=family');
  await page.getByRole('button', { name: words('family.ask.open') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words('family.ask.contact')).fill(hers);
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel(words('family.ask.code'))).toBeFocused();
  await axe(page);

  const her = await context.newPage();
  await her.goto('/profile?tab=family');
  await expect(her.getByText(words('family.asked.visits', { name: 'Hala Adel' }))).toBeVisible();
  await axe(her);

  const [code = ''] = /\d{6}/.exec(await keptMessage(`+2${hers}`, 'agreeVisits')) ?? [];
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Samia Adel' }) });
  await expect(card.getByRole('link', { name: words('account.family.book') })).toBeVisible();

  await her.reload();
  await her.getByRole('button', { name: words('account.family.dismiss') }).click();
  await her
    .getByRole('alertdialog')
    .getByRole('button', { name: words('common.action.confirm') })
    .click();
  await expect(her.getByText(words('account.family.nobody'))).toBeVisible();
  await context.close();
});
