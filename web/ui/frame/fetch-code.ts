/** Pauses before a failed import is tried again, in ms: 5 attempts in about 8 s. */
const pauses = [500, 1000, 2000, 4000];

/** Whether the device knows that it has no network. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false;

/** Ends with the pause, or as soon as the device is online again. */
const pauseOrOnline = (pause: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', end);
      resolve();
    };
    const timer = setTimeout(end, pause);
    if (isOffline()) addEventListener('online', end);
  });

/**
 * Loads code with `import()` and retries while its file does not arrive. Rejects with the last error. Offline,
 * nothing is asked for: a browser keeps a failed `import()`, of each file in it, until the page is reloaded.
 */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      if (!isOffline()) return await load();
    } catch {
      // The next attempt follows.
    }
    await pauseOrOnline(pause);
  }
  if (isOffline()) throw new Error('offline');
  return load();
}

/** Fetches code that may soon be needed; offline, once the device is online. */
export function fetchAhead(fetch: () => Promise<unknown>): void {
  const attempt = () => void fetch().catch(() => undefined);
  if (isOffline()) addEventListener('online', attempt, { once: true });
  else attempt();
}
