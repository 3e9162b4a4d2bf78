import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '#shared/errors.ts';

/** argon2id, the library's default. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 2;
const maxQueued = 60;

let runningHashes = 0;
const waitingHashes: (() => void)[] = [];

/**
 * Two hashes at once, on the thread pool; a limited queue waits, other requests are told to retry. Endpoints
 * that hash hold no place of `Admission` meanwhile (`holdsNoPlace` of `mount`).
 */
async function runQueued<T>(work: () => Promise<T>): Promise<T> {
  if (runningHashes >= atOnce) {
    if (waitingHashes.length >= maxQueued) throw new Refusal('unavailable', { retryAfter: 2 });
    await new Promise<void>((go) => waitingHashes.push(go));
  } else {
    runningHashes++;
  }
  try {
    return await work();
  } finally {
    const next = waitingHashes.shift();
    if (next) next();
    else runningHashes--;
  }
}

const currentHashPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

/** Whether a hash has outdated parameters: it is replaced when its password is typed. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(currentHashPrefix);

export const hashPassword = (password: string): Promise<string> => runQueued(() => hash(password, cost));

let dummyHash: Promise<string> | undefined;

/** Whether the password matches the hash. Without a hash it takes the same time and returns false. */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  dummyHash ??= hash(randomBytes(24), cost);
  const compared = passwordHash ?? (await dummyHash);
  const right = await runQueued(() => verify(compared, password));
  return right && passwordHash != null;
}
