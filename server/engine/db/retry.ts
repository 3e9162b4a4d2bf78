const attempts = 3;

/**
 * Runs `work`, and again (up to three times) while its error is worth a retry. Every retry on the server uses
 * it.
 */
export async function retry<T>(
  work: () => Promise<T>,
  isWorthAnother: (error: unknown) => boolean,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isWorthAnother(error)) throw error;
    }
  }
}
