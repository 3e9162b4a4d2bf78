import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { insertMessages } from '#server/engine/delivery/queries.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { type Actor, systemActor } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { staffAt } from '#server/features/appointments/booking-queries.ts';
import { appointmentWithId } from '#server/features/appointments/queries.ts';
import { Outdated, withFreshHours } from '#server/features/appointments/refusal-actions.ts';
import {
  type Branch,
  branchFor,
  checkStart,
  serviceFor,
  type WantedTime,
} from '#server/features/appointments/wanted-time-actions.ts';
import { candidatesFor, type WantedVisit, wishKept } from '#server/features/doctors/wish-queries.ts';
import { readBy, readerOf, toldByPhoneOf } from '#server/features/families/family-queries.ts';
import {
  locationWithId,
  lockBranch,
  raiseAllHoursVersions,
  raiseHoursVersion,
} from '#server/features/locations/queries.ts';
import { byPhone, notify, type PersonalMessage } from '#server/features/notifications/notify-actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { checkBranch } from '#server/features/users/branch-queries.ts';
import { patientFor } from '#server/features/users/queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type * as api from '#shared/contract/offers.ts';
import { later, localDateTime, minutesBetween, wallToInstant } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { firstChannel } from '#shared/domain/messages/contact-channels.ts';
import { ringsFrom } from '#shared/domain/messages/quiet-hours.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { isKept } from '#shared/domain/visits/offer-state.ts';
import { offerMinutes } from '#shared/domain/wish-rules.ts';
import { Refusal } from '#shared/errors.ts';
import { callWanted, offerMessage, severalDisplaced } from './messages.ts';
import {
  closeOffer,
  displacedOffersOf,
  insertOffers,
  isBusyThen,
  letGo,
  type NewOffer,
  type OfferRow,
  offersWithIds,
  offerWithId,
} from './queries.ts';
import { recordOffer, recordOffers } from './record-actions.ts';
import { waitingWithId } from './wish-queries.ts';

/**
 * Keeps times of a branch in a transaction; who they are for is told by whoever keeps them. Undefined:
 * somebody has it, or it has begun since it was looked for, and would be over as she reads of it.
 */
export async function keepTimes(
  tx: Db,
  deps: Deps,
  actor: Actor,
  wanted: readonly NewOffer[],
  { locationId, hoursVersion }: { locationId: number; hoursVersion: number },
): Promise<(OfferRow | undefined)[]> {
  const now = deps.now();
  // Nothing is booked by what was reckoned before. A doctor is booked at every branch.
  const everywhere = wanted.some(({ doctors }) => doctors !== null);
  await (everywhere ? raiseAllHoursVersions(tx) : raiseHoursVersion(tx, locationId));
  const branch = await lockBranch(tx, locationId);
  if (!branch) throw new Refusal('unknown_location');
  if (branch.hoursVersion !== hoursVersion + 1) throw new Outdated('slot_taken');
  await expireIn(tx, now);
  const ids = await insertOffers(tx, wanted, now);
  const made = await offersWithIds(
    tx,
    ids.flatMap((id) => id ?? []),
  );
  await recordOffers(tx, actor, made);
  return ids.map((id) => made.find((offer) => offer.id === id));
}

/** The like of one time. */
async function keepTime(
  tx: Db,
  deps: Deps,
  actor: Actor,
  offer: NewOffer,
  hoursVersion: number,
): Promise<OfferRow | undefined> {
  const [made] = await keepTimes(tx, deps, actor, [offer], { locationId: offer.locationId, hoursVersion });
  return made;
}

/**
 * Tells her which time is kept and until when, once for each key: by a message, or in the app alone where
 * none reaches her. Undefined: she was told before.
 */
export async function tellOffer(
  tx: Db,
  deps: Deps,
  offer: OfferRow,
  dedupeKey = `offer:${offer.id}`,
): Promise<'reached' | 'unreached' | undefined> {
  const person = await readerOf(tx, offer.patientId);
  const place = await locationWithId({ ...deps, db: tx }, offer.locationId);
  if (!person || !place) return 'unreached';
  const message = offerMessage(person.locale, offer, place, deps.now());
  const isNew = await notify(tx, { ...message, dedupeKey });
  if (firstChannel(person) === null) return 'unreached';
  return isNew ? 'reached' : undefined;
}

/** What is said of a time that is kept; of several visits that are told of together, which they are. */
export async function wordsOf(
  tx: Db,
  deps: Deps,
  offer: OfferRow,
  { locale, visits }: { locale: Lang; visits: readonly string[] },
): Promise<Omit<PersonalMessage, 'dedupeKey'> | undefined> {
  if (visits.length > 1) return severalDisplaced(locale, offer, visits);
  const place = await locationWithId({ ...deps, db: tx }, offer.locationId);
  return place && offerMessage(locale, offer, place, deps.now());
}

/** Both. */
export async function keepAndTell(...given: Parameters<typeof keepTime>): Promise<OfferRow | undefined> {
  const [tx, deps] = given;
  const made = await keepTime(...given);
  if (made) await tellOffer(tx, deps, made);
  return made;
}

async function expireIn(tx: Db, now: Date): Promise<number> {
  const gone = await letGo(tx, now);
  await recordOffers(tx, systemActor, gone);
  return gone.length;
}

