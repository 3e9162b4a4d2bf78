import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Wakes what sleeps on a page until somebody comes near. React throws where the first render differs from the
 * HTML of the server, and a journey may cause no exception.
 */
export async function everyIslandWakes(page: Page): Promise<void> {
  const asleep = page.locator('[data-island]:not([data-alive])');
  const count = await page.locator('[data-island]').count();
  await expect(async () => {
    for (const island of await asleep.all()) await island.dispatchEvent('pointerover', {}, { timeout: 500 });
    expect(await asleep.count(), `${page.url()}: asleep of ${count}`).toBe(0);
  }).toPass();
}
