import { sql } from 'drizzle-orm';
import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { listed, visibleTo } from '#server/features/appointments/queries.ts';
import { currentHours } from '#server/features/schedules/queries.ts';
import { notTheOwner } from '#server/features/users/queries.ts';
import { addDays, dayClock } from '#shared/domain/clinic-time.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';
import { isOpenFor } from '#shared/domain/visits/slots.ts';
import { dayOf, dayStart, localNow, minuteOf } from './day-queries.ts';

interface Place extends Record<string, unknown> {
  locationId: number;
  date: string;
}
interface Doubtful extends Place {
  from: number;
  minutes: number;
  isAway: boolean;
  wasDisplaced: boolean;
}

/** What a day of a branch is marked with beside how full it is. */
interface Marks {
  displaced: number;
  waiting: number;
}

/** Visits to come whose doctor is away, or that were displaced once and have not been moved since. */
async function doubtful({ db, now }: Deps, viewer: Viewer, days: Days): Promise<Doubtful[]> {
  const { rows } = await db.execute<Doubtful>(sql`
    select * from (
      select location_id as "locationId", ${dayOf(sql`local_start`)}::text as date,
        ${minuteOf(sql`local_start`)} as from,
        extract(epoch from local_end - local_start)::int / 60 as minutes,
        exists (select from absences away where away.user_id = appointments.doctor_id
          and away.during && tsrange(local_start, local_end)) as "isAway",
        exists (select from displaced d where d.appointment_id = appointments.id
          and d.local_start = appointments.local_start and d.location_id = appointments.location_id)
          as "wasDisplaced"
      from appointments
      where local_start >= ${dayStart(days.from)} and local_start < ${dayStart(addDays(days.to, 1))}
        and local_start > ${localNow(dayClock(now()))}::timestamp and status in (${listed(openStatuses)})
        and ${days.doctorId === undefined ? sql`true` : sql`doctor_id = ${days.doctorId}`}
        and ${visibleTo(viewer) ?? sql`true`}) visits
    where "isAway" or "wasDisplaced"`);
  return rows;
}

/** How many wait for a time of each day at each branch: for an earlier one, or within days of theirs. */
async function waitingOn({ db, now }: Deps, viewer: Viewer, days: Days): Promise<(Place & { n: number })[]> {
  const today = dayClock(now()).date;
  const { rows } = await db.execute<Place & { n: number }>(sql`
    select branch as "locationId", day::date::text as date, count(*)::int as n
    from wishes w
      left join appointments a on a.id = w.appointment_id
      cross join lateral unnest(w.location_ids) branch
      cross join generate_series(greatest(${days.from}::date, ${today}::date), ${days.to}::date, '1 day') day
    where w.state = 'waiting'
      and (w.from_date is null or day >= w.from_date) and (w.to_date is null or day <= w.to_date)
      and (a.id is null or (a.status in (${listed(openStatuses)}) and day <= ${dayOf(sql`a.local_start`)}))
      and ${days.doctorId === undefined ? sql`true` : sql`w.doctor_id = ${days.doctorId}`}
      and ${notTheOwner(viewer, sql`w.patient_id`) ?? sql`true`}
    group by 1, 2`);
  return rows;
}

interface Days {
  from: string;
  to: string;
  doctorId: number | undefined;
}

/** What each day of each branch is marked with: visits that cannot take place, and who waits for a time. */
export async function marksOf(
  deps: Deps,
  viewer: Viewer,
  dates: readonly string[],
  doctorId: number | undefined,
): Promise<(locationId: number, date: string) => Marks> {
  const days = { from: dates[0] ?? '', to: dates.at(-1) ?? '', doctorId };
  const waiting = await waitingOn(deps, viewer, days);
  const displaced = new Map<string, number>();
  for (const { locationId, date, from, minutes, isAway } of await doubtful(deps, viewer, days)) {
    const hours = await currentHours(deps, locationId);
    if (!isAway && hours && isOpenFor(hours, date, { from, to: from + minutes })) continue;
    const key = `${locationId} ${date}`;
    displaced.set(key, (displaced.get(key) ?? 0) + 1);
  }
  const waits = new Map(waiting.map(({ locationId, date, n }) => [`${locationId} ${date}`, n]));
  return (locationId, date) => {
    const key = `${locationId} ${date}`;
    return { displaced: displaced.get(key) ?? 0, waiting: waits.get(key) ?? 0 };
  };
}
