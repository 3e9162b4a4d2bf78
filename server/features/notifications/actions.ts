import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { isPushHost } from '#server/engine/delivery/transports/web-push.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { removePushIfUnsubscribed } from '#server/features/recipients/push-queries.ts';
import { Refusal } from '#shared/errors.ts';
import { deleteOwnSubscription, saveSubscription, setChannel } from './queries.ts';

type Subscription = Parameters<typeof saveSubscription>[2];

/** Subscribes this browser to the viewer's push messages. Only push services of browsers are ever called. */
export async function subscribe(deps: Deps, viewer: Viewer, subscription: Subscription): Promise<void> {
  if (!isPushHost(subscription.endpoint))
    throw new Refusal('malformed', { fields: { endpoint: 'validation.link' } });
  await inTransaction(deps.db, async (tx) => {
    await saveSubscription(tx, viewer.id, subscription, deps.now());
    await setChannel(tx, viewer.id, 'push', true);
    await recordEvent(tx, viewer, { action: 'push_on', subject: 'notifications', patientId: viewer.id });
  });
}

/** Ends push to this browser; without any browser, push is no longer a channel of the viewer. */
export async function unsubscribe(deps: Deps, viewer: Viewer, endpoint: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await deleteOwnSubscription(tx, viewer.id, endpoint);
    await removePushIfUnsubscribed(tx, viewer.id);
    await recordEvent(tx, viewer, { action: 'push_off', subject: 'notifications', patientId: viewer.id });
  });
}
