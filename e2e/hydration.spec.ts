import type { PageRenderer, SitePage } from '#shared/page.ts';
import { expect, test } from './fixtures.ts';

const built = '../dist/pages/entry-server.js';
const { site } = (await import(built)) as PageRenderer;

/** The first who may open a page; nobody has to sign in for a public one. */
const opener = ({ guard }: SitePage) => {
  const [role] = typeof guard === 'string' ? [guard === 'anyone' ? undefined : 'patient'] : guard;
  return role === 'receptionist' ? 'reception' : role;
};
const pages: readonly SitePage[] = [...site, { path: '/no-such-page', languages: true, guard: 'anyone' }];

for (const who of new Set(pages.map(opener))) {
  // React throws where the first render differs from the HTML, and a journey may cause no exception.
  test(`the HTML of the server is the first render of the browser, for ${who ?? 'anybody'}`, async ({
    context,
    page: first,
    at,
    login,
  }) => {
    if (who) await login(first, who);
    for (const { path, languages } of pages.filter((row) => opener(row) === who)) {
      // Some pages go on to another after a while: the next one would be called off.
      const page = await context.newPage();
      const address = path.replace(':token', 'a-link-that-nobody-sent');
      await page.goto(languages ? at(address) : address);
      const islands = page.locator('[data-island]');
      const asleep = page.locator('[data-island]:not([data-alive])');
      const count = await islands.count();
      await expect(async () => {
        for (const island of await asleep.all())
          await island.dispatchEvent('pointerover', {}, { timeout: 500 });
        expect(await asleep.count(), `${path}: asleep of ${count}`).toBe(0);
      }).toPass({ timeout: 20_000 });
      await page.close();
    }
  });
}
