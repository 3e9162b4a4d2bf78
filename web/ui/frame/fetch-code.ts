/** Until so many ms are over; without a network until there is one. */
const rest = (ms: number): Promise<unknown> =>
  new Promise((done) => {
    if (navigator.onLine) setTimeout(done, ms);
    else addEventListener('online', done, { once: true });
  });

/**
 * A part of the page whose code comes by itself (`import()`). A file may be lost on its way, in a lift or
 * while a server starts anew: it is asked for again, later each time, and `onLate` is told once that it takes
 * longer. Rejects as `bring` does when it does not come within 16 s of a network, as the files of a version
 * before the last do not.
 */
export async function fetchCode<T>(bring: () => Promise<T>, onLate?: () => void): Promise<T> {
  for (let ms = 250; ms < 9000; ms *= 2) {
    try {
      return await bring();
    } catch {
      if (ms === 500) onLate?.();
      await rest(ms);
    }
  }
  return bring();
}
