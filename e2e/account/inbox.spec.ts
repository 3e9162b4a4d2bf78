import { expect, test } from '../fixtures.ts';

test('a contact message is read, answered by e-mail, closed and reopened', async ({
  page,
  login,
  words,
  baseURL,
  axe,
}) => {
  const name = `Mona ${Date.now()}`;
  const sent = await page.request.post('/api/contact-messages', {
    data: { name, email: 'mona@example.com', message: 'Do you see patients on Friday evening?' },
    headers: { origin: baseURL ?? '' },
  });
  expect(sent.status()).toBe(201);

  await login(page, 'admin');
  await page.goto('/admin/messages');
  await page.getByRole('searchbox').fill(name);
  const list = page.getByRole('list', { name: words('admin.messages.list') });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  const line = list.getByRole('listitem').filter({ hasText: name });
  await expect(line).toContainText(words('admin.messages.state.new'));
  await axe(page);

  await line.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Do you see patients on Friday evening?')).toBeVisible();
  await expect(dialog).toContainText(words('admin.messages.state.read'));
  await axe(page);
  await dialog.getByRole('button', { name: words('admin.messages.sendAnswer') }).click();
  await expect(dialog.getByText(words('admin.messages.answerRequired'))).toBeVisible();
  await dialog
    .getByLabel(words('admin.messages.answer'))
    .fill('We do not, but Thursday is open until seven.');
  await dialog.getByRole('button', { name: words('admin.messages.sendAnswer') }).click();
  await expect(dialog).toBeHidden();
  await expect(line).toContainText(words('admin.messages.state.answered'));

  await line.getByRole('button').click();
  await expect(dialog.getByText('We do not, but Thursday is open until seven.')).toBeVisible();
  await dialog
    .getByRole('button', { name: words('admin.messages.close'), exact: true })
    .last()
    .click();
  await expect(line).toContainText(words('admin.messages.state.closed'));
  await line.getByRole('button').click();
  await dialog.getByRole('button', { name: words('admin.messages.reopen') }).click();
  await expect(line).toContainText(words('admin.messages.state.read'));
});

test('a doctor opens the inbox from her own navigation', async ({ page, login, words }) => {
  await login(page, 'doctor');
  await page.goto('/admin/messages');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('admin.messages.title'));
  await expect(page.locator('a[href="/admin/settings"]')).toHaveCount(0);
});
