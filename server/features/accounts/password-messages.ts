import { type MailTo, mailFields } from '#server/engine/delivery/mail-to.ts';
import { type NewMessage } from '#server/engine/delivery/queries.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { formatInstant } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import type { ChannelOf } from '#shared/domain/message-kinds.ts';

/** The key identifies this message. */
type ResetMailTo = MailTo & { readonly key: string };

/** The link that sets a new password, once, within half an hour. */
export const resetLinkMessage = (to: ResetMailTo, token: string): NewMessage<'resetLink'> => ({
  ...mailFields(to),
  dedupeKey: `reset-link:${to.key}`,
  template: 'resetLink',
  secrets: { link: `/reset-password?token=${token}` },
});

interface SecurityMessageRecipient {
  readonly userId: number;
  readonly channel: 'email' | 'sms';
  readonly address: string;
  readonly lang: Lang;
  readonly key: string;
}

/** The password was changed, in case somebody else did it. */
export const passwordChangedMessage = (
  to: SecurityMessageRecipient,
  at: Date,
): NewMessage<'passwordChanged'> => ({
  channel: to.channel,
  userId: to.userId,
  address: to.address,
  locale: to.lang,
  dedupeKey: `password-changed:${to.key}`,
  template: 'passwordChanged',
  params: { when: formatInstant(to.lang, at), link: '/?dialog=reset' },
});

/** Somebody signed in from a new browser: sent by each of these channels. */
export const newDeviceMessages = (
  { userId, lang, key }: Pick<SecurityMessageRecipient, 'userId' | 'lang' | 'key'>,
  at: Date,
  ways: readonly { readonly channel: ChannelOf<'newDevice'>; readonly address?: string }[],
): NewMessage<'newDevice'>[] =>
  ways.map((way) => ({
    ...way,
    userId,
    locale: lang,
    dedupeKey: `new-device:${userId}:${key}:${way.channel}`,
    template: 'newDevice',
    // Stored by parts, because the app shows it in the language of the page.
    params: { day: clinicClock(at).date, hour: clinicClock(at).time, link: '/profile?tab=password' },
  }));
