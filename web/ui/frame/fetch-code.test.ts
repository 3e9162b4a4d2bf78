import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchCode } from './fetch-code.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lost so many times, so many ms after it was asked for. */
const lostTimes = (times: number, after = 0) => {
  let asked = 0;
  return vi.fn<() => Promise<string>>(async () => {
    asked += 1;
    if (after > 0) await new Promise((done) => setTimeout(done, after));
    if (asked <= times) throw new Error(`lost ${asked}`);
    return `asked ${asked} times`;
  });
};
const wordOf = (error: Error) => error.message;

test('what is lost on its way is asked for again', async () => {
  const ended = fetchCode(lostTimes(6));
  await vi.advanceTimersByTimeAsync(16_000);
  expect(await ended).toBe('asked 7 times');
});

test('what does not come at all is given up after 16 s, however long it took to be lost', async () => {
  const atOnce = fetchCode(lostTimes(100)).catch(wordOf);
  await vi.advanceTimersByTimeAsync(16_000);
  expect(await atOnce).toBe('lost 7');
  const late = fetchCode(lostTimes(100, 10_000)).catch(wordOf);
  await vi.advanceTimersByTimeAsync(21_000);
  expect(await late).toBe('lost 2');
});

test('without a network it waits for one, and is not given up', async () => {
  const browser = new EventTarget();
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  const bring = lostTimes(3, 10_000);
  const ended = fetchCode(bring);
  await vi.advanceTimersByTimeAsync(39_000);
  expect(bring).toHaveBeenCalledTimes(1);
  // A browser may say so wrongly: after half a minute it is tried.
  await vi.advanceTimersByTimeAsync(1000 + 10_000 + 29_000);
  expect(bring).toHaveBeenCalledTimes(2);
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await ended).toBe('asked 4 times');
});
