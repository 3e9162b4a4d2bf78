import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { HttpDeps } from '#server/engine/http/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { findAppointmentsByIds } from '#server/features/appointments/queries.ts';
import { maxPreviewed, reassignDoctorWishes } from '#server/features/disruptions/departure-actions.ts';
import {
  countUnservableWishes,
  type DoctorBranches,
  findDoctorsWithoutDuty,
} from '#server/features/disruptions/departure-queries.ts';
import {
  collectDisplaced,
  type DisplacedCollection,
} from '#server/features/disruptions/displaced-collection-actions.ts';
import { proposeTimes } from '#server/features/disruptions/proposal-queries.ts';
import { excludeAlreadyDisplaced } from '#server/features/disruptions/state-queries.ts';
import { findLostCapacity } from '#server/features/locations/actions.ts';
import { assignRooms, type BranchHold, listRoomHolds } from '#server/features/locations/capacity-queries.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { endImpossibleOffers } from '#server/features/offers/impossible-actions.ts';
import type { BranchChange, BranchListener } from '#server/registries.ts';
import type { DisplacedVisits } from '#shared/contract/disruptions.ts';
import type { Location } from '#shared/contract/locations.ts';
import { type ClinicClock, dayClock, minutesOf, splitLocal } from '#shared/domain/clinic-time.ts';
import { fitRooms } from '#shared/domain/visits/fit-rooms.ts';
import type { HoursByBranch, RoomBooking } from '#shared/domain/visits/slots.ts';
import { displaceByHours } from './actions.ts';
import { endWishesOfBranch } from './closed-wishes-actions.ts';
import { findOffDutyBookings } from './preview-queries.ts';

/*
 * A branch gets fewer rooms, or is booked by its doctors on duty from now on. Of several appointments at one
 * time those that were booked first keep a room; the others are displaced, as by other hours.
 */

interface LostBookings {
  readonly visits: readonly { readonly id: number; readonly from: string; readonly to: string }[];
  readonly offers: readonly number[];
}

interface CapacityLosses {
  /** Without a room. */
  readonly unfit: LostBookings;
  /** Their doctors are not on duty. */
  readonly off: LostBookings;
  readonly holds: readonly BranchHold[];
  readonly moved: ReadonlyMap<BranchHold, number>;
  /** Doctors who can no longer be booked at the branch, and patients wait for them there. */
  readonly doctors: readonly DoctorBranches[];
}

const none: LostBookings = { visits: [], offers: [] };

/** Whether a hold is one of these appointments and offers. */
const createLostCheck = ({ visits, offers }: LostBookings): ((hold: BranchHold) => boolean) => {
  const ids = new Set(visits.map(({ id }) => id));
  return ({ of, id }) => (of === 'appointments' ? ids.has(id) : offers.includes(id));
};

/**
 * The appointments, offers and doctors for which a branch has no place any more with this number of rooms
 * (undefined: unchanged), or because patients now book with its doctors on duty. Appointments whose doctors
 * are not on duty take no room from others.
 */
async function findCapacityLosses(
  db: Db,
  { locationId, rooms, byDoctor }: Pick<BranchChange, 'locationId' | 'rooms' | 'byDoctor'>,
  clock: ClinicClock,
): Promise<CapacityLosses> {
  const off = byDoctor ? await findOffDutyBookings(db, locationId, clock) : none;
  const doctors = byDoctor ? await findDoctorsWithoutDuty(db, locationId, clock) : [];
  const holds = await listRoomHolds(db, locationId, clock);
  if (rooms === undefined) return { unfit: none, off, holds, moved: new Map(), doctors };
  const isOff = createLostCheck(off);
  const inOrder = [...holds.filter((hold) => !isOff(hold)), ...holds.filter(isOff)];
  const { unfit, moved } = fitRooms(inOrder, rooms);
  const coming = unfit.filter(({ isComing }) => isComing);
  const visits = coming.filter(({ of }) => of === 'appointments');
  const offers = coming.flatMap(({ id, of }) => (of === 'offers' ? id : []));
  return { unfit: { visits, offers }, off, holds, moved, doctors };
}

/** The lost appointments that were not displaced before. */
async function findNewlyDisplaced(
  db: Db,
  deps: Pick<Deps, 'cache' | 'now'>,
  { unfit, off }: CapacityLosses,
): Promise<Record<'duty' | 'rooms', LostBookings['visits']>> {
  const anew = async (cause: 'rooms' | 'departure', { visits }: LostBookings) => {
    const ids = visits.map(({ id }) => id);
    const found = new Set(await excludeAlreadyDisplaced(db, { ...deps, db }, cause, ids));
    return visits.filter(({ id }) => found.has(id));
  };
  return { duty: await anew('departure', off), rooms: await anew('rooms', unfit) };
}

