import { type MailTo, mailFields } from '#server/engine/delivery/mail-to.ts';
import { type NewMessage } from '#server/engine/delivery/queries.ts';
import { formatInstant } from '#shared/domain/format-time.ts';

/** How the account is opened has changed, in case somebody else did it. */
export const stepsChangedMessage = (to: MailTo, at: Date): NewMessage<'stepsChanged'> => ({
  ...mailFields(to),
  dedupeKey: `steps-changed:${to.userId}:${at.getTime()}`,
  template: 'stepsChanged',
  params: { when: formatInstant(to.lang, at), link: '/profile?tab=password' },
});
