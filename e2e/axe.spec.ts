import { foundByAxe } from './axe-look.ts';
import { expect, test } from './fixtures.ts';
import { everyIslandWakes } from './islands.ts';
import { openedPages, twoLanguages } from './opened-pages.ts';

test('axe finds what is wrong with a page, through colours that lie over each other', async ({ page }) => {
  await page.setContent(`<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1>
    <div style="background: rgb(255 255 255 / 50%)"><p id="pale" style="color: oklch(0.8 0 0)">Pale</p>
      <p id="faint" style="color: rgb(0 0 0 / 30%)">Faint</p><p style="color: #333">Plain</p></div>
    <div style="background: #111"><p id="half" style="opacity: 0.3; color: white">Half</p>
      <p style="opacity: 0.8; color: white">Most</p></div>
    <img id="picture"><a id="small" href="#a" style="display: block; height: 4px">&nbsp;</a></main></html>`);
  const [contrast = '', ...others] = await foundByAxe(page);
  expect(contrast.split('\n  ').slice(1)).toEqual(['#pale', '#faint', '#half']);
  expect(others.map((complaint) => complaint.split(': ')[0])).toEqual(['image-alt', 'link-name']);
});

for (const [who, paths] of Object.entries(openedPages)) {
  test(`axe finds nothing on the pages of ${who}, and the HTML of the server is the first render of the browser`, {
    tag: '@both',
  }, async ({ page, login, at, axe }) => {
    test.setTimeout(60_000 * paths.length);
    if (who !== 'nobody') await login(page, who);
    await page.addInitScript(() => sessionStorage.setItem('splashed', '1'));
    // The way out is looked at before it has led out: nothing answers, and nobody tires of waiting.
    await page.route('**/api/auth/logout?*', () => {});
    await page.addInitScript(() => {
      if (location.pathname === '/logout') AbortSignal.timeout = () => new AbortController().signal;
    });
    for (const path of paths) {
      await test.step(path, async () => {
        await page.goto(twoLanguages.includes(path) ? at(path) : path);
        await page.locator('main h1').first().waitFor();
        // Who is on the way out waits as long as nothing answers.
        const waiting = path === '/logout' ? 'main .skeleton' : 'main .skeleton, main .animate-spin';
        await expect(page.locator(waiting)).toHaveCount(0);
        await axe(page);
        await everyIslandWakes(page);
      });
    }
  });
}
