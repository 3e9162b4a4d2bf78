import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { splitMessage } from '#server/engine/delivery/lease-queries.ts';
import { OnHold } from '#server/engine/delivery/transports/transport.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { refreshVisit, saysCancelled } from '#server/features/appointments/refresh-actions.ts';
import { withCurrentDelay } from '#server/features/arrivals/delay-actions.ts';
import { readersOf } from '#server/features/families/family-queries.ts';
import { byPhone, isRedirected, redirectToReader } from '#server/features/notifications/notify-actions.ts';
import { refreshOffer, withOnlyDisplaced } from '#server/features/offers/actions.ts';
import { type OfferRow, offersWithIds, wasToldDisplaced } from '#server/features/offers/queries.ts';
import { hasOpenBranch, wishWithId } from '#server/features/offers/wish-queries.ts';
import { recipientOf } from '#server/features/recipients/queries.ts';
import { refreshSeries } from '#server/features/series/refresh-actions.ts';
import { later } from '#shared/domain/clinic-time.ts';
import { isStillDisplaced } from '#shared/domain/displaced-state.ts';
import { isKept } from '#shared/domain/visits/offer-state.ts';
import { keyOf, notifyDisplaced, phoneOf } from './notify-actions.ts';
import { displacedOf, updateDisplaced } from './queries.ts';
import { standingDisplaced, withStates } from './state-queries.ts';

/** How long a statement about an appointment waits while the appointment cannot take place. */
const holdMs = 60 * 60_000;

/** Whether the recipient may have been told before that the appointment cannot take place. */
const contradictsEarlier = async ({ db }: Deps, message: KnownMessage): Promise<boolean> =>
  message.template !== 'visitStays' ||
  message.appointmentId === null ||
  isRedirected(message) ||
  wasToldDisplaced(db, message, message.appointmentId);

/**
 * Compares a message with its appointment just before it is sent, as `refreshVisit` does. If the appointment
 * cannot take place, the patient gets the message of the disruption; once it can take place after all,
 * patients who were told otherwise get its state. Nothing else about it is sent. @throws OnHold
 */
export async function refreshStandingVisit(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  if (!(await contradictsEarlier(deps, message))) return null;
  const current = await refreshVisit(deps, message);
  if (!current || current.appointmentId === null || saysCancelled.has(current.template)) return current;
  if ((await standingDisplaced(deps, [current.appointmentId])).length === 0) return current;
  if (message.says === null) return null;
  throw new OnHold('its appointment cannot take place', later(deps.now(), holdMs));
}

/** The same for a message about a delay. It states the current delay, and is not sent if there is none. */
export async function refreshStandingDelay(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  const current = await refreshStandingVisit(deps, message);
  return current && withCurrentDelay(deps, current);
}

/**
 * The same for a message about several appointments. Appointments that cannot take place get a separate
 * message, which waits until they can. @throws OnHold
 */
export async function refreshStandingSeries(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  const current = await refreshSeries(deps, message);
  if (!current?.visitIds || message.template === 'seriesCancelled') return current;
  const displaced = await standingDisplaced(deps, [...current.visitIds]);
  if (displaced.length === 0) return current;
  const until = later(deps.now(), holdMs);
  if (displaced.length === current.visitIds.length)
    throw new OnHold('its appointments cannot take place', until);
  await splitMessage(deps.db, message, displaced, until);
  return refreshSeries(deps, message, displaced);
}

/**
 * Queues a separate message for each phone or recipient if a message about displaced appointments no longer
 * reaches all of their patients, because a phone or the reader of a patient's messages changed, or the first
 * recipient of a text was erased. The desk has to call a patient without any channel. Returns whether it queued messages.
 */
async function splitByReader(deps: Deps, { visitIds, ...message }: KnownMessage): Promise<boolean> {
  if (!message.template.startsWith('offerDisplaced') || !visitIds) return false;
  const states = await withStates(deps, await displacedOf(deps.db, visitIds));
  const rows = states.flatMap(({ row, state }) => (isStillDisplaced(state) ? [row] : []));
  const ids = rows.flatMap(({ offerId }) => offerId ?? []);
  const found = await offersWithIds(deps.db, [...new Set(ids)]);
  const offers = found.filter((offer) => isKept(offer, deps.now()));
  const readers = await readersOf(
    deps.db,
    offers.map(({ patientId }) => patientId),
  );
  const recipient = message.userId === null ? undefined : await recipientOf(deps.db, message.userId);
  const phone = phoneOf(recipient);
  const isText = byPhone(message.channel);
  const isReached = ({ patientId }: OfferRow, reader = readers.get(patientId)) =>
    isText ? phone !== null && phoneOf(reader) === phone : reader?.id === message.userId;
  if (offers.every((offer) => isReached(offer))) return false;
  await inTransaction(deps.db, async (tx) => {
    // One deduplication key for all channels.
    const batch = `apart:${keyOf(message.dedupeKey.replace(/:\w+$/, ''))}`;
    const heard = await notifyDisplaced(tx, deps, offers, {
      together: rows,
      batch,
      only: isText ? 'texts' : 'others',
    });
    const toCall = offers.filter((offer) => !heard.has(offer)).map(({ id }) => id);
    const unreached = rows.filter(({ offerId }) => offerId !== null && toCall.includes(offerId));
    if (unreached.length > 0)
      await updateDisplaced(
        tx,
        unreached.map(({ id }) => id),
        { reached: false },
      );
  });
  return true;
}

/**
 * Compares an offer with its appointments just before it is sent: leaves out those that were answered, or can take
 * place after all. Returns null if nothing is left to offer.
 */
export async function refreshStandingOffer(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  if (await splitByReader(deps, message)) return null;
  const current = await refreshOffer(deps, message);
  // An offer without appointments comes from the waiting list or from an earlier version.
  if (!current?.visitIds) return current;
  const displaced = await standingDisplaced(deps, [...current.visitIds]);
  const still = current.visitIds.filter((id) => displaced.includes(id));
  if (still.length === current.visitIds.length) return current;
  return still.length === 0 ? null : withOnlyDisplaced(current, still);
}

/**
 * Returns null if the patient has left the waiting list, or if the reason of the message is gone: she chose a
 * doctor again, or one of her branches is open on one of her days.
 */
export async function refreshWish(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  // Messages that an earlier version queued lack it.
  if (message.params.wish === undefined) return message;
  const wish = await wishWithId(deps.db, Number(message.params.wish));
  if (!wish || (await redirectToReader(deps, message, wish.patientId))) return null;
  if (message.template !== 'wishClosed')
    return wish.state === 'waiting' && wish.doctorWish !== 'named' ? message : null;
  if (wish.state === 'waiting') return (await hasOpenBranch(deps, wish)) ? null : message;
  return wish.state === 'ended' ? message : null;
}
