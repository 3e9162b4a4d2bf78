import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { isReached } from '#server/engine/delivery/address.ts';
import type { Recipient } from '#server/engine/delivery/queries.ts';
import { systemActor } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { localNow } from '#server/features/appointments/calendar/day-queries.ts';
import { withFreshHours } from '#server/features/appointments/refusal-actions.ts';
import { branchFor } from '#server/features/appointments/wanted-time-actions.ts';
import { wishKept } from '#server/features/doctors/wish-queries.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import { readersOf } from '#server/features/patients/family-queries.ts';
import { freeTimes } from '#server/features/schedules/availability-queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { worksAt } from '#server/features/staff/branch-queries.ts';
import { notTheOwner } from '#server/features/users/queries.ts';
import type { Reply } from '#shared/contract/endpoint.ts';
import type { listWishTimes, Waiting } from '#shared/contract/offers.ts';
import {
  clinicClock,
  dayClock,
  later,
  localDateTime,
  splitLocal,
  startOfDay,
} from '#shared/domain/clinic-time.ts';
import { ringing } from '#shared/domain/message-kinds.ts';
import { ringsFrom } from '#shared/domain/messages/quiet-hours.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { firstOffered, offersPerWish, restOf, timesFor } from '#shared/domain/wish-rules.ts';
import { Refusal } from '#shared/errors.ts';
import { keepAndTell, whomToKeep } from './actions.ts';
import { recordWish } from './wish-actions.ts';
import {
  endWish,
  isOfPatient,
  isWish,
  type WaitingWish,
  waitingInOrder,
  waitingWithId,
  whoWaits,
  wouldComeTo,
} from './wish-queries.ts';

const atOnce = 500;

function today(deps: Deps) {
  const { date } = clinicClock(deps.now());
  return { now: localNow(dayClock(deps.now())), since: startOfDay(date), limit: atOnce };
}

/** Every free time of the branches of a wish, with whom her visit was wanted with. */
async function freeFor(deps: Deps, { locationIds, minutes, ...visit }: WaitingWish) {
  const { doctorWish, doctor } = await wishKept(deps, visit);
  const whom = doctor ? { doctorId: doctor.id } : { doctorWish };
  const free: { locationId: number; localStart: string }[] = [];
  for (const locationId of locationIds) {
    if (!(await locationWithId(deps, locationId))) continue;
    for (const { date, time } of await freeTimes(deps, { locationId, minutes, ...whom }))
      free.push({ locationId, localStart: localDateTime(date, time) });
  }
  return free;
}

async function giveUp(deps: Deps, wish: WaitingWish): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const ended = await endWish(tx, wish, 'ended', deps.now());
    if (ended) await recordWish(tx, systemActor, ended, 'ended');
  });
}

async function offerTo(deps: Deps, wish: WaitingWish, keptMinutes: number): Promise<boolean> {
  const { now } = today(deps);
  const [found] = timesFor(wish, await freeFor(deps, wish), firstOffered(now, keptMinutes));
  return found !== undefined && (await keepFor(deps, wish, found, keptMinutes));
}

function keepFor(
  deps: Deps,
  { id: wishId, patientId, serviceId, minutes, appointmentId, ...wanted }: WaitingWish,
  found: Pick<WaitingWish['offered'][number], 'locationId' | 'localStart'>,
  keptMinutes: number,
): Promise<boolean> {
  const heldUntil = later(deps.now(), keptMinutes * 60_000);
  const hers = { wishId, patientId, serviceId, minutes, appointmentId };
  const offer = { ...found, ...hers, reason: 'waiting' as const, heldUntil, createdBy: null };
  const time = { ...splitLocal(found.localStart), minutes, overbook: false };
  return withFreshHours(deps, async () => {
    const branch = await branchFor(deps, found.locationId);
    const doctors = await whomToKeep(deps, branch, wanted, time, false);
    // She may have left the list while it was gone through.
    const keep = async (tx: Db) =>
      (await waitingWithId(tx, wishId)) &&
      keepAndTell(tx, deps, systemActor, { ...offer, doctors }, branch.hours.version);
    return (await inTransaction(deps.db, keep)) !== undefined;
  });
}

/**
 * What is free goes to the longest waiting whom it suits, one time a patient and day, three a wish; nobody is
 * woken. Where staff give by hand only what has ended is cleared away. Answers how many were offered
 * something.
 */
