import { canReceiveTexts, phoneSearch, westernDigits } from '#shared/domain/people/phone-text.ts';

/** The digits of a phone number as typed in any keyboard, with a leading plus if there is one. */
const stripPhone = (phone: string): string => westernDigits(phone).replace(/[^\d+]/g, '');

export const callHref = (phone: string): string => `tel:${stripPhone(phone)}`;

/** WhatsApp requires a country code; a number without one is Egyptian. */
export const whatsAppHref = (phone: string): string =>
  `https://wa.me/${(phoneSearch(phone) ?? stripPhone(phone)).replace('+', '')}`;

/** Whether SMS and WhatsApp reach a phone number as it is shown: false for Egyptian landlines. */
export const canTextPhone = (phone: string): boolean => canReceiveTexts(phoneSearch(phone) ?? phone);
