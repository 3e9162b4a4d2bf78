import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { splitMessage } from '#server/engine/delivery/lease-queries.ts';
import { findChannels, hasMessageAbout } from '#server/engine/delivery/queries.ts';
import { OnHoldError } from '#server/engine/delivery/transports/transport.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import {
  cancellationTemplates,
  refreshAppointmentMessage,
} from '#server/features/appointments/refresh-actions.ts';
import { notifyDelays, refreshDelayMessage } from '#server/features/arrivals/delay-actions.ts';
import {
  findMessageReaders,
  type PatientMessageRecipient,
} from '#server/features/families/family-queries.ts';
import { findStartTimes } from '#server/features/notifications/link-queries.ts';
import {
  createRestKey,
  findMessagePhone,
  hashToShortKey,
  isPhoneChannel,
  isRedirected,
  type NonPhoneChannel,
  requeueForCurrentReader,
} from '#server/features/notifications/notify-actions.ts';
import { refreshOffer, withOnlyDisplaced } from '#server/features/offers/actions.ts';
import { mayBelieveDisplaced, type OfferRow, offersWithIds } from '#server/features/offers/queries.ts';
import { hasOpenBranch, type WishRow, wishWithId } from '#server/features/offers/wish-queries.ts';
import { findRecipient } from '#server/features/recipients/queries.ts';
import { refreshSeries } from '#server/features/series/refresh-actions.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import { isStillDisplaced } from '#shared/domain/displaced-state.ts';
import { displacedOfferKinds, messageChannels } from '#shared/domain/message-kinds.ts';
import { isHoldActive } from '#shared/domain/visits/offer-state.ts';
import { displacedKey, notifyDisplacedPatients, parseBatch } from './notify-actions.ts';
import { findDisplacements, findVisitsOfNewerOffers, updateDisplaced } from './queries.ts';
import { addCurrentStates, findStillDisplaced } from './state-queries.ts';

/** How long a statement about an appointment waits while the appointment cannot take place. */
const messageHoldMs = 60 * 60_000;

/** Whether the recipient may have been told before that the appointment cannot take place. */
const mayContradictEarlier = async ({ db }: Deps, message: KnownMessage): Promise<boolean> =>
  message.template !== 'visitStays' ||
  message.appointmentId === null ||
  isRedirected(message) ||
  mayBelieveDisplaced(db, message, message.appointmentId);

/**
 * Holds a message back while its appointment cannot take place.
 *
 * @throws OnHoldError
 */
async function holdIfDisplaced(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  if (message.appointmentId === null || cancellationTemplates.has(message.template)) return message;
  if ((await findStillDisplaced(deps, [message.appointmentId])).length === 0) return message;
  // The news that it takes place waits: nothing else would correct what the patient believes.
  if (message.says === null && message.template !== 'visitStays') return null;
  throw new OnHoldError('its appointment cannot take place', addMilliseconds(deps.now(), messageHoldMs));
}

/**
 * Compares a message with its appointment just before it is sent, as `refreshAppointmentMessage` does. If the
 * appointment cannot take place, the patient gets the message of the disruption; once it can take place after
 * all, patients who were told otherwise get its state. Nothing else about it is sent.
 *
 * @throws OnHoldError
 */
export async function refreshUnlessDisplaced(
  deps: Deps,
  message: KnownMessage,
): Promise<KnownMessage | null> {
  if (!(await mayContradictEarlier(deps, message))) return null;
  return refreshAppointmentMessage(deps, message, holdIfDisplaced);
}

/** The same for a message about a delay. It states the current delay, and is not sent if there is none. */
export const refreshDelayUnlessDisplaced = (
  deps: Deps,
  message: KnownMessage,
): Promise<KnownMessage | null> =>
  refreshAppointmentMessage(deps, message, async (_deps, current) => {
    const expected = await holdIfDisplaced(deps, current);
    return expected && refreshDelayMessage(deps, expected);
  });

/**
 * The same for a message about several appointments. Appointments that cannot take place get a separate
 * message, which waits until they can.
 *
 * @throws OnHoldError
 */
export const refreshSeriesUnlessDisplaced = (
  deps: Deps,
  message: KnownMessage,
): Promise<KnownMessage | null> =>
  refreshSeries(deps, message, async (visitIds) => {
    const displaced = await findStillDisplaced(deps, [...visitIds]);
    if (displaced.length === 0) return [];
    const until = addMilliseconds(deps.now(), messageHoldMs);
    if (displaced.length === visitIds.length)
      throw new OnHoldError('its appointments cannot take place', until);
    await splitMessage(deps.db, message, displaced, until);
    return displaced;
  });

const nonPhoneChannels = messageChannels.filter((channel) => !isPhoneChannel(channel));

/** The offers whose reader has another message with this batch, about other appointments. */
async function findOffersWithTakenKey(
  tx: Db,
  batch: string,
  offers: readonly OfferRow[],
  readers: ReadonlyMap<number, PatientMessageRecipient>,
): Promise<OfferRow[]> {
  const taken: OfferRow[] = [];
  for (const offer of offers) {
    const { patientId, appointmentId } = offer;
    const key = displacedKey(batch, String(readers.get(patientId)?.id));
    const keys = nonPhoneChannels.map((channel) => `${key}:${channel}`);
    const isAbout = appointmentId !== null && (await hasMessageAbout(tx, keys, [appointmentId]));
    if (!isAbout && (await findChannels(tx, keys)).length > 0) taken.push(offer);
  }
  return taken;
}

