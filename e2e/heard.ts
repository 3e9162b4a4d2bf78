import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/* A page as a screen reader tells it: what has the focus, by name and role, and what is said by itself. */

interface Spoken {
  role: string;
  name: string;
  focused: boolean;
}

/** What the browser hands a screen reader, of what is not hidden from it. */
export async function spoken(page: Page): Promise<Spoken[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, properties = [] }) => ({
      role: String(role?.value ?? ''),
      name: String(name?.value ?? ''),
      focused: properties.some((one) => one.name === 'focused' && one.value.value === true),
    }));
}

/** The innermost of what has the focus: the page itself has it as well. */
async function atFocus(page: Page): Promise<string> {
  const found = (await spoken(page)).filter(({ focused, role }) => focused && role !== 'RootWebArea').at(-1);
  return found ? `${found.role}: ${found.name}` : '';
}

const acting = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'radio',
  'switch',
  'tab',
]);
export const unnamed = async (page: Page) =>
  (await spoken(page)).filter(({ role, name }) => acting.has(role) && name.trim() === '');

/** Notes every sentence that a live region is given, in its order. */
export function listen(): void {
  const heard: string[] = [];
  Object.assign(globalThis, { heard });
  const live = ':is([role=status], [role=alert], [aria-live]):not([aria-live=off])';
  const told = new WeakMap<Element, string>();
  const look = (node: Node | null) => {
    const region = (node instanceof Element ? node : node?.parentElement)?.closest(live);
    const text = region?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
    if (!region || told.get(region) === text) return;
    told.set(region, text);
    if (text) heard.push(text);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      look(target);
      for (const node of addedNodes) {
        look(node);
        if (node instanceof Element) for (const inside of node.querySelectorAll(live)) look(inside);
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** What was said since it was last asked. */
export const heardBy = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.splice(0));

/** Waits until it is said, and asks that it was said once. */
export async function hears(page: Page, sentence: string): Promise<void> {
  const all: string[] = [];
  await expect
    .poll(async () => {
      all.push(...(await heardBy(page)));
      return all.filter((one) => one.includes(sentence)).length;
    }, sentence)
    .toBeGreaterThan(0);
  await page.waitForTimeout(300);
  all.push(...(await heardBy(page)));
  expect(
    all.filter((one) => one.includes(sentence)),
    all.join(' | '),
  ).toHaveLength(1);
}

/** What has the focus, by role and name: never the page itself, which would mean that it was lost. */
export const focusIs = (page: Page, what: string | RegExp): Promise<void> =>
  expect.poll(() => atFocus(page)).toMatch(what);
