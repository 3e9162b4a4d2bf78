import type { Deps } from '#server/deps.ts';
import { comingAt } from '#server/features/appointments/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { clinicClock, minutesOf, splitLocal } from '#shared/domain/clinic-time.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import type { WeekShift } from '#shared/domain/visits/open-hours.ts';
import { type BranchHours, hoursOfDay, isClosedDay, windowsOfDay } from '#shared/domain/visits/slots.ts';
import { type ExceptionRow, exceptionsByDay, exceptionsFrom, shiftsOf, weekOfShifts } from './queries.ts';

const shown = 200;
const midnight = '00:00';

const branchHours = (shifts: readonly WeekShift[], exceptions: readonly ExceptionRow[]): BranchHours => ({
  week: weekOfShifts(shifts),
  exceptions: exceptionsByDay(exceptions),
});

interface Visit {
  date: string;
  from: number;
  to: number;
}

const isWithin = (hours: BranchHours, { date, from, to }: Visit): boolean =>
  windowsOfDay(hoursOfDay(hours, date), midnight).some((window) => window.from <= from && to <= window.to);

/** New hours hit a visit that lay within the old ones, or whose day was open at all and now is not. */
function isHit(before: BranchHours, after: BranchHours, visit: Visit): boolean {
  if (isClosedDay(hoursOfDay(after, visit.date))) return !isClosedDay(hoursOfDay(before, visit.date));
  return isWithin(before, visit) && !isWithin(after, visit);
}

/** Whom new hours of a branch would hit, before anything is saved. */
export async function previewOfHours(
  deps: Deps,
  locationId: number,
  proposed: { shifts: readonly WeekShift[] | undefined; exceptions: readonly ExceptionRow[] | undefined },
) {
  const clock = clinicClock(deps.now());
  const { prefix } = await currentSettings(deps);
  const shifts = await shiftsOf(deps.db, locationId);
  const exceptions = await exceptionsFrom(deps.db, locationId, clock.date);
  const before = branchHours(shifts, exceptions);
  const after = branchHours(proposed.shifts ?? shifts, proposed.exceptions ?? exceptions);
  const hit = (await comingAt(deps.db, locationId, clock)).filter(({ localStart, minutes }) => {
    const { date, time } = splitLocal(localStart);
    return isHit(before, after, { date, from: minutesOf(time), to: minutesOf(time) + minutes });
  });
  const appointments = hit.slice(0, shown).map(({ id, localStart, patientName }) => {
    const { date, time } = splitLocal(localStart);
    return {
      id,
      reference: referenceCode(prefix, id),
      patientName,
      appointmentDate: date,
      appointmentTime: time,
    };
  });
  return { count: hit.length, appointments };
}
