import { createHmac, timingSafeEqual } from 'node:crypto';

const windowMs = 5 * 60_000;

/** HMAC-SHA256 over `timestamp.body`, in hex: the value of `x-signature` in both directions. */
export const sign = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

/** Whether the signature is ours and recent: a recorded old message is rejected. */
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
