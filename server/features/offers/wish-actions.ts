import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { addressOn, needsAddress } from '#server/engine/delivery/address.ts';
import { recipientOf } from '#server/engine/delivery/queries.ts';
import { type Actor, recordEvent, systemActor } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { appointmentWithId } from '#server/features/appointments/queries.ts';
import { withFreshHours } from '#server/features/appointments/refusal-actions.ts';
import { branchFor } from '#server/features/appointments/wanted-time-actions.ts';
import { wishKept } from '#server/features/doctors/wish-queries.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import { freeTimes } from '#server/features/schedules/availability-queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { makeWish } from '#shared/contract/offers.ts';
import { isQuiet } from '#shared/domain/clinic-settings.ts';
import { clinicClock, later, splitLocal, startOfDay } from '#shared/domain/clinic-time.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import {
  firstOffered,
  offersPerWish,
  soonestFor,
  type WishState,
  wishStates,
} from '#shared/domain/wish-rules.ts';
import { Refusal } from '#shared/errors.ts';
import { keepTime, whomToKeep } from './actions.ts';
import {
  endWish,
  insertWish,
  type WaitingWish,
  type WishRow,
  waitingInOrder,
  waitingOf,
} from './wish-queries.ts';

const recordWish = (
  tx: Db,
  actor: Actor,
  wish: Pick<WishRow, 'id' | 'patientId' | 'appointmentId'>,
  state: WishState,
) =>
  recordEvent(tx, actor, {
    action: wishStates[state],
    subject: 'offers',
    patientId: wish.patientId,
    after: { wish: wish.id, visit: wish.appointmentId },
  });

/** Whether a message outside the app reaches somebody: a time kept for who hears nothing of it is wasted. */
async function isReached(db: Db, userId: number): Promise<boolean> {
  const person = await recipientOf(db, userId);
  return person?.channels.some((way) => !needsAddress.has(way) || addressOn(way, person) !== null) ?? false;
}

/** She waits for an earlier time than her visit has. The visit stays as it is. */
export async function wishEarlier(deps: Deps, viewer: Viewer, input: Body<typeof makeWish>): Promise<void> {
  const visit = await appointmentWithId(deps.db, viewer, input.appointmentId);
  const { date, time } = clinicClock(deps.now());
  if (!visit || visit.userId !== viewer.id) throw new Refusal('not_found');
  if (!isOpen(visit.status) || visit.localStart <= `${date} ${time}`) throw new Refusal('not_movable');
  for (const id of input.locationIds)
    if (!(await locationWithId(deps, id))) throw new Refusal('unknown_location');
  if (!(await isReached(deps.db, viewer.id))) throw new Refusal('no_way_to_tell');
  const locationIds = [...new Set(input.locationIds)].sort((a, b) => a - b);
  await inTransaction(deps.db, async (tx) => {
    const wish = { patientId: viewer.id, appointmentId: visit.id, locationIds, createdAt: deps.now() };
    const made = await insertWish(tx, wish);
    if (made) await recordWish(tx, viewer, made, 'waiting');
  });
}

/** She waits no more. */
export async function leaveWish(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const left = await endWish(tx, { id, patientId: viewer.id }, 'left', deps.now());
    if (!left) throw new Refusal('not_found');
    await recordWish(tx, viewer, left, 'left');
  });
}

/** Who wants no more messages waits for nothing. */
export async function leaveAll(tx: Db, actor: Actor, patientId: number, now: Date): Promise<void> {
  for (const { id } of await waitingOf(tx, patientId)) {
    const left = await endWish(tx, { id, patientId }, 'left', now);
    if (left) await recordWish(tx, actor, left, 'left');
  }
}

const atOnce = 500;

/** Every free time of the branches of a wish, with whom her visit was wanted with. */
async function freeFor(deps: Deps, { locationIds, minutes, ...visit }: WaitingWish) {
  const { doctorWish, doctor } = await wishKept(deps, visit);
  const whom = doctor ? { doctorId: doctor.id } : { doctorWish };
  const free: { locationId: number; localStart: string }[] = [];
  for (const locationId of locationIds) {
    if (!(await locationWithId(deps, locationId))) continue;
    for (const { date, time } of await freeTimes(deps, { locationId, minutes, ...whom }))
      free.push({ locationId, localStart: `${date} ${time}` });
  }
  return free;
}

/** She has another time by an offer: what she waited for is there. */
export async function granted(
  tx: Db,
  actor: Actor,
  wish: Pick<WishRow, 'id' | 'patientId'>,
  now: Date,
): Promise<void> {
  const done = await endWish(tx, wish, 'granted', now);
  if (done) await recordWish(tx, actor, done, 'granted');
}

async function giveUp(deps: Deps, wish: WaitingWish): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (await endWish(tx, wish, 'ended', deps.now())) await recordWish(tx, systemActor, wish, 'ended');
  });
}

async function offerTo(deps: Deps, wish: WaitingWish, keptMinutes: number): Promise<boolean> {
  const { date, time } = clinicClock(deps.now());
  const notBefore = firstOffered(`${date} ${time}`, keptMinutes);
  const found = soonestFor(wish, await freeFor(deps, wish), notBefore);
  if (!found || !(await isReached(deps.db, wish.patientId))) return false;
  return keepFor(deps, wish, found, keptMinutes);
}

function keepFor(
  deps: Deps,
  { id: wishId, patientId, serviceId, minutes, appointmentId, ...wanted }: WaitingWish,
  found: WaitingWish['offered'][number],
  keptMinutes: number,
): Promise<boolean> {
  const heldUntil = later(deps.now(), keptMinutes * 60_000);
  const hers = { wishId, patientId, serviceId, minutes, appointmentId };
  const offer = { ...found, ...hers, reason: 'waiting' as const, heldUntil, createdBy: null };
  const time = { ...splitLocal(found.localStart), minutes, overbook: false };
  return withFreshHours(deps, async () => {
    const branch = await branchFor(deps, found.locationId);
    const doctors = await whomToKeep(deps, branch, wanted, time, false);
    const keep = (tx: Db) => keepTime(tx, deps, systemActor, { ...offer, doctors }, branch.hours.version);
    return (await inTransaction(deps.db, keep)) !== undefined;
  });
}

/**
 * What is free goes to the longest waiting whom it suits, one time a patient and day, three a wish; nobody is
 * woken. Answers how many were offered something.
 */
export async function grantWishes(deps: Deps): Promise<number> {
  const { quietHours, offerMinutes } = await currentSettings(deps);
  const clock = clinicClock(deps.now());
  const localNow = `${clock.date} ${clock.time}`;
  const waiting = await waitingInOrder(deps.db, { localNow, since: startOfDay(clock.date), limit: atOnce });
  const canHear = !isQuiet(clock.minutes, quietHours);
  let offered = 0;
  for (const wish of waiting) {
    if (!wish.isOpen || (wish.offered.length >= offersPerWish && !wish.rests)) await giveUp(deps, wish);
    else if (canHear && !wish.rests) offered += Number(await offerTo(deps, wish, offerMinutes));
  }
  return offered;
}
