import { eq, lt, type SQL, sql } from 'drizzle-orm';
import { abandonedAttempts, appointments } from '#server/db/schema/appointments.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { often } from '#server/engine/db/often.ts';
import { type Recipient, recipientColumns } from '#server/engine/delivery/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { keptForAnother } from '#server/features/offers/kept-queries.ts';
import { notTheOwner } from '#server/features/users/queries.ts';
import { clinicClock, later } from '#shared/domain/clinic-time.ts';
import { type AppointmentStatus, openStatuses } from '#shared/domain/visits/appointment-status.ts';
import type { Lang } from '#shared/messages/catalogue.ts';
import { holdsTime, isUnreachable, listed, localNow } from './queries.ts';

/** The patient of a visit, how she wants to be told of it, and who works where it is. */
export interface Patient extends Recipient {
  username: string | null;
  /** Has she confirmed an e-mail or a phone? */
  confirmed: boolean;
  unreachable: boolean;
  /** Nobody writes to who is gone. */
  gone: boolean;
  staff: { id: number; locale: Lang }[];
}

const staffThere = (locationId: number | null): SQL => sql`coalesce((
  select json_agg(json_build_object('id', u.id, 'locale', u.locale) order by u.id)
  from staff_locations s join users u on u.id = s.user_id
  where s.location_id = ${locationId}::int and u.deactivated_at is null and u.erased_at is null), '[]')`;

const patientColumns = (locationId: number | null): SQL => sql`${recipientColumns}, username,
  coalesce(email_confirmed_at, phone_confirmed_at) is not null as confirmed, ${isUnreachable} as unreachable,
  (deactivated_at is not null or erased_at is not null) as gone, ${staffThere(locationId)} as staff`;

/**
 * Takes the patient's row for the length of the transaction: whatever changes her visits happens one after
 * the other, which makes a limit per patient true. With her come those who work at the branch, and a number
 * for the visit. Undefined: nobody who can be booked for.
 */
export async function lockPatient(
  db: Db,
  viewer: Viewer,
  id: number,
  locationId: number | null,
): Promise<(Patient & { newVisit: number }) | undefined> {
  const { rows } = await db.execute<Patient & { newVisit: number } & Record<string, unknown>>(sql`${often}
    select ${patientColumns(locationId)}, nextval('appointments_id_seq') as "newVisit" from users
    where id = ${id} and role in ('patient', 'user') and deactivated_at is null and erased_at is null
      and ${notTheOwner(viewer) ?? sql`true`} for no key update`);
  return rows[0];
}

/** The like for a visit that is there: its patient may have lost her identity or changed her role since. */
export async function lockPatientOf(
  db: Db,
  appointmentId: number,
  locationId: number | null = null,
): Promise<Patient | undefined> {
  const { rows } = await db.execute<Patient & Record<string, unknown>>(sql`
    select ${patientColumns(locationId)} from users
    where id = (select patient_id from appointments where id = ${appointmentId}) for no key update`);
  return rows[0];
}

/** Her visits to come. */
const openVisits = ({ patientId, now }: Pick<NewBooking, 'patientId' | 'now'>): SQL => sql`(
  select count(*)::int from appointments
  where patient_id = ${patientId} and local_start > ${localNow(clinicClock(now))}::timestamp
    and status in (${listed(openStatuses)}))`;

