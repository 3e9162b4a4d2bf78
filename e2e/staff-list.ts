import { expect, type Page } from '@playwright/test';

/** Opens the list of staff and chooses an item in the menu of one account. */
export async function chooseInStaffMenu(
  page: Page,
  { username }: { username: string },
  item: string,
): Promise<void> {
  await page.goto('/admin/staff');
  await page.getByRole('searchbox').fill(username);
  const row = page.locator('tr, li').filter({ hasText: username });
  await expect(row).toHaveCount(1);
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: item }).click();
}
