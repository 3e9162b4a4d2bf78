import { randomBytes } from 'node:crypto';
import { newBranch } from '../branches.ts';
import { expect, test } from '../fixtures.ts';

/** A phone has no hover, so a truncated name could not be read in full. */
test('by touch a long name stands whole on the board', { tag: '@phone' }, async ({
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

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true });

  test('only the list of shortcuts shows keys', { tag: '@desktop' }, async ({
    page,
    login,
    newPatient,
    newStaff,
    visitToday,
    asAdmin,
    words,
  }) => {
    const branch = await newBranch(asAdmin, { name: 'Tablet', rooms: 1 }, ['09:00', '21:00']);
    await visitToday((await newPatient()).id, branch.id);
    const { username, password } = await newStaff('receptionist', [branch.id]);
    await login(page, username, password);
    const act = { '/clinic/day': '[data-card]', [`/clinic/calendar?branch=${branch.id}`]: '[data-slot]' };
    for (const [path, ready] of Object.entries(act)) {
      await page.goto(path);
      await expect(page.locator(ready).first()).toBeVisible();
      await expect(page.locator('kbd:visible')).toHaveCount(0);
      await expect(page.getByRole('button', { name: words('desk.day.keys') })).toHaveCount(0);
      await expect(page.getByText(words('staff.calendar.tip.book'))).toBeHidden();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog').locator('kbd').first()).toBeVisible();
    }
  });
});
