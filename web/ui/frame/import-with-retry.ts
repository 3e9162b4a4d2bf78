/** Pauses in milliseconds before a failed import is retried: 5 attempts in about 8 s. */
const retryPausesMs = [500, 1000, 2000, 4000];

/** Whether the device knows that it has no network. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false;

/** Resolves after the pause, or as soon as the device is online again. */
const waitOrOnline = (pause: number): Promise<void> =>
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
 * Loads code with `import()` and retries while it fails. Rejects with the last error. Makes no attempt while
 * offline, because browsers cache a failed `import()` and that of each file it imports until the page is
 * reloaded.
 */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of retryPausesMs) {
    try {
      if (!isOffline()) return await load();
    } catch {
      // The next attempt follows.
    }
    await waitOrOnline(pause);
  }
  if (isOffline()) throw new Error('offline');
  return load();
}

/** Preloads code that may soon be needed; if the device is offline, when it is online again. */
export function preloadCode(fetch: () => Promise<unknown>): void {
  const attempt = () => void fetch().catch(() => undefined);
  if (isOffline()) addEventListener('online', attempt, { once: true });
  else attempt();
}
