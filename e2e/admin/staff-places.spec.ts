import { expect, test } from '../fixtures.ts';

const words = {
  en: {
    denied: 'Access Denied',
    patients: 'Patients',
    menu: 'Doctor menu',
    quick: 'Quick menu',
    edit: /^Edit/,
  },
  ar: {
    denied: 'غير مسموح بالدخول',
    patients: 'المريضات',
    menu: 'قائمة التنقّل',
    quick: 'القائمة السريعة',
    edit: /^تعديل/,
  },
};

for (const [who, asked, own] of [
  ['admin', '/doctor/dashboard', '/admin/dashboard'],
  ['doctor', '/admin/staff', '/doctor/dashboard'],
] as const)
  test(`${who} who opens ${asked} sees on her own screen why it is not allowed`, async ({
    page,
    login,
    lang,
  }) => {
    await login(page, who);
    await page.goto(asked);
    await expect(page.getByText(words[lang].denied, { exact: true }).first()).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${own}$`));
  });

test('staff addresses never show the public header and footer', {
  tag: '@desktop',
}, async ({ page }) => {
  for (const address of ['/admin/no-such-page', '/doctor/no-such-page']) {
    expect((await page.goto(address))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
  }
});

test('on a phone a doctor has three items in the bottom bar and all in the menu', async ({
  page,
  login,
  lang,
  axe,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await login(page, 'doctor');
  await page.goto('/doctor/dashboard?tab=locations');
  const bar = page.getByRole('navigation', { name: words[lang].quick });
  await expect(bar.getByRole('link')).toHaveCount(3);
  await page.getByRole('button', { name: words[lang].menu }).click();
  const menu = page.getByRole('dialog', { name: words[lang].menu });
  await expect(menu.getByRole('link').filter({ hasText: words[lang].patients })).toBeVisible();
  await axe(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await bar.getByRole('link', { name: words[lang].patients }).click();
  await expect(page).toHaveURL(/\/admin\/patients$/);
  await expect(page.locator('[data-patient]').first()).toBeVisible();
  await expect(
    page.locator('[data-patient]').first().getByRole('button', { name: words[lang].edit }),
  ).toHaveCount(0);
  await axe(page);
});

for (const [who, start] of [
  ['doctor', '/doctor/dashboard'],
  ['reception', '/clinic/appointments'],
] as const)
  test(`on shared staff pages ${who} never sees an admin’s navigation`, async ({ page, login }) => {
    await login(page, who);
    await page.addInitScript(() => {
      const seen = new Set<string>();
      Object.assign(globalThis, { seen });
      const look = () => {
        for (const link of document.querySelectorAll('nav a[href]'))
          seen.add(link.getAttribute('href') ?? '');
      };
      new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
    });
    for (const path of ['/clinic/day', '/clinic/calendar', '/admin/patients', '/clinic/profile']) {
      await page.goto(path);
      // The session is known once the heading is shown.
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      const seen = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
      expect(seen, path).toContain(start);
      expect(seen, path).not.toContain('/admin/settings');
    }
  });
