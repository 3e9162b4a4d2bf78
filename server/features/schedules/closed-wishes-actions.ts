import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { HttpDeps } from '#server/engine/http/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { waitOn } from '#server/features/disruptions/departure-actions.ts';
import { branchesOfDoctor } from '#server/features/disruptions/departure-queries.ts';
import {
  exceptionsByDay,
  exceptionsFrom,
  shiftsOf,
  weekOfShifts,
} from '#server/features/locations/hours-queries.ts';
import { notify } from '#server/features/notifications/notify-actions.ts';
import { closeWish } from '#server/features/offers/record-actions.ts';
import { isToldOfClosing, type WishRow, waitingAt } from '#server/features/offers/wish-queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import type { BranchHours } from '#shared/domain/visits/slots.ts';
import { hasOpenDay } from '#shared/domain/wish-rules.ts';

/*
 * Patients who wait for a new appointment while all their branches are closed on all their days. They keep
 * their place and are told to choose other days or another branch; a place at a branch that ends is over.
 */

/** Hours of branches before and after a change that is not saved yet. */
export type ChangedHours = ReadonlyMap<number, { readonly before: BranchHours; readonly after: BranchHours }>;

async function hoursAt(deps: Pick<Deps, 'db' | 'now'>, locationId: number): Promise<BranchHours> {
  const today = dayClock(deps.now()).date;
  const exceptions = await exceptionsFrom(deps.db, locationId, today);
  return { week: weekOfShifts(await shiftsOf(deps.db, locationId)), exceptions: exceptionsByDay(exceptions) };
}

/** Finds the entries that have an open day before a change and none after it. */
export async function wishesWithoutDays(
  deps: Pick<Deps, 'cache' | 'db' | 'now'>,
  changed: ChangedHours,
): Promise<WishRow[]> {
  const wishes = await waitingAt(deps.db, [...changed.keys()]);
  const others = new Map<number, BranchHours>();
  for (const id of new Set(wishes.flatMap(({ locationIds }) => locationIds)))
    if (!changed.has(id)) others.set(id, await hoursAt(deps, id));
  const { consultationStart } = await currentSettings(deps);
  const at = { today: dayClock(deps.now()).date, consultationStart };
  const isOpen = (wish: WishRow, when: 'before' | 'after') => {
    const branches = wish.locationIds.flatMap((id) => changed.get(id)?.[when] ?? others.get(id) ?? []);
    return hasOpenDay(wish, branches, at);
  };
  return wishes.filter((wish) => isOpen(wish, 'before') && !isOpen(wish, 'after'));
}

/** Tells patients that no day is left to wait for. Returns the entries. */
export async function tellOfClosing(
  tx: Db,
  deps: HttpDeps,
  wishes: readonly WishRow[],
): Promise<Set<number>> {
  for (const { id, patientId } of wishes)
    await notify(tx, {
      userId: patientId,
      dedupeKey: `wish-closed:${id}:${deps.now().getTime()}`,
      template: 'wishClosed',
      params: { wish: id, link: '/profile?tab=appointments' },
    });
  return new Set(wishes.map(({ id }) => id));
}

/**
 * Settles the entries at a branch that ends. An entry for this branch alone ends if the branch is closed on all
 * its days; an entry with other branches keeps its place. Patients without an open day are told, unless they
 * were told before; patients who wait for a doctor of this branch alone wait for any doctor.
 */
export async function endWishesAt(tx: Db, deps: HttpDeps, viewer: Viewer, locationId: number): Promise<void> {
  const within = { ...deps, db: tx };
  const { consultationStart } = await currentSettings(within);
  const at = { today: dayClock(deps.now()).date, consultationStart };
  const wishes = await waitingAt(tx, [locationId]);
  const hours = new Map([[locationId, await hoursAt(within, locationId)]]);
  for (const id of new Set(wishes.flatMap(({ locationIds }) => locationIds)))
    if (!hours.has(id)) hours.set(id, await hoursAt(within, id));
  const isOpen = (wish: WishRow, ids: readonly number[]) =>
    hasOpenDay(
      wish,
      ids.flatMap((id) => hours.get(id) ?? []),
      at,
    );
  for (const wish of wishes) {
    const others = wish.locationIds.filter((id) => id !== locationId);
    const isOpenHere = isOpen(wish, [locationId]);
    if (others.length === 0 ? isOpenHere : isOpen(wish, others)) continue;
    const isTold = !isOpenHere && (await isToldOfClosing(tx, wish.id));
    if (others.length === 0) await closeWish(tx, viewer, wish, 'ended', deps.now());
    if (!isTold) await tellOfClosing(tx, deps, [wish]);
  }
  for (const doctorId of new Set(wishes.flatMap((wish) => wish.doctorId ?? []))) {
    const branches = await branchesOfDoctor(tx, doctorId);
    const kept = branches.filter((id) => id !== locationId);
    await waitOn(tx, deps, viewer, doctorId, kept);
  }
}
