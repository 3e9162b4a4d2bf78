import { and, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import { dayStart } from '#server/engine/db/day-queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isOffDuty } from '#server/features/locations/capacity-queries.ts';
import { isAtViewerBranch } from '#server/features/users/branch-queries.ts';
import { isNotOwner } from '#server/features/users/queries.ts';
import { addDays } from '#shared/domain/clinic-time.ts';

/** A range of the clinic's clock, end exclusive: `YYYY-MM-DD HH:MM:SS`. */
export interface LocalRange {
  readonly from: string;
  readonly to: string;
}

interface AbsentDoctorRow extends Record<string, unknown>, LocalRange {
  doctorId: number;
  disruptionId: number | null;
  displaced: number;
}

/**
 * The absences of these doctors on a day, for any viewer: when, not why. The number of displaced appointments
 * covers those that the viewer may see. A page exists only if at least one is displaced.
 */
export async function listDoctorsAbsentOn(
  db: Db,
  viewer: Viewer,
  date: string,
  doctorIds: readonly number[],
): Promise<AbsentDoctorRow[]> {
  if (doctorIds.length === 0) return [];
  const hers = and(isAtViewerBranch(viewer, sql`d.location_id`), isNotOwner(viewer, sql`d.patient_id`));
  const { rows } = await db.execute<AbsentDoctorRow>(sql`
    select w.user_id as "doctorId", lower(w.during)::text as from, upper(w.during)::text as to,
      x.id as "disruptionId", coalesce(x.displaced, 0) as displaced
    from absences w left join lateral (
      select d.disruption_id as id, count(*) filter (where d.local_start >= ${dayStart(date)}
          and d.local_start < ${dayStart(addDays(date, 1))})::int as displaced
      from disruptions x join displaced d on d.disruption_id = x.id
      where x.absence_id = w.id and ${hers ?? sql`true`}
      group by 1 order by 1 desc limit 1) x on true
    where w.user_id in (${sql.join([...doctorIds], sql`, `)})
      and w.during && tsrange(${dayStart(date)}, ${dayStart(addDays(date, 1))})
      and ${isNotOwner(viewer, sql`w.user_id`) ?? sql`true`}
    order by w.during, w.id`);
  return rows;
}

interface AppointmentColumns {
  readonly locationId: SQL;
  readonly localStart: SQL;
}

/**
 * SQL: why the doctor of an appointment does not see patients at its branch and time. 3: the doctor has left
 * the clinic; 2: the doctor does not work at the branch; 1: the doctor has no duty then; 0: the doctor can
 * see the patient.
 */
export function doctorUnavailabilityLevel(doctorId: SQL, visit: AppointmentColumns): SQL<number> {
  const { locationId } = visit;
  return sql<number>`(case
    when not exists (select from users u where u.id = ${doctorId} and u.role = 'doctor'
      and u.deactivated_at is null and u.erased_at is null) then 3
    when exists (select from staff_locations s where s.user_id = ${doctorId})
      and not exists (select from staff_locations s
        where s.user_id = ${doctorId} and s.location_id = ${locationId})
      and not exists (select from duties d
        where d.user_id = ${doctorId} and d.location_id = ${locationId}) then 2
    when exists (select from locations l where l.id = ${locationId} and l.booked_by = 'doctor')
      and ${isOffDuty(doctorId, visit)} then 1
    else 0 end)`;
}

/** SQL: the doctor of an appointment does not see patients at its branch and time. */
export const isDoctorUnavailable = (doctorId: SQL, visit: AppointmentColumns): SQL =>
  sql`${doctorUnavailabilityLevel(doctorId, visit)} > 0`;
