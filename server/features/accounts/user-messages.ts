import { type MailTo, mailFields } from '#server/engine/delivery/mail-to.ts';
import { type NewMessage } from '#server/engine/delivery/queries.ts';

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
