import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { raiseAllHoursVersions } from '#server/features/locations/queries.ts';
import type { DisplacedVisits } from '#shared/contract/disruptions.ts';
import { addDays, dayClock, localDateTime } from '#shared/domain/clinic-time.ts';
import { openDisruption } from './actions.ts';
import { comingWithDoctor, comingWithoutDoctor } from './departure-queries.ts';
import { withProposals } from './proposal-queries.ts';

/*
 * A doctor departs: from the clinic (deactivated, another role), from a branch, or from a duty. Appointments
 * that name the doctor and can no longer take place are displaced, as by an absence without end.
 */

/**
 * Watches a change in a transaction that may take doctors away from their appointments. Call `before` first,
 * then make the change, then call `after`: it opens one disruption for each doctor whose appointments can no
 * longer take place because of the change.
 */
export function watchDepartures(deps: Pick<Deps, 'now'>, viewer: Viewer, doctorIds: readonly number[]) {
  const clock = dayClock(deps.now());
  const unseenBefore = new Set<number>();
  return {
    async before(tx: Db): Promise<void> {
      // Bookings that were computed with these doctors are refused from here on, and computed anew.
      await raiseAllHoursVersions(tx);
      for (const doctorId of doctorIds)
        for (const { id } of await comingWithoutDoctor(tx, doctorId, clock)) unseenBefore.add(id);
    },
    async after(tx: Db): Promise<void> {
      for (const doctorId of doctorIds) {
        const visits = (await comingWithoutDoctor(tx, doctorId, clock)).filter(
          ({ id }) => !unseenBefore.has(id),
        );
        const [first] = visits;
        if (!first) continue;
        const localTo = visits.map(({ to }) => to).reduce((a, b) => (a > b ? a : b));
        const cause = { cause: 'departure' as const, doctorId, localFrom: first.from, localTo };
        await openDisruption(
          tx,
          viewer,
          cause,
          visits.map(({ id }) => id),
        );
      }
    },
  };
}

/** Proposals of other times lie within this many days: a departure lasts longer. */
const longerThanAnyProposal = 3660;
const shown = 200;

/**
 * The appointments that a departure would displace, with other times for each, before anything is saved.
 * `keptLocationIds`: the branches where the doctor goes on working; null where the doctor leaves altogether.
 */
export async function previewDeparture(
  deps: Deps,
  viewer: Viewer,
  doctorId: number,
  keptLocationIds: readonly number[] | null,
): Promise<DisplacedVisits> {
  const clock = dayClock(deps.now());
  const { count, rows } = await comingWithDoctor(deps.db, viewer, {
    doctorId,
    keptLocationIds,
    clock,
    limit: shown,
  });
  const end = localDateTime(addDays(clock.date, longerThanAnyProposal), '00:00:00');
  const away = { doctorId, from: localNow(clock), to: end };
  return {
    count,
    visits: await withProposals(deps, viewer, rows, { away }),
  };
}
