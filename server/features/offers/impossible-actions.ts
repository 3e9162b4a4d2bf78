import type { Db } from '#server/engine/db/connect.ts';
import type { Actor } from '#server/engine/events/queries.ts';
import type { HttpDeps } from '#server/engine/http/deps.ts';
import { findMessageReader } from '#server/features/families/family-queries.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { notifyPerson } from '#server/features/notifications/notify-actions.ts';
import { withdrawOpenOffer } from './actions.ts';
import { offerGoneMessage } from './messages.ts';
import { offersWithIds } from './queries.ts';

/**
 * Ends offers whose time became impossible, in the transaction of the change, and notifies the patients.
 * Waiting-list entries stay; a displaced appointment goes on the list of calls. `wishesTold`: waiting
 * patients who are told by another message of the same change.
 */
export async function endImpossibleOffers(
  tx: Db,
  deps: HttpDeps,
  actor: Actor,
  ids: readonly number[],
  wishesTold: ReadonlySet<number> = new Set(),
): Promise<void> {
  for (const offer of await offersWithIds(tx, ids)) {
    if (!(await withdrawOpenOffer(tx, deps, actor, offer))) continue;
    if (offer.wishId !== null && wishesTold.has(offer.wishId)) continue;
    // The hold has expired; only the task that ends it has not run yet.
    if (offer.heldUntil <= deps.now()) continue;
    const person = await findMessageReader(tx, offer.patientId);
    const place = await findOpenLocation({ ...deps, db: tx }, offer.locationId);
    if (person && place) await notifyPerson(tx, offerGoneMessage(person.locale, offer, place));
  }
}
