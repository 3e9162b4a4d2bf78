import type { Db } from '#server/engine/db/connect.ts';
import { type Actor, type NewEvent, recordEvent, recordEvents } from '#server/engine/events/queries.ts';
import { splitLocal } from '#shared/domain/clinic-time.ts';
import { lookedAfter } from '#shared/domain/people/roles.ts';
import { isAcceptedOffer, type OfferState, offerState } from '#shared/domain/visits/offer-state.ts';
import { type EndReason, type WishState, wishStates } from '#shared/domain/wish-rules.ts';
import { closeOffersOf, type Moved, type OfferRow, settleFor } from './queries.ts';
import { endWish, type WishRow } from './wish-queries.ts';

/** What the history keeps of an offer: when and where, and what became of it. */
const imageOf = ({ id, localStart, locationId, doctorId, reason, state, appointmentId }: OfferRow) => {
  const { date, time } = splitLocal(localStart);
  return {
    offer: id,
    appointmentDate: date,
    appointmentTime: time,
    locationId,
    doctorId,
    reason,
    state,
    appointmentId,
  };
};

const eventOf = (offer: OfferRow, state: OfferState): NewEvent => ({
  action: offerState(state).action,
  subject: 'offers',
  subjectId: offer.id,
  locationId: offer.locationId,
  patientId: offer.patientId,
  after: imageOf({ ...offer, state }),
});

/** In the history: an offer, or what has become of one. */
export const recordOffer = (tx: Db, actor: Actor, offer: OfferRow, state: OfferState): Promise<void> =>
  recordEvent(tx, actor, eventOf(offer, state));

/** The like of many, as they are. */
export const recordOffers = (tx: Db, actor: Actor, offers: readonly OfferRow[]): Promise<void> =>
  recordEvents(
    tx,
    actor,
    offers.map((offer) => eventOf(offer, offer.state)),
  );

/**
 * Call it wherever a visit comes to stand somewhere, or stops to: an offer ends the same whichever way it was
 * answered. What was kept is let go in the same transaction, and a wish that it fulfils is granted.
 */
export async function settleOffers(
  tx: Db,
  actor: Actor,
  patientIds: readonly number[],
  { now, moved = null }: { now: Date; moved?: Moved | null },
): Promise<void> {
  const there = isHerself(actor) ? 'taken' : 'given';
  const settled = await settleFor(tx, patientIds, { now, moved, there });
  await recordOffers(tx, actor, settled);
  for (const { wishId, patientId, state } of settled)
    if (wishId !== null && isAcceptedOffer(state))
      await closeWish(tx, actor, { id: wishId, patientId }, 'granted', now);
}

/** She, or whoever looks after her. */
const isHerself = ({ role }: Actor): boolean => role === 'visitor' || lookedAfter.some((one) => one === role);

export const recordWish = (
  tx: Db,
  actor: Actor,
  wish: Pick<WishRow, 'id' | 'patientId' | 'appointmentId' | 'serviceId'>,
  state: WishState,
  why?: EndReason,
) =>
  recordEvent(tx, actor, {
    action: wishStates[state],
    subject: 'offers',
    patientId: wish.patientId,
    after: {
      wish: wish.id,
      ...(wish.appointmentId === null ? { serviceId: wish.serviceId } : { visit: wish.appointmentId }),
      ...(why && { why }),
    },
  });

/**
 * Nobody waits by this wish any more, and what it was offered is let go. Undefined: it did not wait, or is
 * another's.
 */
export async function closeWish(
  tx: Db,
  actor: Actor,
  wish: Pick<WishRow, 'id' | 'patientId'>,
  state: Exclude<WishState, 'waiting'>,
  now: Date,
  why?: EndReason,
): Promise<WishRow | undefined> {
  const ended = await endWish(tx, wish, state, now);
  if (!ended) return undefined;
  await recordWish(tx, actor, ended, state, why);
  const left = isHerself(actor) ? 'declined' : 'withdrawn';
  await recordOffers(tx, actor, await closeOffersOf(tx, wish.id, state === 'left' ? left : 'settled', now));
  return ended;
}
