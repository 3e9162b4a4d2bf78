import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { arrivals } from '#server/db/schema/arrivals.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { clinicDaySql, dayStart } from '#server/engine/db/day-queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { canReadSubject } from '#server/engine/http/viewers.ts';
import {
  type AppointmentRow,
  findAppointment,
  listAppointmentsOfDay,
  presentAppointment,
} from '#server/features/appointments/queries.ts';
import { statusList } from '#server/features/held-times/held-time-queries.ts';
import { appointmentsOf } from '#server/features/users/erase-queries.ts';
import type { PersonalData } from '#server/registries.ts';
import type { Card } from '#shared/contract/arrivals.ts';
import { addDays, splitLocal } from '#shared/domain/clinic-time.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';
import { stageOf } from '#shared/domain/visits/visit-stage.ts';

type ArrivalRow = typeof arrivals.$inferSelect;
export type Arrival = Omit<ArrivalRow, 'appointmentId'>;

/** The stored stage of an appointment's day; an appointment that was moved since has none. */
export function resolveArrival(row: ArrivalRow | undefined, locationId: number, day: string): Arrival {
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
    hereByNumber: false,
    arrivedAt: null,
    calledAt: null,
    seenAt: null,
    leftAt: null,
    room: null,
    place: null,
    movedBecause: null,
  };
}

export const formatStamp = (at: Date | null): string | null => at?.toISOString() ?? null;

