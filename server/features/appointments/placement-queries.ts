import { eq, type SQL, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { isHeldForOther, occupiesTime } from '#server/features/held-times/held-time-queries.ts';
import type { AppointmentStatus } from '#shared/domain/visits/appointment-status.ts';
import type { DoctorWish } from '#shared/domain/visits/doctor-times.ts';
import { bookingTimeRange, doctorDayCount } from './booking-queries.ts';

export interface PlacementSlot {
  locationId: number;
  localStart: string;
  minutes: number;
  serviceId: number;
  overbook: boolean;
  /** The only room that is allowed; null: any. */
  room: number | null;
  /** Candidate doctors, the current one first; null: no doctor. */
  doctors: readonly number[] | null;
}
export interface AppointmentUpdate {
  id: number;
  version: number;
  status: AppointmentStatus;
  notes: string;
  doctorId: number | null;
  doctorWish: DoctorWish;
  waitsForCall: boolean;
  now: Date;
}

const patientIdSubquery = (id: number): SQL => sql`(select patient_id from appointments where id = ${id})`;

/** The doctor, if any; of several, one without another appointment or hold at that time. */
function chooseDoctorQuery({ id, doctorId, now }: AppointmentUpdate, slot: PlacementSlot): SQL {
  const { doctors } = slot;
  if (doctors === null || doctors.length < 2) return sql`(select ${doctors?.[0] ?? null}::int as d)`;
  const { from, to } = bookingTimeRange(slot);
  const of = {
    from,
    to,
    patientId: patientIdSubquery(id),
    locationId: sql`null::int`,
    room: sql`null::int`,
    now,
  };
  return sql`(select d from unnest(${sql.param(doctors)}::int[]) d
    where not exists (select 1 from appointments b where b.doctor_id = d and b.id <> ${id}
      and b.room is not null and b.${occupiesTime}
      and tsrange(b.local_start, b.local_end) && tsrange(${from}, ${to}))
      and not ${isHeldForOther({ ...of, doctorId: sql`d` })}
    order by d is distinct from ${doctorId}::int, ${doctorDayCount(sql`d`, from)}, d limit 1)`;
}

/**
 * Puts an appointment into a free room of a time after a move, a longer service or a reopening. The caller
 * holds the locks of patient and branch. Returns false if no room is free or the appointment changed
 * meanwhile. An overlap of the patient's or doctor's appointments throws 23P01.
 */
export async function placeAppointment(
  db: Db,
  change: AppointmentUpdate,
  slot: PlacementSlot,
): Promise<boolean> {
  const { from, to } = bookingTimeRange(slot);
  const kept = isHeldForOther({
    from,
    to,
    patientId: patientIdSubquery(change.id),
    locationId: sql`l.id`,
    room: sql`r`,
    doctorId: sql`${slot.doctors?.length === 1 ? slot.doctors[0] : null}::int`,
    now: change.now,
  });
  const free = sql`(select r as room from locations l cross join generate_series(1, l.rooms) r
      where l.id = ${slot.locationId} and (${slot.room}::int is null or r = ${slot.room}::int)
        and not exists (select 1 from appointments b
        where b.location_id = ${slot.locationId} and b.room = r and b.id <> ${change.id}
          and ${occupiesTime}
          and tsrange(b.local_start, b.local_end) && tsrange(${from}, ${to})) and not ${kept}
      order by r is distinct from (select room from appointments where id = ${change.id}), r limit 1)`;
  const { rowCount } = await db.execute(sql`
    update appointments a set location_id = ${slot.locationId}, service_id = ${slot.serviceId},
      doctor_id = p.d, doctor_wish = ${change.doctorWish}, local_start = ${from}, local_end = ${to},
      status = ${change.status}, notes = ${change.notes}, waits_for_call = ${change.waitsForCall},
      room = f.room, version = a.version + 1,
        updated_at = ${change.now.toISOString()}::timestamptz
    from ${slot.overbook ? sql`(select null::smallint as room)` : free} f
      cross join ${chooseDoctorQuery(change, slot)} p
    where a.id = ${change.id} and a.version = ${change.version}`);
  return (rowCount ?? 0) > 0;
}

/**
 * Changes columns that do not affect the room. A busy doctor throws 23P01. Returns false if the appointment
 * changed meanwhile.
 */
export async function updateAppointment(
  db: Db,
  { id, version, now, ...change }: AppointmentUpdate,
  serviceId: number,
): Promise<boolean> {
  const { rowCount } = await db
    .update(appointments)
    .set({ ...change, serviceId, version: version + 1, updatedAt: now })
    .where(sql`${appointments.id} = ${id} and ${appointments.version} = ${version}`);
  return (rowCount ?? 0) > 0;
}

export async function deleteAppointment(db: Db, id: number): Promise<void> {
  await db.delete(appointments).where(eq(appointments.id, id));
}
