import type { Db } from '#server/engine/db/connect.ts';
import { type Actor, type NewEvent, recordEvent, recordEvents } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { splitLocal } from '#shared/domain/clinic-time.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { type OfferState, offerState } from '#shared/domain/visits/offer-state.ts';
import { type OfferRow, settleFor } from './queries.ts';

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
 * A visit was moved, cancelled or given to another doctor: what is kept for it and was not answered is let
 * go, in the same transaction. Another doctor alone answers only an offer that was made because of a doctor.
 */
export async function settleOffers(
  tx: Db,
  viewer: Viewer,
  appointmentId: number,
  { now, only }: { now: Date; only: 'displaced' | 'all' },
): Promise<void> {
  const there = isStaff(viewer.role) ? 'given' : 'taken';
  await recordOffers(tx, viewer, await settleFor(tx, appointmentId, { now, only, there }));
}
