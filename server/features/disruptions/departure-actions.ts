import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { Cache } from '#server/engine/live/cache.ts';
import { findAppointmentsByIds } from '#server/features/appointments/queries.ts';
import { raiseAllHoursVersions } from '#server/features/locations/queries.ts';
import { notifyPerson } from '#server/features/notifications/notify-actions.ts';
import { endImpossibleOffers } from '#server/features/offers/impossible-actions.ts';
import type { DisplacedVisits } from '#shared/contract/disruptions.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import type { HoursByBranch } from '#shared/domain/visits/slots.ts';
import { Refusal } from '#shared/errors.ts';
import {
  clearWishedDoctor,
  countAskedForWoman,
  countUnservableWishes,
  findDoctorBranches,
  findHeldOffersOf,
  findOffersWithoutDoctor,
  listUpcomingOfDoctor,
} from './departure-queries.ts';
import { collectDisplaced, type DisplacedCollection } from './displaced-collection-actions.ts';
import { proposeTimes } from './proposal-queries.ts';
import { excludeAlreadyDisplaced } from './state-queries.ts';

/*
 * A doctor departs: from the clinic (deactivated, another role), from a branch, or from a duty. Appointments
 * that name the doctor and can no longer take place are displaced, as by an absence without end.
 */

/** Call `before` before a change, in its transaction, and `after` after it. */
export interface DepartureWatcher {
  before(tx: Db): Promise<void>;
  after(tx: Db): Promise<void>;
}

type DoctorAppointment = Awaited<ReturnType<typeof listUpcomingOfDoctor>>[number];

/** Appointments and offers that can no longer take place because of a change to these doctors. */
interface DepartureLosses {
  readonly doctors: readonly {
    readonly doctorId: number;
    readonly visits: readonly DoctorAppointment[];
    /** The branches where the doctor can still be booked. */
    readonly kept: readonly number[];
  }[];
  readonly offers: readonly number[];
}

/**
 * Compares how far the doctor of each appointment is from seeing its patient, before and after a change.
 * Staff may name a doctor beyond her duties and branches; such an appointment is lost as well once the doctor
 * leaves the branch or the clinic.
 */
function compareDoctorAvailability(deps: Deps, doctorIds: readonly number[]) {
  const clock = dayClock(deps.now());
  const howFarBefore = new Map<number, number>();
  const canBeDisplaced = new Set<number>();
  const offersBefore = new Set<number>();
  return {
    async before(tx: Db): Promise<void> {
      for (const doctorId of doctorIds) {
        const coming = await listUpcomingOfDoctor(tx, doctorId, clock);
        for (const { id, howFar } of coming) howFarBefore.set(id, howFar);
        const ids = coming.map(({ id }) => id);
        for (const id of await excludeAlreadyDisplaced(tx, deps, 'departure', ids)) canBeDisplaced.add(id);
      }
      for (const id of await findOffersWithoutDoctor(tx, doctorIds)) offersBefore.add(id);
    },
    async after(tx: Db): Promise<DepartureLosses> {
      const doctors = [];
      for (const doctorId of doctorIds) {
        const coming = await listUpcomingOfDoctor(tx, doctorId, clock);
        const visits = coming.filter(
          ({ id, howFar }) => canBeDisplaced.has(id) && howFar > (howFarBefore.get(id) ?? 0),
        );
        doctors.push({ doctorId, visits, kept: await findDoctorBranches(tx, doctorId) });
      }
      const offers = await findOffersWithoutDoctor(tx, doctorIds);
      return { doctors, offers: offers.filter((id) => !offersBefore.has(id)) };
    },
  };
}

/**
 * Call it before a change after which the doctor is no longer recorded as a woman.
 *
 * @throws Refusal `asked_for_woman` with the number of appointments and offers that need a woman
 */
export async function refuseIfAskedForWoman(
  tx: Db,
  deps: Pick<Deps, 'now'>,
  doctorId: number,
): Promise<void> {
  await raiseAllHoursVersions(tx);
  const n = await countAskedForWoman(tx, doctorId, dayClock(deps.now()));
  if (n > 0) throw new Refusal('asked_for_woman', { params: { n } });
}

/** Thrown to roll back the transaction. */
class PreviewRollback extends Error {
  readonly found: DisplacedVisits;
  constructor(found: DisplacedVisits) {
    super('a preview is rolled back');
    this.found = found;
  }
}

/** Maximum number of appointments in a preview; all are counted. */
export const maxPreviewed = 200;

/**
 * Appointments that a change would displace: makes the change, computes other times for each, and rolls back.
 * `hours`: new hours of branches in the same save.
 */
