import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { westernDigits } from './phone-text.ts';

const egyptianMobile = /^01[0125]\d{8}$/;

/**
 * Converts a phone to the stored form (E.164); null if it is not one. Numbers without a country code are
 * Egyptian. Contains the rules of every country (25 kB compressed), so it is for the server; pages use
 * phone-text.
 */
export function normalizePhone(text: string): string | null {
  const typed = westernDigits(text).trim();
  if (typed.length > 40) return null;
  // Shortcut for the most common form, without the rules of every country.
  if (egyptianMobile.test(typed)) return `+20${typed.slice(1)}`;
  const phone = parsePhoneNumberFromString(typed.replace(/^00/, '+'), {
    defaultCountry: 'EG',
    extract: false,
  });
  if (!phone?.isValid()) return null;
  // The library checks lengths, not networks: an Egyptian number of ten digits must be a known mobile one.
  const isEgyptian = phone.country === 'EG' || phone.number.startsWith('+20');
  const isLikeMobile = /^1[012]/.test(phone.nationalNumber) || phone.nationalNumber.length === 10;
  if (isEgyptian && isLikeMobile && !egyptianMobile.test(`0${phone.nationalNumber}`)) return null;
  return phone.number;
}
