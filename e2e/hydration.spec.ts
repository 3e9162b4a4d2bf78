import type { SitePage } from '#shared/page.ts';
import { site } from '#shared/site.ts';
import { test } from './fixtures.ts';
import { hydrateAllIslands } from './islands.ts';
import { openedPages } from './opened-pages.ts';

/** The first role that may open a page; undefined for a public page. */
const opener = ({ guard }: SitePage) => {
  const [role] = typeof guard === 'string' ? [guard === 'anyone' ? undefined : 'patient'] : guard;
  return role === 'receptionist' ? 'reception' : role;
};
/** Pages that `every-page.spec.ts` hydrates are not opened again. */
const opened = new Set(
  Object.values(openedPages).flatMap((paths) => paths.map((path) => path.replace(/\?.*/, ''))),
);
const pages = site.filter(({ path }) => !opened.has(path));

for (const who of new Set(pages.map(opener))) {
  test(`hydration matches the server’s HTML for ${who ?? 'anybody'}`, async ({
    context,
    page: first,
    at,
    login,
  }) => {
    if (who) await login(first, who);
    for (const { path, languages } of pages.filter((row) => opener(row) === who)) {
      // Some pages redirect after a while, which would abort the next navigation.
      const page = await context.newPage();
      const address = path.replace(':token', 'a-link-that-nobody-sent');
      await page.goto(languages ? at(address) : address);
      await hydrateAllIslands(page);
      await page.close();
    }
  });
}
