import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Hydrates all islands, which otherwise wait for the pointer. React throws if the first render differs from
 * the server's HTML, and exceptions fail the test.
 */
export async function hydrateAllIslands(page: Page): Promise<void> {
  const asleep = page.locator('[data-island]:not([data-alive])');
  const count = await page.locator('[data-island]').count();
  await expect(async () => {
    for (const island of await asleep.all()) await island.dispatchEvent('pointerover', {}, { timeout: 500 });
    expect(await asleep.count(), `${page.url()}: asleep of ${count}`).toBe(0);
  }).toPass();
}
