import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { HttpDeps } from '#server/engine/http/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { appointmentsWithIds } from '#server/features/appointments/queries.ts';
import { openDisruption } from '#server/features/disruptions/actions.ts';
import { withProposals } from '#server/features/disruptions/proposal-queries.ts';
import { notYetDisplaced } from '#server/features/disruptions/state-queries.ts';
import { lostPlaces } from '#server/features/locations/actions.ts';
import { type BranchHold, branchHolds, moveToRooms } from '#server/features/locations/capacity-queries.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import { endImpossible } from '#server/features/offers/impossible-actions.ts';
import type { BranchChange, BranchListener } from '#server/registries.ts';
import type { DisplacedVisits } from '#shared/contract/disruptions.ts';
import type { Location } from '#shared/contract/locations.ts';
import { type ClinicClock, dayClock, minutesOf, splitLocal } from '#shared/domain/clinic-time.ts';
import { fitRooms } from '#shared/domain/visits/fit-rooms.ts';
import type { Held } from '#shared/domain/visits/slots.ts';
import { displacing, shown } from './actions.ts';
import { endWishesAt } from './closed-wishes-actions.ts';
import { offDutyAt } from './preview-queries.ts';

/*
 * A branch gets fewer rooms, or is booked by its doctors on duty from now on. Of several appointments at one
 * time those that were booked first keep a room; the others are displaced, as by other hours.
 */

interface Lost {
  readonly visits: readonly { readonly id: number; readonly from: string; readonly to: string }[];
  readonly offers: readonly number[];
}

interface Fitted extends Lost {
  readonly holds: readonly BranchHold[];
  readonly moved: ReadonlyMap<BranchHold, number>;
}

/** Rooms undefined: they stay. */
async function fitted(
  db: Db,
  locationId: number,
  rooms: number | undefined,
  clock: ClinicClock,
): Promise<Fitted> {
  const holds = await branchHolds(db, locationId, clock);
  if (rooms === undefined) return { holds, moved: new Map(), visits: [], offers: [] };
  const { unfit, moved } = fitRooms(holds, rooms);
  const coming = unfit.filter(({ isComing }) => isComing).toSorted((a, b) => a.from.localeCompare(b.from));
  return {
    holds,
    moved,
    visits: coming.filter(({ of }) => of === 'appointments'),
    offers: coming.flatMap(({ id, of }) => (of === 'offers' ? id : [])),
  };
}

async function open(
  tx: Db,
  deps: HttpDeps,
  viewer: Viewer,
  cause: { readonly cause: 'rooms' | 'departure'; readonly locationId: number },
  lost: Lost,
): Promise<void> {
  await endImpossible(tx, deps, viewer, lost.offers);
  const ids = lost.visits.map(({ id }) => id);
  const displaced = new Set(await notYetDisplaced(tx, deps, cause.cause, ids));
  const visits = lost.visits.filter(({ id }) => displaced.has(id));
  const [first] = visits;
  if (!first) return;
  const localTo = visits.map(({ to }) => to).reduce((a, b) => (a > b ? a : b));
  await openDisruption(
    tx,
    viewer,
    { ...cause, localFrom: first.from, localTo },
    visits.map(({ id }) => id),
  );
}

/** Displaces the appointments that a change of a branch's record makes impossible. */
export const branchListener: BranchListener = async (tx, deps, viewer, change: BranchChange) => {
  const { locationId, shifts, rooms, byDoctor, ends } = change;
  const clock = dayClock(deps.now());
  if (ends) await endWishesAt(tx, deps, viewer, locationId);
  if (shifts) await displacing(tx, deps, viewer, locationId, { shifts });
  if (rooms !== undefined) {
    const lost = await fitted(tx, locationId, rooms, clock);
    await open(tx, deps, viewer, { cause: 'rooms', locationId }, lost);
    await moveToRooms(tx, lost.moved);
  }
  if (byDoctor)
    await open(tx, deps, viewer, { cause: 'departure', locationId }, await offDutyAt(tx, locationId, clock));
};

/** What occupies each room once those that do not fit are gone, by date. */
function heldAfter({ holds, moved, visits, offers }: Fitted): Map<string, Held[]> {
  const gone = new Set<unknown>([
    ...visits,
    ...holds.filter(({ of, id }) => of === 'offers' && offers.includes(id)),
  ]);
  const held = new Map<string, Held[]>();
  for (const hold of holds) {
    if (gone.has(hold)) continue;
    const { date, time } = splitLocal(hold.from);
    const from = minutesOf(time);
    const day = held.get(date) ?? [];
    held.set(date, [...day, { from, to: from + hold.minutes, room: moved.get(hold) ?? hold.room }]);
  }
  return held;
}

/** Appointments that fewer rooms, or booking by doctors, would displace. Nothing is saved. */
export async function previewOfCapacity(
  deps: Deps,
  viewer: Viewer,
  locationId: number,
  asked: Partial<Pick<Location, 'rooms' | 'bookedBy'>>,
): Promise<DisplacedVisits> {
  const location = await locationWithId(deps, locationId);
  const clock = dayClock(deps.now());
  const { rooms, byDoctor } = location ? lostPlaces(location, asked) : {};
  if (!location || (rooms === undefined && !byDoctor)) return { count: 0, visits: [] };
  const fit = await fitted(deps.db, locationId, rooms, clock);
  const off = byDoctor ? await offDutyAt(deps.db, locationId, clock) : { visits: [], offers: [] };
  const notYet = (cause: 'rooms' | 'departure', { visits }: Lost) =>
    notYetDisplaced(
      deps.db,
      deps,
      cause,
      visits.map(({ id }) => id),
    );
  const ids = [...new Set([...(await notYet('rooms', fit)), ...(await notYet('departure', off))])];
  const rows = await appointmentsWithIds(deps.db, viewer, ids.slice(0, shown));
  const branch = {
    id: locationId,
    rooms: rooms ?? location.rooms,
    bookedBy: asked.bookedBy ?? location.bookedBy,
    held: heldAfter(fit),
  };
  return {
    count: ids.length,
    offers: new Set([...fit.offers, ...off.offers]).size,
    visits: await withProposals(deps, viewer, rows, { branch }),
  };
}