const listLostOffers = ({ unfit, off }: CapacityLosses): number[] => [
  ...new Set([...unfit.offers, ...off.offers]),
];

/** Collects the appointments that a branch loses, and settles offers and waiting-list entries. */
async function displaceLostVisits(
  tx: Db,
  deps: HttpDeps,
  viewer: Viewer,
  change: BranchChange,
  displaced: DisplacedCollection,
): Promise<void> {
  const { locationId } = change;
  const losses = await findCapacityLosses(tx, change, dayClock(deps.now()));
  const lost = await findNewlyDisplaced(tx, deps, losses);
  for (const cause of ['rooms', 'duty'] as const)
    displaced.add(
      cause,
      lost[cause].map((visit) => ({ ...visit, locationId })),
    );
  const told = new Set<number>();
  for (const doctor of losses.doctors)
    for (const id of await reassignDoctorWishes(tx, deps, viewer, doctor, displaced.toldWishes)) told.add(id);
  await endImpossibleOffers(tx, deps, viewer, listLostOffers(losses), told);
  await assignRooms(tx, losses.moved);
}

/** Displaces the appointments that a change of a branch's record makes impossible, in one disruption. */
export const branchListener: BranchListener = async (tx, deps, viewer, change) => {
  const { locationId, shifts, closedFrom, rooms, byDoctor, ends } = change;
  if (ends) await endWishesOfBranch(tx, deps, viewer, locationId);
  const displaced = collectDisplaced();
  if (shifts || closedFrom !== undefined)
    await displaceByHours(tx, deps, viewer, new Map([[locationId, { shifts, closedFrom }]]), displaced);
  if (rooms !== undefined || byDoctor) await displaceLostVisits(tx, deps, viewer, change, displaced);
  await displaced.open(tx, viewer);
};

/** The appointments and offers that keep a room after the change, by date. */
function listRemainingHolds({ holds, moved, unfit, off }: CapacityLosses): Map<string, RoomBooking[]> {
  const isLost = [createLostCheck(unfit), createLostCheck(off)];
  const held = new Map<string, RoomBooking[]>();
  for (const hold of holds) {
    if (isLost.some((is) => is(hold))) continue;
    const { date, time } = splitLocal(hold.from);
    const from = minutesOf(time);
    const day = held.get(date) ?? [];
    held.set(date, [...day, { from, to: from + hold.minutes, room: moved.get(hold) ?? hold.room }]);
  }
  return held;
}

/**
 * Appointments that fewer rooms, or booking by doctors, would displace. Nothing is saved. `hours`: new hours
 * in the same save.
 */
export async function previewCapacity(
  deps: Deps,
  viewer: Viewer,
  locationId: number,
  { hours, ...asked }: Partial<Pick<Location, 'rooms' | 'bookedBy'>> & { hours: HoursByBranch },
): Promise<DisplacedVisits> {
  const location = await findOpenLocation(deps, locationId);
  const lost = location && findLostCapacity(location, asked);
  if (!lost || (lost.rooms === undefined && !lost.byDoctor)) return { count: 0, visits: [] };
  const losses = await findCapacityLosses(deps.db, { locationId, ...lost }, dayClock(deps.now()));
  const { duty, rooms } = await findNewlyDisplaced(deps.db, deps, losses);
  const inOrder = [...duty, ...rooms].toSorted((a, b) => a.from.localeCompare(b.from) || a.id - b.id);
  const ids = [...new Set(inOrder.map(({ id }) => id))];
  const rows = await findAppointmentsByIds(deps.db, viewer, ids.slice(0, maxPreviewed));
  const branch = {
    id: locationId,
    rooms: lost.rooms ?? location.rooms,
    bookedBy: asked.bookedBy ?? location.bookedBy,
    held: listRemainingHolds(losses),
  };
  let wishes = 0;
  for (const { doctorId, kept } of losses.doctors)
    wishes += await countUnservableWishes(deps.db, doctorId, kept, dayClock(deps.now()));
  return {
    count: ids.length,
    offers: listLostOffers(losses).length,
    wishes,
    visits: await proposeTimes(deps, viewer, rows, { branch, hours }),
  };
}
