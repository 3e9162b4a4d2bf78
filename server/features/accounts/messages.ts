import type { NewMessage } from '#server/delivery/queries.ts';
import type { Lang } from '#shared/messages/catalogue.ts';

/** The link that proves an e-mail address is hers. */
export const confirmEmailMessage = (to: { userId: number; email: string; locale: Lang; link: string; key: string }): NewMessage => ({
  dedupeKey: `confirm-email:${to.key}`,
  channel: 'email',
  userId: to.userId,
  address: to.email,
  locale: to.locale,
  template: 'confirm-email',
  secrets: { link: to.link },
});

/** Somebody tried to register with an address that already opens an account: told to the address, not to the one who tried. */
export const emailInUseMessage = (to: { userId: number; email: string; locale: Lang; key: string }): NewMessage => ({
  dedupeKey: `email-in-use:${to.key}`,
  channel: 'email',
  userId: to.userId,
  address: to.email,
  locale: to.locale,
  template: 'email-in-use',
});
