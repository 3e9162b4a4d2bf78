import { expect, test } from 'vitest';
import { LoopWatch } from './loop.ts';

/**
 * Blocks the event loop for this time. Processor time includes other threads of the process, so the wall
 * clock must have passed as well.
 */
function work(ms: number): void {
  const [from, since] = [process.cpuUsage(), performance.now()];
  for (let used = 0; used < ms || performance.now() - since < ms; ) {
    const { user, system } = process.cpuUsage(from);
    used = (user + system) / 1000;
  }
}

test('a single block of the event loop is reported, and a repeated one fails', async () => {
  const watch = new LoopWatch(50);
  let first = true;
  const calls: Record<string, () => Promise<void>> = {
    short: async () => work(1),
    once: async () => {
      if (first) work(60);
      first = false;
    },
    'each time': async () => work(80),
    'after its answer': async () => void setImmediate(() => work(100)),
  };
  for (const [name, call] of Object.entries(calls)) await watch.over(name, call);
  const [counts = '', ...lines] = watch.figures();
  // A busy machine may delay a short turn as well.
  expect(counts).toMatch(/^4 first calls: [34] held the loop over 50 ms, [34] by processor/);
  expect(lines.map((line) => line.split(': ')[1])).toEqual(
    expect.arrayContaining(['after its answer', 'each time', 'once']),
  );
  const again = await watch.stallsAmong(Object.keys(calls), async (name) => calls[name]?.());
  expect(again).toEqual(['each time', 'after its answer']);
});
