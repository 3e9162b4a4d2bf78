/** The shortest password, by where it is chosen: everywhere, for staff, and behind a reset link. */
export const minPassword = 6;
export const minStaffPassword = 10;
export const minResetPassword = 8;
export const maxPassword = 128;

/** So long a password that somebody was given opens her account; in it she chooses her own. */
export const handedOverPasswordDays = 7;

/** Lower-case letters and digits without those that look alike on paper (i l o 0 1). */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * A password to be handed over on paper, like 'kq7f-m2xa-9tuc' (59 bits).
 * @param randomInt gives a whole number from 0 up to, not including, its argument; from a cryptographic
 * source
 */
export function randomPassword(randomInt: (below: number) => number): string {
  const letters = Array.from({ length: 12 }, () => readable[randomInt(readable.length)]);
  return [0, 4, 8].map((at) => letters.slice(at, at + 4).join('')).join('-');
}

/** The first that anybody would try: one digit again and again, or one after the other, up or down. */
export function isEasyPin(digits: string): boolean {
  const steps = new Set(Array.from(digits.slice(1), (digit, at) => Number(digit) - Number(digits[at])));
  const [step] = steps;
  return steps.size === 1 && step !== undefined && Math.abs(step) <= 1;
}

/** So long unused, what a patient opened of her locked visits by her number is locked again. */
export const openForMs = 10 * 60_000;
