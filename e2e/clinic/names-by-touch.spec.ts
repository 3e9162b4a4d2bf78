import { randomBytes } from 'node:crypto';
import { expect, test } from '../fixtures.ts';

/** A phone has no hover, so a truncated name could not be read in full. */
test('on a touch device a long name is shown in full on the board', { tag: '@phone' }, async ({
  page,
  openDesk,
  asAdmin,
  axe,
}) => {
  const mark = randomBytes(3).toString('hex');
  const name = `عبير عبدالرحمن مصطفى عبدالحميد السيد ${mark}`;
  const { visits } = await openDesk({ name: `Touch ${mark}`, rooms: 2 }, [name], ['15:00', '18:00']);
  const data = { from: 'expected', to: 'waiting' };
  await asAdmin.post(`/api/arrivals/${visits[0]?.id}/stage`, { data });
  await page.goto('/clinic/day');
  const shown = page.locator('[data-column=waiting] [data-card]').getByText(name, { exact: true });
  await expect(shown).toBeVisible();
  expect(
    await shown.evaluate(
      (element) => element.scrollWidth <= element.clientWidth && element.clientHeight > 30,
    ),
  ).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await axe(page);
});
