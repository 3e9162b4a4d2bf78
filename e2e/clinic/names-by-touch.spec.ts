import { randomBytes } from 'node:crypto';
import { newBranch } from '../branches.ts';
import { expect, test } from '../fixtures.ts';

/** A phone has no hover, so a truncated name could not be read in full. */
test('on a touch device a long name is shown in full on the board', { tag: '@phone' }, async ({
  page,
  login,
  newPatient,
  newStaff,
  visitToday,
  asAdmin,
  axe,
}) => {
  const mark = randomBytes(3).toString('hex');
  const branch = await newBranch(asAdmin, { name: `Touch ${mark}`, rooms: 2 }, ['15:00', '18:00']);
  const name = `عبير عبدالرحمن مصطفى عبدالحميد السيد ${mark}`;
  const { id } = await newPatient();
  await asAdmin.patch(`/api/users/${id}`, { data: { name } });
  const visit = await visitToday(id, branch.id);
  await asAdmin.post(`/api/arrivals/${visit.id}/stage`, { data: { from: 'expected', to: 'waiting' } });
  const { username, password } = await newStaff('receptionist', [branch.id]);
  await login(page, username, password);
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
