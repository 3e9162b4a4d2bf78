import { createHmac, timingSafeEqual } from 'node:crypto';

const windowMs = 5 * 60_000;

/** HMAC-SHA256 over `timestamp.body`, in hex: what `x-signature` carries in both directions. */
export const sign = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

/** Signed with our secret, and lately: an old message that somebody recorded does not count. */
export function isSigned(
  secret: string,
  timestamp: unknown,
  signature: unknown,
  body: string,
  now: Date,
): boolean {
  if (typeof timestamp !== 'string' || typeof signature !== 'string' || !/^\d{1,15}$/.test(timestamp))
    return false;
  if (Math.abs(now.getTime() - Number(timestamp)) > windowMs) return false;
  const expected = Buffer.from(sign(secret, timestamp, body));
  const given = Buffer.from(signature.replace(/^sha256=/, ''));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
