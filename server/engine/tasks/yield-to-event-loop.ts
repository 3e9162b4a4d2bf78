import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work with many small steps may run before other requests get their turn. */
const maxSliceMs = 1;

/**
 * Returns a function to await between the steps of long work: it yields to the event loop if the last time
 * was long enough ago. It measures time instead of counting steps, because the cost of a step varies.
 */
export function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxSliceMs) return;
    await nextTurn();
    since = performance.now();
  };
}
