import { expect, test } from '../fixtures.ts';
import { say } from '../words.ts';

test('the first text of the booking does not wait for its script', async ({ page, at }) => {
  await page.goto(at('/book'));
  await expect(page.locator('[data-island=booking]')).toHaveAttribute('data-alive');
  const { letters, island } = await page.evaluate(() => ({
    letters: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    island: performance.getEntriesByType('resource').find(({ name }) => name.includes('/booking.island-')),
  }));
  // A page that renders slowly may start the request earlier.
  expect(island?.startTime).toBeGreaterThanOrEqual(Math.min(letters, 200));
});

test('the splash covers a rendered page, disappears at a key press and does not come back in the tab', async ({
  page,
  at,
}) => {
  await page.goto(at('/'));
  const splash = page.locator('.splash');
  await expect(splash).toBeVisible();
  await expect(page.locator('h1')).toBeVisible();
  const largest = await page.evaluate(
    () =>
      new Promise<string>((found) => {
        new PerformanceObserver((list) => {
          const { element } = list.getEntries().at(-1) as PerformanceEntry & { element: Element | null };
          found(
            element?.closest('.splash') ? 'splash' : element?.closest('main, header') ? 'page' : 'elsewhere',
          );
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  expect(largest).toBe('page');
  await page.keyboard.press('Tab');
  await expect(splash).toBeHidden();
  await page.reload();
  await expect(page.locator('h1')).toBeVisible();
  await expect(splash).toBeHidden();
});

test('the phone menu is opened, used and closed by keyboard', { tag: '@both' }, async ({
  page,
  lang,
  at,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at('/book'));
  const opener = page.getByRole('button', { name: say(lang, 'common.nav.openMenu') });
  const menu = page.getByRole('dialog', { name: say(lang, 'common.nav.menu') });
  await expect(async () => {
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(menu.getByRole('button', { name: say(lang, 'common.nav.closeMenu') })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link', { name: say(lang, 'common.nav.about') })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a contact message arrives in the inbox, and the visitor sees that it did', async ({
  page,
  lang,
  at,
  axe,
  login,
}) => {
  const name = `Salma ${Date.now()}`;
  await page.goto(at('/'));
  await page.keyboard.press('Escape');
  const contact = page.locator('#contact');
  const form = contact.getByRole('form', { name: say(lang, 'public.contact.form.title') });
  await form.scrollIntoViewIfNeeded();
  await form.getByLabel(say(lang, 'public.contact.form.name')).fill(name);
  await form.getByLabel(say(lang, 'public.contact.form.email')).fill('salma@mail.example');
  await form.getByLabel(say(lang, 'public.contact.form.message')).fill('Is there a lift in the building?');
  await form.getByRole('button', { name: say(lang, 'public.contact.form.send') }).click();
  await expect(contact.locator('div:focus')).toContainText(say(lang, 'public.contact.success.text'));
  await expect(form).toBeHidden();
  await axe(page);
  await contact.getByRole('button', { name: say(lang, 'public.contact.success.another') }).click();
  await expect(form.getByLabel(say(lang, 'public.contact.form.name'))).toBeFocused();
  await expect(form.getByLabel(say(lang, 'public.contact.form.message'))).toHaveValue('');

  await login(page, 'admin');
  await page.goto('/admin/messages');
  await page.getByRole('searchbox').fill(name);
  await expect(
    page.getByRole('list', { name: say(lang, 'admin.messages.list') }).getByRole('listitem'),
  ).toHaveCount(1);
});
