import { and, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import { clinicDaySql, dayStart, localNow } from '#server/engine/db/day-queries.ts';
import { prepared } from '#server/engine/db/prepared-statements.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { occupiesTime } from '#server/features/held-times/held-time-queries.ts';
import { isAtViewerBranch } from '#server/features/users/branch-queries.ts';
import { isNotOwner } from '#server/features/users/queries.ts';
import type { AppointmentFilters } from '#shared/contract/appointments.ts';
import { addDays, type ClinicClock, type DateRange, monthKey, monthOf } from '#shared/domain/clinic-time.ts';
import { type AppointmentStatus, mapStatuses } from '#shared/domain/visits/appointment-status.ts';

interface StatusTally extends Record<string, unknown> {
  status: AppointmentStatus;
  n: number;
  later: number;
  inMonth: number;
  laterInMonth: number;
}

/**
 * The figures of the dashboard tiles, in one statement: totals from the counts per branch, upcoming and this
 * month from the counts per day, and only today from the appointments themselves.
 */
export async function loadAppointmentSummary(db: Db, clock: ClinicClock, month: string) {
  const { from, to } = monthOf(month);
  const later = sql`(day > ${clock.date}::date and ${occupiesTime})`;
  const inMonth = sql`day between ${from}::date and ${to}::date`;
  const ofDays = (n: SQL) => sql`${n} as n, case when ${later} then counts.n else 0 end as later,
    case when ${inMonth} then counts.n else 0 end as in_month,
    case when ${inMonth} and ${later} then counts.n else 0 end as later_in_month`;
  const { rows } = await db.execute<StatusTally & { today: number }>(sql`${prepared}
    select status, sum(n)::int as n, sum(later)::int as later, sum(in_month)::int as "inMonth",
      sum(later_in_month)::int as "laterInMonth", (select count(*)::int from appointments
        where local_start > ${localNow(clock)}::timestamp
          and local_start < ${dayStart(addDays(clock.date, 1))} and ${occupiesTime}) as today
    from (select status, n, 0 as later, 0 as in_month, 0 as later_in_month from branch_counts
      union all select status, ${ofDays(sql`0`)} from day_counts counts
        where day > ${clock.date}::date or ${inMonth}
      union all select status, ${ofDays(sql`counts.n`)} from day_count_deltas counts) counted
    group by status`);
  const sum = (field: 'n' | 'later' | 'inMonth' | 'laterInMonth'): number =>
    rows.reduce((total, row) => total + row[field], 0);
  const today = rows[0]?.today ?? 0;
  return {
    total: sum('n'),
    upcoming: sum('later') + today,
    ...mapStatuses((status) => rows.find((row) => row.status === status)?.n ?? 0),
    month: {
      month,
      total: sum('inMonth'),
      future: sum('laterInMonth') + (monthKey(clock.date) === month ? today : 0),
    },
  };
}

interface CalendarRow extends Record<string, unknown> {
  date: string;
  total: number;
  first:
    | {
        id: number;
        start: string;
        patient: string;
        status: AppointmentStatus;
        room: number | null;
        locationId: number;
        userId: number;
      }[]
    | null;
}

/**
 * Number of appointments for each day, with the first three. The counts are not kept per doctor: a doctor's
 * appointments are counted directly, because they are few.
 */
export async function loadCalendarDays(
  db: Db,
  viewer: Viewer,
  { from, to }: DateRange,
  { locationId, doctorId }: Pick<AppointmentFilters, 'locationId' | 'doctorId'>,
): Promise<CalendarRow[]> {
  const branch =
    and(
      locationId === undefined ? undefined : sql`location_id = ${locationId}`,
      isAtViewerBranch(viewer, sql`location_id`),
    ) ?? sql`true`;
  const here = doctorId === undefined ? branch : sql`doctor_id = ${doctorId} and ${branch}`;
  const counted =
    doctorId === undefined
      ? sql`select day, n from day_counts where day between ${from}::date and ${to}::date and ${branch}
        union all select day, n from day_count_deltas where day between ${from}::date and ${to}::date
          and ${branch}`
      : sql`select ${clinicDaySql(sql`local_start`)} as day, 1 as n from appointments
        where local_start >= ${dayStart(from)} and local_start < ${dayStart(addDays(to, 1))} and ${here}`;
  const { rows } = await db.execute<CalendarRow>(sql`${prepared}
    with days as (select generate_series(${from}::date, ${to}::date, '1 day')::date as day),
    counts as (
      select day, sum(n)::int as n from (${counted}) counted group by day)
    select days.day as date, coalesce(counts.n, 0) as total, first.list as first
    from days left join counts on counts.day = days.day
    left join lateral (
      select json_agg(json_build_object('id', three.id, 'start', three.local_start, 'patient', u.name,
        'status', three.status, 'room', three.room, 'locationId', three.location_id,
        'userId', three.patient_id) order by three.local_start, three.id) as list
      from (select * from appointments
        where local_start >= ${dayStart(sql`days.day`)} and local_start < ${dayStart(sql`(days.day + 1)`)} and
          ${here}
          and ${isNotOwner(viewer, sql`patient_id`) ?? sql`true`}
        order by local_start, id limit 3) three
      join users u on u.id = three.patient_id) first on coalesce(counts.n, 0) > 0
    order by days.day`);
  return rows;
}

/**
 * Adds the deltas to the counts. One process at a time; readers add counts and deltas, so the sums are always
 * right.
 */
export async function mergeCountDeltas(db: Db): Promise<void> {
  await db.execute(sql`
    with d as (delete from day_count_deltas returning *),
      branches as (insert into branch_counts
        select location_id, status, sum(n) from d group by 1, 2 having sum(n) <> 0 order by 1, 2
        on conflict (location_id, status) do update set n = branch_counts.n + excluded.n)
    insert into day_counts
    select location_id, day, status, sum(n) from d group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
    on conflict (location_id, day, status) do update set n = day_counts.n + excluded.n`);
}

/** Counts every appointment, for a database that has rows but no counts yet (after an import or a move). */
export async function recountAppointments(db: Db): Promise<void> {
  await db.execute(sql`
    insert into day_count_deltas
    select location_id, ${clinicDaySql(sql`local_start`)}, status, count(*)
    from appointments group by 1, 2, 3`);
  await mergeCountDeltas(db);
}

/** A branch's number of appointments with one status, from the counts, as a column. */
export function appointmentCountColumn({ locationId, status, from, to }: AppointmentFilters): SQL {
  const here = sql`location_id = ${locationId} ${status ? sql`and status = ${status}` : sql``}`;
  const then = sql`${from ? sql`and day >= ${from}` : sql``} ${to ? sql`and day <= ${to}` : sql``}`;
  const folded = from || to ? sql`day_counts where ${here} ${then}` : sql`branch_counts where ${here}`;
  return sql`(select coalesce(sum(n), 0)::int from (
    select n from ${folded} union all select n from day_count_deltas where ${here} ${then}) counted)`;
}
