import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { bookInTransaction, prepareBooking } from '#server/features/appointments/actions.ts';
import { changeAppointment } from '#server/features/appointments/change-actions.ts';
import { retryWithFreshHours } from '#server/features/appointments/refusal-actions.ts';
import { checkStart, loadBookingBranch } from '#server/features/appointments/requested-time-actions.ts';
import { type CurrentDoctorWish, resolveCurrentWish } from '#server/features/doctors/doctor-wish-queries.ts';
import { canActFor } from '#server/features/families/family-queries.ts';
import { lockPeople } from '#server/features/users/queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { answerOffer } from '#shared/contract/offers.ts';
import { minutesBetween, splitLocal } from '#shared/domain/clinic-time.ts';
import { isAcceptedOffer, type OfferAnswer, offerStateAfter } from '#shared/domain/visits/offer-state.ts';
import { Refusal } from '#shared/errors.ts';
import { notifyStaffOfCallRequest } from './actions.ts';
import { closeOffer, type OfferRow, offerWithId, presentOffer } from './queries.ts';
import { closeWish, recordOffer } from './record-actions.ts';
import { findWishDoctor } from './wish-queries.ts';

type Answer = Body<typeof answerOffer>;

interface Time {
  locationId: number;
  appointmentDate: string;
  appointmentTime: string;
}

function readChosenTime(
  offer: OfferRow,
  { answer, locationId, appointmentDate, appointmentTime }: Answer,
): Time {
  if (answer === 'take') {
    const { date, time } = splitLocal(offer.localStart);
    return { locationId: offer.locationId, appointmentDate: date, appointmentTime: time };
  }
  if (!locationId || !appointmentDate || !appointmentTime)
    throw new Refusal('malformed', { fields: { appointmentDate: 'validation.required' } });
  return { locationId, appointmentDate, appointmentTime };
}

/**
 * The wish of an appointment that gets another doctor than the named one: the held doctor. A wish without a
 * name stays.
 */
export const findDoctorAfterMove = (
  { doctorWish, doctorId }: CurrentDoctorWish,
  keptDoctor: number | null,
): { doctorId?: number | null } =>
  doctorWish === 'named' && keptDoctor !== doctorId ? { doctorId: keptDoctor } : {};

/** The doctor that the patient waited for, if the branch books by doctor. */
async function findWaitedForDoctor(deps: Deps, { wishId, locationId }: OfferRow) {
  const wanted = wishId === null ? undefined : await findWishDoctor(deps.db, wishId);
  const { location } = await loadBookingBranch(deps, locationId);
  if (!wanted || location.bookedBy === 'room') return {};
  const { doctorWish, doctor } = await resolveCurrentWish(deps, wanted);
  if (doctor) return { doctorId: doctor.id };
  return doctorWish === 'woman' ? { doctorWish } : {};
}

/** Moves the appointment or makes a new one: a held time is confirmed, another gets the usual status. */
async function moveOrBookVisit(
  tx: Db,
  deps: Deps,
  viewer: Viewer,
  offer: OfferRow,
  answer: Answer,
): Promise<void> {
  const within = { ...deps, db: tx };
  const time = readChosenTime(offer, answer);
  const offered = answer.answer === 'take' ? 'kept' : 'another';
  const keptDoctor = offered === 'kept' ? offer.doctorId : null;
  const keptMinutes = offered === 'kept' ? minutesBetween(offer.localStart, offer.localEnd) : null;
  if (offer.appointmentId !== null) {
    const { visitDoctorWish: doctorWish, visitDoctorId: doctorId } = offer;
    const whom =
      offered === 'kept'
        ? findDoctorAfterMove({ doctorWish: doctorWish ?? 'any', doctorId }, keptDoctor)
        : {};
    const input = { ...time, ...whom };
    const { byItself } = offer;
    const kept = { keptDoctor, keptMinutes };
    await changeAppointment(within, viewer, offer.appointmentId, input, { offered, ...kept, byItself });
    return;
  }
  const whom = offered === 'kept' ? await findWaitedForDoctor(within, offer) : {};
  const wish = { ...time, ...whom, userId: offer.patientId, service: offer.serviceId };
  const kept = { doctor: keptDoctor, minutes: keptMinutes, byClinic: !offer.byItself };
  const booking = await prepareBooking(within, viewer, wish, null, kept);
  const { appointmentDate: date, appointmentTime } = time;
  if (offered === 'another')
    checkStart(within, viewer, booking.branch, {
      date,
      time: appointmentTime,
      minutes: booking.minutes,
      overbook: false,
    });
  const status = offered === 'kept' && !booking.waitsForCall ? 'confirmed' : booking.status;
  await bookInTransaction(tx, deps, { ...booking, status, offered: true });
}

const acceptingAnswers: readonly OfferAnswer[] = ['take', 'another'];

async function applyAnswer(tx: Db, deps: Deps, viewer: Viewer, id: number, answer: Answer): Promise<void> {
  // Answers of one patient run one after the other: the second sees the result of the first.
  const about = (await offerWithId(tx, id))?.patientId;
  await lockPeople(tx, about === undefined ? [viewer.id] : [viewer.id, about]);
  const offer = await offerWithId(tx, id);
  if (!offer || !canActFor(viewer, offer.patientId)) throw new Refusal('not_found');
  const state = offerStateAfter(answer.answer);
  const shown = presentOffer(offer, deps.now());
  // The same answer twice, or a time that the patient already has: nothing changes.
  if (shown.state === state || (answer.answer === 'take' && isAcceptedOffer(shown.state))) return;
  if (!shown.answers.includes(answer.answer)) throw new Refusal('offer_over');
  if (!(await closeOffer(tx, offer, state, deps.now()))) throw new Refusal('offer_over');
  if (acceptingAnswers.includes(answer.answer)) await moveOrBookVisit(tx, deps, viewer, offer, answer);
  if (answer.answer === 'cancel' && offer.appointmentId !== null)
    await changeAppointment(
      { ...deps, db: tx },
      viewer,
      offer.appointmentId,
      { status: 'cancelled' },
      { offered: 'another' },
    );
  if (answer.answer === 'call') await notifyStaffOfCallRequest(tx, { ...deps, db: tx }, offer);
  await recordOffer(tx, viewer, offer, state);
  if (offer.wishId !== null && acceptingAnswers.includes(answer.answer))
    await closeWish(tx, viewer, { id: offer.wishId, patientId: offer.patientId }, 'granted', deps.now());
}

/**
 * Saves the patient's answer to an offer, all or nothing. The booking statement itself checks that the held
 * time is hers. The old appointment stays until the new one exists.
 */
export async function saveOfferAnswer(
  deps: Deps,
  viewer: Viewer,
  id: number,
  answer: Answer,
): Promise<OfferRow> {
  await retryWithFreshHours(deps, () =>
    inTransaction(deps.db, (tx) => applyAnswer(tx, deps, viewer, id, answer), { retryRoom: true }),
  );
  const offer = await offerWithId(deps.db, id);
  if (!offer) throw new Refusal('not_found');
  return offer;
}
