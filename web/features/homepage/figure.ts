import { currentLang, formatNumberInLang } from '#web/i18n.ts';

/** Converts each digit to the page's language, without grouping, so that 1000 stays as it was typed. */
export const localizeDigits = (digits: string): string =>
  Array.from(digits, (digit) => formatNumberInLang(Number(digit))).join('');

/** Compact number: 5000 becomes 5k in English. */
export const formatCompactNumber = (digits: string): string =>
  new Intl.NumberFormat(currentLang() === 'ar' ? 'ar-EG' : 'en', { notation: 'compact' })
    .format(Number(digits))
    .toLowerCase();
