import { and, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { atBranchesOf } from '#server/features/staff/branch-queries.ts';
import { notTheOwner } from '#server/features/users/queries.ts';
import { addDays, type ClinicClock, type DateRange, monthKey, monthOf } from '#shared/domain/clinic-time.ts';
import { type AppointmentStatus, perStatus } from '#shared/domain/visits/appointment-status.ts';
import { holdsTime, localNow } from './queries.ts';

interface Tally extends Record<string, unknown> {
  status: AppointmentStatus;
  n: number;
  later: number;
  inMonth: number;
  laterInMonth: number;
}

/**
 * The figures of the tiles. Days are summed from the counts; only today's visits are looked at one by one.
 */
export async function summaryOf(db: Db, clock: ClinicClock, month: string) {
  const { from, to } = monthOf(month);
  const tallied = await tallies(db, clock.date, { from, to });
  const today = await laterToday(db, clock);
  const sum = (field: 'n' | 'later' | 'inMonth' | 'laterInMonth'): number =>
    tallied.reduce((total, row) => total + row[field], 0);
  return {
    total: sum('n'),
    upcoming: sum('later') + today,
    ...perStatus((status) => tallied.find((row) => row.status === status)?.n ?? 0),
    month: {
      month,
      total: sum('inMonth'),
      future: sum('laterInMonth') + (monthKey(clock.date) === month ? today : 0),
    },
  };
}

async function tallies(db: Db, today: string, { from, to }: DateRange): Promise<Tally[]> {
  const later = sql`day > ${today}::date and ${holdsTime}`;
  const inMonth = sql`day between ${from}::date and ${to}::date`;
  const sums = sql`sum(n)::int as n, coalesce(sum(n) filter (where ${later}), 0)::int as later,
    coalesce(sum(n) filter (where ${inMonth}), 0)::int as in_month,
      coalesce(sum(n) filter (where ${inMonth} and ${later}), 0)::int as later_in_month`;
  const { rows } = await db.execute<Tally>(sql`
    select status, sum(n)::int as n, sum(later)::int as later, sum(in_month)::int as "inMonth",
      sum(later_in_month)::int as "laterInMonth"
    from (select status, ${sums} from day_counts group by status
      union all select status, ${sums} from day_count_deltas group by status) counted
    group by status`);
  return rows;
}

async function laterToday(db: Db, clock: ClinicClock): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from appointments
    where local_start > ${localNow(clock)}::timestamp and local_start < ${addDays(clock.date, 1)}::timestamp and ${holdsTime}`);
  return rows[0]?.n ?? 0;
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
      }[]
    | null;
}

/** How many visits a day, and the first three of each. One query, whatever the history holds. */
export async function calendarOf(
  db: Db,
  viewer: Viewer,
  { from, to }: DateRange,
  locationId: number | undefined,
): Promise<CalendarRow[]> {
  const here =
    and(
      locationId === undefined ? undefined : sql`location_id = ${locationId}`,
      atBranchesOf(viewer, sql`location_id`),
    ) ?? sql`true`;
  const { rows } = await db.execute<CalendarRow>(sql`
    with days as (select generate_series(${from}::date, ${to}::date, '1 day')::date as day),
    counts as (
      select day, sum(n)::int as n from (
        select day, n from day_counts where day between ${from}::date and ${to}::date and ${here}
        union all select day, n from day_count_deltas where day between ${from}::date and ${to}::date
          and ${here}) counted
      group by day)
    select days.day as date, coalesce(counts.n, 0) as total, first.list as first
    from days left join counts on counts.day = days.day
    left join lateral (
      select json_agg(json_build_object('id', three.id, 'start', three.local_start, 'patient', u.name,
        'status', three.status,
        'room', three.room, 'locationId', three.location_id) order by three.local_start, three.id) as list
      from (select * from appointments
        where local_start >= days.day::timestamp and local_start < days.day::timestamp + interval '1 day' and
          ${here}
          and ${notTheOwner(viewer, sql`patient_id`) ?? sql`true`}
        order by local_start, id limit 3) three
      join users u on u.id = three.patient_id) first on coalesce(counts.n, 0) > 0
    order by days.day`);
  return rows;
}

/**
 * Adds up the changes of the counts. Any time, by one process at a time; nothing is ever wrong in between.
 */
export async function foldCounts(db: Db): Promise<void> {
  await db.execute(sql`
    with d as (delete from day_count_deltas returning *)
    insert into day_counts
    select location_id, day, status, sum(n) from d group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
    on conflict (location_id, day, status) do update set n = day_counts.n + excluded.n`);
}
