import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { bilingualPages, openedPages } from '../opened-pages.ts';
import { alternatingTag, testAllOnlyTag } from '../project-tags.ts';

/** Maximum layout shift, half of what https://web.dev/articles/cls calls good. */
const limit = 0.05;
/** Delays in milliseconds: data comes after the scripts, fonts come after the data. */
const late = { data: 700, fonts: 1500 };

async function delayDataAndFonts(page: Page): Promise<void> {
  for (const [address, delay] of [
    ['**/api/first-reads*', late.data],
    ['**/*.woff2', late.fonts],
  ] as const)
    await page.route(address, async (route) => {
      await new Promise((done) => setTimeout(done, delay));
      // The page may have been left meanwhile.
      await route.continue().catch(() => undefined);
    });
  await page.addInitScript(() => {
    sessionStorage.setItem('splashed', '1');
    const seen = Object.assign(globalThis, { shifts: [] as { value: number; what: string }[] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Node | null }[] };
        const what = sources.map(({ node }) => (node?.textContent ?? '').slice(0, 40));
        seen.shifts.push({ value, what: what.join(' · ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Opens a page and compares what moved in it with the limit. */
async function expectStill(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('main h1').first().waitFor();
  // The logout page shows its spinner until the server replies, which never happens here.
  const waiting =
    path === '/logout' ? 'main .skeleton' : 'main .skeleton, main [aria-busy=true], main .animate-spin';
  await expect(page.locator(`[data-start=load]:not([data-alive]), ${waiting}`)).toHaveCount(0);
  await page.evaluate(async () => void (await document.fonts.ready));
  await page.waitForTimeout(500);
  const shifts = await page.evaluate(
    () => (globalThis as unknown as { shifts: { value: number; what: string }[] }).shifts,
  );
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect.soft(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(limit);
}

for (const [n, [who, path]] of (
  [
    ['patient', '/profile?tab=family'],
    ['patient', '/book'],
    ['reception', '/clinic/appointments'],
    ['admin', '/admin/dashboard'],
  ] as const
).entries())
  test(`${path} does not shift while data and fonts load late`, { tag: alternatingTag(n) }, async ({
    page,
    login,
    at,
  }) => {
    await login(page, who);
    await delayDataAndFonts(page);
    await expectStill(page, bilingualPages.includes(path) ? at(path) : path);
  });

for (const [who, paths] of Object.entries(openedPages))
  test(`no page of ${who} shifts while data and fonts load late`, {
    tag: ['@both', testAllOnlyTag],
  }, async ({ page, login, at }) => {
    test.setTimeout(60_000 * paths.length);
    if (who !== 'nobody') await login(page, who);
    await page.route('**/api/auth/logout?*', () => {});
    await page.addInitScript(() => {
      if (location.pathname === '/logout') AbortSignal.timeout = () => new AbortController().signal;
    });
    await delayDataAndFonts(page);
    for (const path of paths)
      await test.step(path, () => expectStill(page, bilingualPages.includes(path) ? at(path) : path));
  });
