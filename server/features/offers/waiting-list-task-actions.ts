import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { type Recipient } from '#server/engine/delivery/queries.ts';
import { systemActor } from '#server/engine/events/queries.ts';
import { withFreshHours } from '#server/features/appointments/refusal-actions.ts';
import { branchFor } from '#server/features/appointments/requested-time-actions.ts';
import { freeTimes } from '#server/features/doctors/availability-queries.ts';
import { wishKept } from '#server/features/doctors/doctor-wish-queries.ts';
import { readersOf } from '#server/features/families/family-queries.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { lockPeople } from '#server/features/users/queries.ts';
import type { FreeTime } from '#shared/contract/doctors.ts';
import {
  addDays,
  dayClock,
  later,
  localDateTime,
  splitLocal,
  startOfClinicDay,
} from '#shared/domain/clinic-time.ts';
import { ringing } from '#shared/domain/message-kinds.ts';
import { isReached } from '#shared/domain/messages/contact-channels.ts';
import { ringsFrom } from '#shared/domain/messages/quiet-hours.ts';
import { firstOffered, offerMinutes, restOf, timesFor } from '#shared/domain/wish-rules.ts';
import { doctorsToHold, holdAndNotify } from './actions.ts';
import { closeWish } from './record-actions.ts';
import {
  type Asked,
  isAfter,
  isInTurn,
  isOver,
  isWish,
  type WaitingWish,
  waitingInOrder,
} from './wish-queries.ts';

/** Waiting-list entries per query. */
const atOnce = 500;

export function today(deps: Deps): Asked {
  const now = deps.now();
  return { now: localNow(dayClock(now)), since: startOfClinicDay(now), limit: atOnce };
}

interface Free {
  locationId: number;
  localStart: string;
}
const written = new WeakMap<readonly FreeTime[], readonly Free[]>();

/** Converts the times to the form of offers, once for all entries, as long as they are cached. */
function asOffered(locationId: number, times: readonly FreeTime[]): readonly Free[] {
  const known = written.get(times);
  if (known) return known;
  const free = times.map(({ date, time }) => ({ locationId, localStart: localDateTime(date, time) }));
  written.set(times, free);
  return free;
}

/** Every free time at the branches of an entry until its last day, with the wanted doctor. */
export async function freeFor(
  deps: Deps,
  { locationIds, minutes, visitStart, toDate, ...visit }: WaitingWish,
) {
  const { doctorWish, doctor } = await wishKept(deps, visit);
  const whom = doctor ? { doctorId: doctor.id } : { doctorWish };
  const before = visitStart ?? (toDate && addDays(toDate, 2));
  const free: Free[] = [];
  for (const locationId of locationIds) {
    if (!(await locationWithId(deps, locationId))) continue;
    for (const time of asOffered(locationId, await freeTimes(deps, { locationId, minutes, ...whom }))) {
      if (before !== null && time.localStart >= before) break;
      free.push(time);
    }
  }
  return free;
}

async function giveUp(deps: Deps, wish: WaitingWish): Promise<void> {
  await inTransaction(deps.db, (tx) => closeWish(tx, systemActor, wish, 'ended', deps.now()));
}

interface Turn {
  wish: WaitingWish;
  reader: Recipient;
}

async function offerTo(deps: Deps, turn: Turn): Promise<boolean> {
  const { wish } = turn;
  const { now } = today(deps);
  const [found] = timesFor(wish, await freeFor(deps, wish), firstOffered(now, offerMinutes));
  return found !== undefined && (await keepFor(deps, turn, found));
}

/** Entries of the same patient and the same kind of appointment; anything else waits for the next round. */
const isSame = (seen: WaitingWish, now: WaitingWish): boolean =>
  (['patientId', 'serviceId', 'minutes', 'doctorId', 'doctorWish'] as const).every(
    (of) => now[of] === seen[of],
  );

