import { inTurn, repeats } from '../corners.ts';
import { expect, test } from '../fixtures.ts';

/** Maximum layout shift, half of what https://web.dev/articles/cls calls good. */
const limit = 0.05;

/** One page of each kind of user in each size. */
const examples = new Set(['/profile?tab=family', '/book', '/clinic/appointments', '/admin/dashboard']);

for (const [n, [who, path]] of (
  [
    ['patient', '/profile'],
    ['patient', '/profile?tab=appointments'],
    ['patient', '/profile?tab=family'],
    ['patient', '/profile?tab=privacy'],
    ['patient', '/book'],
    ['receptionist', '/clinic/appointments'],
    ['doctor', '/doctor/dashboard'],
    ['doctor', '/doctor/dashboard?tab=profile'],
    ['admin', '/admin/dashboard'],
    ['admin', '/admin/dashboard?tab=profile'],
    ['admin', '/admin/staff'],
    ['admin', '/admin/settings'],
    ['admin', '/admin/connections'],
  ] as const
).entries())
  test(`${path} stays where it is as its first answers come`, {
    tag: examples.has(path) ? [inTurn(n)] : [inTurn(n), repeats],
  }, async ({ page, login, newStaff }) => {
    const staff = who === 'receptionist' ? await newStaff(who) : undefined;
    await login(page, staff?.username ?? who, staff?.password);
    // Delays the data until after the scripts, so that the page first renders without it.
    await page.route('**/api/first-reads*', async (route) => {
      await new Promise((done) => setTimeout(done, 700));
      await route.continue();
    });
    await page.addInitScript(() => {
      const seen = Object.assign(globalThis, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shifted += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(path);
    await page.locator('[data-start=load][data-alive]').waitFor();
    await expect(page.locator('main .skeleton, main [aria-busy=true], main .animate-spin')).toHaveCount(0);
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)).toBeLessThan(
      limit,
    );
  });
