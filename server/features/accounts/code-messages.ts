import type { CodeTo } from '#server/engine/delivery/code-ways.ts';
import type { NewMessage } from '#server/engine/delivery/queries.ts';
import type { Lang } from '#shared/messages/catalogue.ts';

interface MailTo {
  readonly userId: number;
  readonly email: string;
  readonly lang: Lang;
  /** Names this one message among all. */
  readonly key: string;
}

/** The link that proves an e-mail address is hers. */
export const confirmEmailMessage = (
  { userId, email, lang, key }: MailTo,
  token: string,
): NewMessage<'confirmEmail'> => ({
  dedupeKey: `confirm-email:${key}`,
  channel: 'email',
  userId,
  address: email,
  locale: lang,
  template: 'confirmEmail',
  secrets: { link: `/confirm-contact?token=${token}` },
});

/**
 * Somebody gave an address that already opens another account: told to the address, not to the one who tried.
 */
export const registerAttemptMessage = ({
  userId,
  email,
  lang,
  key,
}: MailTo): NewMessage<'registerAttempt'> => ({
  dedupeKey: `register-attempt:${key}`,
  channel: 'email',
  userId,
  address: email,
  locale: lang,
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
