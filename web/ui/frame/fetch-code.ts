const longestMs = 16_000;

/** So many ms; without a network until there is one, or half a minute: browsers say so wrongly, too. */
const rest = (ms: number): Promise<unknown> =>
  new Promise((done) => {
    setTimeout(done, navigator.onLine ? ms : 30_000);
    if (!navigator.onLine) addEventListener('online', done, { once: true });
  });

/**
 * A part of the page whose code comes by itself (`import()`). A file may be lost on its way, in a lift or
 * while a server starts anew: it is asked for again, later each time. Rejects as `bring` does when it has not
 * come after 16 s, those without a network not counted: the files of a version before the last never do.
 */
export async function fetchCode<T>(bring: () => Promise<T>): Promise<T> {
  for (let ms = 250, left = longestMs; ; ms *= 2) {
    const since = performance.now();
    try {
      return await bring();
    } catch (error) {
      if (navigator.onLine) left -= performance.now() - since + ms;
      if (left < 0) throw error;
      await rest(ms);
    }
  }
}
