import { sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import { clinicDaySql, clinicMinuteSql, dayStart } from '#server/engine/db/day-queries.ts';
import { statusList } from '#server/features/held-times/held-time-queries.ts';
import type { Insights } from '#shared/contract/insights.ts';
import { addDays, startOfClinicDate } from '#shared/domain/clinic-time.ts';
import { statusesOf } from '#shared/domain/visits/appointment-status.ts';

export interface InsightsRange {
  readonly from: string;
  readonly to: string;
  readonly locationId: number | undefined;
}

/**
 * Number of appointments in each hour of the week. In two steps, because a branch has few different starts:
 * counts the starts from the index alone, then computes weekdays. A million appointments take 0.1 s, twelve
 * weeks 5 ms.
 */
export async function countByHour(
  db: Db,
  { from, to, locationId }: InsightsRange,
): Promise<Insights['load']> {
  const { rows } = await db.execute<{ weekday: number; hour: number; count: number }>(sql`
    select extract(dow from ${clinicDaySql(sql`start`)})::int as weekday, ${clinicMinuteSql(sql`start`)} / 60 as hour,
      sum(n)::int as count
    from (select local_start as start, count(*) as n from appointments
      where local_start >= ${dayStart(from)} and local_start < ${dayStart(addDays(to, 1))}
        and status not in (${statusList(statusesOf('cancelled'))})
        ${locationId === undefined ? sql`` : sql`and location_id = ${locationId}`}
          group by local_start) starts
    group by 1, 2 order by 1, 2`);
  return rows;
}

const sumOfOutcome = (outcome: Parameters<typeof statusesOf>[0]) =>
  sql`coalesce(sum(n) filter (where status in (${statusList(statusesOf(outcome))})), 0)::int`;
const outcomeSums = sql`sum(n)::int as total, ${sumOfOutcome('attended')} as attended, ${sumOfOutcome('missed')} as "noShow",
  ${sumOfOutcome('cancelled')} as cancelled`;

/** The counts of a range of days, including deltas. */
const dailyCountsTable = ({ from, to, locationId }: InsightsRange) => {
  const within = sql`day >= ${from}::date and day <= ${to}::date ${locationId === undefined ? sql`` : sql`and location_id = ${locationId}`}`;
  return sql`(select location_id, day, status, n from day_counts where ${within}
    union all select location_id, day, status, n from day_count_deltas where ${within}) counted`;
};

/** Waiting-list entries made, offers to them, and offers accepted, by day. */
export async function countWaitingListUse(
  db: Db,
  { from, to, locationId }: InsightsRange,
): Promise<Insights['waiting']> {
  const made = sql`created_at >= ${startOfClinicDate(from).toISOString()}::timestamptz
    and created_at < ${startOfClinicDate(addDays(to, 1)).toISOString()}::timestamptz`;
  const at = locationId === undefined ? sql`true` : sql`location_id = ${locationId}`;
  const among = locationId === undefined ? sql`true` : sql`${locationId} = any(location_ids)`;
  const taken = sql`filter (where state in ('taken', 'given', 'another'))`;
  const { rows } = await db.execute<Insights['waiting'] & Record<string, unknown>>(sql`
    select (select count(*)::int from wishes where ${made} and ${among}) as wishes,
      count(*)::int as offered, count(*) ${taken}::int as taken,
      coalesce(sum(extract(epoch from local_end - local_start) / 60) ${taken}, 0)::int as minutes
    from offers where reason = 'waiting' and ${made} and ${at}`);
  return rows[0] ?? { wishes: 0, offered: 0, taken: 0, minutes: 0 };
}

/** One row per week, named by its Sunday. */
export async function countByWeek(db: Db, span: InsightsRange): Promise<Insights['weeks']> {
  const { rows } = await db.execute<Insights['weeks'][number]>(sql`
    select (day - extract(dow from day)::int)::text as week, ${outcomeSums} from ${dailyCountsTable(span)} group by 1
      having sum(n) > 0 order by 1`);
  return rows;
}

export async function countPerBranch(db: Db, span: InsightsRange): Promise<Insights['branches']> {
  const { rows } = await db.execute<Insights['branches'][number]>(sql`
    select l.id as "locationId", l.name, l.name_ar as "nameAr", ${outcomeSums} from ${dailyCountsTable(span)}
      join locations l on l.id = counted.location_id
    group by l.id having sum(n) > 0 order by l.position, l.id`);
  return rows;
}