export async function previewDisplaced(
  deps: Deps,
  viewer: Viewer,
  change: (tx: Db, departuresOf: (doctorIds: readonly number[]) => DepartureWatcher) => Promise<void>,
  hours: HoursByBranch = new Map(),
): Promise<DisplacedVisits> {
  try {
    await inTransaction(deps.db, async (tx) => {
      const within = { ...deps, db: tx, cache: new Cache() };
      await change(tx, (doctorIds) => {
        const { before, after } = compareDoctorAvailability(deps, doctorIds);
        return {
          before,
          async after() {
            const { doctors, offers } = await after(tx);
            const ids = doctors.flatMap(({ visits }) => visits.map(({ id }) => id));
            const rows = await findAppointmentsByIds(tx, viewer, ids.slice(0, maxPreviewed));
            const visits = await proposeTimes(within, viewer, rows, { hours });
            let wishes = 0;
            for (const { doctorId, kept } of doctors)
              wishes += await countUnservableWishes(tx, doctorId, kept, dayClock(deps.now()));
            throw new PreviewRollback({ count: ids.length, visits, offers: offers.length, wishes });
          },
        };
      });
    });
  } catch (error) {
    if (error instanceof PreviewRollback) return error.found;
    throw error;
  }
  throw new Error('the previewed change did not report its result');
}

/**
 * Watches a change in a transaction that may take doctors away from their appointments. Call `before` first,
 * then make the change, then call `after`: it opens a disruption of the doctor for the appointments that can
 * no longer take place because of the change. With `collection`, the appointments are added to it and the
 * caller opens the disruption.
 */
export function watchDepartures(
  deps: Deps,
  viewer: Viewer,
  doctorIds: readonly number[],
  collection?: DisplacedCollection,
): DepartureWatcher {
  const doctors = compareDoctorAvailability(deps, doctorIds);
  return {
    async before(tx: Db): Promise<void> {
      // Rejects bookings that were computed with these doctors; they are computed again.
      await raiseAllHoursVersions(tx);
      await doctors.before(tx);
    },
    async after(tx: Db): Promise<void> {
      const losses = await doctors.after(tx);
      const told = new Set<number>();
      const displaced = collection ?? collectDisplaced(doctorIds[0]);
      for (const { doctorId, visits, kept } of losses.doctors) {
        displaced.add('departure', visits);
        const change = { doctorId, kept };
        for (const id of await reassignDoctorWishes(tx, deps, viewer, change, displaced.toldWishes))
          told.add(id);
      }
      await endImpossibleOffers(tx, deps, viewer, losses.offers, told);
      if (!collection) await displaced.open(tx, viewer);
    },
  };
}

/**
 * Patients who wait for a doctor who no longer works at any of their branches, or is absent on all their
 * days, wait for any doctor instead, and are told, also that a held time with this doctor ends. `toldBefore`:
 * entries whose patients got a message about the same save. Returns the entries.
 */
export async function reassignDoctorWishes(
  tx: Db,
  deps: Pick<Deps, 'now'>,
  viewer: Viewer,
  { doctorId, kept }: { doctorId: number; kept: Parameters<typeof clearWishedDoctor>[2] },
  toldBefore: ReadonlySet<number> = new Set(),
): Promise<number[]> {
  const changed = await clearWishedDoctor(tx, doctorId, kept, dayClock(deps.now()));
  for (const { id, patientId, serviceId, appointmentId } of changed) {
    const after = { wish: id, serviceId, doctorId: null };
    await recordEvent(tx, viewer, { action: 'changed', subject: 'offers', patientId, after });
    if (toldBefore.has(id)) continue;
    const link = '/profile?tab=appointments';
    await notifyPerson(tx, {
      userId: patientId,
      dedupeKey: `wish-other:${id}:${doctorId}:${deps.now().getTime()}`,
      template: 'wishOther',
      params: { wish: id, link },
      appointmentId,
    });
  }
  return changed.map(({ id }) => id);
}

/**
 * Settles holds and waiting-list entries of a doctor; call it before deleting a doctor without upcoming
 * appointments.
 */
export async function settleDoctorDeparture(
  tx: Db,
  deps: Deps,
  viewer: Viewer,
  doctorId: number,
): Promise<void> {
  await raiseAllHoursVersions(tx);
  const lost = await findHeldOffersOf(tx, doctorId);
  const told = await reassignDoctorWishes(tx, deps, viewer, { doctorId, kept: [] });
  await endImpossibleOffers(tx, deps, viewer, lost, new Set(told));
}