export async function countOpen(db: Db, patientId: number, now: Date): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select ${openVisits({ patientId, now })} as n`);
  return rows[0]?.n ?? 0;
}

/** Those who work at a branch. */
export async function staffAt(db: Db, locationId: number): Promise<Patient['staff']> {
  const { rows } = await db.execute<Pick<Patient, 'staff'> & Record<string, unknown>>(
    sql`select ${staffThere(locationId)} as staff`,
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
  /** Who sees her; null: nobody chosen. */
  doctorId: number | null;
  seriesId: number | null;
  /** The only room that will do; null: any. */
  room: number | null;
  /** How many visits she may have ahead of her; null where nobody counts. */
  limit: number | null;
  now: Date;
}
export interface Booked extends Record<string, unknown> {
  id: number;
  room: number | null;
  version: number;
}

const timeOf = ({ localStart, minutes }: Pick<NewBooking, 'localStart' | 'minutes'>) => ({
  from: sql`${localStart}::timestamp`,
  to: sql`${localStart}::timestamp + make_interval(mins => ${minutes})`,
});

/**
 * The statement that books visit `id`. Every free-room candidate carries the same id, so that the primary key
 * lets at most one in; `on conflict do nothing` waits for rivals instead of colliding with them. No row:
 * taken or kept for another, her limit is reached, or the hours are not those any more.
 */
export function bookingInsert(id: number, b: NewBooking): SQL {
  const rooms = b.overbook
    ? sql`(select null::smallint as r) rooms`
    : sql`generate_series(1, l.rooms) rooms(r)`;
  const kept = keptForAnother({
    ...timeOf(b),
    patientId: sql`${b.patientId}::int`,
    locationId: sql`l.id`,
    room: sql`r`,
    doctorId: sql`${b.doctorId}::int`,
    now: b.now,
  });
  return sql`
    insert into appointments
      (id, patient_id, location_id, service_id, local_start, local_end, room, status, notes, created_by,
        idempotency_key, doctor_id, series_id, created_at, updated_at)
    overriding system value
    select ${id}::int, ${b.patientId}::int, l.id, ${b.serviceId}::int, ${b.localStart}::timestamp,
      ${b.localStart}::timestamp + make_interval(mins => ${b.minutes}), r, ${b.status}, ${b.notes},
        ${b.createdBy}::int, ${b.idempotencyKey}, ${b.doctorId}::int, ${b.seriesId}::int,
      ${b.now.toISOString()}::timestamptz, ${b.now.toISOString()}::timestamptz
    from locations l cross join ${rooms}
    where l.id = ${b.locationId} and l.archived_at is null and l.hours_version = ${b.hoursVersion}
      and (${b.overbook ? null : b.room}::int is null or r = ${b.room}::int)
      and not exists (select from abandoned_attempts
        where created_by = ${b.createdBy} and idempotency_key = ${b.idempotencyKey})
      and (${b.limit}::int is null or ${openVisits(b)} < ${b.limit})
      and (${b.overbook} or not ${kept})
    order by r
    for share of l
    on conflict do nothing
    returning id, room, version`;
}

export interface Diagnosis extends Record<string, unknown> {
  sameKey: number | null;
  /** She gave this key up: see `abandonAttempt`. */
  abandoned: boolean;
  /** Null when the branch is gone. */
  hoursVersion: number | null;
  patientBusy: boolean;
  doctorBusy: boolean;
  openVisits: number;
}

/** Why nothing was booked. */
export async function diagnose(db: Db, b: NewBooking): Promise<Diagnosis> {
  const { from, to } = timeOf(b);
  const then = sql`tsrange(local_start, local_end) && tsrange(${from}, ${to})`;
  const { rows } = await db.execute<Diagnosis>(sql`
    select
      (select id from appointments where created_by = ${b.createdBy}
        and idempotency_key = ${b.idempotencyKey}) as "sameKey",
      exists (select from abandoned_attempts
        where created_by = ${b.createdBy} and idempotency_key = ${b.idempotencyKey}) as abandoned,
      (select hours_version from locations where id = ${b.locationId}
        and archived_at is null) as "hoursVersion",
      exists (select from appointments where patient_id = ${b.patientId} and ${holdsTime} and ${then})
        as "patientBusy",
      exists (select from appointments where doctor_id = ${b.doctorId}::int and ${holdsTime}
        and room is not null and ${then}) as "doctorBusy",
      ${openVisits(b)} as "openVisits"`);
  const [row] = rows;
  if (!row) throw new Error('no diagnosis');
  return row;
}

export interface KeptBooking extends Record<string, unknown> {
  id: number;
  /** The booking as it was made, whatever became of it. */
  made: Record<string, unknown> | null;
}

/** What somebody booked under a key, if she did. */
export async function bookingWithKey(
  db: Db,
  createdBy: number,
  key: string,
): Promise<KeptBooking | undefined> {
  const { rows } = await db.execute<KeptBooking>(sql`
    select a.id, (select e.after from events e where e.subject = 'appointments' and e.subject_id = a.id
      and e.action = 'created'
      order by e.id limit 1) as made
    from appointments a where a.created_by = ${createdBy} and a.idempotency_key = ${key}`);
  return rows[0];
}

/** No request is on its way for longer. */
const abandonedFor = 24 * 3600 * 1000;

/**
 * From here on nothing can be booked under the key. The caller holds the patient's row, and found no visit
 * under it.
 */
export async function abandonAttempt(db: Db, createdBy: number, key: string, now: Date): Promise<void> {
  await db.delete(abandonedAttempts).where(lt(abandonedAttempts.createdAt, later(now, -abandonedFor)));
  await db
    .insert(abandonedAttempts)
    .values({ createdBy, idempotencyKey: key, createdAt: now })
    .onConflictDoNothing();
}

export interface Slot {
  locationId: number;
  localStart: string;
  minutes: number;
  serviceId: number;
  overbook: boolean;
  /** The only room that will do; null: any. */
  room: number | null;
}
export interface Change {
  id: number;
  version: number;
  status: AppointmentStatus;
  notes: string;
  doctorId: number | null;
  now: Date;
}

/**
 * Puts a visit into a free room of a slot: moved, made longer, or called back to life. The caller holds the
 * locks of the patient and of the branch. False: every room is taken or kept for another (or somebody changed
 * the visit). The patient's own overlap throws 23P01, and so does the doctor's.
 */
export async function placeAppointment(db: Db, change: Change, slot: Slot): Promise<boolean> {
  const { from, to } = timeOf(slot);
  const kept = keptForAnother({
    from,
    to,
    patientId: sql`(select patient_id from appointments where id = ${change.id})`,
    locationId: sql`l.id`,
    room: sql`r`,
    doctorId: sql`${change.doctorId}::int`,
    now: change.now,
  });
  const free = sql`(select r as room from locations l cross join generate_series(1, l.rooms) r
      where l.id = ${slot.locationId} and (${slot.room}::int is null or r = ${slot.room}::int)
        and not exists (select 1 from appointments b
        where b.location_id = ${slot.locationId} and b.room = r and b.id <> ${change.id}
          and ${holdsTime}
          and tsrange(b.local_start, b.local_end) && tsrange(${from}, ${to})) and not ${kept}
      order by r is distinct from (select room from appointments where id = ${change.id}), r limit 1)`;
  const { rowCount } = await db.execute(sql`
    update appointments a set location_id = ${slot.locationId}, service_id = ${slot.serviceId},
      doctor_id = ${change.doctorId}::int, local_start = ${from}, local_end = ${to},
      status = ${change.status}, notes = ${change.notes}, room = f.room, version = a.version + 1,
        updated_at = ${change.now.toISOString()}::timestamptz
    from ${slot.overbook ? sql`(select null::smallint as room)` : free} f
    where a.id = ${change.id} and a.version = ${change.version}`);
  return (rowCount ?? 0) > 0;
}

/**
 * Changes what has nothing to do with rooms; a doctor who is busy throws 23P01. False: somebody changed the
 * visit meanwhile.
 */
export async function updateAppointment(
  db: Db,
  { id, version, status, notes, doctorId, now }: Change,
  serviceId: number,
): Promise<boolean> {
  const { rowCount } = await db
    .update(appointments)
    .set({ status, notes, serviceId, doctorId, version: version + 1, updatedAt: now })
    .where(sql`${appointments.id} = ${id} and ${appointments.version} = ${version}`);
  return (rowCount ?? 0) > 0;
}

export async function deleteAppointment(db: Db, id: number): Promise<void> {
  await db.delete(appointments).where(eq(appointments.id, id));
}
