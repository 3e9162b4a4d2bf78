import type { Page } from '@playwright/test';
import axeCore from 'axe-core';

/** The rules that axe looks at a page by. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** How axe keeps what it found out of an element: in a list that it searches from its beginning each time. */
const keptInLists = "(0, import_memoizee['default'])(fn)";
if (!axeCore.source.includes(keptInLists)) throw new Error('axe keeps its answers in another way');

/**
 * axe, which finds the same for half the processor: what its colours keep to themselves lies in weak maps of
 * its compiler's, seven a colour and several colours a text: here it lies on the colour. A colour is read
 * once, not once a text; what was found out of an element lies in a map; and the HTML of what is in order is
 * not written out.
 */
const axeSource = `(() => {
  const kept = function () {
    const key = Symbol();
    const has = (of) => Object.hasOwn(of, key);
    const set = (of, value) => void (of[key] = value);
    return { has, set, get: (of) => (has(of) ? of[key] : undefined), add: (of) => set(of, true) };
  };
  const [WeakMap, WeakSet] = [kept, kept];
  const keptInMaps = (work) => {
    let answers = new Map();
    const answer = function (...of) {
      const last = work.length - 1;
      let among = answers;
      for (let i = 0; i < last; i++) {
        if (!among.has(of[i])) among.set(of[i], new Map());
        among = among.get(of[i]);
      }
      if (!among.has(of[last])) among.set(of[last], work.apply(this, of));
      return among.get(of[last]);
    };
    answer.clear = () => void (answers = new Map());
    return answer;
  };
  ${axeCore.source.replace(keptInLists, 'keptInMaps(fn)')}
  axe.configure({ noHtml: true });
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const read = new Map();
  prototype.parseString = function (text) {
    if (!read.has(text)) {
      const { r, g, b, alpha } = parseString.call(this, text);
      read.set(text, { r, g, b, alpha });
    }
    return Object.assign(this, read.get(text));
  };
})()`;

/**
 * What axe finds on the page as it stands. A target that lies partly under a bar counts by what it is where
 * she scrolls it to.
 */
export async function foundByAxe(page: Page): Promise<string[]> {
  // Not by axe's own builder, which also tells what is in order and puts it together in a second page: that
  // took three to five times the processor.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as typeof globalThis & { axe: typeof axeCore };
    const resultTypes: ['violations'] = ['violations'];
    // No rule of these looks into style sheets, which axe would read first; one listens to media.
    const preload = { assets: ['media'] };
    /** What is wrong with a target where it is in sight, and beside what; nothing where all is well. */
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
    const { violations } = await axe.run(document, { runOnly, resultTypes, preload });
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
  }, tags);
}