/** An appointment as a card of the board; null if it was cancelled before the patient came. */
function presentCard(row: AppointmentRow, arrival: Arrival, prefix: string): Card | null {
  const visit = presentAppointment(row, prefix);
  const { locationId, day: date, ...kept } = arrival;
  const stamps = {
    hereAt: formatStamp(kept.hereAt),
    arrivedAt: formatStamp(kept.arrivedAt),
    calledAt: formatStamp(kept.calledAt),
    seenAt: formatStamp(kept.seenAt),
    leftAt: formatStamp(kept.leftAt),
  };
  const stage = stageOf(visit.status, stamps);
  if (stage === null) return null;
  const { name, phone, reach, unreachable } = visit.patient;
  return {
    id: visit.id,
    version: visit.version,
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

/** The cards of a branch's day, by time. */
export async function listCardsOfDay(
  db: Db,
  viewer: Viewer,
  { locationId, date, prefix }: { locationId: number; date: string; prefix: string },
): Promise<Card[]> {
  const rows = await listAppointmentsOfDay(db, viewer, locationId, date);
  const there = await db
    .select()
    .from(arrivals)
    .where(and(eq(arrivals.locationId, locationId), eq(arrivals.day, date)));
  const byVisit = new Map(there.map((row) => [row.appointmentId, row]));
  return rows.flatMap(
    (row) => presentCard(row, resolveArrival(byVisit.get(row.id), locationId, date), prefix) ?? [],
  );
}

/** An appointment on its day: its row, the stored stage, and the card made from both. */
export interface DayAppointment {
  readonly row: AppointmentRow;
  readonly kept: Arrival;
  readonly card: Card | null;
}

/** A card as an API key may see it that cannot read arrivals: without the patient's name and contacts. */
const redactCardFor = (viewer: Viewer, card: Card): Card =>
  canReadSubject(viewer, 'arrivals')
    ? card
    : { ...card, patient: { ...card.patient, name: '', phone: null, reach: null }, movedBecause: null };

export async function findDayAppointment(
  db: Db,
  viewer: Viewer,
  id: number,
  prefix: string,
): Promise<DayAppointment | undefined> {
  const row = await findAppointment(db, viewer, id);
  if (!row) return undefined;
  const [arrival] = await db.select().from(arrivals).where(eq(arrivals.appointmentId, id));
  const kept = resolveArrival(arrival, row.locationId, splitLocal(row.localStart).date);
  const card = presentCard(row, kept, prefix);
  return { row, kept, card: card && redactCardFor(viewer, card) };
}

export async function lastTicket(db: Db, locationId: number, date: string): Promise<number> {
  const { rows } = await db.execute<{ last: number }>(
    sql`select last from day_tickets where location_id = ${locationId} and day = ${date}::date`,
  );
  return rows[0]?.last ?? 0;
}

/** The next ticket of a branch's day; concurrent callers wait and get the one after it. */
export async function issueTicket(db: Db, locationId: number, date: string): Promise<number> {
  const { rows } = await db.execute<{ last: number }>(sql`
    insert into day_tickets (location_id, day, last) values (${locationId}, ${date}::date, 1)
    on conflict (location_id, day) do update set last = day_tickets.last + 1 returning last`);
  const [row] = rows;
  if (!row) throw new Error('no ticket was drawn');
  return row.last;
}

/** Saves the stage. The caller holds the patient's lock. */
export async function saveArrival(db: Db, appointmentId: number, arrival: Arrival): Promise<void> {
  await db
    .insert(arrivals)
    .values({ appointmentId, ...arrival })
    .onConflictDoUpdate({ target: arrivals.appointmentId, set: arrival });
}

/** Deletes the stored stages of a patient who left. */
export async function forgetDeparture(db: Db, appointmentId: number): Promise<void> {
  await db.delete(arrivals).where(and(eq(arrivals.appointmentId, appointmentId), isNotNull(arrivals.leftAt)));
}

export interface ExpectedAppointment {
  id: number;
  patientId: number;
  localStart: string;
}

/** Patients expected at a branch between two times of a day who have not checked in. */
export async function listExpectedBetween(
  db: Db,
  locationId: number,
  after: string,
  until: string,
): Promise<ExpectedAppointment[]> {
  const { rows } = await db.execute<ExpectedAppointment & Record<string, unknown>>(sql`
    select a.id, a.patient_id as "patientId", a.local_start::text as "localStart"
    from appointments a left join arrivals w on w.appointment_id = a.id and w.location_id = a.location_id
      and w.day = ${clinicDaySql(sql`a.local_start`)}
    where a.location_id = ${locationId} and a.local_start > ${after}::timestamp
      and a.local_start <= ${until}::timestamp and a.status in (${statusList(openStatuses)})
      and w.here_at is null and w.arrived_at is null
    order by a.local_start, a.id`);
  return rows;
}

/**
 * Puts the current delay into the messages in the app with these deduplication keys, and deletes those of
 * appointments that are on time again.
 */
export async function correctDelays(
  db: Db,
  delays: readonly { keys: readonly string[]; late: number; come: string }[],
): Promise<void> {
  if (delays.length === 0) return;
  await db.execute(sql`
    with delay as (select * from jsonb_to_recordset(${JSON.stringify(delays)}::jsonb)
        as d(keys text[], late int, come text)),
      over as (delete from messages m using delay where m.dedupe_key = any(delay.keys) and delay.late = 0)
    update messages m set params = m.params || jsonb_build_object('n', delay.late, 'come', delay.come)
    from delay where m.dedupe_key = any(delay.keys) and delay.late > 0 and m.params -> 'n' <> to_jsonb(delay.late)`);
}

/** A patient's appointments of a day that still take place, at one or all branches, by time. */
export async function listPatientDayAppointments(
  db: Db,
  patientId: number,
  date: string,
  locationId?: number,
): Promise<number[]> {
  const there = locationId === undefined ? sql`` : sql`and location_id = ${locationId}`;
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from appointments where patient_id = ${patientId} ${there}
      and local_start >= ${dayStart(date)} and local_start < ${dayStart(addDays(date, 1))}
      and status in (${statusList(openStatuses)}) order by local_start, id`);
  return rows.map(({ id }) => id);
}

/** Deletes the reasons for moving erased people in the queue. */
export const arrivalData: PersonalData = {
  async forget(db, ids) {
    await db.execute(
      sql`update arrivals set moved_because = null where appointment_id in ${appointmentsOf(ids)}`,
    );
  },
};
