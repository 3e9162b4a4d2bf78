import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { dayStart, localNow } from '#server/engine/db/day-queries.ts';
import {
  doctorUnavailabilityLevel,
  isDoctorUnavailable,
  type LocalRange,
} from '#server/features/doctors/absent-doctor-queries.ts';
import { isOfferHolding } from '#server/features/held-times/held-time-queries.ts';
import { isWishOpen } from '#server/features/held-times/open-wish-queries.ts';
import type { ClinicClock } from '#shared/domain/clinic-time.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';

const isUpcomingWithDoctor = (doctorId: number, clock: ClinicClock) =>
  and(
    eq(appointments.doctorId, doctorId),
    inArray(appointments.status, [...openStatuses]),
    gt(appointments.localStart, localNow(clock)),
  );

/** How far the doctor of an appointment is from seeing its patient. */
const unavailabilityLevel = doctorUnavailabilityLevel(sql`${appointments.doctorId}`, {
  locationId: sql`${appointments.locationId}`,
  localStart: sql`${appointments.localStart}`,
});

/** Upcoming appointments that name a doctor, by time, and how far the doctor is from seeing the patient. */
export const listUpcomingOfDoctor = (db: Db, doctorId: number, clock: ClinicClock) =>
  db
    .select({
      id: appointments.id,
      locationId: appointments.locationId,
      from: appointments.localStart,
      to: appointments.localEnd,
      howFar: unavailabilityLevel,
    })
    .from(appointments)
    .where(isUpcomingWithDoctor(doctorId, clock))
    .orderBy(appointments.localStart);

/** Offers of one of these doctors, who can no longer see the patient at that time. */
export async function findOffersWithoutDoctor(db: Db, doctorIds: readonly number[]): Promise<number[]> {
  const gone = isDoctorUnavailable(sql`o.doctor_id`, {
    locationId: sql`o.location_id`,
    localStart: sql`o.local_start`,
  });
  const { rows } = await db.execute<{
    id: number;
  }>(sql`select o.id from offers o where ${isOfferHolding(sql`o`)}
    and o.doctor_id = any(${sql.param([...doctorIds])}::int[]) and ${gone} order by o.id`);
  return rows.map(({ id }) => id);
}

/** Offers of a doctor that hold a time. */
export async function findHeldOffersOf(db: Db, doctorId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`select o.id from offers o
    where ${isOfferHolding(sql`o`)} and o.doctor_id = ${doctorId} order by o.id`);
  return rows.map(({ id }) => id);
}

/**
 * Number of upcoming appointments with this woman doctor, and of held offers of her times, of patients who
 * asked for any woman.
 */
export async function countAskedForWoman(db: Db, doctorId: number, clock: ClinicClock): Promise<number> {
  const asked = sql`doctor_wish = 'woman'`;
  const { rows } = await db.execute<{ n: number }>(sql`select (
      (select count(*) from appointments where ${isUpcomingWithDoctor(doctorId, clock)} and ${asked})
      + (select count(*) from offers o where ${isOfferHolding(sql`o`)} and o.doctor_id = ${doctorId}
        and (exists (select from wishes where id = o.wish_id and ${asked})
          or exists (select from appointments where id = o.appointment_id and ${asked})))
    )::int as n
    where exists (select from staff where user_id = ${doctorId} and gender = 'female')`);
  return rows[0]?.n ?? 0;
}

/** A doctor's absence, saved or not. */
interface PlannedAbsence {
  readonly butIn: LocalRange;
}

/**
 * The remaining availability of a doctor after a change. A list: only these branches. Null: none. An absence:
 * every time outside this absence and the doctor's other absences.
 */
type RemainingAvailability = readonly number[] | null | PlannedAbsence;
const isAbsence = (kept: RemainingAvailability): kept is PlannedAbsence => kept !== null && 'butIn' in kept;

