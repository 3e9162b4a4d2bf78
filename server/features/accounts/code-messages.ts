import type { CodeTo } from '#server/engine/delivery/code-ways.ts';
import { type MailTo, mail } from '#server/engine/delivery/mail-to.ts';
import type { NewMessage } from '#server/engine/delivery/queries.ts';
import type { Lang } from '#shared/messages/catalogue.ts';

/** The key names this one message among all. */
type MailOnce = MailTo & { readonly key: string };

/** The link that proves an e-mail address is hers. */
export const confirmEmailMessage = (to: MailOnce, token: string): NewMessage<'confirmEmail'> => ({
  ...mail(to),
  dedupeKey: `confirm-email:${to.key}`,
  template: 'confirmEmail',
  secrets: { link: `/confirm-contact?token=${token}` },
});

/**
 * Somebody gave an address that already opens another account: told to the address, not to the one who tried.
 */
export const registerAttemptMessage = (to: MailOnce): NewMessage<'registerAttempt'> => ({
  ...mail(to),
  dedupeKey: `register-attempt:${to.key}`,
  template: 'registerAttempt',
  params: { link: '/?dialog=reset' },
});

/** A one-time code, to sign in or to confirm a phone. */
export const codeMessage = (
  to: CodeTo & { userId: number | null; lang: Lang; key: string; minutes: number },
  template: 'code' | 'confirmPhone',
  secrets: { readonly code: string; readonly enter?: string },
): NewMessage<'code' | 'confirmPhone'> => ({
  dedupeKey: `code:${to.key}`,
  channel: to.channel,
  userId: to.userId,
  address: to.address,
  locale: to.lang,
  template,
  params: { minutes: to.minutes },
  secrets,
});
