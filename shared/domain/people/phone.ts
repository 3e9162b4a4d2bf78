import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { westernDigits } from './phone-text.ts';

const egyptianMobile = /^01[0125]\d{8}$/;

/**
 * A phone as it is kept (E.164), or null when it is none. Egyptian unless it carries another country's code.
 * Knows every country's numbers (25 kB compressed): for the server; a page shows phones through phone-text.
 */
export function normalisePhone(text: string): string | null {
  const typed = westernDigits(text).trim();
  if (typed.length > 40) return null;
  // What nearly everybody here writes need not be looked up in every country's rules.
  if (egyptianMobile.test(typed)) return `+20${typed.slice(1)}`;
  const phone = parsePhoneNumberFromString(typed.replace(/^00/, '+'), {
    defaultCountry: 'EG',
    extract: false,
  });
  if (!phone?.isValid()) return null;
  // The rules of the library tell lengths, not networks: an Egyptian number of ten digits is a mobile one.
  const isEgyptian = phone.country === 'EG' || phone.number.startsWith('+20');
  const isLikeMobile = /^1[012]/.test(phone.nationalNumber) || phone.nationalNumber.length === 10;
  if (isEgyptian && isLikeMobile && !egyptianMobile.test(`0${phone.nationalNumber}`)) return null;
  return phone.number;
}
