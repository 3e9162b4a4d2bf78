import type { ElementHandle } from 'puppeteer-core';
import puppeteer from 'puppeteer-core';
import { findScript, type KeyboardEngine, type Target } from './engine.ts';

/** Debian's Firefox ESR, driven with WebDriver BiDi. */
export async function firefox(executablePath: string): Promise<KeyboardEngine> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const asFunction = (body: string) => `function () {${body}}`;
  const evaluate = <T>(body: string, args: unknown[]) =>
    page.evaluate(`(${asFunction(body)}).apply(null, ${JSON.stringify(args)})`) as Promise<T>;
  const find = async (target: Target) => {
    const found = await page.evaluateHandle(
      `(${asFunction(findScript)}).call(null, ${JSON.stringify(target)})`,
    );
    return found.asElement() as ElementHandle | null;
  };
  return {
    name: `Firefox (${await browser.version()})`,
    open: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    run: (body, ...args) => evaluate(body, args),
    click: async (target) => {
      const element = await find(target);
      await element?.click();
      return element !== null;
    },
    type: async (target, text) => {
      const element = await find(target);
      await element?.click({ count: 3 });
      await element?.type(text);
      return element !== null;
    },
    key: (name) => page.keyboard.press(name),
    keys: (text) => page.keyboard.type(text),
    close: () => browser.close(),
  };
}
