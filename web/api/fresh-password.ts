import { randomPassword } from '#shared/domain/people/password-rules.ts';

const values = 2 ** 32;

/** A uniformly distributed random integer from 0 to `below` - 1. */
function randomBelow(below: number): number {
  const box = new Uint32Array(1);
  const fair = values - (values % below);
  do crypto.getRandomValues(box);
  while ((box[0] ?? 0) >= fair);
  return (box[0] ?? 0) % below;
}

/** A random initial password, generated on this device, that staff give to a user. */
export const generateInitialPassword = (): string => randomPassword(randomBelow);
