import { and, count, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import { arrivals } from '#server/db/schema/arrivals.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { clinicDaySql, dayStart } from '#server/engine/db/day-queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isVisibleTo } from '#server/features/appointments/queries.ts';
import { currentServices } from '#server/features/services/queries.ts';
import type { ClinicDay } from '#shared/contract/arrivals.ts';
import { addDays, splitLocal } from '#shared/domain/clinic-time.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';
import type { QueueCard } from '#shared/domain/visits/queue.ts';
import { stageOf } from '#shared/domain/visits/visit-stage.ts';
import { formatStamp } from './queries.ts';

export interface QueueRow extends QueueCard {
  locationId: number;
  room: number | null;
}

/** The stored stage of a day, while the appointment is still at that branch on that day. */
export const isArrivalCurrent = and(
  eq(arrivals.appointmentId, appointments.id),
  eq(arrivals.locationId, appointments.locationId),
  sql`${arrivals.day} = ${clinicDaySql(sql`${appointments.localStart}`)}`,
);

/**
 * Patients who wait or are inside at branches on a day, without personal data, as far as the viewer may see.
 */
export async function listQueuesOfDay(
  db: Db,
  locationIds: readonly number[],
  date: string,
  viewer?: Viewer,
): Promise<QueueRow[]> {
  const rows = await db
    .select({ arrival: arrivals, localStart: appointments.localStart, status: appointments.status })
    .from(arrivals)
    .innerJoin(appointments, isArrivalCurrent)
    .where(
      and(
        inArray(arrivals.locationId, [...locationIds]),
        eq(arrivals.day, date),
        viewer && isVisibleTo(viewer),
      ),
    );
  return rows.flatMap(({ arrival, localStart, status }): QueueRow[] => {
    const { appointmentId: id, locationId, walkIn, ticket, room, place } = arrival;
    const stamps = {
      arrivedAt: formatStamp(arrival.arrivedAt),
      calledAt: formatStamp(arrival.calledAt),
      leftAt: formatStamp(arrival.leftAt),
    };
    const stage = stageOf(status, stamps);
    if (stage !== 'waiting' && stage !== 'with_doctor') return [];
    const appointmentTime = splitLocal(localStart).time;
    return [{ id, locationId, stage, appointmentTime, walkIn, ticket, room, place, ...stamps }];
  });
}

export const listQueueOfDay = (db: Db, locationId: number, date: string): Promise<QueueRow[]> =>
  listQueuesOfDay(db, [locationId], date);

/** Times of expected appointments at each of these branches on a day, as far as the viewer may see. */
export async function listExpectedTimes(
  db: Db,
  viewer: Viewer,
  locationIds: readonly number[],
  date: string,
): Promise<Map<number, string[]>> {
  const rows = await db
    .select({ locationId: appointments.locationId, localStart: appointments.localStart })
    .from(appointments)
    .leftJoin(arrivals, isArrivalCurrent)
    .where(
      and(
        inArray(appointments.locationId, [...locationIds]),
        gte(appointments.localStart, dayStart(date)),
        lt(appointments.localStart, dayStart(addDays(date, 1))),
        inArray(appointments.status, [...openStatuses]),
        isNull(arrivals.arrivedAt),
        isNull(arrivals.calledAt),
        isVisibleTo(viewer),
      ),
    )
    .orderBy(appointments.localStart);
  const times = new Map<number, string[]>();
  for (const { locationId, localStart } of rows)
    times.set(locationId, [...(times.get(locationId) ?? []), splitLocal(localStart).time]);
  return times;
}

/** Consultations that show a realistic length; mistakes and forgotten ones are left out. */
const [shortest, longest] = [2, 180];
const minConsultations = 3;
/** Default of a clinic without a service. */
const plannedMinutes = 20;

interface UsualDuration {
  minutes: number;
  of: ClinicDay['usualOf'];
}
interface ConsultationMedian extends Record<string, unknown> {
  id: number;
  n: number;
  minutes: number;
}

async function computeConsultationMedians(
  db: Db,
  locationIds: readonly number[],
  date: string,
  days: number,
): Promise<ConsultationMedian[]> {
  if (locationIds.length === 0) return [];
  const length = sql`extract(epoch from ${arrivals.seenAt} - ${arrivals.calledAt}) / 60`;
  return db
    .select({
      id: arrivals.locationId,
      n: count(),
      minutes: sql<number>`round(percentile_cont(0.5) within group (order by ${length}))::int`,
    })
    .from(arrivals)
    .where(
      and(
        inArray(arrivals.locationId, [...locationIds]),
        sql`${arrivals.day} between ${date}::date - ${days}::int and ${date}::date`,
        sql`${length} between ${shortest} and ${longest}`,
      ),
    )
    .groupBy(arrivals.locationId);
}

/**
 * The median of today's consultations at each branch, of the last 30 days if today has fewer than three; the
 * length of the first service if there is none.
 */
export async function computeUsualDurations(
  deps: Deps,
  locationIds: readonly number[],
  date: string,
): Promise<Map<number, UsualDuration>> {
  const today = (await computeConsultationMedians(deps.db, locationIds, date, 0)).filter(
    ({ n }) => n >= minConsultations,
  );
  const others = locationIds.filter((id) => !today.some((one) => one.id === id));
  const month = await computeConsultationMedians(deps.db, others, date, 30);
  const [first] = await currentServices(deps);
  const planned: UsualDuration = { minutes: first?.durationMinutes ?? plannedMinutes, of: 'plan' };
  const known = new Map<number, UsualDuration>([
    ...month.map(({ id, minutes }): [number, UsualDuration] => [id, { minutes, of: 'month' }]),
    ...today.map(({ id, minutes }): [number, UsualDuration] => [id, { minutes, of: 'today' }]),
  ]);
  return new Map(locationIds.map((id) => [id, known.get(id) ?? planned]));
}

export async function computeUsualDuration(
  deps: Deps,
  locationId: number,
  date: string,
): Promise<UsualDuration> {
  const usual = (await computeUsualDurations(deps, [locationId], date)).get(locationId);
  if (!usual) throw new Error('no usual consultation was computed');
  return usual;
}
