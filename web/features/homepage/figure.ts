import { number } from '#web/i18n.ts';

/** A number of the clinic in the digits of the language, as it was typed: 1000 is no price to be grouped. */
export const figure = (digits: string): string =>
  Array.from(digits, (digit) => number(Number(digit))).join('');
