import { currentLang, number } from '#web/i18n.ts';

/** A number of the clinic in the digits of the language, as it was typed: 1000 is no price to be grouped. */
export const figure = (digits: string): string =>
  Array.from(digits, (digit) => number(Number(digit))).join('');

/** A large figure in short: 5000 is 5k in English. */
export const shortFigure = (digits: string): string =>
  new Intl.NumberFormat(currentLang() === 'ar' ? 'ar-EG' : 'en', { notation: 'compact' })
    .format(Number(digits))
    .toLowerCase();
