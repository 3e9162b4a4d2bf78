import { expect, test, toast } from '../fixtures.ts';

test('a kept message is read and sent again, log filters are in the URL, and a log is downloaded', async ({
  page,
  login,
  words,
  baseURL,
  axe,
}) => {
  const address = `reader${Date.now()}@example.com`;
  const sent = await page.request.post('/api/contact-messages', {
    data: { name: 'Reader', email: address, message: 'A message that is answered by a mail.' },
    headers: { origin: baseURL ?? '' },
  });
  expect(sent.status()).toBe(201);
  await login(page, 'admin');
  await page.goto('/admin/logs?log=messages');
  await page.getByRole('searchbox').fill(address);
  const row = page.getByRole('row').filter({ hasText: address });
  await expect(row).toHaveCount(1);
  await expect(page).toHaveURL(/q=reader/);
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText(words('logs.state.kept'), { timeout: 2000 });
  }).toPass();
  await axe(page);

  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: words('logs.message.show') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(words('logs.state.keptHint'))).toBeVisible();
  await axe(page);
  await dialog.getByRole('button', { name: words('logs.message.sendAgain') }).click();
  await expect(toast(page, words('logs.message.sentAgain'))).toBeVisible();

  await page.getByRole('combobox', { name: words('logs.filter.state') }).selectOption('dead');
  await expect(page).toHaveURL(/state=dead/);
  await expect(page.getByText(words('logs.emptyTitle'))).toBeVisible();
  await page.getByRole('button', { name: words('logs.filter.clear') }).click();
  await expect(page).not.toHaveURL(/state=dead/);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: words('logs.exportCsv') }).click();
  expect((await download).suggestedFilename()).toMatch(/^messages-\d{4}-\d\d-\d\d\.csv$/);
});

test('the audit log shows who changed what, before and after', async ({
  page,
  login,
  lang,
  words,
  baseURL,
  axe,
}) => {
  await login(page, 'admin');
  const patch = (minutesAhead: number) =>
    page.request.patch('/api/settings', {
      data: { minutesAhead },
      headers: { origin: baseURL ?? '' },
    });
  expect((await patch(4321)).status()).toBe(200);
  await page.goto('/admin/logs?subject=settings');
  const row = page
    .getByRole('row')
    .filter({ hasText: words('admin.settings.minutesAhead') })
    .first();
  await expect(row.locator('ins')).toContainText(lang === 'ar' ? '٤٬٣٢١' : '4,321');
  await axe(page);
  expect((await patch(0)).status()).toBe(200);

  for (const log of ['client', 'interactions', 'errors'] as const) {
    await page.getByRole('tab', { name: words(`logs.tab.${log}`) }).click();
    await expect(page).toHaveURL(new RegExp(`log=${log}`));
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await axe(page);
  }
});

test('the first error and the first press before a page’s scripts have loaded are logged', {
  tag: '@desktop',
}, async ({ page, at }) => {
  const noted = (path: string, about: string) =>
    page.waitForRequest((request) => request.url().endsWith(path) && !!request.postData()?.includes(about));
  const error = noted('/api/message-logs', 'before any script');
  const press = noted('/api/user-interactions', 'button_click');
  await page.addInitScript(() =>
    document.addEventListener(
      'readystatechange',
      () => {
        dispatchEvent(new ErrorEvent('error', { error: new Error('before any script') }));
        document.querySelector<HTMLElement>('[data-login]')?.click();
      },
      { once: true },
    ),
  );
  await page.goto(at('/'));
  await Promise.all([error, press]);
});
