import { randomBytes } from 'node:crypto';
import { expect, test } from '../fixtures.ts';
import { say } from '../words.ts';

test('an account made by staff opens once its owner has chosen her own password', async ({
  page,
  lang,
  at,
  axe,
  asAdmin,
}) => {
  const username = `salma-${randomBytes(5).toString('hex')}`;
  const handedOver = 'kq7f-m2xa-9tuc';
  const made = await asAdmin.post('/api/patients', {
    data: { name: 'Salma Fouad', username, phone: '0100 000 0077', password: handedOver, role: 'patient' },
  });
  expect(made.status()).toBe(201);

  await page.goto(`${at('/')}?dialog=login`);
  const welcome = page.getByRole('dialog', { name: say(lang, 'account.dialog.title') });
  await welcome.getByLabel(say(lang, 'account.login.username')).fill(username);
  await welcome.getByLabel(say(lang, 'account.login.password'), { exact: true }).fill(handedOver);
  await welcome.getByRole('button', { name: say(lang, 'account.login.submit'), exact: true }).click();

  const choose = page.getByRole('dialog', { name: say(lang, 'account.newSecret.title') });
  await expect(choose).toBeVisible();
  await axe(page);
  await page.keyboard.press('Escape');
  await expect(choose).toBeVisible();
  await page.goto('/profile');
  await expect(choose).toBeVisible();

  const first = choose.getByLabel(say(lang, 'account.newSecret.new'), { exact: true });
  const second = choose.getByLabel(say(lang, 'account.newSecret.confirm'), { exact: true });
  const save = choose.getByRole('button', { name: say(lang, 'account.newSecret.submit') });
  await first.fill(handedOver);
  await second.fill('something-else-8');
  await save.click();
  await expect(choose).toContainText(say(lang, 'validation.newPasswordsDiffer'));
  await second.fill(handedOver);
  await save.click();
  await expect(choose).toContainText(say(lang, 'error.samePassword'));
  await first.fill('nile-at-dawn-33');
  await second.fill('nile-at-dawn-33');
  await save.click();
  await expect(choose).toBeHidden();
  await page.goto('/profile');
  await expect(page.getByLabel(say(lang, 'account.profile.name'))).toHaveValue('Salma Fouad');
});
