import { randomPassword } from '#shared/domain/people/password-rules.ts';

const wholeRange = 2 ** 32;

/** Evenly: numbers beyond the last whole multiple are drawn again. */
function randomInt(below: number): number {
  const limit = wholeRange - (wholeRange % below);
  for (;;) {
    const [drawn = limit] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < limit) return drawn % below;
  }
}

/** A first password for one patient only, to be handed over on paper. */
export const freshPassword = (): string => randomPassword(randomInt);
