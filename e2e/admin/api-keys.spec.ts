import { expect, test } from '../fixtures.ts';

test('an admin creates an API key, which opens the chosen scopes until it is revoked', async ({
  page,
  login,
  words,
  axe,
  request,
}) => {
  const name = `The laboratory ${Date.now()}`;
  await login(page, 'admin');
  await page.goto('/admin/connections');
  await page.getByRole('button', { name: words('connections.keys.make') }).click();
  const dialog = page.getByRole('dialog', { name: words('connections.key.title') });
  const make = dialog.getByRole('button', { name: words('connections.key.make') });
  await make.click();
  await expect(dialog.getByText(words('connections.key.scopesNeeded'))).toBeVisible();
  await axe(page);
  await dialog.getByLabel(words('connections.key.name')).fill(name);
  const services = words('connections.scope.services');
  await dialog.getByLabel(words('connections.scope.readOf', { what: services })).check();
  await make.click();
  const key = await dialog.getByLabel(words('connections.key.value')).inputValue();
  await axe(page);
  await dialog.getByRole('button', { name: words('connections.key.kept') }).click();

  const open = (path: string) => request.get(path, { headers: { authorization: `Bearer ${key}` } });
  expect((await open('/api/services')).status()).toBe(200);
  expect((await open('/api/locations')).status()).toBe(403);

  await page.getByRole('button', { name: words('connections.keys.revokeNamed', { name }) }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: words('connections.keys.revoke') }).click();
  // While the confirmation is open, elements behind it have no accessible role.
  await expect(question).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toHaveCount(0);
  expect((await open('/api/services')).status()).toBe(401);
});