function keepFor(deps: Deps, { wish, reader }: Turn, found: Free): Promise<boolean> {
  const { id: wishId, patientId, serviceId, minutes, appointmentId, ...wanted } = wish;
  const heldUntil = later(deps.now(), offerMinutes * 60_000);
  const hers = { wishId, patientId, serviceId, minutes, appointmentId };
  const offer = { ...found, ...hers, reason: 'waiting' as const, heldUntil, createdBy: null };
  const time = { ...splitLocal(found.localStart), minutes, overbook: false };
  return withFreshHours(deps, async () => {
    const branch = await branchFor(deps, found.locationId);
    const doctors = await doctorsToHold(deps, branch, wanted, time, false);
    const keep = async (tx: Db) => {
      // The entry may have ended, or its recipient may have got a message from another process meanwhile.
      await lockPeople(tx, [reader.id, patientId]);
      const day = today(deps);
      const [still] = await waitingInOrder(tx, day, [isWish(wishId), isInTurn(day)]);
      const isHers = still && isSame(wish, still) && still.locationIds.includes(found.locationId);
      if (!isHers || timesFor(still, [found], firstOffered(day.now, offerMinutes)).length === 0)
        return undefined;
      return holdAndNotify(tx, deps, systemActor, { ...offer, doctors }, branch.hours.version);
    };
    return (await inTransaction(deps.db, keep)) !== undefined;
  });
}

/** After this many entries, other requests run first. */
const entriesPerTurn = 25;
/** Maximum length of a round; the lease of its task is a minute. */
const roundMs = 5000;
/** The entry where a round stopped early. */
const endedAt = new WeakMap<Deps['database'], number>();

/**
 * Offers each free time to the patient who has waited longest and whom it suits: at most one message a day
 * per recipient and three offers per entry, none in quiet hours. If staff offer by hand, only ended entries
 * are removed. The next round begins with the entries that this one did not reach. Returns the number of
 * patients with an offer.
 */
export async function grantWishes(deps: Deps, longestMs = roundMs): Promise<number> {
  const until = performance.now() + longestMs;
  const { quietHours, waitingList } = await currentSettings(deps);
  const day = today(deps);
  for (const wish of await waitingInOrder(deps.db, day, [isOver(day)])) await giveUp(deps, wish);
  if (waitingList === 'hand') return 0;
  const isQuietFor = (person: Recipient) => {
    const reach = person.channels.some((way) => ringing.has(way)) ? person.reach : null;
    return ringsFrom({ quietHours }, deps.now(), null, reach) !== null;
  };
  const told = new Set<number>();
  const give = async ({ wish, reader }: Turn) => {
    if (told.has(reader.id) || remainingFor(wish, reader, false) !== null || isQuietFor(reader)) return;
    if (await offerTo(deps, { wish, reader })) told.add(reader.id);
  };
  let come = 0;
  const last = endedAt.get(deps.database);
  endedAt.delete(deps.database);
  for await (const turn of inTurn(deps, day, last)) {
    // A patient whose record is locked for long does not delay the others.
    await give(turn).catch((error: unknown) =>
      deps.log.warn({ err: error, wish: turn.wish.id }, 'nothing could be offered to somebody who waits'),
    );
    come += 1;
    if (come % entriesPerTurn !== 0) continue;
    await nextTurn();
    if (performance.now() < until) continue;
    endedAt.set(deps.database, turn.wish.id);
    break;
  }
  return told.size;
}

/** The entries after the one where the last round stopped, then from the first to that one. */
async function* inTurn(deps: Deps, day: Asked, last: number | undefined) {
  if (last !== undefined) yield* waitingAfter(deps, day, last);
  for await (const turn of waitingAfter(deps, day)) {
    yield turn;
    if (turn.wish.id === last) return;
  }
}

/** The entries in order, the longest waiting first, each with the recipient of its messages. */
async function* waitingAfter(deps: Deps, day: Asked, first?: number): AsyncGenerator<Turn> {
  let last = first;
  do {
    const after = last === undefined ? undefined : isAfter(last);
    const waiting = await waitingInOrder(deps.db, day, [isInTurn(day), after]);
    const people = await readersOf(
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

export const remainingFor = (wish: WaitingWish, person: Recipient | undefined, byHand: boolean) =>
  restOf({ ...wish, offered: wish.offered.length, isReached: isReached(person), byHand });