/** Lets go of every time whose hour has come, whoever kept it and whatever became of that process. */
export async function expireOffers(deps: Deps): Promise<number> {
  let gone = 0;
  for (let some = -1; some !== 0; gone += some)
    some = await inTransaction(deps.db, (tx) => expireIn(tx, deps.now()));
  return gone;
}

const anybody: WantedVisit = { doctorId: null, doctorWish: 'any' };

/** Who can be kept with a time: of those whom her visit was wanted with, else of all; null: nobody. */
export async function whomToKeep(
  deps: Deps,
  branch: Branch,
  wanted: WantedVisit,
  time: WantedTime,
  byStaff: boolean,
): Promise<number[] | null> {
  const candidates = await candidatesFor(deps, await wishKept(deps, wanted), branch, time, byStaff);
  return candidates && candidates.map(({ id }) => id);
}

const minute = 60_000;
type Input = Body<typeof api.makeOffer>;

/** For whom a time is meant, by which wish, and which visit would move there: they are there, and hers. */
async function meantBy(db: Db, viewer: Viewer, input: Input, options?: { lock: boolean }) {
  const { id: patientId } = await patientFor(db, viewer, input.userId, options).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal('unknown_patient', { fields: { userId: 'error.unknownPatient' } });
  });
  const wish = input.wishId ? await waitingWithId(db, input.wishId) : undefined;
  if (input.wishId && wish?.patientId !== patientId) throw new Refusal('not_found');
  const moving = wish?.appointmentId ?? input.appointmentId;
  const visit = moving && (await appointmentWithId(db, viewer, moving));
  if (moving && (!visit || visit.userId !== patientId || !isOpen(visit.status)))
    throw new Refusal('not_movable');
  return { patientId, wish, visit };
}

/** Staff keep a time for a patient: a new visit, or another time for one of hers. */
export async function offerTime(deps: Deps, viewer: Viewer, input: Input): Promise<OfferRow> {
  const { appointmentDate: date, appointmentTime: time } = input;
  checkBranch(viewer, input.locationId);
  const { patientId, wish, visit } = await meantBy(deps.db, viewer, input);
  const settings = await currentSettings(deps);
  return withFreshHours(deps, async () => {
    const branch = await branchFor(deps, input.locationId);
    const service = await serviceFor(deps, input.serviceId);
    // A visit that would move there stays as long as it is.
    const minutes = visit ? minutesBetween(visit.localStart, visit.localEnd) : service.durationMinutes;
    const wanted = { date, time, minutes, overbook: false };
    checkStart(deps, viewer, branch, wanted);
    const doctors = await whomToKeep(deps, branch, visit || wish || anybody, wanted, true);
    if (doctors?.length === 0) throw new Refusal('doctor_away');
    // In quiet hours it is kept from when a message of it may ring: she cannot answer before.
    const start = wallToInstant(date, time);
    if (start <= deps.now()) throw new Refusal('in_the_past');
    const reach = (await readerOf(deps.db, patientId))?.reach ?? null;
    const heard = ringsFrom(settings, deps.now(), start, reach) ?? deps.now();
    const until = later(heard, (input.minutes ?? offerMinutes) * minute);
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
      // Who joins, removes or moves meanwhile waits for this, or is seen here.
      await meantBy(tx, viewer, input, { lock: true });
      return keepAndTell(tx, deps, viewer, offer, branch.hours.version);
    });
    if (!kept) throw new Refusal((await isBusyThen(deps.db, offer)) ? 'patient_busy' : 'slot_taken');
    return kept;
  });
}

/** Lets go of a time: she is shown that it is gone. */
export async function withdraw(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  const offer = await offerWithId(deps.db, id);
  if (!offer) throw new Refusal('not_found');
  checkBranch(viewer, offer.locationId);
  await inTransaction(deps.db, async (tx) => {
    if (!offer.holds || !(await withdrawIn(tx, deps, viewer, offer))) throw new Refusal('offer_over');
  });
}

/** False: something else has become of it since. */
export async function withdrawIn(
  tx: Db,
  deps: Pick<Deps, 'now'>,
  actor: Actor,
  offer: OfferRow,
): Promise<boolean> {
  const closed = await closeOffer(tx, offer, 'withdrawn', deps.now());
  if (closed) await recordOffer(tx, actor, offer, 'withdrawn');
  return closed;
}

/** That somebody wants to be called, to those who work at the branch. */
export async function tellCallWanted(tx: Db, deps: Deps, offer: OfferRow): Promise<void> {
  const place = await locationWithId(deps, offer.locationId);
  if (!place) return;
  const staff = await staffAt(tx, place.id);
  await insertMessages(
    tx,
    staff.map((member) => callWanted(member, offer, place)),
  );
}

/**
 * Just before a message about an offer leaves: nothing when the time is not hers any more, of several when
 * none of them is.
 */
export async function refreshOffer(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  const offer = await offerWithId(deps.db, Number(message.params.offer));
  if (offer && isKept(offer, deps.now())) return message;
  if (message.template !== 'offerDisplacedSeveral' || message.userId === null) return null;
  const told = byPhone(message.channel) ? toldByPhoneOf : readBy;
  const others = await displacedOffersOf(deps.db, await told(deps.db, message.userId), deps.now());
  return others.length > 0 ? message : null;
}
