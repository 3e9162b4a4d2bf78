import { and, eq, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import { arrivals } from '#server/db/schema/arrivals.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { dayOf, dayStart } from '#server/features/appointments/calendar/day-queries.ts';
import {
  type AppointmentRow,
  appointmentOf,
  appointmentsOfDay,
  appointmentWithId,
  listed,
} from '#server/features/appointments/queries.ts';
import { currentServices } from '#server/features/services/queries.ts';
import type { Card, ClinicDay } from '#shared/contract/arrivals.ts';
import { addDays, splitLocal } from '#shared/domain/clinic-time.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';
import type { Queued } from '#shared/domain/visits/queue.ts';
import { stageOf } from '#shared/domain/visits/visit-stage.ts';

type ArrivalRow = typeof arrivals.$inferSelect;
export type Arrival = Omit<ArrivalRow, 'appointmentId'>;

/** What is kept of a visit's day so far; one that was moved since begins anew. */
export function arrivalOn(row: ArrivalRow | undefined, locationId: number, day: string): Arrival {
  if (row?.locationId === locationId && row.day === day) {
    const { appointmentId: _visit, ...kept } = row;
    return kept;
  }
  return {
    locationId,
    day,
    ticket: null,
    walkIn: false,
    hereAt: null,
    arrivedAt: null,
    calledAt: null,
    seenAt: null,
    leftAt: null,
    room: null,
    place: null,
    movedBecause: null,
  };
}

const text = (at: Date | null): string | null => at?.toISOString() ?? null;

/** A visit as a card of the board; null: it was cancelled before she came. */
function cardOf(row: AppointmentRow, arrival: Arrival, prefix: string): Card | null {
  const visit = appointmentOf(row, prefix);
  const { locationId, day: date, ...kept } = arrival;
  const stamps = {
    hereAt: text(kept.hereAt),
    arrivedAt: text(kept.arrivedAt),
    calledAt: text(kept.calledAt),
    seenAt: text(kept.seenAt),
    leftAt: text(kept.leftAt),
  };
  const stage = stageOf(visit.status, stamps);
  if (stage === null) return null;
  const { name, phone, reach, unreachable } = visit.patient;
  return {
    id: visit.id,
    reference: visit.reference,
    userId: visit.userId,
    locationId,
    date,
    appointmentTime: visit.appointmentTime,
    durationMinutes: visit.durationMinutes,
    service: visit.service,
    doctorId: visit.doctorId,
    doctor: visit.doctor,
    status: visit.status,
    overbooked: visit.overbooked,
    ...kept,
    ...stamps,
    patient: { name, phone, reach, unreachable },
    stage,
  };
}

/** The cards of a branch's day, by the time of their visits. */
export async function cardsOfDay(
  db: Db,
  viewer: Viewer,
  { locationId, date, prefix }: { locationId: number; date: string; prefix: string },
): Promise<Card[]> {
  const rows = await appointmentsOfDay(db, viewer, locationId, date);
  const there = await db
    .select()
    .from(arrivals)
    .where(and(eq(arrivals.locationId, locationId), eq(arrivals.day, date)));
  const byVisit = new Map(there.map((row) => [row.appointmentId, row]));
  return rows.flatMap((row) => cardOf(row, arrivalOn(byVisit.get(row.id), locationId, date), prefix) ?? []);
}

/** A visit on its day: its row, what is kept of the day, and the card that both make. */
export interface DayVisit {
  readonly row: AppointmentRow;
  readonly kept: Arrival;
  readonly card: Card | null;
}

export async function dayVisitWithId(
  db: Db,
  viewer: Viewer,
  id: number,
  prefix: string,
): Promise<DayVisit | undefined> {
  const row = await appointmentWithId(db, viewer, id);
  if (!row) return undefined;
  const [arrival] = await db.select().from(arrivals).where(eq(arrivals.appointmentId, id));
  const kept = arrivalOn(arrival, row.locationId, splitLocal(row.localStart).date);
  return { row, kept, card: cardOf(row, kept, prefix) };
}

export async function lastTicket(db: Db, locationId: number, date: string): Promise<number> {
  const { rows } = await db.execute<{ last: number }>(
    sql`select last from day_tickets where location_id = ${locationId} and day = ${date}::date`,
  );
  return rows[0]?.last ?? 0;
}

/** The next ticket of a branch's day; whoever asks at the same time waits and gets the one after it. */
export async function drawTicket(db: Db, locationId: number, date: string): Promise<number> {
  const { rows } = await db.execute<{ last: number }>(sql`
    insert into day_tickets (location_id, day, last) values (${locationId}, ${date}::date, 1)
    on conflict (location_id, day) do update set last = day_tickets.last + 1 returning last`);
  const [row] = rows;
  if (!row) throw new Error('no ticket was drawn');
  return row.last;
}

/** What stands of a visit on its day becomes this. The caller holds the lock of its patient. */
export async function saveArrival(db: Db, appointmentId: number, arrival: Arrival): Promise<void> {
  await db
    .insert(arrivals)
    .values({ appointmentId, ...arrival })
    .onConflictDoUpdate({ target: arrivals.appointmentId, set: arrival });
}

interface QueueRow extends Queued, Record<string, unknown> {
  room: number | null;
}

/** Who waits or is inside at a branch on a day, without anything about them. */
export async function queueOfDay(db: Db, locationId: number, date: string): Promise<QueueRow[]> {
  const rows = await db
    .select({ arrival: arrivals, localStart: appointments.localStart, status: appointments.status })
    .from(arrivals)
    .innerJoin(appointments, eq(appointments.id, arrivals.appointmentId))
    .where(
      and(
        eq(arrivals.locationId, locationId),
        eq(arrivals.day, date),
        eq(appointments.locationId, arrivals.locationId),
        sql`${dayOf(sql`${appointments.localStart}`)} = ${arrivals.day}`,
      ),
    );
  return rows.flatMap(({ arrival, localStart, status }): QueueRow[] => {
    const { appointmentId: id, walkIn, ticket, room, place } = arrival;
    const stamps = {
      arrivedAt: text(arrival.arrivedAt),
      calledAt: text(arrival.calledAt),
      leftAt: text(arrival.leftAt),
    };
    const stage = stageOf(status, stamps);
    if (stage !== 'waiting' && stage !== 'with_doctor') return [];
    return [
      { id, stage, appointmentTime: splitLocal(localStart).time, walkIn, ticket, room, place, ...stamps },
    ];
  });
}

/** Consultations that tell how long one takes; what was marked by mistake or forgotten does not. */
const [shortest, longest] = [2, 180];
const enough = 3;
/** Of a clinic that has not even a service. */
const plannedMinutes = 20;

/**
 * The median of today's consultations at a branch, of the 30 days before until there are three; the length
 * of the clinic's first service without a single one to go by.
 */
export async function usualConsultation(
  deps: Deps,
  locationId: number,
  date: string,
): Promise<{ minutes: number; of: ClinicDay['usualOf'] }> {
  const length = sql`extract(epoch from seen_at - called_at) / 60`;
  const median = async (days: number) => {
    const { rows } = await deps.db.execute<{ n: number; minutes: number | null }>(sql`
      select count(*)::int as n,
        round(percentile_cont(0.5) within group (order by ${length}))::int as minutes
      from arrivals where location_id = ${locationId} and day <= ${date}::date
        and day >= ${date}::date - ${days}::int
        and seen_at is not null and ${length} between ${shortest} and ${longest}`);
    return rows[0];
  };
  const today = await median(0);
  if (today?.minutes && today.n >= enough) return { minutes: today.minutes, of: 'today' };
  const month = await median(30);
  if (month?.minutes) return { minutes: month.minutes, of: 'month' };
  const [first] = await currentServices(deps);
  return { minutes: first?.durationMinutes ?? plannedMinutes, of: 'plan' };
}

export interface ComingToday {
  id: number;
  patientId: number;
  localStart: string;
}

/** Who is still to come to a branch between two times of a day and has not said that she is there. */
export async function comingBetween(
  db: Db,
  locationId: number,
  after: string,
  until: string,
): Promise<ComingToday[]> {
  const { rows } = await db.execute<ComingToday & Record<string, unknown>>(sql`
    select a.id, a.patient_id as "patientId", a.local_start::text as "localStart"
    from appointments a left join arrivals w on w.appointment_id = a.id and w.location_id = a.location_id
      and w.day = ${dayOf(sql`a.local_start`)}
    where a.location_id = ${locationId} and a.local_start > ${after}::timestamp
      and a.local_start <= ${until}::timestamp and a.status in (${listed(openStatuses)})
      and w.here_at is null and w.arrived_at is null
    order by a.local_start, a.id`);
  return rows;
}

/** Somebody's visits at a branch on a day that still take place, by time. */
export async function visitsOnDay(
  db: Db,
  patientId: number,
  locationId: number,
  date: string,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from appointments where patient_id = ${patientId} and location_id = ${locationId}
      and local_start >= ${dayStart(date)} and local_start < ${dayStart(addDays(date, 1))}
      and status in (${listed(openStatuses)}) order by local_start, id`);
  return rows.map(({ id }) => id);
}
