import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { dayOf, localNow, minuteOf } from '#server/engine/db/day-queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { listPage } from '#server/features/appointments/list-queries.ts';
import { type AppointmentRow, visibleTo } from '#server/features/appointments/queries.ts';
import type { ClinicClock } from '#shared/domain/clinic-time.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';

/** SQL: the doctor of an appointment no longer sees patients at its branch and time. */
export function isWithoutDoctor(doctorId: SQL, visit: { locationId: SQL; localStart: SQL }): SQL {
  const { locationId, localStart } = visit;
  return sql`(
    not exists (select from users u where u.id = ${doctorId} and u.role = 'doctor'
      and u.deactivated_at is null and u.erased_at is null)
    or (exists (select from staff_locations s where s.user_id = ${doctorId})
      and not exists (select from staff_locations s
        where s.user_id = ${doctorId} and s.location_id = ${locationId})
      and not exists (select from duties d
        where d.user_id = ${doctorId} and d.location_id = ${locationId}))
    or (exists (select from locations l where l.id = ${locationId} and l.booked_by = 'doctor')
      and not exists (select from duties d where d.user_id = ${doctorId} and d.location_id = ${locationId}
        and d.weekday = extract(dow from ${dayOf(localStart)}) and d.valid @> ${dayOf(localStart)}
        and d.starts <= ${minuteOf(localStart)} and d.ends > ${minuteOf(localStart)})))`;
}
const comingWith = (doctorId: number, clock: ClinicClock) =>
  and(
    eq(appointments.doctorId, doctorId),
    inArray(appointments.status, [...openStatuses]),
    gt(appointments.localStart, localNow(clock)),
  );

/** Appointments to come that name a doctor who can no longer see them, by time. */
export const comingWithoutDoctor = (db: Db, doctorId: number, clock: ClinicClock) =>
  db
    .select({ id: appointments.id, from: appointments.localStart, to: appointments.localEnd })
    .from(appointments)
    .where(
      and(
        comingWith(doctorId, clock),
        isWithoutDoctor(sql`${appointments.doctorId}`, {
          locationId: sql`${appointments.locationId}`,
          localStart: sql`${appointments.localStart}`,
        }),
      ),
    )
    .orderBy(appointments.localStart);

interface WithDoctor {
  doctorId: number;
  /** Branches whose appointments are left out; null: none. */
  keptLocationIds: readonly number[] | null;
  clock: ClinicClock;
  limit: number;
}

/** Appointments to come that name a doctor, as far as the viewer may see them: the first, and how many. */
export async function comingWithDoctor(
  db: Db,
  viewer: Viewer,
  { doctorId, keptLocationIds, clock, limit }: WithDoctor,
): Promise<{ count: number; rows: AppointmentRow[] }> {
  const elsewhere =
    keptLocationIds === null
      ? undefined
      : sql`not ${appointments.locationId} = any(${sql.param([...keptLocationIds])}::int[])`;
  const where = and(comingWith(doctorId, clock), elsewhere, visibleTo(viewer));
  const rows = await listPage(db, { where }, { limit, after: null, newestFirst: false });
  return { count: await db.$count(appointments, where), rows: rows.slice(0, limit) };
}
