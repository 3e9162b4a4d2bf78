import { sql } from 'drizzle-orm';
import type { Deps } from '#server/deps.ts';
import { clinicDaySql, clinicMinuteSql, dayStart, localNow } from '#server/engine/db/day-queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isVisibleTo } from '#server/features/appointments/queries.ts';
import { hasCause, hasDoctorLeft, isBeyondRooms } from '#server/features/doctors/displaced-cause-queries.ts';
import { statusList } from '#server/features/held-times/held-time-queries.ts';
import { isWishOpen } from '#server/features/held-times/open-wish-queries.ts';
import { currentHours } from '#server/features/locations/hours-queries.ts';
import { isNotOwner } from '#server/features/users/queries.ts';
import { maxWaiting } from '#shared/contract/insights.ts';
import { addDays, dayClock } from '#shared/domain/clinic-time.ts';
import { cannotTakePlace } from '#shared/domain/displaced-state.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';

interface LocatedDay extends Record<string, unknown> {
  locationId: number;
  date: string;
}
interface DisplacedCandidate extends LocatedDay {
  from: number;
  minutes: number;
  isAway: boolean;
  isBeyondRooms: boolean;
  byHours: boolean;
  byClosing: boolean;
}

/** Marks of a branch's day, besides how full it is. */
interface CalendarMarks {
  displaced: number;
  waiting: number;
}

/**
 * Upcoming appointments whose doctor is absent or has left, or displaced and not moved since. Starts from the
 * absences and the displaced appointments, because there are few of them.
 */
async function findDisplacedCandidates(
  { db, now }: Deps,
  viewer: Viewer,
  days: Partial<Days>,
): Promise<DisplacedCandidate[]> {
  const { from, to, doctorId } = days;
  const today = sql`${localNow(dayClock(now()))}::timestamp`;
  const visits = sql`select appointments.* from appointments
    where local_start > ${today} and status in (${statusList(openStatuses)})
      and ${from === undefined ? sql`true` : sql`local_start >= ${dayStart(from)}`}
      and ${to === undefined ? sql`true` : sql`local_start < ${dayStart(addDays(to, 1))}`}
      and ${doctorId === undefined ? sql`true` : sql`doctor_id = ${doctorId}`}
      and ${isVisibleTo(viewer) ?? sql`true`}`;
  const byDeparture = sql`${hasCause(sql`d`, sql`r`, 'departure', 'duty')} and d.doctor_id = a.doctor_id`;
  const { rows } = await db.execute<DisplacedCandidate>(sql`
    select v.location_id as "locationId", ${clinicDaySql(sql`v.local_start`)}::text as date,
      ${clinicMinuteSql(sql`v.local_start`)} as from,
      extract(epoch from v.local_end - v.local_start)::int / 60 as minutes, bool_or(found.away) as "isAway",
      ${isBeyondRooms(sql`v`)} as "isBeyondRooms",
      bool_or(found."byHours") as "byHours", bool_or(found."byClosing") as "byClosing"
    from (select a.id, true as away, false as "byHours", false as "byClosing" from absences w, lateral (${visits} and doctor_id = w.user_id
          and local_start < upper(w.during) and local_end > lower(w.during)) a
        where upper(w.during) > ${today}
        union all
        select a.id, ${hasDoctorLeft(sql`a`, byDeparture)}, ${hasCause(sql`d`, sql`r`, 'hours')},
          ${hasCause(sql`d`, sql`r`, 'closed')}
        from displaced d join disruptions r on r.id = d.disruption_id,
          lateral (${visits} and appointments.id = d.appointment_id
            and local_start = d.local_start and location_id = d.location_id) a
        where d.local_start > ${today}) found
      join appointments v on v.id = found.id
    group by v.id limit ${maxWaiting}`);
  return rows;
}

/** Upcoming appointments that cannot take place: the doctor or the room is gone, or the branch is closed. */
async function findDisplacedDays(deps: Deps, viewer: Viewer, days: Partial<Days>): Promise<LocatedDay[]> {
  const sure: LocatedDay[] = [];
  for (const one of await findDisplacedCandidates(deps, viewer, days)) {
    const { locationId, date, from, minutes } = one;
    const hours = one.byHours || one.byClosing ? await currentHours(deps, locationId) : undefined;
    if (cannotTakePlace(one, hours, { date, from, to: from + minutes })) sure.push({ locationId, date });
  }
  return sure;
}

/** The days of those appointments that the viewer may see; one row for each appointment. */
export const listUpcomingDisplacedDates = async (deps: Deps, viewer: Viewer): Promise<string[]> =>
  (await findDisplacedDays(deps, viewer, {})).map(({ date }) => date);

/** Number of open waiting-list entries for each day and branch: for an earlier time, or within these days. */
async function countWishesPerDay(
  { db, now }: Deps,
  viewer: Viewer,
  days: Days,
): Promise<(LocatedDay & { n: number })[]> {
  const clock = dayClock(now());
  const { rows } = await db.execute<LocatedDay & { n: number }>(sql`
    select branch as "locationId", day::date::text as date, count(*)::int as n
    from wishes w
      left join appointments a on a.id = w.appointment_id
      cross join lateral unnest(w.location_ids) branch
      cross join generate_series(greatest(${days.from}::date, ${clock.date}::date), ${days.to}::date, '1 day') day
    where ${isWishOpen(sql`w`, localNow(clock))}
      and (w.from_date is null or day >= w.from_date) and (w.to_date is null or day <= w.to_date)
      and (a.id is null or day <= ${clinicDaySql(sql`a.local_start`)})
      and ${days.doctorId === undefined ? sql`true` : sql`w.doctor_id = ${days.doctorId}`}
      and ${isNotOwner(viewer, sql`w.patient_id`) ?? sql`true`}
    group by 1, 2`);
  return rows;
}

interface Days {
  from: string;
  to: string;
  doctorId: number | undefined;
}

/** Marks of each day and branch: appointments that cannot take place, and waiting-list entries. */
export async function loadCalendarMarks(
  deps: Deps,
  viewer: Viewer,
  dates: readonly string[],
  doctorId: number | undefined,
): Promise<(locationId: number, date: string) => CalendarMarks> {
  const days = { from: dates[0] ?? '', to: dates.at(-1) ?? '', doctorId };
  const waiting = await countWishesPerDay(deps, viewer, days);
  const displaced = new Map<string, number>();
  for (const { locationId, date } of await findDisplacedDays(deps, viewer, days)) {
    const key = `${locationId} ${date}`;
    displaced.set(key, (displaced.get(key) ?? 0) + 1);
  }
  const waits = new Map(waiting.map(({ locationId, date, n }) => [`${locationId} ${date}`, n]));
  return (locationId, date) => {
    const key = `${locationId} ${date}`;
    return { displaced: displaced.get(key) ?? 0, waiting: waits.get(key) ?? 0 };
  };
}
