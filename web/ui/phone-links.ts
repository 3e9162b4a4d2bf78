import { phoneSearch, westernDigits } from '#shared/domain/people/phone-text.ts';

/** What is dialled of a phone as somebody typed it, whatever the keyboard. */
const dialled = (phone: string): string => westernDigits(phone).replace(/[^\d+]/g, '');

/** A phone amid other words: in one piece and from its first digit on, also in an Arabic line. */
export const phoneInLine = (phone: string): string => `\u2066${phone.replaceAll(' ', '\u00a0')}\u2069`;

export const callHref = (phone: string): string => `tel:${dialled(phone)}`;

/** WhatsApp knows a number only with its country; one that names none is Egyptian. */
export const whatsAppHref = (phone: string): string =>
  `https://wa.me/${(phoneSearch(phone) ?? dialled(phone)).replace('+', '')}`;
