import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import type { Actor } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { findAppointment } from '#server/features/appointments/queries.ts';
import { findBookableService } from '#server/features/appointments/requested-time-actions.ts';
import { resolveDoctorWish } from '#server/features/doctors/doctor-wish-queries.ts';
import { canActFor, findMessageReader } from '#server/features/families/family-queries.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { notifyPerson } from '#server/features/notifications/notify-actions.ts';
import { worksAt } from '#server/features/users/branch-queries.ts';
import { loadVisiblePatient } from '#server/features/users/queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { Location } from '#shared/contract/locations.ts';
import type { makeWish } from '#shared/contract/offers.ts';
import { addDays, dayClock } from '#shared/domain/clinic-time.ts';
import { isReachable } from '#shared/domain/messages/contact-channels.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { isClosedForGood } from '#shared/domain/visits/closed-branch.ts';
import { type EndReason, wishesPerPatient } from '#shared/domain/wish-rules.ts';
import { Refusal } from '#shared/errors.ts';
import { closeWish, recordWish } from './record-actions.ts';
import {
  countWaiting,
  insertWish,
  listWishesReadBy,
  type NewWish,
  type WishRow,
  waitingWithId,
} from './wish-queries.ts';

type Input = Body<typeof makeWish>;
type Wanted = Pick<
  NewWish,
  'appointmentId' | 'serviceId' | 'doctorId' | 'doctorWish' | 'fromDate' | 'toDate'
>;

/** How far in the future the dates of an entry may lie. */
const maxWishDays = 365;

/** The appointment that the patient wants earlier: her own and upcoming. It decides service and doctor. */
async function loadVisitToMoveEarlier(
  deps: Deps,
  viewer: Viewer,
  patientId: number,
  id: number,
): Promise<Wanted> {
  const visit = await findAppointment(deps.db, viewer, id);
  if (!visit || visit.userId !== patientId) throw new Refusal('not_found');
  if (!isOpen(visit.status) || visit.localStart <= localNow(dayClock(deps.now())))
    throw new Refusal('not_movable');
  return {
    appointmentId: visit.id,
    serviceId: null,
    doctorId: null,
    doctorWish: 'any',
    fromDate: null,
    toDate: null,
  };
}

/** A new appointment: service, doctor and days. */
async function parseNewVisitWish(
  deps: Deps,
  { serviceId, fromDate, toDate, doctorId, doctorWish }: Input,
): Promise<Wanted> {
  if (!serviceId || !fromDate || !toDate)
    throw new Refusal('malformed', {
      fields: { [serviceId ? (fromDate ? 'toDate' : 'fromDate') : 'serviceId']: 'validation.required' },
    });
  if (toDate < fromDate) throw new Refusal('malformed', { fields: { toDate: 'validation.dateOrder' } });
  const { date } = dayClock(deps.now());
  if (toDate < date) throw new Refusal('in_the_past', { fields: { toDate: 'error.inThePast' } });
  if (toDate > addDays(date, maxWishDays)) throw new Refusal('too_far_ahead', { params: { n: maxWishDays } });
  const service = await findBookableService(deps, serviceId);
  const wish = await resolveDoctorWish(deps, { doctorId, doctorWish });
  return {
    appointmentId: null,
    serviceId: service.id,
    doctorId: wish.doctor?.id ?? null,
    doctorWish: wish.doctorWish,
    fromDate,
    toDate,
  };
}

/** The patient of the appointment, or the named one: the viewer herself or a person she is guardian of. */
async function findWishPatient(
  deps: Deps,
  viewer: Viewer,
  { userId, appointmentId }: Input,
): Promise<number> {
  const visit = appointmentId ? await findAppointment(deps.db, viewer, appointmentId) : undefined;
  const patientId = userId ?? visit?.userId ?? viewer.id;
  if (!canActFor(viewer, patientId)) throw new Refusal('not_found');
  return patientId;
}

async function loadWishedBranches(deps: Deps, { locationIds }: Input): Promise<Location[]> {
  const found = await Promise.all(locationIds.map((id) => findOpenLocation(deps, id)));
  return found.map((location) => {
    if (!location) throw new Refusal('unknown_location');
    return location;
  });
}

