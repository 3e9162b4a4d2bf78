import { currentLang, number } from '#web/i18n.ts';

/** Converts each digit to the page's language, without grouping, so that 1000 stays as it was typed. */
export const figure = (digits: string): string =>
  Array.from(digits, (digit) => number(Number(digit))).join('');

/** Compact number: 5000 becomes 5k in English. */
export const shortFigure = (digits: string): string =>
  new Intl.NumberFormat(currentLang() === 'ar' ? 'ar-EG' : 'en', { notation: 'compact' })
    .format(Number(digits))
    .toLowerCase();