/**
 * Queues a separate message for each phone or recipient if a message about displaced appointments no longer
 * reaches all of their patients, because a phone or the reader of a patient's messages changed, or the first
 * recipient of a text was erased. Leaves out appointments for which another time was offered since: that offer
 * has its own messages. The desk has to call a patient without any channel. Returns whether it queued messages.
 */
async function requeueByReader(deps: Deps, message: KnownMessage): Promise<boolean> {
  const { channel, template, userId, visitIds } = message;
  if (!displacedOfferKinds.includes(template) || !visitIds) return false;
  const states = await addCurrentStates(deps, await findDisplacements(deps.db, visitIds));
  const rows = states.flatMap(({ row, state }) => (isStillDisplaced(state) ? [row] : []));
  const ids = rows.flatMap(({ offerId }) => offerId ?? []);
  const found = await offersWithIds(deps.db, [...new Set(ids)]);
  const held = found.filter((offer) => isHoldActive(offer, deps.now()));
  const readers = await findMessageReaders(
    deps.db,
    held.map(({ patientId }) => patientId),
  );
  const recipient = userId === null ? undefined : await findRecipient(deps.db, userId);
  const phone = findMessagePhone(recipient);
  const isText = isPhoneChannel(channel);
  const isReached = ({ patientId }: OfferRow, reader = readers.get(patientId)) =>
    isText ? phone !== null && findMessagePhone(reader) === phone : reader?.id === userId;
  if (held.every((offer) => isReached(offer))) return false;
  const first = parseBatch(message.dedupeKey);
  const newer = await findVisitsOfNewerOffers(deps.db, message, first);
  const offers = held.filter(({ appointmentId }) => !newer.has(appointmentId));
  const lost = offers.filter((offer) => !isReached(offer));
  // A text and an e-mail about the same offers share one key.
  const hash = hashToShortKey([first, ...lost.map(({ id }) => id).toSorted((x, y) => x - y)].join());
  const apart = `apart:${hash}`;
  const hasPhone = ({ patientId }: OfferRow) => findMessagePhone(readers.get(patientId)) !== null;
  await inTransaction(deps.db, async (tx) => {
    const tell = (ones: readonly OfferRow[], batch: string, only?: 'texts' | NonPhoneChannel) =>
      notifyDisplacedPatients(tx, deps, ones, {
        together: rows.filter(({ offerId }) => ones.some(({ id }) => id === offerId)),
        batch,
        only,
      });
    const reached = offers.filter((offer) => isReached(offer));
    const byText = isText ? offers.filter(hasPhone) : [];
    const others = lost.filter((offer) => !byText.includes(offer));
    const told = [await tell(byText, apart, 'texts')];
    if (!isText)
      told.push(await tell(others, apart, 'texts'), await tell(reached, createRestKey(first, hash), channel));
    // With the keys of the first messages, because an e-mail and a text about the same offers may both lose their
    // reader, and some messages may have been queued with the text.
    for (const other of nonPhoneChannels) {
      const taken = isText ? [] : await findOffersWithTakenKey(tx, first, others, readers);
      told.push(await tell(taken, apart, other));
      told.push(
        await tell(
          others.filter((offer) => !taken.includes(offer)),
          first,
          other,
        ),
      );
    }
    const toCall = lost.filter((offer) => !told.some((heard) => heard.has(offer))).map(({ id }) => id);
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
 * Compares an offer with its appointments just before it is sent: leaves out those that were answered, or can
 * take place after all. Returns null if nothing is left to offer.
 */
export async function refreshDisplacedOffer(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  if (await requeueByReader(deps, message)) return null;
  const current = await refreshOffer(deps, message);
  // An offer without appointments comes from the waiting list or from an earlier version.
  if (!current?.visitIds) return current;
  const displaced = await findStillDisplaced(deps, [...current.visitIds]);
  const still = current.visitIds.filter((id) => displaced.includes(id));
  if (still.length === current.visitIds.length) return current;
  return still.length === 0 ? null : withOnlyDisplaced(current, await findStartTimes(deps.db, still));
}

/** Whether a message says what has become of a waiting-list entry. */
async function isWishStateTold(
  deps: Deps,
  wish: WishRow & { isOpen: boolean },
  { template }: KnownMessage,
): Promise<boolean> {
  if (template !== 'wishClosed') return wish.isOpen && wish.doctorWish !== 'named';
  return wish.isOpen ? !(await hasOpenBranch(deps, wish)) : wish.state === 'ended';
}

/**
 * Returns null if the patient has left the waiting list, or if the reason of the message is gone: she chose a
 * doctor again, or one of her branches is open on one of her days.
 */
export async function refreshWishMessage(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  // Messages that an earlier version queued lack it.
  if (message.params.wish === undefined) return message;
  const wish = await wishWithId(deps, Number(message.params.wish));
  if (!wish || !(await isWishStateTold(deps, wish, message))) return null;
  return (await requeueForCurrentReader(deps, message, wish.patientId)) ? null : message;
}

/** Notifies upcoming patients of a delay, except those whose appointment cannot take place. */
export const notifyDelaysUnlessDisplaced = (deps: Deps): Promise<number> =>
  notifyDelays(deps, findStillDisplaced);
