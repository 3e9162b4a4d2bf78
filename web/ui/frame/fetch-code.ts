/** How long until what did not come is asked for again, in ms: 15 s in all, in which a server starts anew. */
const pauses = [250, 750, 2000, 4000, 8000];

/** Until the pause is over; without a network until there is one. */
const rest = (ms: number): Promise<unknown> =>
  new Promise((done) => {
    if (globalThis.navigator?.onLine === false) addEventListener('online', done, { once: true });
    else setTimeout(done, ms);
  });

/**
 * A part of the page whose code comes by itself (`import()`). A file may be lost on its way, in a lift or
 * while a server starts anew: it is asked for again, and `onLate` is told once that it takes longer. Rejects
 * as `bring` does when it does not come at all, as the files of a version before the last do not.
 */
export async function fetchCode<T>(bring: () => Promise<T>, onLate?: () => void): Promise<T> {
  for (const [n, ms] of pauses.entries()) {
    try {
      return await bring();
    } catch {
      if (n === 1) onLate?.();
      await rest(ms);
    }
  }
  return bring();
}
