import { phoneSearch, westernDigits } from '#shared/domain/people/phone-text.ts';

/** What is dialled of a phone as somebody typed it, whatever the keyboard. */
const dialled = (phone: string): string => westernDigits(phone).replace(/[^\d+]/g, '');

export const callHref = (phone: string): string => `tel:${dialled(phone)}`;

/** WhatsApp knows a number only with its country; one that names none is Egyptian. */
export const whatsAppHref = (phone: string): string =>
  `https://wa.me/${(phoneSearch(phone) ?? dialled(phone)).replace('+', '')}`;
