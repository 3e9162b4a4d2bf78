import { lt, type SQL, sql } from 'drizzle-orm';
import { abandonedAttempts } from '#server/db/schema/appointments.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { clinicDaySql, dayStart } from '#server/engine/db/day-queries.ts';
import { prepared } from '#server/engine/db/prepared-statements.ts';
import { type Recipient } from '#server/engine/delivery/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import {
  findMessageReader,
  isUnreachable,
  managedByGuardian,
  type PatientMessageRecipient,
} from '#server/features/families/family-queries.ts';
import {
  isHeldForOther,
  occupiesTime,
  upcomingCountColumn,
} from '#server/features/held-times/held-time-queries.ts';
import { recipientColumns } from '#server/features/recipients/queries.ts';
import { hasWithdrawn } from '#server/features/users/consent-state-queries.ts';
import { isNotOwner } from '#server/features/users/queries.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import type { AppointmentStatus } from '#shared/domain/visits/appointment-status.ts';
import type { DoctorWish } from '#shared/domain/visits/doctor-times.ts';

/** The patient of an appointment, how messages reach her, and the staff of the branch. */
export interface Patient extends Recipient {
  username: string | null;
  /** Whether an e-mail address or a phone number is confirmed. */
  confirmed: boolean;
  /** The patient withdrew her consent to the privacy notice. */
  withdrew: boolean;
  unreachable: boolean;
  /** The patient has open offers. */
  isOffered: boolean;
  /** Erased accounts get no messages. */
  gone: boolean;
  staff: { id: number; locale: Lang }[];
  /** The recipient of the patient's messages: her guardian, while she has no account of her own. */
  reader?: PatientMessageRecipient | undefined;
}

const branchStaffColumn = (locationId: number | null): SQL => sql`coalesce((
  select json_agg(json_build_object('id', u.id, 'locale', u.locale) order by u.id)
  from staff_locations s join users u on u.id = s.user_id
  where s.location_id = ${locationId}::int and u.deactivated_at is null and u.erased_at is null), '[]')`;

const patientColumns = (locationId: number | null): SQL => sql`${recipientColumns}, username,
  coalesce(email_confirmed_at, phone_confirmed_at) is not null as confirmed, ${isUnreachable} as unreachable,
  exists (select from offers o where o.patient_id = users.id and o.state in ('open', 'call')) as "isOffered",
  (deactivated_at is not null or erased_at is not null) as gone, ${branchStaffColumn(locationId)} as staff,
  auth_provider = ${managedByGuardian} as "hasReader", ${hasWithdrawn(sql`users.id`)} as withdrew`;

/** Also selects the recipient of the messages, if that is a guardian. */
async function addMessageReader<P extends Patient & { hasReader?: boolean }>(
  db: Db,
  patient: P | undefined,
): Promise<P | undefined> {
  if (!patient?.hasReader) return patient;
  const reader = await findMessageReader(db, patient.id);
  return reader?.about == null ? patient : { ...patient, reader };
}

/**
 * Locks the patient's row until the transaction ends, so that a limit per patient holds. Also returns the
 * staff of the branch and a new id for the appointment. Undefined if the person cannot be booked for.
 */
export async function lockPatient(
  db: Db,
  viewer: Viewer,
  id: number,
  locationId: number | null,
): Promise<(Patient & { newVisit: number }) | undefined> {
  const { rows } = await db.execute<Patient & { newVisit: number } & Record<string, unknown>>(sql`${prepared}
    select ${patientColumns(locationId)}, nextval('appointments_id_seq') as "newVisit" from users
    where id = ${id} and role in ('patient', 'user') and deactivated_at is null and erased_at is null
      and ${isNotOwner(viewer) ?? sql`true`} for no key update`);
  return addMessageReader(db, rows[0]);
}

/**
 * The same for an existing appointment. Its patient may have been erased or have another role by now. If her record
 * was merged before the lock was taken, the kept record is locked too and returned.
 */
