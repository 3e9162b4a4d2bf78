import { type MailTo, mail } from '#server/engine/delivery/mail-to.ts';
import type { NewMessage } from '#server/engine/delivery/queries.ts';
import { formatInstant } from '#shared/domain/time-words.ts';
import type { Lang } from '#shared/messages/catalogue.ts';

/** The key names this one message among all. */
type MailOnce = MailTo & { readonly key: string };

/** The link that sets a new password, once, within half an hour. */
export const resetLinkMessage = (to: MailOnce, token: string): NewMessage<'resetLink'> => ({
  ...mail(to),
  dedupeKey: `reset-link:${to.key}`,
  template: 'resetLink',
  secrets: { link: `/reset-password?token=${token}` },
});

interface Told {
  readonly userId: number;
  readonly channel: 'email' | 'sms';
  readonly address: string;
  readonly lang: Lang;
  readonly key: string;
}

/** Her password is another: in case it was not she who changed it. */
export const passwordChangedMessage = (to: Told, at: Date): NewMessage<'passwordChanged'> => ({
  channel: to.channel,
  userId: to.userId,
  address: to.address,
  locale: to.lang,
  dedupeKey: `password-changed:${to.key}`,
  template: 'passwordChanged',
  params: { when: formatInstant(to.lang, at), link: '/?dialog=reset' },
});

/** Somebody signed in from a browser that her account did not know. */
export const newDeviceMessage = (to: MailOnce, at: Date): NewMessage<'newDevice'> => ({
  ...mail(to),
  dedupeKey: `new-device:${to.userId}:${to.key}`,
  template: 'newDevice',
  params: { when: formatInstant(to.lang, at), link: '/profile?tab=password' },
});
