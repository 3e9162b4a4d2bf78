import { randomBytes } from 'node:crypto';
import { newBranch } from '../branches.ts';
import { expect, test } from '../fixtures.ts';
import { sideways } from '../sideways.ts';

test('a name of 200 letters without a break pushes no list, dashboard, board or printed day sideways', {
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
  await onPages('doctor', ['/doctor/dashboard']);

  await login(page, 'admin');
  await page.goto(`/clinic/day?branch=${branch.id}`);
  await expect(page.locator('[data-card]').first()).toContainText(name);
  await page.setViewportSize({ width: 720, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.print-sheet td b').first()).toHaveText(name);
  expect(await sideways(page), 'the printed day').toEqual([]);
});
