import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/* A page as a screen reader presents it: the focused element by role and name, and live announcements. */

interface AccessibleNode {
  role: string;
  name: string;
  focused: boolean;
}

/** Nodes of the accessibility tree, without hidden ones. */
export async function accessibleNodes(page: Page): Promise<AccessibleNode[]> {
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

/** The innermost focused node; the page itself is focused as well. */
async function readFocusedNode(page: Page): Promise<string> {
  const found = (await accessibleNodes(page))
    .filter(({ focused, role }) => focused && role !== 'RootWebArea')
    .at(-1);
  return found ? `${found.role}: ${found.name}` : '';
}

const interactiveRoles = new Set([
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
export const unnamedControls = async (page: Page) =>
  (await accessibleNodes(page)).filter(({ role, name }) => interactiveRoles.has(role) && name.trim() === '');

/** Records every text of live regions, in order. */
export function recordAnnouncements(): void {
  const announced: string[] = [];
  Object.assign(globalThis, { announced });
  const live = ':is([role=status], [role=alert], [aria-live]):not([aria-live=off])';
  const told = new WeakMap<Element, string>();
  const look = (node: Node | null) => {
    const region = (node instanceof Element ? node : node?.parentElement)?.closest(live);
    const text = region?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
    if (!region || told.get(region) === text) return;
    told.set(region, text);
    if (text) announced.push(text);
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

/** Announcements since the last call. */
export const takeAnnouncements = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { announced: string[] }).announced.splice(0));

/** Waits for an announcement, and checks that it was made exactly once. */
export async function expectAnnouncement(page: Page, sentence: string): Promise<void> {
  const all: string[] = [];
  await expect
    .poll(async () => {
      all.push(...(await takeAnnouncements(page)));
      return all.filter((one) => one.includes(sentence)).length;
    }, sentence)
    .toBeGreaterThan(0);
  await page.waitForTimeout(300);
  all.push(...(await takeAnnouncements(page)));
  expect(
    all.filter((one) => one.includes(sentence)),
    all.join(' | '),
  ).toHaveLength(1);
}

/**
 * Waits until the focused element matches role and name; never the page itself, which would mean a lost
 * focus.
 */
export const expectFocus = (page: Page, what: string | RegExp): Promise<void> =>
  expect.poll(() => readFocusedNode(page)).toMatch(what);