export async function grantWishes(deps: Deps): Promise<number> {
  const { quietHours, offerMinutes, waitingList } = await currentSettings(deps);
  const waiting = await waitingInOrder(deps.db, today(deps));
  const people = await readersOf(
    deps.db,
    waiting.map(({ patientId }) => patientId),
  );
  const byHand = waitingList === 'hand';
  const isQuietFor = (person: Recipient) => {
    const reach = person.channels.some((way) => ringing.has(way)) ? person.reach : null;
    return ringsFrom({ quietHours }, deps.now(), null, reach) !== null;
  };
  const told = new Set<number>();
  let offered = 0;
  for (const wish of waiting) {
    const person = people.get(wish.patientId);
    const isOver = wish.offered.length >= offersPerWish && !wish.keeps && !wish.toldToday;
    if (!wish.isOpen || isOver || !person) await giveUp(deps, wish);
    else if (!told.has(wish.patientId) && restFor(wish, person, byHand) === null && !isQuietFor(person)) {
      if (!(await offerTo(deps, wish, offerMinutes))) continue;
      told.add(wish.patientId);
      offered += 1;
    }
  }
  return offered;
}

const restFor = (wish: WaitingWish, person: Recipient | undefined, byHand: boolean) =>
  restOf({ ...wish, offered: wish.offered.length, isReached: isReached(person), byHand });

const mostTimes = 60;

/** What could be offered by hand to somebody who waits, at the branches of who asks. */
export async function timesForWish(
  deps: Deps,
  viewer: Viewer,
  id: number,
): Promise<Reply<typeof listWishTimes>> {
  const day = today(deps);
  const { offerMinutes: minutes } = await currentSettings(deps);
  const [wish] = await waitingInOrder(deps.db, day, [...whomSees(viewer), isWish(id)]);
  if (!wish) throw new Refusal('not_found');
  const locationIds = wish.locationIds.filter((at) => worksAt(viewer, at));
  const free = await freeFor(deps, { ...wish, locationIds });
  const found = timesFor(wish, free, firstOffered(day.now, minutes));
  return { times: found.slice(0, mostTimes).map(timeOf), count: found.length, minutes };
}

function timeOf({ locationId, localStart }: { locationId: number; localStart: string }) {
  const { date, time } = splitLocal(localStart);
  return { locationId, appointmentDate: date, appointmentTime: time };
}

/** Who waits at a branch of theirs. */
const whomSees = (viewer: Viewer) => [
  notTheOwner(viewer, whoWaits),
  viewer.branches && wouldComeTo(viewer.branches),
];

/** The waiting list as staff see it, whom it would give the next time to at its top. */
export async function waitingList(
  deps: Deps,
  viewer: Viewer,
  { userId, locationId }: { userId?: number | undefined; locationId?: number | undefined },
): Promise<Waiting[]> {
  const waiting = await waitingInOrder(deps.db, today(deps), [
    ...whomSees(viewer),
    userId === undefined ? undefined : isOfPatient(userId),
    locationId === undefined ? undefined : wouldComeTo([locationId]),
  ]);
  const people = await readersOf(
    deps.db,
    waiting.map(({ patientId }) => patientId),
  );
  const byHand = (await currentSettings(deps)).waitingList === 'hand';
  return waiting.flatMap((wish) => {
    const person = people.get(wish.patientId);
    if (!person || !wish.isOpen) return [];
    const {
      isOpen: _open,
      busy: _busy,
      keeps: _keeps,
      toldToday: _told,
      withdrew: _withdrew,
      ...rest
    } = wish;
    const { patientId, visitLocationId, visitStart, offered, ...same } = rest;
    const at = visitStart === null ? null : splitLocal(visitStart);
    return [
      {
        ...same,
        offered: offered.length,
        offers: offered.map(({ state, ...time }) => ({ ...timeOf(time), state })),
        patient: {
          id: patientId,
          name: person.about ?? person.name,
          phone: person.phone && formatPhone(person.phone),
          reach: person.reach,
        },
        visit:
          at && visitLocationId
            ? { appointmentDate: at.date, appointmentTime: at.time, locationId: visitLocationId }
            : null,
        rests: restFor(wish, person, byHand),
      },
    ];
  });
}
