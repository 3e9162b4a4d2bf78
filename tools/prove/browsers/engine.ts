import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 30_000;

/** An element of the page: by a CSS selector, by the words on it, or a field by its label. */
export interface Target {
  readonly css?: string;
  /** What stands on it, or its accessible name. */
  readonly text?: string;
  /** The label of a field. */
  readonly label?: string;
  /** The last one of several instead of the first. */
  readonly last?: boolean;
}

/** What an engine that Playwright cannot drive here must be able to do. */
export interface Engine {
  readonly name: string;
  open(url: string): Promise<void>;
  /** Runs the body of a function in the page. */
  run<T>(body: string, ...args: unknown[]): Promise<T>;
  /** Clicks the element that `findScript` finds, as a mouse does; false if there is none. */
  click(target: Target): Promise<boolean>;
  /** Types into the field that `findScript` finds; false if there is none. */
  type(target: Target, text: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The body of a function that finds a visible, enabled element by a `Target`. */
export const findScript = `
  const { css = '*', text, label, last } = arguments[0];
  const clean = (words) => (words ?? '').replace(/[\\u2066-\\u2069\\u200e\\u200f*]/g, '').replace(/\\s+/g, ' ').trim();
  const isThere = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled;
  const fields = () => [...document.querySelectorAll('label')]
    .filter((one) => clean(one.innerText).startsWith(clean(label))).flatMap((one) => one.control ?? []);
  const named = (element) => [element.getAttribute('aria-label'), element.innerText].some((words) => clean(words).includes(clean(text)));
  const found = (label ? fields() : [...document.querySelectorAll(css)])
    .filter((element) => isThere(element) && (!text || named(element)));
  const element = found.at(last ? -1 : 0);
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return element ?? null;`;

const isSeen = `const find = function () {${findScript}}; return find(arguments[0]) !== null;`;

/** Where it stands: a dialog that is still coming in would be missed by a click. */
const positionScript = `const find = function () {${findScript}}; const box = find(arguments[0])?.getBoundingClientRect();
  return box ? [box.x, box.y, box.width, box.height].join() : '';`;

async function until(what: string, happens: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(100)) if (await happens()) return;
  throw new Error(`${what} within ${patienceMs / 1000} s`);
}

/** What a person does in a page, each thing as soon as it can be done. */
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
  sees: (target: Target) =>
    until(`not seen: ${JSON.stringify(target)}`, () => engine.run<boolean>(isSeen, target)),
});
export type Person = ReturnType<typeof person>;
