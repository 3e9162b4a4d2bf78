import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import { arrivals } from '#server/db/schema/arrivals.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { clinicDaySql, dayStart } from '#server/engine/db/day-queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isVisibleTo } from '#server/features/appointments/queries.ts';
import { computeDayCapacity } from '#server/features/doctors/availability-queries.ts';
import { findActiveDoctor } from '#server/features/doctors/queries.ts';
import { occupiesTime, statusList } from '#server/features/held-times/held-time-queries.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { worksAt } from '#server/features/users/branch-queries.ts';
import type { CalendarWeek } from '#shared/contract/staff-appointments.ts';
import { addDays, listDates } from '#shared/domain/clinic-time.ts';
import { statusesOf } from '#shared/domain/visits/appointment-status.ts';
import { stageOf, type VisitStage } from '#shared/domain/visits/visit-stage.ts';
import { loadCalendarMarks } from './mark-queries.ts';

interface DayTally extends Record<string, unknown> {
  locationId: number;
  date: string;
  booked: number;
  overbooked: number;
  attended: number;
  noShows: number;
}

const emptyTally = { booked: 0, overbooked: 0, attended: 0, noShows: 0 };
const week = 7;

/** Seven days of all branches of the viewer: booked appointments and free capacity. */
export async function loadCalendarWeek(
  deps: Deps,
  viewer: Viewer,
  { from, doctorId }: { from: string; doctorId?: number | undefined },
): Promise<CalendarWeek> {
  if (doctorId !== undefined) await findActiveDoctor(deps, doctorId);
  const to = addDays(from, week - 1);
  const branches = (await currentLocations(deps)).filter(({ id }) => worksAt(viewer, id));
  const ofDoctor = doctorId === undefined ? sql`true` : sql`doctor_id = ${doctorId}`;
  const { rows } = await deps.db.execute<DayTally>(sql`
    select location_id as "locationId", ${clinicDaySql(sql`local_start`)} as date,
      count(*) filter (where ${occupiesTime})::int as booked,
      count(*) filter (where room is null and ${occupiesTime})::int as overbooked,
      count(*) filter (where status in (${statusList(statusesOf('attended'))}))::int as attended,
      count(*) filter (where status in (${statusList(statusesOf('missed'))}))::int as "noShows"
    from appointments
    where local_start >= ${dayStart(from)} and local_start < ${dayStart(addDays(to, 1))}
      and ${ofDoctor} and ${isVisibleTo(viewer) ?? sql`true`}
    group by 1, 2`);
  const counted = new Map(rows.map(({ locationId, date, ...n }) => [`${locationId} ${date}`, n]));
  const dates = listDates({ from, to });
  const markOf = await loadCalendarMarks(deps, viewer, dates, doctorId);
  return {
    branches: await Promise.all(
      branches.map(async ({ id, rooms }) => ({
        locationId: id,
        rooms,
        days: (await computeDayCapacity(deps, id, dates, doctorId)).map((day) => ({
          ...day,
          ...(counted.get(`${id} ${day.date}`) ?? emptyTally),
          ...markOf(id, day.date),
        })),
      })),
    ),
  };
}

/** The stage of each patient who came to a branch on a day, for appointments that are still on that day. */
export async function listArrivedStages(
  db: Db,
  viewer: Viewer,
  locationId: number,
  date: string,
): Promise<{ id: number; stage: VisitStage; ticket: number | null }[]> {
  const rows = await db
    .select({
      id: appointments.id,
      status: appointments.status,
      ticket: arrivals.ticket,
      arrivedAt: arrivals.arrivedAt,
      calledAt: arrivals.calledAt,
      leftAt: arrivals.leftAt,
    })
    .from(arrivals)
    .innerJoin(appointments, eq(appointments.id, arrivals.appointmentId))
    .where(
      and(
        eq(arrivals.locationId, locationId),
        eq(arrivals.day, date),
        eq(appointments.locationId, locationId),
        sql`${clinicDaySql(sql`${appointments.localStart}`)} = ${date}::date`,
        isNotNull(arrivals.arrivedAt),
        isVisibleTo(viewer),
      ),
    );
  const text = (at: Date | null) => at?.toISOString() ?? null;
  return rows.flatMap(({ id, status, ticket, ...at }) => {
    const stage = stageOf(status, {
      arrivedAt: text(at.arrivedAt),
      calledAt: text(at.calledAt),
      leftAt: text(at.leftAt),
    });
    return stage ? [{ id, stage, ticket }] : [];
  });
}
