import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import { dayOf, localNow, minuteOf } from '#server/engine/db/day-queries.ts';
import { holdsTime, isHeld, listed } from '#server/features/held-times/held-time-queries.ts';
import type { ClinicClock } from '#shared/domain/clinic-time.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';

/** Upcoming appointments and offers in a room with a higher number than `rooms`. */
async function inHigherRooms(db: Db, locationId: number, rooms: number, clock: ClinicClock) {
  const { rows } = await db.execute<{
    id: number;
    of: 'appointments' | 'offers';
    from: string;
    to: string;
  }>(sql`
    select id, 'appointments' as of, local_start::text as from, local_end::text as to from appointments
      where location_id = ${locationId} and room > ${rooms} and local_end > ${localNow(clock)}::timestamp
        and ${holdsTime}
    union all
    select id, 'offers', local_start::text, local_end::text from offers
      where location_id = ${locationId} and room > ${rooms} and ${isHeld(sql`offers`)}
    order by 3, 2, 1`);
  return rows;
}

/** The lowest free room up to `rooms` in a time range; null if none is free. */
async function freeRoom(
  db: Db,
  locationId: number,
  rooms: number,
  { from, to }: { from: string; to: string },
): Promise<number | null> {
  const during = sql`tsrange(${from}::timestamp, ${to}::timestamp)`;
  const { rows } = await db.execute<{ room: number }>(sql`
    select room from generate_series(1, ${rooms}::int) room
    where not exists (select from appointments where location_id = ${locationId}
        and appointments.room = room.room and ${holdsTime} and tsrange(local_start, local_end) && ${during})
      and not exists (select from offers where location_id = ${locationId}
        and offers.room = room.room and ${isHeld(sql`offers`)} and tsrange(local_start, local_end) && ${during})
    order by room limit 1`);
  return rows[0]?.room ?? null;
}

/**
 * Moves upcoming appointments and offers into the first `rooms` rooms of a branch if one is free at their
 * time. Returns the number of those that do not fit. The caller has locked the branch.
 */
export async function fitIntoRooms(
  tx: Db,
  locationId: number,
  rooms: number,
  clock: ClinicClock,
): Promise<number> {
  let unfit = 0;
  for (const held of await inHigherRooms(tx, locationId, rooms, clock)) {
    const room = await freeRoom(tx, locationId, rooms, held);
    if (room === null) unfit += 1;
    else await tx.execute(sql`update ${sql.identifier(held.of)} set room = ${room} where id = ${held.id}`);
  }
  return unfit;
}

/** SQL: the doctor has no duty at this branch at the start of the appointment. */
export function isOffDuty(doctorId: SQL, visit: { locationId: SQL; localStart: SQL }): SQL {
  const { locationId, localStart } = visit;
  return sql`not exists (select from duties d where d.user_id = ${doctorId} and d.location_id = ${locationId}
    and d.weekday = extract(dow from ${dayOf(localStart)}) and d.valid @> ${dayOf(localStart)}
    and d.starts <= ${minuteOf(localStart)} and d.ends > ${minuteOf(localStart)})`;
}

/** Number of upcoming appointments and offers of a branch with a doctor who has no duty there at that time. */
export async function countOffDuty(db: Db, locationId: number, clock: ClinicClock): Promise<number> {
  const at = (table: SQL) => ({
    locationId: sql`${table}.location_id`,
    localStart: sql`${table}.local_start`,
  });
  const [a, o] = [sql`a`, sql`o`];
  const { rows } = await db.execute<{ n: number }>(sql`
    select ((select count(*) from appointments a where a.location_id = ${locationId} and a.doctor_id is not null
        and a.status in (${listed(openStatuses)}) and a.local_start > ${localNow(clock)}::timestamp
        and ${isOffDuty(sql`a.doctor_id`, at(a))})
      + (select count(*) from offers o where o.location_id = ${locationId} and o.doctor_id is not null
        and ${isHeld(o)} and ${isOffDuty(sql`o.doctor_id`, at(o))}))::int as n`);
  return rows[0]?.n ?? 0;
}

/**
 * Open items of a branch or service besides appointments: offers that hold a time, and waiting-list entries.
 */
export interface OpenFor {
  offers: number;
  wishes: number;
}

/** Offers at a branch that hold a time, and patients who wait for that branch and no other. */
export async function openForBranch(db: Db, locationId: number): Promise<OpenFor> {
  const { rows } = await db.execute<OpenFor & Record<string, unknown>>(sql`
    select (select count(*)::int from offers where location_id = ${locationId} and ${isHeld(sql`offers`)}) as offers,
      (select count(*)::int from wishes where state = 'waiting' and location_ids = array[${locationId}::int])
        as wishes`);
  return rows[0] ?? { offers: 0, wishes: 0 };
}

/** Removes a branch from waiting-list entries with several branches. */
export async function dropBranchFromWishes(tx: Db, locationId: number): Promise<void> {
  await tx.execute(sql`update wishes set location_ids = array_remove(location_ids, ${locationId}::int)
    where state = 'waiting' and ${locationId}::int = any(location_ids) and cardinality(location_ids) > 1`);
}

/** Offers for a service that hold a time, and patients who wait for it. */
export async function openForService(db: Db, serviceId: number): Promise<OpenFor> {
  const { rows } = await db.execute<OpenFor & Record<string, unknown>>(sql`
    select (select count(*)::int from offers where service_id = ${serviceId} and ${isHeld(sql`offers`)}) as offers,
      (select count(*)::int from wishes where service_id = ${serviceId} and state = 'waiting') as wishes`);
  return rows[0] ?? { offers: 0, wishes: 0 };
}
