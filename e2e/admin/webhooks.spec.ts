import { expect, test } from '../fixtures.ts';

test('an admin adds a webhook, sees its secret once and its deliveries, and removes it', async ({
  page,
  login,
  words,
  axe,
}) => {
  await login(page, 'admin');
  await page.goto('/admin/connections');
  const card = page.getByRole('region', { name: words('webhook.title') });
  await card.getByRole('button', { name: words('webhook.make') }).click();
  const dialog = page.getByRole('dialog');
  const name = `Books ${Date.now().toString(36)}`;
  await dialog.getByLabel(words('webhook.new.name'), { exact: true }).fill(name);
  await dialog.getByLabel(words('webhook.new.url'), { exact: true }).fill('https://127.0.0.1/hook');
  await dialog.getByLabel(words('webhook.event.visit.booked')).check();
  await axe(page);
  await dialog.getByRole('button', { name: words('webhook.new.make') }).click();
  await expect(dialog).toContainText(words('validation.outward'));
  // A host name that does not exist: it is validated, but never called.
  await dialog.getByLabel(words('webhook.new.url'), { exact: true }).fill('https://books.invalid/hook');
  await dialog.getByRole('button', { name: words('webhook.new.make') }).click();
  await expect(dialog.getByLabel(words('webhook.secret.value'))).toHaveValue(/^whsec_/);
  await dialog.getByRole('button', { name: words('webhook.secret.kept') }).click();

  const menu = card.getByRole('button', { name: words('common.action.actionsFor', { name }) });
  await menu.click();
  await page.getByRole('menuitem', { name: words('webhook.trial') }).click();
  await menu.click();
  await page.getByRole('menuitem', { name: words('webhook.log'), exact: true }).click();
  await expect(dialog).toContainText(words('webhook.event.webhook.trial'));
  await axe(page);
  await dialog.getByRole('button', { name: words('common.action.close') }).click();

  await menu.click();
  await page.getByRole('menuitem', { name: words('webhook.remove') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words('webhook.remove') })
    .click();
  await expect(card).not.toContainText(name);
});
