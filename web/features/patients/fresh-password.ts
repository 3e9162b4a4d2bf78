import { randomPassword } from '#shared/domain/people/password-rules.ts';

const wholeRange = 2 ** 32;

/**
 * A uniformly distributed integer below a limit: rejects numbers beyond the last whole multiple of the limit.
 */
function randomInt(below: number): number {
  const limit = wholeRange - (wholeRange % below);
  for (;;) {
    const [drawn = limit] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < limit) return drawn % below;
  }
}

/** A random first password for one patient, to be handed over on paper. */
export const freshPassword = (): string => randomPassword(randomInt);
