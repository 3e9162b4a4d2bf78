import { type MailTo, mailFields } from '#server/engine/delivery/mail-to.ts';
import { type NewMessage } from '#server/engine/delivery/queries.ts';
import type { ProviderName } from '#server/engine/identity/provider.ts';
import { say } from '#shared/messages/dictionaries.ts';

/** A provider was linked to the account, in case somebody else did it. */
export const identityLinkedMessage = (
  to: MailTo & { readonly at: Date },
  provider: ProviderName,
): NewMessage<'identityJoined'> => ({
  ...mailFields(to),
  dedupeKey: `identity-joined:${to.userId}:${provider}:${to.at.getTime()}`,
  template: 'identityJoined',
  params: { provider: say(to.lang, `account.login.${provider}`) },
});
