/** Pauses before a failed import is tried again, in ms: 5 attempts in about 8 s. */
const pauses = [500, 1000, 2000, 4000];

/** Loads code with `import()` and retries while its file does not arrive. Rejects with the last error. */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return load();
}
