import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { type Recipient } from '#server/engine/delivery/queries.ts';
import { systemActor } from '#server/engine/events/queries.ts';
import { retryWithFreshHours } from '#server/features/appointments/refusal-actions.ts';
import { loadBookingBranch } from '#server/features/appointments/requested-time-actions.ts';
import { loadFreeTimes } from '#server/features/doctors/availability-queries.ts';
import { resolveCurrentWish } from '#server/features/doctors/doctor-wish-queries.ts';
import { findMessageReaders } from '#server/features/families/family-queries.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { lockPeople } from '#server/features/users/queries.ts';
import type { FreeTime } from '#shared/contract/doctors.ts';
import {
  addDays,
  addMilliseconds,
  dayClock,
  localDateTime,
  splitLocal,
  startOfClinicDay,
} from '#shared/domain/clinic-time.ts';
import { ringingChannels } from '#shared/domain/message-kinds.ts';
import { isReachable } from '#shared/domain/messages/contact-channels.ts';
import { findRingTime } from '#shared/domain/messages/quiet-hours.ts';
import {
  findFirstOfferable,
  findPauseReason,
  listSuitableTimes,
  offerMinutes,
} from '#shared/domain/wish-rules.ts';
import { doctorsToHold, holdTimeAndNotify } from './actions.ts';
import { closeWish } from './record-actions.ts';
import { notifyClosedWishes } from './wish-actions.ts';
import {
  isBehindWish,
  isWish,
  isWishClosed,
  isWishOver,
  listWishesInOrder,
  mayGetNextTime,
  type WaitingListQuery,
  type WaitingWish,
  wasToldOfClosing,
} from './wish-queries.ts';

/** Waiting-list entries per query. */
const entriesPerQuery = 500;

export function createWaitingListQuery(deps: Deps): WaitingListQuery {
  const now = deps.now();
  return { now: localNow(dayClock(now)), since: startOfClinicDay(now), limit: entriesPerQuery };
}

interface OfferableStart {
  locationId: number;
  localStart: string;
}
const freeStartsByTimes = new WeakMap<readonly FreeTime[], readonly OfferableStart[]>();

/** Converts the times to the form of offers, once for all entries, as long as they are cached. */
function toFreeStarts(locationId: number, times: readonly FreeTime[]): readonly OfferableStart[] {
  const known = freeStartsByTimes.get(times);
  if (known) return known;
  const free = times.map(({ date, time }) => ({ locationId, localStart: localDateTime(date, time) }));
  freeStartsByTimes.set(times, free);
  return free;
}

/** Every free time at the branches of an entry until its last day, with the wanted doctor. */
export async function findFreeStarts(
  deps: Deps,
  { locationIds, minutes, visitStart, toDate, ...visit }: WaitingWish,
) {
  const { doctorWish, doctor } = await resolveCurrentWish(deps, visit);
  const whom = doctor ? { doctorId: doctor.id } : { doctorWish };
  const before = visitStart ?? (toDate && addDays(toDate, 2));
  const free: OfferableStart[] = [];
  for (const locationId of locationIds) {
    if (!(await findOpenLocation(deps, locationId))) continue;
    for (const time of toFreeStarts(
      locationId,
      await loadFreeTimes(deps, { locationId, minutes, ...whom }),
    )) {
      if (before !== null && time.localStart >= before) break;
      free.push(time);
    }
  }
  return free;
}

/** The patient's appointment is at a branch of the entry: it is displaced by the closing, and an offer tells her. */
const isVisitDisplaced = ({ visitLocationId, locationIds }: WaitingWish): boolean =>
  visitLocationId !== null && locationIds.includes(visitLocationId);

/** Ends an entry whose branches are closed for good. The patient is told, unless she was before. */
async function endClosedWish(deps: Deps, wish: WaitingWish): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await closeWish(tx, systemActor, wish, 'ended', deps.now())) || isVisitDisplaced(wish)) return;
    if (!(await wasToldOfClosing(tx, wish.id))) await notifyClosedWishes(tx, deps, [wish]);
  });
}

async function endObsoleteWish(deps: Deps, wish: WaitingWish): Promise<void> {
  await inTransaction(deps.db, (tx) => closeWish(tx, systemActor, wish, 'ended', deps.now()));
}

interface WaitingPatient {
  wish: WaitingWish;
  reader: Recipient;
}

async function offerFirstFreeTime(deps: Deps, turn: WaitingPatient): Promise<boolean> {
  const { wish } = turn;
  const { now } = createWaitingListQuery(deps);
  const [found] = listSuitableTimes(
    wish,
    await findFreeStarts(deps, wish),
    findFirstOfferable(now, offerMinutes),
  );
  return found !== undefined && (await holdForWish(deps, turn, found));
}

/** Entries of the same patient and the same kind of appointment; anything else waits for the next round. */
const isSameWish = (seen: WaitingWish, now: WaitingWish): boolean =>
  (['patientId', 'serviceId', 'minutes', 'doctorId', 'doctorWish'] as const).every(
    (of) => now[of] === seen[of],
  );

