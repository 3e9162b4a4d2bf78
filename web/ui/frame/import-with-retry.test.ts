import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { importWithRetry, preloadCode } from './import-with-retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const failTimes = (times: number) => {
  let calls = 0;
  return vi.fn<() => Promise<string>>(async () => {
    calls += 1;
    if (calls <= times) throw new Error(`failure ${calls}`);
    return `attempt ${calls}`;
  });
};

test('a file that fails four times is loaded with the fifth attempt', async () => {
  const load = failTimes(4);
  const loaded = importWithRetry(load);
  await vi.advanceTimersByTimeAsync(7_499);
  expect(load).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(await loaded).toBe('attempt 5');
});

test('a file that never arrives is an error after 7.5 s', async () => {
  const failed = importWithRetry(failTimes(100)).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(7_500);
  expect(await failed).toBe('failure 5');
});

/** A device whose network can be switched off and on. */
function device() {
  const network = { onLine: false };
  const events = new EventTarget();
  vi.stubGlobal('navigator', network);
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  return () => {
    network.onLine = true;
    events.dispatchEvent(new Event('online'));
  };
}

test('offline nothing is requested, and the file is loaded as soon as the device is online', async () => {
  const goOnline = device();
  const load = failTimes(0);
  const loaded = importWithRetry(load);
  await vi.advanceTimersByTimeAsync(600);
  expect(load).not.toHaveBeenCalled();
  goOnline();
  await vi.advanceTimersByTimeAsync(0);
  expect(await loaded).toBe('attempt 1');
});

test('a device that stays offline requests nothing', async () => {
  device();
  const load = failTimes(0);
  const failed = importWithRetry(load).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(7_500);
  expect([await failed, load.mock.calls.length]).toEqual(['offline', 0]);
});

test('a preload waits for the network', () => {
  const goOnline = device();
  const load = failTimes(0);
  preloadCode(load);
  expect(load).not.toHaveBeenCalled();
  goOnline();
  expect(load).toHaveBeenCalledOnce();
});
