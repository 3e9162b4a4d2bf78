import { sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import {
  isHeldForOther,
  isOfferHolding,
  occupiesTime,
} from '#server/features/held-times/held-time-queries.ts';
import type { VisitContent, WhyCode } from '#shared/domain/imports/verdicts.ts';
import { statusRow } from '#shared/domain/visits/appointment-status.ts';

/** An appointment of a row, for an existing patient. */
export interface AppointmentRowToPlace {
  readonly n: number;
  readonly patientId: number;
  readonly visit: VisitContent;
}

interface NumberedRow extends AppointmentRowToPlace {
  /** The id of the new appointment. */
  readonly id?: number;
}

/** Named one by one, because object spread is a dozen times slower here. */
const flattenRow = ({ n, id, patientId, visit }: NumberedRow) => ({
  n,
  id,
  patientId,
  locationId: visit.locationId,
  serviceId: visit.serviceId,
  doctorId: visit.doctorId,
  starts: `${visit.date} ${visit.time}:00`,
  minutes: visit.minutes,
  status: visit.status,
  notes: visit.notes,
  ahead: visit.ahead,
  holds: !statusRow(visit.status).freesSlot,
});

const toRecordset = (rows: readonly NumberedRow[]) => sql`
  jsonb_to_recordset(${JSON.stringify(rows.map(flattenRow))}::jsonb)
    as w(n int, id int, "patientId" int, "locationId" int, "serviceId" int, "doctorId" int,
      starts timestamp, minutes int, status text, notes text, ahead boolean, holds boolean)`;

const endTime = sql`(w.starts + make_interval(mins => w.minutes))`;

export interface AppointmentClash extends Record<string, unknown> {
  readonly n: number;
  /** The patient already has this appointment. */
  readonly there: boolean;
  /** The patient has another appointment at that time. */
  readonly busy: boolean;
  /** The named doctor has another appointment or a hold at that time. */
  readonly doctorBusy: boolean;
  /** Every room of the branch is taken at that time. */
  readonly taken: boolean;
}

/** Reason if no other one applies. */
export const clashReason = ({ busy, doctorBusy }: Pick<AppointmentClash, 'busy' | 'doctorBusy'>): WhyCode =>
  busy ? 'busy' : doctorBusy ? 'doctorBusy' : 'taken';

/** Which of these appointments are impossible or exist already; also considers holds at `keptAt`. */
export async function findClashes(
  db: Db,
  rows: readonly AppointmentRowToPlace[],
  keptAt?: Date,
): Promise<Map<number, AppointmentClash>> {
  if (rows.length === 0) return new Map();
  const then = sql`tsrange(w.starts, ${endTime})`;
  const kept = keptAt
    ? sql`or exists (select from offers o where ${isOfferHolding(sql`o`, keptAt)}
        and o.doctor_id = w."doctorId" and o.patient_id <> w."patientId"
        and tsrange(o.local_start, o.local_end) && ${then})`
    : sql``;
  const { rows: found } = await db.execute<AppointmentClash>(sql`
    select * from (select w.n,
      exists (select from appointments where patient_id = w."patientId" and local_start = w.starts) as there,
      w.holds and exists (select from appointments where patient_id = w."patientId" and ${occupiesTime}
        and tsrange(local_start, local_end) && ${then}) as busy,
      w.holds and w.ahead and (exists (select from appointments where doctor_id = w."doctorId"
        and ${occupiesTime} and room is not null and tsrange(local_start, local_end) && ${then})
        ${kept}) as "doctorBusy",
      w.holds and w.ahead and (select count(distinct room) from appointments
        where location_id = w."locationId" and ${occupiesTime} and room is not null
          and local_start < ${endTime} and local_start > w.starts - interval '1 day'
          and tsrange(local_start, local_end) && ${then})
        >= (select rooms from locations where id = w."locationId") as taken
    from ${toRecordset(rows)}) seen where there or busy or "doctorBusy" or taken`);
  return new Map(found.map((clash) => [clash.n, clash]));
}

export interface PlacedAppointment extends Record<string, unknown> {
  readonly id: number;
  readonly room: number | null;
}

/**
 * Inserts all appointments in one statement and returns those inserted, by row. Every room is a candidate
 * with the same id, so the primary key accepts at most one. A past appointment without a free room is stored
 * without a room, like an overbooked one.
 */
export async function placeAppointments(
  db: Db,
  rows: readonly AppointmentRowToPlace[],
  { createdBy, now }: { createdBy: number | null; now: Date },
): Promise<Map<number, PlacedAppointment>> {
  const ids = await reserveIds(db, 'appointments', rows.length);
  const numbered = rows.map((row, at) => ({ ...row, id: ids[at] ?? 0 }));
  const rowOf = new Map(numbered.map(({ id, n }) => [id, n]));
  const placed = new Map<number, PlacedAppointment>();
  const place = async (some: readonly NumberedRow[], beside: boolean) => {
    if (some.length === 0) return;
    const made = await db.execute<PlacedAppointment>(placeStatement(some, { createdBy, now, beside }));
    for (const visit of made.rows) placed.set(rowOf.get(visit.id) ?? 0, visit);
  };
  await place(numbered, false);
  const over = numbered.filter(({ n, visit }) => !visit.ahead && !placed.has(n));
  await place(over, true);
  return placed;
}

const placeStatement = (
  rows: readonly NumberedRow[],
  { createdBy, now, beside }: { createdBy: number | null; now: Date; beside: boolean },
) => {
  const at = sql`${now.toISOString()}::timestamptz`;
  const kept = isHeldForOther({
    patientId: sql`w."patientId"`,
    locationId: sql`w."locationId"`,
    room: sql`r.room`,
    doctorId: sql`w."doctorId"`,
    from: sql`w.starts`,
    to: endTime,
    now,
  });
  return sql`
    insert into appointments (id, patient_id, location_id, service_id, local_start, local_end, room, status,
      notes, created_by, doctor_id, doctor_wish, created_at, updated_at)
    overriding system value
    select w.id, w."patientId", w."locationId", w."serviceId", w.starts, ${endTime}, r.room, w.status, w.notes,
      ${createdBy}::int, w."doctorId", case when w."doctorId" is null then 'any' else 'named' end,
      ${at}, ${at}
    from ${toRecordset(rows)} join locations l on l.id = w."locationId" and l.archived_at is null
      cross join ${beside ? sql`(select null::smallint as room) r` : sql`generate_series(1, l.rooms) r(room)`}
    where not w.ahead or not ${kept}
    order by w.n, r.room
    on conflict do nothing
    returning id, room`;
};

/** Reserves ids for rows that will be inserted. */
export async function reserveIds(db: Db, table: 'appointments' | 'users', n: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select nextval(${`${table}_id_seq`})::int as id from generate_series(1, ${n}::int)`,
  );
  return rows.map(({ id }) => id);
}
