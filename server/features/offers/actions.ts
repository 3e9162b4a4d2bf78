import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { insertMessages } from '#server/engine/delivery/queries.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { type Actor, systemActor } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { listBranchStaff } from '#server/features/appointments/booking-queries.ts';
import { findAppointment } from '#server/features/appointments/queries.ts';
import { OutdatedRefusal, retryWithFreshHours } from '#server/features/appointments/refusal-actions.ts';
import {
  type BookingBranch,
  checkStart,
  findBookableService,
  loadBookingBranch,
  type RequestedTime,
} from '#server/features/appointments/requested-time-actions.ts';
import {
  type CurrentDoctorWish,
  findCandidateDoctors,
  resolveCurrentWish,
} from '#server/features/doctors/doctor-wish-queries.ts';
import {
  findMessageReader,
  isMessageReader,
  listPatientsReadBy,
  listPhoneRecipients,
} from '#server/features/families/family-queries.ts';
import {
  findOpenLocation,
  lockBranch,
  raiseAllHoursVersions,
  raiseHoursVersion,
} from '#server/features/locations/queries.ts';
import {
  isPhoneChannel,
  isTextToPhone,
  notifyPerson,
  type PersonalMessage,
  requeueForCurrentReader,
} from '#server/features/notifications/notify-actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { checkBranch } from '#server/features/users/branch-queries.ts';
import { loadVisiblePatient } from '#server/features/users/queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type * as api from '#shared/contract/offers.ts';
import {
  addMilliseconds,
  dayClock,
  isLater,
  localDateTime,
  minutesBetween,
  wallToInstant,
} from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { firstChannel } from '#shared/domain/messages/contact-channels.ts';
import { findRingTime } from '#shared/domain/messages/quiet-hours.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { isHoldActive } from '#shared/domain/visits/offer-state.ts';
import { offerMinutes } from '#shared/domain/wish-rules.ts';
import { Refusal } from '#shared/errors.ts';
import { callRequestMessage, type NamedVisit, offerMessage, severalDisplacedMessage } from './messages.ts';
import {
  closeOffer,
  insertOffers,
  isOfferMissed,
  isPatientBusy,
  listDisplacedOffers,
  type NewOffer,
  type OfferRow,
  offersWithIds,
  offerWithId,
  releaseExpiredOffers,
} from './queries.ts';
import { recordOffer, recordOffers } from './record-actions.ts';
import { waitingWithId } from './wish-queries.ts';

export { withOnlyDisplaced } from './messages.ts';

/**
 * Holds times of a branch in a transaction; the caller sends the messages. Undefined if a time is taken, or
 * if it began after it was found.
 */
export async function holdTimes(
  tx: Db,
  deps: Deps,
  actor: Actor,
  wanted: readonly NewOffer[],
  { locationId, hoursVersion }: { locationId: number; hoursVersion: number },
): Promise<(OfferRow | undefined)[]> {
  const now = deps.now();
  // Rejects bookings computed before. A doctor is booked at every branch.
  const everywhere = wanted.some(({ doctors }) => doctors !== null);
  await (everywhere ? raiseAllHoursVersions(tx) : raiseHoursVersion(tx, locationId));
  const branch = await lockBranch(tx, locationId);
  if (!branch) throw new Refusal('unknown_location');
  if (branch.hoursVersion !== hoursVersion + 1) throw new OutdatedRefusal('slot_taken');
  await releaseAndRecordExpired(tx, now);
  const ids = await insertOffers(tx, wanted, now);
  const made = await offersWithIds(
    tx,
    ids.flatMap((id) => id ?? []),
  );
  await recordOffers(tx, actor, made);
  return ids.map((id) => made.find((offer) => offer.id === id));
}

/** The same for one time. */
async function holdTime(
  tx: Db,
  deps: Deps,
  actor: Actor,
  offer: NewOffer,
  hoursVersion: number,
): Promise<OfferRow | undefined> {
  const [made] = await holdTimes(tx, deps, actor, [offer], { locationId: offer.locationId, hoursVersion });
  return made;
}

/**
 * Sends a patient the held time and its deadline, once per key: by a message, or only in the app if no
 * channel reaches her. Undefined if it was already sent.
 */
