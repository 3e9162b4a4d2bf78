import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import { listComingAtBranch } from '#server/features/appointments/queries.ts';
import { doctorUnavailabilityLevel } from '#server/features/doctors/absent-doctor-queries.ts';
import { isOfferHolding, statusList } from '#server/features/held-times/held-time-queries.ts';
import { isOffDuty } from '#server/features/locations/capacity-queries.ts';
import {
  type ExceptionRow,
  exceptionsByDay,
  findClosingDay,
  groupShiftsByWeekday,
  listExceptionsFrom,
  listWeekShifts,
} from '#server/features/locations/hours-queries.ts';
import { type ClinicClock, minutesOf, splitLocal } from '#shared/domain/clinic-time.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';
import type { WeekShift } from '#shared/domain/visits/open-hours.ts';
import {
  type BranchHours,
  hoursOfDay,
  isClosedDay,
  isOpenFor,
  type Window,
} from '#shared/domain/visits/slots.ts';

const toBranchHours = (
  shifts: readonly WeekShift[],
  exceptions: readonly ExceptionRow[],
  closedFrom: string | null,
): BranchHours => ({
  week: groupShiftsByWeekday(shifts),
  exceptions: exceptionsByDay(exceptions),
  closedFrom,
});

/**
 * New hours displace an appointment that lay within the old ones, or whose day was open and becomes closed.
 */
function isDisplacedByHours(before: BranchHours, after: BranchHours, date: string, visit: Window): boolean {
  if (isClosedDay(hoursOfDay(after, date))) return !isClosedDay(hoursOfDay(before, date));
  return isOpenFor(before, date, visit) && !isOpenFor(after, date, visit);
}

/** The part of a branch's hours that changes; the rest stays. */
export interface ProposedHours {
  readonly shifts?: readonly WeekShift[] | undefined;
  readonly exceptions?: readonly ExceptionRow[] | undefined;
  /** Null: the branch stays open. */
  readonly closedFrom?: string | null | undefined;
}

export interface AffectedBooking extends Record<string, unknown> {
  id: number;
  localStart: string;
  minutes: number;
}

/** The offers that hold a time of a branch. */
async function listHeldOffersAt(db: Db, locationId: number): Promise<AffectedBooking[]> {
  const { rows } = await db.execute<AffectedBooking>(sql`select o.id, o.local_start::text as "localStart",
      (extract(epoch from o.local_end - o.local_start) / 60)::int as minutes
    from offers o where ${isOfferHolding(sql`o`)} and o.location_id = ${locationId} order by o.id`);
  return rows;
}

/** The hours of a branch now and after a change. */
export async function changedHours(
  db: Db,
  locationId: number,
  proposed: ProposedHours,
  clock: ClinicClock,
): Promise<{ before: BranchHours; hours: BranchHours }> {
  const shifts = await listWeekShifts(db, locationId);
  const exceptions = await listExceptionsFrom(db, locationId, clock.date);
  const closedFrom = await findClosingDay(db, locationId);
  const before = toBranchHours(shifts, exceptions, closedFrom);
  const hours = toBranchHours(
    proposed.shifts ?? shifts,
    proposed.exceptions ?? exceptions,
    proposed.closedFrom === undefined ? closedFrom : proposed.closedFrom,
  );
  return { before, hours };
}

/** An upcoming appointment that new hours would displace. */
export interface HitByHours extends AffectedBooking {
  /** It lay within the old hours. */
  wasOpen: boolean;
}

/** The upcoming appointments that new hours of a branch would displace, by time, and those hours. */
export async function findDisplacedByHours(
  db: Db,
  locationId: number,
  proposed: ProposedHours,
  clock: ClinicClock,
): Promise<{ hours: BranchHours; visits: HitByHours[]; offers: HitByHours[] }> {
  const { before, hours } = await changedHours(db, locationId, proposed, clock);
  const hit = (one: AffectedBooking): HitByHours[] => {
    const { date, time } = splitLocal(one.localStart);
    const from = minutesOf(time);
    const visit = { from, to: from + one.minutes };
    if (!isDisplacedByHours(before, hours, date, visit)) return [];
    return [{ ...one, wasOpen: isOpenFor(before, date, visit) }];
  };
  const visits = (await listComingAtBranch(db, locationId, clock)).flatMap(hit);
  return { hours, visits, offers: (await listHeldOffersAt(db, locationId)).flatMap(hit) };
}

interface OffDutyVisit extends Record<string, unknown> {
  id: number;
  from: string;
  to: string;
}

/**
 * The upcoming appointments and offers of a branch whose doctors could see the patients there, but are not on
 * duty at that time, by time.
 */
export async function findOffDutyBookings(
  db: Db,
  locationId: number,
  clock: ClinicClock,
): Promise<{ visits: OffDutyVisit[]; offers: number[] }> {
  const isOff = (row: SQL): SQL => {
    const at = { locationId: sql`${row}.location_id`, localStart: sql`${row}.local_start` };
    const doctor = sql`${row}.doctor_id`;
    return sql`${doctor} is not null and ${doctorUnavailabilityLevel(doctor, at)} = 0 and ${isOffDuty(doctor, at)}`;
  };
  const { rows: visits } = await db.execute<OffDutyVisit>(sql`
    select a.id, a.local_start::text as from, a.local_end::text as to
    from appointments a where a.location_id = ${locationId} and a.local_start > ${localNow(clock)}::timestamp
      and a.status in (${statusList(openStatuses)}) and ${isOff(sql`a`)} order by a.local_start, a.id`);
  const { rows: offers } = await db.execute<{ id: number }>(sql`select o.id from offers o
    where o.location_id = ${locationId} and ${isOfferHolding(sql`o`)} and ${isOff(sql`o`)} order by o.id`);
  return { visits, offers: offers.map(({ id }) => id) };
}
