const attempts = 3;

/**
 * Runs `work`, again (up to three times) while what it throws is worth another attempt. Whatever is tried
 * again on the server is tried again by this: transactions, and what was reckoned before one.
 */
export async function tryAgain<T>(
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
