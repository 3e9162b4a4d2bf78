import type { NewMessage } from '#server/engine/delivery/queries.ts';
import type { Lang } from '#shared/messages/catalogue.ts';

/**
 * Told to the address that was confirmed before: in case it was not she who changed it. `phone` is the
 * clinic's.
 */
export const emailChangedMessage = (
  to: { userId: number; email: string; lang: Lang; version: number },
  phone: string,
): NewMessage<'emailChanged'> => ({
  dedupeKey: `email-changed:${to.userId}:${to.version}`,
  channel: 'email',
  userId: to.userId,
  address: to.email,
  locale: to.lang,
  template: 'emailChanged',
  params: { phone },
});