/** Nobody waits where every branch is closed for good from the first day on. */
function refuseClosedBranches(deps: Deps, branches: readonly Location[], { fromDate }: Wanted): void {
  const { date } = dayClock(deps.now());
  const first = fromDate !== null && fromDate > date ? fromDate : date;
  if (branches.every((branch) => isClosedForGood(branch, first))) throw new Refusal('unknown_location');
}

/**
 * Puts a patient on the waiting list, for an earlier time of an appointment (which stays) or for a new one.
 * Staff may add anybody; a patient can add herself only if a message can reach her in time.
 */
export async function addToWaitingList(deps: Deps, viewer: Viewer, input: Input): Promise<number> {
  const byStaff = isStaff(viewer.role);
  if (byStaff && !input.userId) throw new Refusal('malformed', { fields: { userId: 'validation.required' } });
  const patientId = byStaff
    ? (await loadVisiblePatient(deps.db, viewer, input.userId ?? 0)).id
    : await findWishPatient(deps, viewer, input);
  const branches = await loadWishedBranches(deps, input);
  if (!input.locationIds.some((id) => worksAt(viewer, id))) throw new Refusal('not_your_branch');
  const wanted = input.appointmentId
    ? await loadVisitToMoveEarlier(deps, viewer, patientId, input.appointmentId)
    : await parseNewVisitWish(deps, input);
  refuseClosedBranches(deps, branches, wanted);
  if (!byStaff && !isReachable(await findMessageReader(deps.db, patientId)))
    throw new Refusal('no_way_to_tell');
  await inTransaction(deps.db, async (tx) => {
    // A guardian acts as the patient.
    const as = byStaff ? viewer : { ...viewer, id: patientId };
    await loadVisiblePatient(tx, as, patientId, { lock: true });
    const others =
      wanted.serviceId === null ? 0 : await countWaiting({ ...deps, db: tx }, patientId, wanted.serviceId);
    if (others >= wishesPerPatient) throw new Refusal('too_many_wishes', { params: { n: wishesPerPatient } });
    const made = await insertWish(tx, {
      ...wanted,
      patientId,
      locationIds: [...new Set(input.locationIds)].sort((a, b) => a - b),
      parts: [...new Set(input.parts)],
      madeBy: byStaff ? viewer.id : null,
      createdAt: deps.now(),
    });
    await recordWish(tx, viewer, made, 'waiting');
  });
  return patientId;
}

/** Removes a patient from the waiting list; staff may do so for their branches. */
export async function removeFromWaitingList(
  deps: Deps,
  viewer: Viewer,
  id: number,
  why?: EndReason,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const wish = await waitingWithId({ ...deps, db: tx }, id);
    const isHers = wish !== undefined && canActFor(viewer, wish.patientId);
    if (!wish || !(isHers || (isStaff(viewer.role) && wish.locationIds.some((at) => worksAt(viewer, at)))))
      throw new Refusal('not_found');
    if (!isHers) await loadVisiblePatient(tx, viewer, wish.patientId);
    const left = await closeWish(tx, viewer, wish, 'left', deps.now(), isHers ? undefined : why);
    if (!left) throw new Refusal('not_found');
  });
}

/** Ends the entries of a patient whom no channel reaches any more, because no offer could reach her. */
export async function leaveAllWishes(tx: Db, actor: Actor, readerId: number, now: Date): Promise<void> {
  for (const wish of await listWishesReadBy(tx, readerId)) await closeWish(tx, actor, wish, 'left', now);
}

/** Tells patients that no day is left to wait for. Returns the entries. */
export async function notifyClosedWishes(
  tx: Db,
  deps: Pick<Deps, 'now'>,
  wishes: readonly Pick<WishRow, 'id' | 'patientId' | 'appointmentId'>[],
): Promise<Set<number>> {
  for (const { id, patientId, appointmentId } of wishes)
    await notifyPerson(tx, {
      userId: patientId,
      dedupeKey: `wish-closed:${id}:${deps.now().getTime()}`,
      template: 'wishClosed',
      params: { wish: id, link: '/profile?tab=appointments' },
      appointmentId,
    });
  return new Set(wishes.map(({ id }) => id));
}
