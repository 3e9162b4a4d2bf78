import { sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import { comingAt } from '#server/features/appointments/queries.ts';
import { isHeld } from '#server/features/held-times/held-time-queries.ts';
import {
  type ExceptionRow,
  exceptionsByDay,
  exceptionsFrom,
  shiftsOf,
  weekOfShifts,
} from '#server/features/locations/hours-queries.ts';
import { type ClinicClock, minutesOf, splitLocal } from '#shared/domain/clinic-time.ts';
import type { WeekShift } from '#shared/domain/visits/open-hours.ts';
import {
  type BranchHours,
  hoursOfDay,
  isClosedDay,
  isOpenFor,
  type Window,
} from '#shared/domain/visits/slots.ts';

const branchHours = (shifts: readonly WeekShift[], exceptions: readonly ExceptionRow[]): BranchHours => ({
  week: weekOfShifts(shifts),
  exceptions: exceptionsByDay(exceptions),
});

/**
 * New hours displace an appointment that lay within the old ones, or whose day was open and becomes closed.
 */
function isHit(before: BranchHours, after: BranchHours, date: string, visit: Window): boolean {
  if (isClosedDay(hoursOfDay(after, date))) return !isClosedDay(hoursOfDay(before, date));
  return isOpenFor(before, date, visit) && !isOpenFor(after, date, visit);
}

/** The part of a branch's hours that changes; the rest stays. */
export interface ProposedHours {
  readonly shifts?: readonly WeekShift[] | undefined;
  readonly exceptions?: readonly ExceptionRow[] | undefined;
}

interface Hit extends Record<string, unknown> {
  id: number;
  localStart: string;
  minutes: number;
}

/** The offers that hold a time of a branch. */
async function offersAt(db: Db, locationId: number): Promise<Hit[]> {
  const { rows } = await db.execute<Hit>(sql`select o.id, o.local_start::text as "localStart",
      (extract(epoch from o.local_end - o.local_start) / 60)::int as minutes
    from offers o where ${isHeld(sql`o`)} and o.location_id = ${locationId} order by o.id`);
  return rows;
}

/** The upcoming appointments that new hours of a branch would displace, by time, and those hours. */
export async function hitBy(
  db: Db,
  locationId: number,
  proposed: ProposedHours,
  clock: ClinicClock,
): Promise<{ hours: BranchHours; visits: Hit[]; offers: Hit[] }> {
  const shifts = await shiftsOf(db, locationId);
  const exceptions = await exceptionsFrom(db, locationId, clock.date);
  const before = branchHours(shifts, exceptions);
  const hours = branchHours(proposed.shifts ?? shifts, proposed.exceptions ?? exceptions);
  const hit = ({ localStart, minutes }: Hit) => {
    const { date, time } = splitLocal(localStart);
    const from = minutesOf(time);
    return isHit(before, hours, date, { from, to: from + minutes });
  };
  const visits = (await comingAt(db, locationId, clock)).filter(hit);
  return { hours, visits, offers: (await offersAt(db, locationId)).filter(hit) };
}
