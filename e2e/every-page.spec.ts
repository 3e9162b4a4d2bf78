import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findAxeViolations } from './axe-violations.ts';
import { newBranch } from './branches.ts';
import { expect, test } from './fixtures.ts';
import { hydrateAllIslands } from './islands.ts';
import { bilingualPages, openedPages } from './opened-pages.ts';
import { runsEveryConfiguration } from './project-tags.ts';

test('axe finds violations of a page, also through overlapping colours', async ({ page }) => {
  await page.setContent(`<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1>
    <div style="background: rgb(255 255 255 / 50%)"><p id="pale" style="color: oklch(0.8 0 0)">Pale</p>
      <p id="faint" style="color: rgb(0 0 0 / 30%)">Faint</p><p style="color: #333">Plain</p></div>
    <div style="background: #111"><p id="half" style="opacity: 0.3; color: white">Half</p>
      <p style="opacity: 0.8; color: white">Most</p></div>
    <img id="picture"><a id="small" href="#a" style="display: block; height: 4px">&nbsp;</a></main></html>`);
  const [contrast = '', ...others] = await findAxeViolations(page);
  expect(contrast.split('\n  ').slice(1)).toEqual(['#pale', '#faint', '#half']);
  expect(others.map((complaint) => complaint.split(': ')[0])).toEqual(['image-alt', 'link-name']);

  const row = '<tr><td style="color: #ccc">Pale</td></tr>';
  await page.setContent(`<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1>
    <table>${row}</table></main><div role="dialog" aria-label="Dialog"><p id="pale" style="color: #ccc">Pale</p></div>`);
  expect((await findAxeViolations(page)).join()).toContain('#pale');
  await page.setContent(`<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1>
    <table>${row.repeat(8)}</table></main>`);
  expect((await findAxeViolations(page)).join()).toContain('tr:nth-child(6)');
});

/** Elements beyond the edge of the page that no ancestor clips or scrolls. */
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

/** Words of the printed day that break over two lines, except in names and notes. */
const brokenWords = (page: Page) =>
  page.locator('.print-sheet :is(th, td:not([data-place="who"], [data-place="note"]))').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      while (texts.nextNode()) {
        const node = texts.currentNode;
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (range.getClientRects().length > 1) broken.push(word);
        }
      }
      return broken;
    }),
  );

/** WCAG 1.4.4 and 1.4.10: text at 200 %, and a window of 320 px. */
async function expectReflow(page: Page, path: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 360, height: 780 };
  const textSize = (value: string) =>
    page.evaluate((font) => document.documentElement.style.setProperty('font-size', font), value);
  await textSize('32px');
  expect.soft(await sideways(page), `${path}, text at 200 %`).toEqual([]);
  await textSize('');
  await page.setViewportSize({ ...size, width: 320 });
  expect.soft(await sideways(page), `${path}, 320 px`).toEqual([]);
  await page.setViewportSize(size);
}

for (const [who, paths] of Object.entries(openedPages)) {
  test(
    `every page of ${who}: axe finds nothing, hydration matches the server’s HTML, nothing scrolls sideways`,
    {
      tag: '@both',
    },
    async ({ page, login, at, axe }, { project }) => {
      test.setTimeout(60_000 * paths.length);
      const phone = project.name.startsWith('phone');
      if (who !== 'nobody') await login(page, who);
      await page.addInitScript(() => sessionStorage.setItem('splashed', '1'));
      // The logout page is checked before it redirects: the request gets no reply.
      await page.route('**/api/auth/logout?*', () => {});
      await page.addInitScript(() => {
        if (location.pathname === '/logout') AbortSignal.timeout = () => new AbortController().signal;
      });
      for (const [n, path] of paths.entries()) {
        // `npm test` checks each page by axe in one configuration, in turn, and opens all of them on a phone.
        const isTurn = runsEveryConfiguration || phone === (n % 2 === 0);
        if (!isTurn && !phone) continue;
        await test.step(path, async () => {
          await page.goto(bilingualPages.includes(path) ? at(path) : path);
          await page.locator('main h1').first().waitFor();
          // The logout page shows its spinner until the server replies, which never happens here.
          const waiting = path === '/logout' ? 'main .skeleton' : 'main .skeleton, main .animate-spin';
          await expect(page.locator(waiting)).toHaveCount(0);
          if (isTurn) await axe(page);
          await hydrateAllIslands(page);
          if (phone) await expectReflow(page, path);
        });
      }
    },
  );
}

test('an unbreakable name of 200 letters makes no list, dashboard, board or printed day scroll sideways', {
  tag: '@desktop',
}, async ({ page, login, newPatient, newStaff, visitToday, asAdmin }) => {
  test.setTimeout(120_000);
  const branch = await newBranch(asAdmin, { name: `Long ${randomBytes(3).toString('hex')}` });
  const { id } = await newPatient();
  const name = 'W'.repeat(200);
  expect((await asAdmin.patch(`/api/users/${id}`, { data: { name } })).ok(), 'the name').toBe(true);
  await visitToday(id, branch.id);
  const nurse = await newStaff('receptionist', [branch.id]);
  expect((await asAdmin.patch(`/api/users/${nurse.id}`, { data: { name: 'Q'.repeat(200) } })).ok()).toBe(
    true,
  );
  const onPages = async (who: string, paths: readonly string[]) => {
    await login(page, who);
    for (const path of paths)
      for (const width of [1440, 1024, 800]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await page.locator('main h1').first().waitFor();
        await expect(page.locator('main .skeleton, main .animate-spin')).toHaveCount(0);
        expect.soft(await sideways(page), `${path} at ${width} px`).toEqual([]);
      }
  };
  const list = `/admin/dashboard?q=${name.slice(0, 20)}`;
  await onPages('admin', ['/admin/logs', '/admin/logs?log=messages', list]);
  await expect(page.locator('main')).toContainText(name);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/clinic/day?branch=${branch.id}`);
  await expect(page.locator('[data-card]').first()).toContainText(name);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 720, height: 1000 });
  await expect(page.locator('.print-sheet td b').first()).toHaveText(name);
  expect(await sideways(page), 'the printed day').toEqual([]);
  expect(await brokenWords(page), 'the printed day').toEqual([]);
  await page.emulateMedia({ media: 'screen' });
  await onPages('doctor', ['/doctor/dashboard']);
});
