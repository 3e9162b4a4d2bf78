import type { Lang } from '../languages.ts';

/** Converts Arabic and Persian digits to 0-9 and removes direction marks. */
export const westernDigits = (text: string): string =>
  text
    .replace(/[\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));

const countryCode = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/;

/** Groups of three digits from the front; the last group has up to four. */
const groupDigits = (digits: string): string => digits.replace(/(\d{3})(?=\d{3,4}(?!\d)|\d{6})/g, '$1 ');

/**
 * Formats a stored phone for display: 0100 123 4567 in Egypt, +966 501 234 567 abroad. A value that is not
 * E.164 is not changed.
 */
export function formatPhone(phone: string): string {
  const [, code, rest = ''] = countryCode.exec(phone) ?? [];
  if (code === undefined) return phone;
  if (code !== '20') return `+${code} ${groupDigits(rest)}`;
  const [, area, first, last] = /^(1\d\d|2|3|1\d|[4-9]\d)(\d{3,4})(\d{4})$/.exec(rest) ?? [];
  return area === undefined ? `0${rest}` : `0${area} ${first} ${last}`;
}

/** Whether a stored phone can receive texts: false for Egyptian landlines, true for all other numbers. */
export const canReceiveTexts = (phone: string): boolean =>
  !phone.startsWith('+20') || /^\+201[0125]\d{8}$/.test(phone);

/** Groups a typed phone for display; a value that is not a phone is not changed. */
export function groupTypedPhone(typed: string): string {
  const digits = westernDigits(typed)
    .replace(/[\s().-]/g, '')
    .replace(/^00/, '+');
  const kept = digits.replace(/^0(?=\d{9,10}$)/, '+20');
  return /^\+\d+$/.test(kept) ? formatPhone(kept) : typed;
}

/** A phone within a sentence, isolated so that its groups keep their order in Arabic text. */
export const formatPhoneInSentence = (lang: Lang, shown: string): string =>
  lang === 'ar' ? shown.replaceAll(/[\s-]+/g, '') : shown;

/**
 * Converts a search text to the form of a stored phone ('0100 12' → '+2010012'); null if it cannot be part of
 * one. The middle or end of a number is not changed.
 */
export function phoneSearch(q: string): string | null {
  const typed = westernDigits(q).replace(/[\s().-]/g, '');
  if (!/^\+?\d+$/.test(typed)) return null;
  if (/^00\d/.test(typed)) return `+${typed.slice(2)}`;
  return /^0[1-9]\d/.test(typed) ? `+20${typed.slice(1)}` : typed;
}
