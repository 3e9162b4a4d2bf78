import type { NewMessage } from '#server/engine/delivery/queries.ts';
import { formatInstant } from '#shared/domain/time-words.ts';
import type { Lang } from '#shared/messages/catalogue.ts';

interface MailTo {
  readonly userId: number;
  readonly email: string;
  readonly lang: Lang;
}

/** How her account is opened has changed: in case it was not she who changed it. */
export const stepsChangedMessage = (to: MailTo, at: Date): NewMessage<'stepsChanged'> => ({
  channel: 'email',
  userId: to.userId,
  address: to.email,
  locale: to.lang,
  dedupeKey: `steps-changed:${to.userId}:${at.getTime()}`,
  template: 'stepsChanged',
  params: { when: formatInstant(to.lang, at), link: '/profile?tab=password' },
});
