import { setImmediate as breath } from 'node:timers/promises';

/** So long work of many small steps goes on before others have their turn. */
const atAStretchMs = 1;

/**
 * For long work of many small steps: awaited between two of them, it lets others have their turn where the
 * last one is long enough ago. How much a step costs depends on the machine and on what it is given, so it is
 * the clock that says, not a number of steps.
 */
export function breathing(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < atAStretchMs) return;
    await breath();
    since = performance.now();
  };
}
