import type { Db } from '#server/engine/db/connect.ts';
import { type Actor, type NewEvent, recordEvent, recordEvents } from '#server/engine/events/queries.ts';
import { splitLocal } from '#shared/domain/clinic-time.ts';
import { patientRoles } from '#shared/domain/people/roles.ts';
import { isAcceptedOffer, type OfferState, offerState } from '#shared/domain/visits/offer-state.ts';
import { type EndReason, type WishState, wishStates } from '#shared/domain/wish-rules.ts';
import { closeOffersOfWish, endAnsweredOffers, type MovedVisit, type OfferRow } from './queries.ts';
import { endWish, type WishRow } from './wish-queries.ts';

/** What the history keeps of an offer: time, branch and state. */
const toOfferImage = ({ id, localStart, locationId, doctorId, reason, state, appointmentId }: OfferRow) => {
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

const toOfferEvent = (offer: OfferRow, state: OfferState): NewEvent => ({
  action: offerState(state).action,
  subject: 'offers',
  subjectId: offer.id,
  locationId: offer.locationId,
  patientId: offer.patientId,
  after: toOfferImage({ ...offer, state }),
});

/** Records an offer or its new state. */
export const recordOffer = (tx: Db, actor: Actor, offer: OfferRow, state: OfferState): Promise<void> =>
  recordEvent(tx, actor, toOfferEvent(offer, state));

/** The same for several. */
export const recordOffers = (tx: Db, actor: Actor, offers: readonly OfferRow[]): Promise<void> =>
  recordEvents(
    tx,
    actor,
    offers.map((offer) => toOfferEvent(offer, offer.state)),
  );

/**
 * Call it whenever an appointment gets or leaves a time: an offer ends the same way, however it was answered.
 * Releases the hold in the same transaction and fulfils the waiting-list entry.
 */
export async function settleOffers(
  tx: Db,
  actor: Actor,
  patientIds: readonly number[],
  { now, moved = null }: { now: Date; moved?: MovedVisit | null },
): Promise<void> {
  const there = isPatientOrGuardian(actor) ? 'taken' : 'given';
  const settled = await endAnsweredOffers(tx, patientIds, { now, moved, there });
  await recordOffers(tx, actor, settled);
  for (const { wishId, patientId, state } of settled)
    if (wishId !== null && isAcceptedOffer(state))
      await closeWish(tx, actor, { id: wishId, patientId }, 'granted', now);
}

/** The patient, or her guardian. */
const isPatientOrGuardian = ({ role }: Actor): boolean =>
  role === 'visitor' || patientRoles.some((one) => one === role);

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
 * Ends a waiting-list entry and releases its offers. Undefined if it was not waiting or belongs to another
 * patient.
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
  const left = isPatientOrGuardian(actor) ? 'declined' : 'withdrawn';
  await recordOffers(
    tx,
    actor,
    await closeOffersOfWish(tx, wish.id, state === 'left' ? left : 'settled', now),
  );
  return ended;
}