function holdForWish(deps: Deps, { wish, reader }: WaitingPatient, found: OfferableStart): Promise<boolean> {
  const { id: wishId, patientId, serviceId, minutes, appointmentId, ...wanted } = wish;
  const heldUntil = addMilliseconds(deps.now(), offerMinutes * 60_000);
  const hers = { wishId, patientId, serviceId, minutes, appointmentId };
  const offer = { ...found, ...hers, reason: 'waiting' as const, heldUntil, createdBy: null };
  const time = { ...splitLocal(found.localStart), minutes, overbook: false };
  return retryWithFreshHours(deps, async () => {
    const branch = await loadBookingBranch(deps, found.locationId);
    const doctors = await doctorsToHold(deps, branch, wanted, time, false);
    const keep = async (tx: Db) => {
      // The entry may have ended, or its recipient may have got a message from another process meanwhile.
      await lockPeople(tx, [reader.id, patientId]);
      const day = createWaitingListQuery(deps);
      const [still] = await listWishesInOrder(tx, day, [isWish(wishId), mayGetNextTime(day)]);
      const isHers = still && isSameWish(wish, still) && still.locationIds.includes(found.locationId);
      if (
        !isHers ||
        listSuitableTimes(still, [found], findFirstOfferable(day.now, offerMinutes)).length === 0
      )
        return undefined;
      return holdTimeAndNotify(tx, deps, systemActor, { ...offer, doctors }, branch.hours.version);
    };
    return (await inTransaction(deps.db, keep)) !== undefined;
  });
}

/** After this many entries, other requests run first. */
const entriesPerTurn = 25;
/** Maximum length of a round; the lease of its task is a minute. */
const roundMs = 5000;
/** The entry where a round stopped early. */
const lastReachedWish = new WeakMap<Deps['database'], number>();

/**
 * Offers each free time to the patient who has waited longest and whom it suits: at most one message a day
 * per recipient and three offers per entry, none in quiet hours. If staff offer by hand, only ended entries
 * are removed. The next round begins with the entries that this one did not reach. Returns the number of
 * patients with an offer.
 */
export async function offerFreeTimes(deps: Deps, longestMs = roundMs): Promise<number> {
  const until = performance.now() + longestMs;
  const { quietHours, waitingList } = await currentSettings(deps);
  const day = createWaitingListQuery(deps);
  for (const wish of await listWishesInOrder(deps.db, day, [isWishClosed(day)]))
    await endClosedWish(deps, wish);
  for (const wish of await listWishesInOrder(deps.db, day, [isWishOver(day)]))
    await endObsoleteWish(deps, wish);
  if (waitingList === 'hand') return 0;
  const isQuietFor = (person: Recipient) => {
    const reach = person.channels.some((way) => ringingChannels.has(way)) ? person.reach : null;
    return findRingTime({ quietHours }, deps.now(), null, reach) !== null;
  };
  const told = new Set<number>();
  const give = async ({ wish, reader }: WaitingPatient) => {
    if (told.has(reader.id) || findWishPauseReason(wish, reader, false) !== null || isQuietFor(reader))
      return;
    if (await offerFirstFreeTime(deps, { wish, reader })) told.add(reader.id);
  };
  let come = 0;
  const last = lastReachedWish.get(deps.database);
  lastReachedWish.delete(deps.database);
  for await (const turn of iterateRound(deps, day, last)) {
    // A patient whose record is locked for long does not delay the others.
    await give(turn).catch((error: unknown) =>
      deps.log.warn({ err: error, wish: turn.wish.id }, 'nothing could be offered to somebody who waits'),
    );
    come += 1;
    if (come % entriesPerTurn !== 0) continue;
    await nextTurn();
    if (performance.now() < until) continue;
    lastReachedWish.set(deps.database, turn.wish.id);
    break;
  }
  return told.size;
}

/** The entries after the one where the last round stopped, then from the first to that one. */
async function* iterateRound(deps: Deps, day: WaitingListQuery, last: number | undefined) {
  if (last !== undefined) yield* iterateWaiting(deps, day, last);
  for await (const turn of iterateWaiting(deps, day)) {
    yield turn;
    if (turn.wish.id === last) return;
  }
}

/** The entries in order, the longest waiting first, each with the recipient of its messages. */
async function* iterateWaiting(
  deps: Deps,
  day: WaitingListQuery,
  first?: number,
): AsyncGenerator<WaitingPatient> {
  let last = first;
  do {
    const after = last === undefined ? undefined : isBehindWish(last);
    const waiting = await listWishesInOrder(deps.db, day, [mayGetNextTime(day), after]);
    const people = await findMessageReaders(
      deps.db,
      waiting.map(({ patientId }) => patientId),
    );
    for (const wish of waiting) {
      const reader = people.get(wish.patientId);
      if (reader) yield { wish, reader };
    }
    last = waiting.length < day.limit ? undefined : waiting.at(-1)?.id;
  } while (last !== undefined);
}

export const findWishPauseReason = (wish: WaitingWish, person: Recipient | undefined, byHand: boolean) =>
  findPauseReason({ ...wish, offered: wish.offered.length, isReached: isReachable(person), byHand });