/** SQL: the doctor's absences cover all that is left of the days that the patient named. */
function coversRemainingDays(doctorId: number, { from, to }: LocalRange, clock: ClinicClock): SQL {
  const end = dayStart(sql`(w.to_date + 1)`);
  const now = sql`${localNow(clock)}::timestamp`;
  return sql`${end} > ${now} and (select range_agg(away.during) from (
      select x.during from absences x where x.user_id = ${doctorId}
      union all select tsrange(${from}::timestamp, ${to}::timestamp)) away)
    @> tsrange(least(greatest(${dayStart(sql`w.from_date`)}, ${now}), ${end}), ${end})`;
}

/**
 * Patients who wait for a new appointment with a doctor who no longer works at any of their branches, or is
 * absent on all the days that they named.
 */
const isUnservableWish = (doctorId: number, kept: RemainingAvailability, clock: ClinicClock): SQL => sql`
  ${isWishOpen(sql`w`, localNow(clock))} and w.appointment_id is null and w.doctor_wish = 'named' and w.doctor_id = ${doctorId}
    and ${
      isAbsence(kept)
        ? coversRemainingDays(doctorId, kept.butIn, clock)
        : sql`not w.location_ids && ${sql.param([...(kept ?? [])])}::int[]`
    }`;

export async function countUnservableWishes(
  db: Db,
  doctorId: number,
  kept: RemainingAvailability,
  clock: ClinicClock,
): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from wishes w where ${isUnservableWish(doctorId, kept, clock)}`,
  );
  return rows[0]?.n ?? 0;
}

/**
 * The branches where a doctor can be booked; empty: the doctor has left. Where doctors are booked, only those
 * with a duty can be. `bookedByDoctor`: a branch where doctors will be booked.
 */
export async function findDoctorBranches(
  db: Db,
  doctorId: number,
  bookedByDoctor: number | null = null,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select l.id from locations l where l.archived_at is null
      and exists (select from users u where u.id = ${doctorId} and u.role = 'doctor'
        and u.deactivated_at is null and u.erased_at is null)
      and (exists (select from duties d where d.user_id = ${doctorId} and d.location_id = l.id)
        or l.booked_by <> 'doctor' and l.id is distinct from ${bookedByDoctor}::int
        and (not exists (select from staff_locations s where s.user_id = ${doctorId})
          or exists (select from staff_locations s where s.user_id = ${doctorId} and s.location_id = l.id)))`);
  return rows.map(({ id }) => id);
}

/** A doctor and the branches where the doctor can still be booked after a change. */
export interface DoctorBranches {
  readonly doctorId: number;
  readonly kept: readonly number[];
}

/**
 * Doctors for whom patients wait at a branch, and who cannot be booked there once it is booked by doctors.
 */
export async function findDoctorsWithoutDuty(
  db: Db,
  locationId: number,
  clock: ClinicClock,
): Promise<DoctorBranches[]> {
  const waited = sql`select distinct w.doctor_id as "doctorId" from wishes w
    where ${isWishOpen(sql`w`, localNow(clock))} and w.doctor_wish = 'named'
      and ${locationId}::int = any(w.location_ids) order by 1`;
  const { rows } = await db.execute<{ doctorId: number }>(waited);
  const found: DoctorBranches[] = [];
  for (const { doctorId } of rows) {
    const kept = await findDoctorBranches(db, doctorId, locationId);
    if (!kept.includes(locationId)) found.push({ doctorId, kept });
  }
  return found;
}

interface ReassignedWish extends Record<string, unknown> {
  id: number;
  patientId: number;
  serviceId: number;
  appointmentId: number | null;
}

/**
 * Changes these waiting-list entries to any doctor, or to any woman if the named doctor is a woman. Returns
 * the entries.
 */
export async function clearWishedDoctor(
  db: Db,
  doctorId: number,
  kept: RemainingAvailability,
  clock: ClinicClock,
): Promise<ReassignedWish[]> {
  const { rows } = await db.execute<ReassignedWish>(sql`
    update wishes w set doctor_id = null, doctor_wish = case when exists (select from staff s
      where s.user_id = ${doctorId} and s.gender = 'female') then 'woman' else 'any' end
    where ${isUnservableWish(doctorId, kept, clock)}
    returning w.id, w.patient_id as "patientId", w.service_id as "serviceId",
      w.appointment_id as "appointmentId"`);
  return rows;
}
