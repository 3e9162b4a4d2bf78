import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openedPages, twoLanguages } from '../opened-pages.ts';

/** Whatever reaches beyond the edge of the page and is not clipped or scrolled by something around it. */
const sideways = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth + 1) return [];
    const clips = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX !== 'visible' || clips(element.parentElement));
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (right > clientWidth + 1 || left < -1) && !clips(element.parentElement);
      })
      .map((element) => `${element.tagName} ${(element.textContent ?? '').slice(0, 40)}`)
      .slice(0, 5)
      .concat(`${scrollWidth} of ${clientWidth} px`);
  });

/** WCAG 1.4.4 and 1.4.10: text at 200 % on a phone, and a window of 320 px. */
for (const [who, paths] of Object.entries(openedPages))
  for (const [what, width, root] of [
    ['text at 200 %', 360, 32],
    ['320 px', 320, 16],
  ] as const)
    test(`no page of ${who} scrolls sideways at ${what}`, { tag: '@phone' }, async ({ page, login, at }) => {
      test.setTimeout(30_000 * paths.length);
      await page.setViewportSize({ width, height: 740 });
      if (who !== 'nobody') await login(page, who);
      await page.addInitScript(() => sessionStorage.setItem('splashed', '1'));
      await page.route('**/api/auth/logout?*', () => {});
      for (const path of paths.filter((one) => one !== '/logout')) {
        await page.goto(twoLanguages.includes(path) ? at(path) : path);
        await page.locator('main h1').first().waitFor();
        await expect(page.locator('main .skeleton, main .animate-spin')).toHaveCount(0);
        await page.evaluate(
          (size) => document.documentElement.style.setProperty('font-size', size),
          `${root}px`,
        );
        expect.soft(await sideways(page), path).toEqual([]);
      }
    });
