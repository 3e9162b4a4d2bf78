import type { Page } from '@playwright/test';
import axeCore from 'axe-core';
import { runsEveryConfiguration } from './project-tags.ts';

/** Rule sets of axe to run. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Returns the violations that axe finds on the current page. A target that a bar partly covers is measured
 * again after scrolling it into view. `npm test` checks an open dialog alone, because the page behind it is
 * hidden, and the first rows of a long table, because the others look the same: axe takes a quarter of the
 * processor time of the journeys.
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source);
  return page.evaluate(
    async ({ runOnly, isWhole }) => {
      const { axe } = globalThis as typeof globalThis & { axe: typeof axeCore };
      const resultTypes: ['violations'] = ['violations'];
      // None of these rules needs style sheets, which axe would preload; one needs media.
      const preload = { assets: ['media'] };
      /** Scrolls the element into view and returns axe's message about its size, or undefined if it is large enough. */
      const smallInSight = async (selector: string): Promise<string | undefined> => {
        const target = document.querySelector(selector);
        if (!target) return 'gone since';
        const { scrollX, scrollY } = window;
        target.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { violations } = await axe.run(target, { runOnly: ['target-size'], resultTypes });
        scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
        const [check] = violations[0]?.nodes[0]?.any ?? [];
        const beside = check?.relatedNodes?.map((node) => node.target.join(' ')) ?? [];
        return check && [check.message, ...beside].join(' ');
      };
      const dialog = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
      const rows = 'tr:nth-child(n + 7)';
      const rest = document.querySelector(rows) ? { exclude: [[rows]] } : document;
      const context = isWhole ? document : (dialog ?? rest);
      const { violations } = await axe.run(context, { runOnly, resultTypes, preload });
      const complaints: string[] = [];
      for (const { id, help, nodes } of violations) {
        const places: string[] = [];
        for (const place of nodes.map(({ target }) => target.join(' '))) {
          const small = id === 'target-size' ? await smallInSight(place) : '';
          if (small !== undefined) places.push(`  ${place} ${small}`.trimEnd());
        }
        if (places.length > 0) complaints.push(`${id}: ${help}\n${places.join('\n')}`);
      }
      return complaints;
    },
    { runOnly: tags, isWhole: runsEveryConfiguration },
  );
}
