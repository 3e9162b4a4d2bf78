import type { Page } from '@playwright/test';
import axeCore from 'axe-core';

/** The rules that axe looks at a page by. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds on the page as it stands. A target that lies partly under a bar counts by what it is where
 * she scrolls it to.
 */
export async function foundByAxe(page: Page): Promise<string[]> {
  // Not by axe's own builder, which also tells what is in order and puts it together in a second page: that
  // took three to five times the processor.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source);
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as typeof globalThis & { axe: typeof axeCore };
    const resultTypes: ['violations'] = ['violations'];
    const isSmallInSight = async (selector: string): Promise<boolean> => {
      const target = document.querySelector(selector);
      if (!target) return true;
      const { scrollX, scrollY } = window;
      target.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { violations } = await axe.run(target, { runOnly: ['target-size'], resultTypes });
      scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
      return violations.length > 0;
    };
    const { violations } = await axe.run(document, { runOnly, resultTypes });
    const complaints: string[] = [];
    for (const { id, help, nodes } of violations) {
      const places: string[] = [];
      for (const place of nodes.map(({ target }) => target.join(' ')))
        if (id !== 'target-size' || (await isSmallInSight(place))) places.push(`  ${place}`);
      if (places.length > 0) complaints.push(`${id}: ${help}\n${places.join('\n')}`);
    }
    return complaints;
  }, tags);
}
