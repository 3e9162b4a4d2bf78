/** Minimum password lengths: for everybody, for staff, and at a password reset. */
export const minPassword = 6;
export const minStaffPassword = 10;
export const minResetPassword = 8;
export const maxPassword = 128;

/** Days for which a temporary password is valid; the user must choose her own at sign-in. */
export const temporaryPasswordDays = 7;

/** Lower-case letters and digits without those that look alike on paper (i l o 0 1). */
const readableCharacters = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Generates a temporary password that can be written on paper, like 'kq7f-m2xa-9tuc' (59 bits).
 * @param randomInt returns an integer from 0 up to, but not including, its argument; from a cryptographic
 * source
 */
export function randomPassword(randomInt: (below: number) => number): string {
  const letters = Array.from({ length: 12 }, () => readableCharacters[randomInt(readableCharacters.length)]);
  return [0, 4, 8].map((at) => letters.slice(at, at + 4).join('')).join('-');
}

/** Whether a PIN is easy to guess: one repeated digit, or consecutive digits, up or down. */
export function isEasyPin(digits: string): boolean {
  const steps = new Set(Array.from(digits.slice(1), (digit, at) => Number(digit) - Number(digits[at])));
  const [step] = steps;
  return steps.size === 1 && step !== undefined && Math.abs(step) <= 1;
}

/** After this time without use, appointments opened with the PIN are locked again. */
export const pinUnlockMs = 10 * 60_000;
