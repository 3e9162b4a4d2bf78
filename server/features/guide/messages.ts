import { type NewMessage } from '#server/engine/delivery/queries.ts';
import type { Guide } from '#shared/contract/connections/guide.ts';
import type { Lang } from '#shared/domain/languages.ts';

/** A test message to the viewer herself. */
export const testMessage = (
  to: Guide['reached'][number] & { readonly userId: number; readonly lang: Lang },
  at: Date,
): NewMessage<'trial'> => ({
  dedupeKey: `trial:${to.userId}:${at.getTime()}`,
  channel: to.channel,
  userId: to.userId,
  address: to.address,
  locale: to.lang,
  template: 'trial',
});
