import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '#shared/errors.ts';

/** argon2id, the library's default. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 2;
const mayWait = 60;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Two hashes at once, on the thread pool; a limited queue waits, other requests are told to retry. Endpoints
 * that hash hold no place of `Admission` meanwhile (`holdsNoPlace` of `mount`).
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= mayWait) throw new Refusal('unavailable', { retryAfter: 2 });
    await new Promise<void>((go) => waiting.push(go));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

const made = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

/** Whether a hash has outdated parameters: it is replaced when its password is typed. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(made);

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

let nobodys: Promise<string> | undefined;

/** Whether the password matches the hash. Without a hash it takes the same time and returns false. */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  nobodys ??= hash(randomBytes(24), cost);
  const compared = passwordHash ?? (await nobodys);
  const right = await inTurn(() => verify(compared, password));
  return right && passwordHash != null;
}
