import { clinicTime } from '../clinic-time.ts';
import { isOpen } from '../visits/appointment-status.ts';
import { findObstacles } from '../visits/obstacles.ts';
import type { ImportField } from './columns.ts';
import type { VerdictReason, VisitContent } from './verdicts.ts';

/** The hours and absences of each branch. */
export type HoursAndAbsencesByBranch = ReadonlyMap<number, Parameters<typeof findObstacles>[0]>;

/** Doubts about an upcoming appointment of a row: its branch is closed then, or its doctor is absent. */
export function listVisitDoubts(
  visit: VisitContent | null,
  columns: readonly ImportField[],
  hoursByBranch: HoursAndAbsencesByBranch,
): VerdictReason[] {
  const hours = visit && hoursByBranch.get(visit.locationId);
  if (!visit?.ahead || !isOpen(visit.status) || !hours) return [];
  const { date, time, locationId } = visit;
  const params = { date, time, location: locationId };
  return findObstacles(hours, { ...visit, ...clinicTime(date, `${time}:00`) }).map((code) => ({
    code,
    column: columns.indexOf(code === 'closed' ? 'visitDate' : 'doctor'),
    params,
  }));
}