export async function notifyOfOffer(
  tx: Db,
  deps: Deps,
  offer: OfferRow,
  dedupeKey = `offer:${offer.id}`,
): Promise<'reached' | 'unreached' | undefined> {
  const person = await findMessageReader(tx, offer.patientId);
  const place = await findOpenLocation({ ...deps, db: tx }, offer.locationId);
  if (!person || !place) return 'unreached';
  const message = offerMessage(person.locale, offer, place, deps.now());
  const isNew = await notifyPerson(tx, { ...message, dedupeKey });
  if (firstChannel(person) === null) return 'unreached';
  return isNew ? 'reached' : undefined;
}

/** The text about a held time; a message about several appointments names each. */
export async function buildOfferMessage(
  tx: Db,
  deps: Deps,
  offer: OfferRow,
  { locale, visits }: { locale: Lang; visits: readonly NamedVisit[] },
): Promise<Omit<PersonalMessage, 'dedupeKey'> | undefined> {
  if (visits.length > 1) return severalDisplacedMessage(locale, offer, visits);
  const place = await findOpenLocation({ ...deps, db: tx }, offer.locationId);
  return place && offerMessage(locale, offer, place, deps.now());
}

/** The message and the entry in the app. */
export async function holdTimeAndNotify(
  ...given: Parameters<typeof holdTime>
): Promise<OfferRow | undefined> {
  const [tx, deps] = given;
  const made = await holdTime(...given);
  if (made) await notifyOfOffer(tx, deps, made);
  return made;
}

async function releaseAndRecordExpired(tx: Db, now: Date): Promise<number> {
  const gone = await releaseExpiredOffers(tx, now);
  await recordOffers(tx, systemActor, gone);
  return gone.length;
}

/** Releases every expired offer, whichever process made it. */
export async function expireOffers(deps: Deps): Promise<number> {
  let gone = 0;
  for (let some = -1; some !== 0; gone += some)
    some = await inTransaction(deps.db, (tx) => releaseAndRecordExpired(tx, deps.now()));
  return gone;
}

const anyDoctorWish: CurrentDoctorWish = { doctorId: null, doctorWish: 'any' };

/**
 * Doctors that may be held with the time: those that match the appointment's wish, else all; null: no doctor.
 */
export async function doctorsToHold(
  deps: Deps,
  branch: BookingBranch,
  wanted: CurrentDoctorWish,
  time: RequestedTime,
  byStaff: boolean,
): Promise<number[] | null> {
  const candidates = await findCandidateDoctors(
    deps,
    await resolveCurrentWish(deps, wanted),
    branch,
    time,
    byStaff,
  );
  return candidates && candidates.map(({ id }) => id);
}

const minute = 60_000;
type Input = Body<typeof api.makeOffer>;

/**
 * Checks that the patient, the waiting-list entry and the appointment of an offer exist and belong together.
 */
async function checkOfferTarget(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: Viewer,
  input: Input,
  options?: { lock: boolean },
) {
  const { id: patientId } = await loadVisiblePatient(db, viewer, input.userId, options).catch(
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      throw new Refusal('unknown_patient', { fields: { userId: 'error.unknownPatient' } });
    },
  );
  const wish = input.wishId ? await waitingWithId({ db, now }, input.wishId) : undefined;
  if (input.wishId && wish?.patientId !== patientId) throw new Refusal('not_found');
  const moving = wish?.appointmentId ?? input.appointmentId;
  const visit = moving && (await findAppointment(db, viewer, moving));
  if (moving && (!visit || visit.userId !== patientId || !isOpen(visit.status)))
    throw new Refusal('not_movable');
  return { patientId, wish, visit };
}

