import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { clinicDaySql, clinicMinuteSql, dayStart, localNow } from '#server/engine/db/day-queries.ts';
import { prepared } from '#server/engine/db/prepared-statements.ts';
import { addDays, type ClinicClock, dayClock } from '#shared/domain/clinic-time.ts';
import { openStatuses, statusesThatFree } from '#shared/domain/visits/appointment-status.ts';
import type { RoomBooking } from '#shared/domain/visits/slots.ts';

/** Statuses as a list for SQL; constants, never user input. */
export const statusList = (statuses: readonly string[]): SQL =>
  sql.raw(statuses.map((status) => `'${status}'`).join(', '));
/** The appointment occupies its time. Written like the indexes' condition, so that PostgreSQL uses them. */
export const occupiesTime = sql`status not in (${statusList(statusesThatFree)})`;

/**
 * The offer still holds its time according to its row; its deadline may have passed. With `now` the deadline
 * counts too. A cached list uses it without `now`, because a changed row invalidates the list.
 */
export const isOfferHolding = (offer: SQL, now?: Date): SQL =>
  now
    ? sql`(${offer}.holds and ${offer}.held_until > ${now.toISOString()}::timestamptz)`
    : sql`${offer}.holds`;

/** With the table's name: `offers` has columns of the same name. */
interface HeldTimeColumns {
  patientId: SQL;
  locationId: SQL;
  room: SQL;
  /** Null if no doctor is named. */
  doctorId: SQL;
  from: SQL;
  to: SQL;
  now: Date;
}

/**
 * The room or the doctor is held for another patient at that time. Only reliable until the end of a
 * transaction if the branch is locked or its `hours_version` is compared, because every new hold raises it.
 */
export const isHeldForOther = ({
  patientId,
  locationId,
  room,
  doctorId,
  from,
  to,
  now,
}: HeldTimeColumns): SQL => sql`
  exists (select from offers o where ${isOfferHolding(sql`o`, now)}
    and o.patient_id <> ${patientId} and tsrange(o.local_start, o.local_end) && tsrange(${from}, ${to})
    and ((o.location_id = ${locationId} and o.room = ${room}) or o.doctor_id = ${doctorId}))`;

/** The time is held for this patient. */
export async function isHeldForPatient(
  db: Db,
  { patientId, locationId, localStart }: { patientId: number; locationId: number; localStart: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await db.execute(sql`select from offers where patient_id = ${patientId}
    and location_id = ${locationId} and local_start = ${localStart}::timestamp and ${isOfferHolding(sql`offers`, now)}`);
  return rows.length > 0;
}

/** A room of a branch is held in a time range: rows like an appointment's. */
const heldRoomsQuery = (locationId: number, from: SQL, before: SQL): SQL => sql`
  select local_start, local_end, room from offers
  where ${isOfferHolding(sql`offers`)} and location_id = ${locationId} and local_start >= ${from}
    and local_start < ${before}`;

interface HeldTime extends Record<string, unknown> {
  from: number;
  to: number;
  room: number | null;
  doctorId: number | null;
}

/** Holds of a branch's day, in minutes of that day. */
export async function listDayHolds(db: Db, locationId: number, date: string): Promise<HeldTime[]> {
  const { rows } = await db.execute<HeldTime>(sql`
    select ${clinicMinuteSql(sql`local_start`)} as from, room, doctor_id as "doctorId",
      ${clinicMinuteSql(sql`local_start`)} + extract(epoch from local_end - local_start)::int / 60 as to
    from offers
    where ${isOfferHolding(sql`offers`)} and location_id = ${locationId} and local_start >= ${dayStart(date)}
      and local_start < ${dayStart(addDays(date, 1))}
    order by local_start, id`);
  return rows;
}

/** Appointments and offers that occupy a room of a branch in a range of dates, by date. */
export async function loadOccupiedRooms(
  db: Db,
  locationId: number,
  from: string,
  before: string,
): Promise<Map<string, RoomBooking[]>> {
  const { rows } = await db.execute<{ day: string; held: string }>(sql`${prepared}
    select ${clinicDaySql(sql`local_start`)} as day,
      string_agg(${clinicMinuteSql(sql`local_start`)} || ','
        || extract(epoch from local_end - local_start)::int / 60 || ',' || room, ' ') as held
    from (select local_start, local_end, room from appointments
      where location_id = ${locationId} and local_start >= ${dayStart(from)}
        and local_start < ${dayStart(before)}
        and ${occupiesTime} and room is not null
      union all ${heldRoomsQuery(locationId, dayStart(from), dayStart(before))}) held
    group by 1`);
  return new Map(rows.map(({ day, held }) => [day, held.split(' ').map(parseHeld)]));
}

function parseHeld(text: string): RoomBooking {
  const [from = 0, minutes = 0, room = 0] = text.split(',').map(Number);
  return { from, to: from + minutes, room };
}

/** An upcoming appointment at a branch. */
export const isUpcomingAtBranch = (locationId: number, clock: ClinicClock) =>
  and(
    eq(appointments.locationId, locationId),
    gt(appointments.localStart, localNow(clock)),
    inArray(appointments.status, [...openStatuses]),
  );

/** Patients with upcoming appointments at a branch. */
export async function countUpcomingAtBranch(db: Db, locationId: number, clock: ClinicClock): Promise<number> {
  return db.$count(appointments, isUpcomingAtBranch(locationId, clock));
}

/** The upcoming appointments of these patients. */
export const upcomingCountColumn = ({
  countedOf,
  now,
}: {
  countedOf: readonly number[];
  now: Date;
}): SQL => sql`(
  select count(*)::int from appointments
  where patient_id = any(${sql.param([...countedOf])}::int[])
    and local_start > ${localNow(dayClock(now))}::timestamp and status in (${statusList(openStatuses)}))`;

export async function countUpcomingOfPatients(
  db: Db,
  countedOf: readonly number[],
  now: Date,
): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select ${upcomingCountColumn({ countedOf, now })} as n`,
  );
  return rows[0]?.n ?? 0;
}
