import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 30_000;

/** An element of the page: by CSS selector, by text, or a field by its label. */
export interface Target {
  readonly css?: string;
  /** Text or accessible name. */
  readonly text?: string;
  /** Label of a field. */
  readonly label?: string;
  /** Use the last match instead of the first. */
  readonly last?: boolean;
}

/** Interface for engines that Playwright cannot drive here. */
export interface Engine {
  readonly name: string;
  open(url: string): Promise<void>;
  /** Runs the body of a function in the page. */
  run<T>(body: string, ...args: unknown[]): Promise<T>;
  /** Clicks the element that `findScript` finds with a real mouse event; false if there is none. */
  click(target: Target): Promise<boolean>;
  /** Types into the field that `findScript` finds; false if there is none. */
  type(target: Target, text: string): Promise<boolean>;
  close(): Promise<void>;
}

/** An engine that also sends keys to the focused element. */
export interface KeyboardEngine extends Engine {
  key(name: 'Tab' | 'Enter' | ' '): Promise<void>;
  keys(text: string): Promise<void>;
}

/** The body of a function that finds a visible, enabled element by a `Target`. */
export const findScript = `
  const { css = '*', text, label, last } = arguments[0];
  const clean = (words) => (words ?? '').replace(/[\\u2066-\\u2069\\u200e\\u200f*]/g, '').replace(/\\s+/g, ' ').trim();
  const isThere = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled;
  const wordsOf = (element) => [element.getAttribute('aria-label'), element.innerText].map(clean);
  /** Those on which exactly these words stand; if there are none, those that contain them. */
  const withWords = (elements, words) => {
    const exact = elements.filter((element) => wordsOf(element).includes(clean(words)));
    return exact.length > 0 ? exact : elements.filter((element) => wordsOf(element).some((one) => one.includes(clean(words))));
  };
  const fields = () => withWords([...document.querySelectorAll('label')], label).flatMap((one) => one.control ?? []);
  const there = (label ? fields() : [...document.querySelectorAll(css)]).filter(isThere);
  const found = text ? withWords(there, text) : there;
  const element = found.at(last ? -1 : 0);
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return element ?? null;`;

const isSeen = `const find = function () {${findScript}}; return find(arguments[0]) !== null;`;

/**
 * Position of the element; empty while another element covers it. Used to wait for dialogs that are still
 * moving.
 */
const positionScript = `const find = function () {${findScript}};
  const element = find(arguments[0]);
  if (!element) return '';
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return element.contains(top) ? [x, y, width, height].join() : '';`;

async function until(what: string, happens: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(100)) if (await happens()) return;
  throw new Error(`${what} within ${patienceMs / 1000} s`);
}

/** Actions of a user in a page; each waits until it is possible. */
export const person = (engine: Engine) => ({
  open: (url: string) => engine.open(url),
  press: (target: Target) => {
    let before = '';
    return until(`nothing to press: ${JSON.stringify(target)}`, async () => {
      const position = await engine.run<string>(positionScript, target);
      const isStill = position !== '' && position === before;
      before = position;
      return isStill && engine.click(target);
    });
  },
  write: (target: Target, text: string) =>
    until(`no field: ${JSON.stringify(target)}`, () => engine.type(target, text)),
  /** Waits until the element is gone. */
  misses: (target: Target) =>
    until(`still there: ${JSON.stringify(target)}`, async () => !(await engine.run<boolean>(isSeen, target))),
  sees: (target: Target) =>
    until(`not seen: ${JSON.stringify(target)}`, () => engine.run<boolean>(isSeen, target)),
});
export type Person = ReturnType<typeof person>;

/** Waits for the element, then presses Tab until it has the focus. */
export async function tabTo(engine: KeyboardEngine, target: Target & { css: string }): Promise<void> {
  await person(engine).sees(target);
  const focused = { ...target, css: `${target.css}:focus` };
  return until(`Tab does not reach ${JSON.stringify(target)}`, async () => {
    if (await engine.run<boolean>(isSeen, focused)) return true;
    await engine.key('Tab');
    return engine.run<boolean>(isSeen, focused);
  });
}
