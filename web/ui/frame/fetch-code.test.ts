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

const lostTimes = (times: number) => {
  let asked = 0;
  return async () => {
    asked += 1;
    if (asked <= times) throw new Error(`lost ${asked}`);
    return `asked ${asked} times`;
  };
};

test('what is lost on its way is asked for again, and who waits is told once', async () => {
  const late = vi.fn<() => void>();
  const once = fetchCode(lostTimes(1), late);
  await vi.advanceTimersByTimeAsync(250);
  expect(await once).toBe('asked 2 times');
  expect(late).not.toHaveBeenCalled();

  const often = fetchCode(lostTimes(6), late);
  await vi.advanceTimersByTimeAsync(16_000);
  expect(await often).toBe('asked 7 times');
  expect(late).toHaveBeenCalledTimes(1);
});

test('what does not come at all is given up after 16 s', async () => {
  const ended = fetchCode(lostTimes(100)).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(16_000);
  expect(await ended).toBe('lost 7');
});

test('without a network nothing is asked for until there is one', async () => {
  const browser = new EventTarget();
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  const bring = vi.fn(lostTimes(1));
  const ended = fetchCode(bring);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(bring).toHaveBeenCalledTimes(1);
  browser.dispatchEvent(new Event('online'));
  expect(await ended).toBe('asked 2 times');
});
