import { type MailTo, mailFields } from '#server/engine/delivery/mail-to.ts';
import { type NewMessage } from '#server/engine/delivery/queries.ts';
import type { Lang } from '#shared/domain/languages.ts';

/**
 * Sent to the address that was confirmed before, in case somebody else changed it. `phone` is the clinic's.
 */
export const emailChangedMessage = (
  to: MailTo & { readonly version: number },
  phone: string,
): NewMessage<'emailChanged'> => ({
  ...mailFields(to),
  dedupeKey: `email-changed:${to.userId}:${to.version}`,
  template: 'emailChanged',
  params: { phone },
});

interface PhoneChangeRecipient {
  readonly userId: number;
  readonly lang: Lang;
  readonly version: number;
  readonly channel: 'email' | 'sms';
  readonly address: string;
}

/** Sent to the old confirmed number and to the confirmed e-mail, as `emailChangedMessage`. */
export const phoneChangedMessage = (
  { userId, lang, version, channel, address }: PhoneChangeRecipient,
  phone: string,
): NewMessage<'phoneChanged'> => ({
  channel,
  userId,
  address,
  locale: lang,
  dedupeKey: `phone-changed:${userId}:${version}:${channel}`,
  template: 'phoneChanged',
  params: { phone },
});
