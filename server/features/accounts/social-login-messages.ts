import type { NewMessage } from '#server/engine/delivery/queries.ts';
import type { ProviderName } from '#server/engine/identity/provider.ts';
import type { Lang } from '#shared/messages/catalogue.ts';
import { say } from '#shared/messages/dictionaries.ts';

/** Another way into her account: in case it was not she who opened it. */
export const identityJoinedMessage = (
  to: { userId: number; email: string; lang: Lang; at: Date },
  provider: ProviderName,
): NewMessage<'identityJoined'> => ({
  dedupeKey: `identity-joined:${to.userId}:${provider}:${to.at.getTime()}`,
  channel: 'email',
  userId: to.userId,
  address: to.email,
  locale: to.lang,
  template: 'identityJoined',
  params: { provider: say(to.lang, `account.login.${provider}`) },
});