/** Staff hold a time for a patient: for a new appointment, or another time for an existing one. */
export async function offerTime(deps: Deps, viewer: Viewer, input: Input): Promise<OfferRow> {
  const { appointmentDate: date, appointmentTime: time } = input;
  checkBranch(viewer, input.locationId);
  const { patientId, wish, visit } = await checkOfferTarget(deps, viewer, input);
  const settings = await currentSettings(deps);
  return retryWithFreshHours(deps, async () => {
    const branch = await loadBookingBranch(deps, input.locationId);
    const service = await findBookableService(deps, input.serviceId);
    // An appointment that moves keeps its length.
    const minutes = visit ? minutesBetween(visit.localStart, visit.localEnd) : service.durationMinutes;
    const wanted = { date, time, minutes, overbook: false };
    checkStart(deps, viewer, branch, wanted);
    const doctors = await doctorsToHold(deps, branch, visit || wish || anyDoctorWish, wanted, true);
    if (doctors?.length === 0) throw new Refusal('doctor_away');
    // In quiet hours the deadline counts from when a message may be sent, because the patient cannot answer
    // before.
    const start = wallToInstant(date, time);
    if (start <= deps.now()) throw new Refusal('in_the_past');
    const reach = (await findMessageReader(deps.db, patientId))?.reach ?? null;
    const heard = findRingTime(settings, deps.now(), start, reach) ?? deps.now();
    const until = addMilliseconds(heard, (input.minutes ?? offerMinutes) * minute);
    const offer: NewOffer = {
      patientId,
      locationId: input.locationId,
      serviceId: service.id,
      doctors,
      localStart: localDateTime(date, time),
      minutes,
      reason: wish ? 'waiting' : 'desk',
      heldUntil: until < start ? until : start,
      appointmentId: visit ? visit.id : null,
      createdBy: viewer.id,
      wishId: wish?.id ?? null,
    };
    const kept = await inTransaction(deps.db, async (tx) => {
      // Concurrent merges, deletions and moves wait for this transaction or are visible to it.
      await checkOfferTarget({ ...deps, db: tx }, viewer, input, { lock: true });
      return holdTimeAndNotify(tx, deps, viewer, offer, branch.hours.version);
    });
    if (!kept) throw new Refusal((await isPatientBusy(deps.db, offer)) ? 'patient_busy' : 'slot_taken');
    return kept;
  });
}

/** Withdraws an offer; its link says that it has ended. */
export async function withdrawOfferById(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  const offer = await offerWithId(deps.db, id);
  if (!offer) throw new Refusal('not_found');
  checkBranch(viewer, offer.locationId);
  await inTransaction(deps.db, async (tx) => {
    if (!offer.holds || !(await withdrawOpenOffer(tx, deps, viewer, offer))) throw new Refusal('offer_over');
  });
}

/** False if the offer changed meanwhile. */
export async function withdrawOpenOffer(
  tx: Db,
  deps: Pick<Deps, 'now'>,
  actor: Actor,
  offer: OfferRow,
): Promise<boolean> {
  const closed = await closeOffer(tx, offer, 'withdrawn', deps.now());
  if (closed) await recordOffer(tx, actor, offer, 'withdrawn');
  return closed;
}

/** Tells the branch's staff that a patient wants to be called. */
export async function notifyStaffOfCallRequest(tx: Db, deps: Deps, offer: OfferRow): Promise<void> {
  const place = await findOpenLocation(deps, offer.locationId);
  if (!place) return;
  const staff = await listBranchStaff(tx, place.id);
  await insertMessages(
    tx,
    staff.map((member) => callRequestMessage(member, offer, place)),
  );
}

/** An offer that ends sooner is not sent any more: its reader could not take it. */
const minAnswerTimeMs = 2 * 60_000;

/**
 * Just before a message about an offer is sent: returns null if the time is no longer held; with several
 * times, if none is.
 */
export async function refreshOffer(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  if (message.userId === null) return null;
  const offer = await offerWithId(deps.db, Number(message.params.offer));
  if (offer && isHoldActive(offer, addMilliseconds(deps.now(), minAnswerTimeMs))) {
    return !isTextToPhone(message) && (await requeueForCurrentReader(deps, message, offer.patientId))
      ? null
      : message;
  }
  if (message.template !== 'offerDisplacedSeveral') return null;
  const told = isPhoneChannel(message.channel) ? listPhoneRecipients : listPatientsReadBy;
  const others = await listDisplacedOffers(deps.db, await told(deps.db, message.userId), deps.now());
  return others.length > 0 ? message : null;
}

/**
 * Just before a patient is told that an offer has ended: returns null if the time is over, if she has it after all, or
 * if the offer itself never reached her by this channel.
 */
export async function refreshEndedOffer(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  const { offer: id, date, time } = message.params;
  // Queued by an earlier version.
  if (id === undefined) return message;
  const offer = await offerWithId(deps.db, Number(id));
  if (!offer || !isLater(String(date), String(time), dayClock(deps.now()))) return null;
  if (!(await isMessageReader(deps.db, message.userId, offer.patientId))) return null;
  return (await isOfferMissed(deps.db, offer, message, deps.now())) ? message : null;
}
