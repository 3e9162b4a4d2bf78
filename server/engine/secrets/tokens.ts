import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** A random secret for a link or a cookie (256 bits). */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** The secret of a link in a message, short enough for a text (128 bits). */
export const randomLinkToken = (): string => randomBytes(16).toString('base64url');

/** An API key; its prefix identifies it, also for scanners of leaked secrets. */
export const randomKey = (): string => `hakima_${randomToken()}`;

/** The stored hash of a token: enough to recognize it, not to use it. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A one-time code of six digits. */
export const randomCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

const saltBytes = 16;
const digest = (salt: Buffer, code: string): Buffer =>
  createHash('sha256').update(salt).update(code).digest();

/** The stored form of a code: a salt and the salted hash. */
export function hashCode(code: string): Buffer {
  const salt = randomBytes(saltBytes);
  return Buffer.concat([salt, digest(salt, code)]);
}

export function matchesCode(kept: Buffer, code: string): boolean {
  return timingSafeEqual(kept.subarray(saltBytes), digest(kept.subarray(0, saltBytes), code));
}
