import type { RestReason } from '#shared/domain/wish-rules.ts';
import type { MessageKey } from '#web/i18n.ts';

/** Why nothing is offered to who waits. */
export const restWords = {
  kept: 'offer.rest.kept',
  today: 'offer.rest.today',
  enough: 'offer.rest.enough',
  unreached: 'offer.rest.unreached',
} as const satisfies Record<RestReason, MessageKey>;
