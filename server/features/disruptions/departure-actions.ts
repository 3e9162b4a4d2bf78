import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { Cache } from '#server/engine/live/cache.ts';
import { appointmentsWithIds } from '#server/features/appointments/queries.ts';
import { raiseAllHoursVersions } from '#server/features/locations/queries.ts';
import { notify } from '#server/features/notifications/notify-actions.ts';
import { endImpossible } from '#server/features/offers/impossible-actions.ts';
import type { DisplacedVisits } from '#shared/contract/disruptions.ts';
import { addDays, dayClock, localDateTime } from '#shared/domain/clinic-time.ts';
import { openDisruption } from './actions.ts';
import {
  branchesOfDoctor,
  comingByDistance,
  comingWithDoctor,
  countWaitingFor,
  offersWith,
  offersWithoutDoctor,
  waitForAnother,
} from './departure-queries.ts';
import { withProposals } from './proposal-queries.ts';
import { notYetDisplaced } from './state-queries.ts';

/*
 * A doctor departs: from the clinic (deactivated, another role), from a branch, or from a duty. Appointments
 * that name the doctor and can no longer take place are displaced, as by an absence without end.
 */

/** Call `before` before a change, in its transaction, and `after` after it. */
export interface Departures {
  before(tx: Db): Promise<void>;
  after(tx: Db): Promise<void>;
}

interface Lost {
  readonly id: number;
  readonly howFar: number;
}

/**
 * How far the doctor of each appointment was from seeing its patient before a change. Staff may name a doctor beyond her duties and
 * branches; such an appointment is lost as well once the doctor leaves the branch or the clinic.
 */
class LostBefore {
  private readonly before = new Map<number, number>();

  add(rows: readonly Lost[]): void {
    for (const { id, howFar } of rows) this.before.set(id, howFar);
  }

  others<Row extends Lost>(rows: readonly Row[]): Row[] {
    return rows.filter(({ id, howFar }) => howFar > (this.before.get(id) ?? 0));
  }
}

/** Thrown to roll back the transaction. */
class TriedOut extends Error {
  readonly found: DisplacedVisits;
  constructor(found: DisplacedVisits) {
    super('tried out');
    this.found = found;
  }
}

/**
 * Appointments that a change would displace: makes the change, computes other times for each, and rolls back.
 */
export async function tryOut(
  deps: Deps,
  viewer: Viewer,
  change: (tx: Db, departuresOf: (doctorIds: readonly number[]) => Departures) => Promise<void>,
): Promise<DisplacedVisits> {
  const clock = dayClock(deps.now());
  try {
    await inTransaction(deps.db, async (tx) => {
      const within = { ...deps, db: tx, cache: new Cache() };
      const lostBefore = new LostBefore();
      await change(tx, (doctorIds) => ({
        async before() {
          for (const doctorId of doctorIds) lostBefore.add(await comingByDistance(tx, doctorId, clock));
        },
        async after() {
          const lost = [];
          for (const doctorId of doctorIds)
            lost.push(...lostBefore.others(await comingByDistance(tx, doctorId, clock)));
          const ids = lost.map(({ id }) => id);
          const rows = await appointmentsWithIds(tx, viewer, ids.slice(0, shown));
          const visits = await withProposals(within, viewer, rows);
          const offers = (await offersWithoutDoctor(tx, doctorIds)).length;
          let wishes = 0;
          for (const doctorId of doctorIds)
            wishes += await countWaitingFor(tx, doctorId, await branchesOfDoctor(tx, doctorId));
          throw new TriedOut({ count: ids.length, visits, offers, wishes });
        },
      }));
    });
  } catch (error) {
    if (error instanceof TriedOut) return error.found;
    throw error;
  }
  throw new Error('a change was tried out and not looked at');
}

/**
 * Watches a change in a transaction that may take doctors away from their appointments. Call `before` first,
 * then make the change, then call `after`: it opens one disruption for each doctor whose appointments can no
 * longer take place because of the change.
 */
export function watchDepartures(deps: Deps, viewer: Viewer, doctorIds: readonly number[]): Departures {
  const clock = dayClock(deps.now());
  const unseenBefore = new LostBefore();
  const canBeDisplaced = new Set<number>();
  const lostBefore = new Set<number>();
  return {
    async before(tx: Db): Promise<void> {
      // Rejects bookings that were computed with these doctors; they are computed again.
      await raiseAllHoursVersions(tx);
      for (const doctorId of doctorIds) {
        const coming = await comingByDistance(tx, doctorId, clock);
        unseenBefore.add(coming);
        const ids = coming.map(({ id }) => id);
        for (const id of await notYetDisplaced(tx, deps, 'departure', ids)) canBeDisplaced.add(id);
      }
      for (const id of await offersWithoutDoctor(tx, doctorIds)) lostBefore.add(id);
    },
    async after(tx: Db): Promise<void> {
      for (const doctorId of doctorIds) {
        const lost = unseenBefore.others(await comingByDistance(tx, doctorId, clock));
        const visits = lost.filter(({ id }) => canBeDisplaced.has(id));
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
      const lost = (await offersWithoutDoctor(tx, doctorIds)).filter((id) => !lostBefore.has(id));
      const told = new Set<number>();
      for (const doctorId of doctorIds) {
        const branches = await branchesOfDoctor(tx, doctorId);
        for (const id of await waitOn(tx, deps, viewer, doctorId, branches)) told.add(id);
      }
      await endImpossible(tx, deps, viewer, lost, told);
    },
  };
}

/**
 * Patients who wait for a doctor who no longer works at any of their branches, or is absent on all their days,
 * wait for any doctor instead, and are told, also that a held time with this doctor ends. Returns these
 * waiting-list entries.
 */
export async function waitOn(
  tx: Db,
  deps: Pick<Deps, 'now'>,
  viewer: Viewer,
  doctorId: number,
  kept: Parameters<typeof waitForAnother>[2],
): Promise<number[]> {
  const changed = await waitForAnother(tx, doctorId, kept);
  for (const { id, patientId, serviceId } of changed) {
    const after = { wish: id, serviceId, doctorId: null };
    await recordEvent(tx, viewer, { action: 'changed', subject: 'offers', patientId, after });
    const link = '/profile?tab=appointments';
    await notify(tx, {
      userId: patientId,
      dedupeKey: `wish-other:${id}:${doctorId}:${deps.now().getTime()}`,
      template: 'wishOther',
      params: { wish: id, link },
    });
  }
  return changed.map(({ id }) => id);
}

/**
 * Settles holds and waiting-list entries of a doctor; call it before deleting a doctor without upcoming
 * appointments.
 */
export async function departAltogether(tx: Db, deps: Deps, viewer: Viewer, doctorId: number): Promise<void> {
  await raiseAllHoursVersions(tx);
  const lost = await offersWith(tx, doctorId, null);
  const told = await waitOn(tx, deps, viewer, doctorId, []);
  await endImpossible(tx, deps, viewer, lost, new Set(told));
}

/** Number of days in which other times are searched: a departure has no end. */
const longerThanAnyProposal = 3660;
const shown = 200;

/**
 * The appointments that a departure would displace, with other times for each. Nothing is saved.
 * `keptLocationIds`: the branches where the doctor stays; null if the doctor leaves the clinic.
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
    offers: (await offersWith(deps.db, doctorId, keptLocationIds)).length,
    wishes: await countWaitingFor(deps.db, doctorId, keptLocationIds),
    visits: await withProposals(deps, viewer, rows, { away }),
  };
}
