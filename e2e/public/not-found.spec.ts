import { expect, test } from '../fixtures.ts';

test('a missing page answers in the language of its address and links to the other language', {
  tag: '@both',
}, async ({ page, request }) => {
  await page.addInitScript(() => sessionStorage.setItem('splashed', '1'));
  expect((await request.get('/ar/no-such-page')).status()).toBe(404);
  await page.goto('/ar/no-such-page');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('lang', 'ar');
  await page.goto('/ar/no-such-page?lang=en');
  await expect(page).toHaveURL(/\/no-such-page$/);
  await expect(root).toHaveAttribute('lang', 'en');
  await page.goto('/no-such-page?lang=ar');
  await expect(page).toHaveURL(/\/no-such-page$/);
  await expect(root).toHaveAttribute('lang', 'ar');
});

test('addresses that only attackers request are not found', { tag: '@desktop' }, async ({ request }) => {
  for (const name of ['/.env', '/.git/config', '/assets/.env', '/wp-login.php'])
    expect((await request.get(name)).status(), name).toBe(404);
});
