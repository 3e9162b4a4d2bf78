import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchCode } from './fetch-code.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failTimes = (times: number) => {
  let calls = 0;
  return vi.fn<() => Promise<string>>(async () => {
    calls += 1;
    if (calls <= times) throw new Error(`failure ${calls}`);
    return `attempt ${calls}`;
  });
};

test('a file that fails four times arrives with the fifth attempt', async () => {
  const load = failTimes(4);
  const loaded = fetchCode(load);
  await vi.advanceTimersByTimeAsync(7_499);
  expect(load).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(await loaded).toBe('attempt 5');
});

test('a file that never arrives is an error after 7.5 s', async () => {
  const failed = fetchCode(failTimes(100)).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(7_500);
  expect(await failed).toBe('failure 5');
});