export async function lockPatientByAppointment(
  db: Db,
  appointmentId: number,
  locationId: number | null = null,
): Promise<Patient | undefined> {
  const lock = async () => {
    const { rows } = await db.execute<Patient & Record<string, unknown>>(sql`${prepared}
      select ${patientColumns(locationId)} from users
      where id = (select patient_id from appointments where id = ${appointmentId}) for no key update`);
    return rows[0];
  };
  const patient = await lock();
  return addMessageReader(db, patient?.gone ? await lock() : patient);
}

/** The account was made by a booking with name and mobile number, and no contact is confirmed. */
export async function isUnverifiedVisitor(db: Db, patientId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select from users where id = ${patientId}::int
    and auth_provider = 'visitor' and email_confirmed_at is null and phone_confirmed_at is null`);
  return rows.length > 0;
}

/** The staff who work at a branch. */
export async function listBranchStaff(db: Db, locationId: number): Promise<Patient['staff']> {
  const { rows } = await db.execute<Pick<Patient, 'staff'> & Record<string, unknown>>(
    sql`select ${branchStaffColumn(locationId)} as staff`,
  );
  return rows[0]?.staff ?? [];
}

export interface NewBooking {
  patientId: number;
  locationId: number;
  serviceId: number;
  localStart: string;
  minutes: number;
  status: AppointmentStatus;
  notes: string;
  createdBy: number;
  idempotencyKey: string | null;
  hoursVersion: number;
  overbook: boolean;
  doctorWish: DoctorWish;
  /** Doctors that the statement may choose from; null: no doctor. */
  doctors: readonly number[] | null;
  seriesId: number | null;
  /** A patient's booking that staff confirm by a call. */
  waitsForCall: boolean;
  /** The only room that is allowed; null: any. */
  room: number | null;
  /** People whose upcoming appointments count together: the account that books and its patients. */
  countedOf: readonly number[];
  /** Maximum number of upcoming appointments; null: no limit. */
  limit: number | null;
  now: Date;
}
export interface InsertedAppointment extends Record<string, unknown> {
  id: number;
  room: number | null;
  version: number;
  doctorId: number | null;
}

/** Number of appointments of a doctor on the day of a time. */
export const doctorDayCount = (doctor: SQL, localStart: SQL): SQL => sql`(select count(*) from appointments v
  where v.doctor_id = ${doctor} and v.local_start >= ${dayStart(clinicDaySql(localStart))}
    and v.local_start < ${dayStart(sql`(${clinicDaySql(localStart)} + 1)`)} and v.${occupiesTime})`;

export const bookingTimeRange = ({ localStart, minutes }: Pick<NewBooking, 'localStart' | 'minutes'>) => ({
  from: sql`${localStart}::timestamp`,
  to: sql`${localStart}::timestamp + make_interval(mins => ${minutes})`,
});

/** The candidate doctors, each with the number of appointments that day; null: no doctor. */
export const candidateDoctorsQuery = (doctors: readonly number[] | null, from: SQL): SQL =>
  doctors === null
    ? sql`(select null::int as d, 0 as busy) doctors`
    : sql`(select d, ${doctorDayCount(sql`d`, from)} as busy
        from unnest(${sql.param(doctors)}::int[]) d) doctors`;

/**
 * The statement that inserts appointment `id`. Each candidate (room and doctor) has the same id, so the
 * primary key accepts at most one. `on conflict do nothing` waits for concurrent bookings instead of failing.
 * Of several doctors, the one with the fewest appointments that day is tried first. No row is inserted if
 * every candidate is taken or held for another patient, if the limit is reached, or if the branch's hours
 * have changed.
 */
export function bookingInsertStatement(id: number, b: NewBooking): SQL {
  const rooms = b.overbook
    ? sql`(select null::smallint as r) rooms`
    : sql`generate_series(1, l.rooms) rooms(r)`;
  const kept = isHeldForOther({
    ...bookingTimeRange(b),
    patientId: sql`${b.patientId}::int`,
    locationId: sql`l.id`,
    room: sql`r`,
    doctorId: sql`d`,
    now: b.now,
  });
  return sql`
    insert into appointments
      (id, patient_id, location_id, service_id, local_start, local_end, room, status, notes, created_by,
        idempotency_key, doctor_id, doctor_wish, series_id, waits_for_call, created_at, updated_at)
    overriding system value
    select ${id}::int, ${b.patientId}::int, l.id, ${b.serviceId}::int, ${b.localStart}::timestamp,
      ${b.localStart}::timestamp + make_interval(mins => ${b.minutes}), r, ${b.status}, ${b.notes},
        ${b.createdBy}::int, ${b.idempotencyKey}, d, ${b.doctorWish}, ${b.seriesId}::int,
      ${b.waitsForCall},
      ${b.now.toISOString()}::timestamptz, ${b.now.toISOString()}::timestamptz
    from locations l cross join ${rooms}
      cross join ${candidateDoctorsQuery(b.doctors, bookingTimeRange(b).from)}
    where l.id = ${b.locationId} and l.archived_at is null and l.hours_version = ${b.hoursVersion}
      and (${b.overbook ? null : b.room}::int is null or r = ${b.room}::int)
      and not exists (select from abandoned_attempts
        where created_by = ${b.createdBy} and idempotency_key = ${b.idempotencyKey})
      and (${b.limit}::int is null or ${upcomingCountColumn(b)} < ${b.limit})
      and (${b.overbook} or not ${kept})
    order by busy, d, r
    for share of l
    on conflict do nothing
    returning id, room, version, doctor_id`;
}

export interface BookingFailure extends Record<string, unknown> {
  sameKey: number | null;
  /** The idempotency key was given up: see `invalidateIdempotencyKey`. */
  abandoned: boolean;
  /** Null if the branch does not exist any more. */
  hoursVersion: number | null;
  patientBusy: boolean;
  doctorBusy: boolean;
  openVisits: number;
}

/** Reads why the booking statement inserted nothing. */
export async function diagnoseBookingFailure(db: Db, b: NewBooking): Promise<BookingFailure> {
  const named = (b.doctorWish === 'named' && b.doctors?.[0]) || null;
  const { from, to } = bookingTimeRange(b);
  const then = sql`tsrange(local_start, local_end) && tsrange(${from}, ${to})`;
  const { rows } = await db.execute<BookingFailure>(sql`
    select
      (select id from appointments where created_by = ${b.createdBy}
        and idempotency_key = ${b.idempotencyKey}) as "sameKey",
      exists (select from abandoned_attempts
        where created_by = ${b.createdBy} and idempotency_key = ${b.idempotencyKey}) as abandoned,
      (select hours_version from locations where id = ${b.locationId}
        and archived_at is null) as "hoursVersion",
      exists (select from appointments where patient_id = ${b.patientId} and ${occupiesTime} and ${then})
        as "patientBusy",
      exists (select from appointments where doctor_id = ${named}::int and ${occupiesTime}
        and room is not null and ${then}) as "doctorBusy",
      ${upcomingCountColumn(b)} as "openVisits"`);
  const [row] = rows;
  if (!row) throw new Error('the rejected booking has no reason');
  return row;
}

export interface StoredBooking extends Record<string, unknown> {
  id: number;
  /** The booking as it was made, whatever happened to it later. */
  made: Record<string, unknown> | null;
}

/** The booking with this idempotency key, if there is one. */
export async function findBookingByKey(
  db: Db,
  createdBy: number,
  key: string,
): Promise<StoredBooking | undefined> {
  const { rows } = await db.execute<StoredBooking>(sql`
    select a.id, (select e.after from events e where e.subject = 'appointments' and e.subject_id = a.id
      and e.action = 'created'
      order by e.id limit 1) as made
    from appointments a where a.created_by = ${createdBy} and a.idempotency_key = ${key}`);
  return rows[0];
}

/** Longer than any request can take. */
const abandonedKeyMs = 24 * 3600 * 1000;

/**
 * Invalidates an idempotency key: later bookings with it are rejected. The caller has locked the patient's
 * row and has found no appointment with the key.
 */
export async function invalidateIdempotencyKey(
  db: Db,
  createdBy: number,
  key: string,
  now: Date,
): Promise<void> {
  await db
    .delete(abandonedAttempts)
    .where(lt(abandonedAttempts.createdAt, addMilliseconds(now, -abandonedKeyMs)));
  await db
    .insert(abandonedAttempts)
    .values({ createdBy, idempotencyKey: key, createdAt: now })
    .onConflictDoNothing();
}
