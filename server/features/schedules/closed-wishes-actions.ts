import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { HttpDeps } from '#server/engine/http/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { reassignDoctorWishes } from '#server/features/disruptions/departure-actions.ts';
import { findDoctorBranches } from '#server/features/disruptions/departure-queries.ts';
import { closeWish } from '#server/features/offers/record-actions.ts';
import { notifyClosedWishes } from '#server/features/offers/wish-actions.ts';
import { type WishRow, waitingAt, wasToldOfClosing } from '#server/features/offers/wish-queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import type { BranchHours, HoursByBranch } from '#shared/domain/visits/slots.ts';
import { hasOpenDay } from '#shared/domain/wish-rules.ts';
import { changedHours } from './preview-queries.ts';

/*
 * Patients who wait for a new appointment while all their branches are closed on all their days. They keep
 * their place and are told to choose other days or another branch; a place at a branch that ends is over, and so is a
 * place at a branch that is closed for good, from the day of the closing on.
 */

/** The saved hours of all branches of these entries. */
async function loadHoursForWishes(
  deps: Pick<Deps, 'db' | 'now'>,
  wishes: readonly WishRow[],
): Promise<HoursByBranch> {
  const hours = new Map<number, BranchHours>();
  for (const id of new Set(wishes.flatMap(({ locationIds }) => locationIds)))
    hours.set(id, (await changedHours(deps.db, id, {}, dayClock(deps.now()))).before);
  return hours;
}

/** Returns a function that tells whether one of these branches is open on a day of an entry. */
async function createOpenDayCheck(deps: Pick<Deps, 'cache' | 'db' | 'now'>) {
  const { consultationStart } = await currentSettings(deps);
  const at = { today: dayClock(deps.now()).date, consultationStart };
  return (wish: WishRow, hours: HoursByBranch, ids = wish.locationIds): boolean =>
    hasOpenDay(
      wish,
      ids.flatMap((id) => hours.get(id) ?? []),
      at,
    );
}

/** Finds the entries that have an open day now and none by the changed hours, which are not saved yet. */
export async function findWishesLosingAllDays(
  deps: Pick<Deps, 'cache' | 'db' | 'now'>,
  changed: HoursByBranch,
): Promise<WishRow[]> {
  const wishes = await waitingAt(deps, [...changed.keys()]);
  const before = await loadHoursForWishes(deps, wishes);
  const after = new Map([...before, ...changed]);
  const isOpen = await createOpenDayCheck(deps);
  return wishes.filter((wish) => isOpen(wish, before) && !isOpen(wish, after));
}

/**
 * Settles the entries at a branch that ends. An entry for this branch alone ends if the branch is closed on
 * all its days; an entry with other branches keeps its place. Patients without an open day are told, unless
 * they were told before; patients who wait for a doctor of this branch alone wait for any doctor.
 */
export async function endWishesOfBranch(
  tx: Db,
  deps: HttpDeps,
  viewer: Viewer,
  locationId: number,
): Promise<void> {
  const within = { ...deps, db: tx };
  const wishes = await waitingAt(within, [locationId]);
  const hours = await loadHoursForWishes(within, wishes);
  const isOpen = await createOpenDayCheck(within);
  const told = new Set<number>();
  for (const wish of wishes) {
    const others = wish.locationIds.filter((id) => id !== locationId);
    const isOpenHere = isOpen(wish, hours, [locationId]);
    if (others.length === 0 ? isOpenHere : isOpen(wish, hours, others)) continue;
    const isTold = !isOpenHere && (await wasToldOfClosing(tx, wish.id));
    if (others.length === 0) await closeWish(tx, viewer, wish, 'ended', deps.now());
    if (!isTold) for (const id of await notifyClosedWishes(tx, deps, [wish])) told.add(id);
  }
  for (const doctorId of new Set(wishes.flatMap((wish) => wish.doctorId ?? []))) {
    const branches = await findDoctorBranches(tx, doctorId);
    const kept = branches.filter((id) => id !== locationId);
    await reassignDoctorWishes(tx, deps, viewer, { doctorId, kept }, told);
  }
}
