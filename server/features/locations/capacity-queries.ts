import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import { clinicDaySql, clinicMinuteSql, localNow } from '#server/engine/db/day-queries.ts';
import { isOfferHolding, occupiesTime, statusList } from '#server/features/held-times/held-time-queries.ts';
import { isWishOpen } from '#server/features/held-times/open-wish-queries.ts';
import type { ClinicClock } from '#shared/domain/clinic-time.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';
import type { RoomHold } from '#shared/domain/visits/fit-rooms.ts';

/** An appointment or offer in a room of a branch. */
export interface BranchHold extends RoomHold {
  readonly id: number;
  readonly of: 'appointments' | 'offers';
  readonly minutes: number;
  /** It is an offer, or an upcoming appointment that is not over in any way: another time can be offered. */
  readonly isComing: boolean;
}

/**
 * Appointments and offers in the rooms of a branch from now on. If rooms are missing, the first of this list keep
 * theirs: visits under way, then appointments in the order of booking, then offers.
 */
export async function listRoomHolds(db: Db, locationId: number, clock: ClinicClock): Promise<BranchHold[]> {
  const now = sql`${localNow(clock)}::timestamp`;
  const times = sql`local_start::text as from, local_end::text as to,
    (extract(epoch from local_end - local_start) / 60)::int as minutes`;
  const { rows } = await db.execute<BranchHold & Record<string, unknown>>(sql`
    select id, 'appointments' as of, ${times}, room,
        status in (${statusList(openStatuses)}) and local_start > ${now} as "isComing"
      from appointments
      where location_id = ${locationId} and room is not null and local_end > ${now} and ${occupiesTime}
    union all
    select id, 'offers', ${times}, room, true from offers
      where location_id = ${locationId} and ${isOfferHolding(sql`offers`)}
    order by "isComing", of, id`);
  return rows;
}

/** More than any branch has. */
const temporaryRoomOffset = 10_000;

/** Gives appointments and offers other rooms. The caller has locked the branch. */
export async function assignRooms(tx: Db, moved: ReadonlyMap<BranchHold, number>): Promise<void> {
  for (const table of ['appointments', 'offers'] as const) {
    const rows = [...moved].flatMap(([{ of, id }, room]) => (of === table ? { id, room } : []));
    if (rows.length === 0) continue;
    const name = sql.identifier(table);
    const ids = sql.param(rows.map(({ id }) => id));
    // Two appointments may exchange rooms, so all leave their rooms first to avoid overlaps.
    await tx.execute(
      sql`update ${name} set room = room + ${temporaryRoomOffset} where id = any(${ids}::int[])`,
    );
    await tx.execute(sql`update ${name} t set room = m.room
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(id int, room smallint) where t.id = m.id`);
  }
}

/** SQL: the doctor has no duty at this branch at the start of the appointment. */
export function isOffDuty(doctorId: SQL, visit: { locationId: SQL; localStart: SQL }): SQL {
  const { locationId, localStart } = visit;
  return sql`not exists (select from duties d where d.user_id = ${doctorId} and d.location_id = ${locationId}
    and d.weekday = extract(dow from ${clinicDaySql(localStart)}) and d.valid @> ${clinicDaySql(localStart)}
    and d.starts <= ${clinicMinuteSql(localStart)} and d.ends > ${clinicMinuteSql(localStart)})`;
}

/**
 * Open items of a branch or service besides appointments: offers that hold a time, and waiting-list entries.
 */
export interface OpenItemCounts {
  offers: number;
  wishes: number;
}

/** Offers at a branch that hold a time, and patients who wait for that branch and no other. */
export async function countOpenOfBranch(
  db: Db,
  locationId: number,
  clock: ClinicClock,
): Promise<OpenItemCounts> {
  const { rows } = await db.execute<OpenItemCounts & Record<string, unknown>>(sql`
    select (select count(*)::int from offers where location_id = ${locationId} and ${isOfferHolding(sql`offers`)}) as offers,
      (select count(*)::int from wishes w
        where w.location_ids = array[${locationId}::int] and ${isWishOpen(sql`w`, localNow(clock))}) as wishes`);
  return rows[0] ?? { offers: 0, wishes: 0 };
}

/** Removes a branch from waiting-list entries with several branches, also from those that are over. */
export async function dropBranchFromWishes(tx: Db, locationId: number): Promise<void> {
  await tx.execute(sql`update wishes set location_ids = array_remove(location_ids, ${locationId}::int)
    where state = 'waiting' and ${locationId}::int = any(location_ids) and cardinality(location_ids) > 1`);
}

/** Upcoming appointments and offers for a service, and patients who wait for it. */
export async function countOpenOfService(
  db: Db,
  serviceId: number,
  clock: ClinicClock,
): Promise<OpenItemCounts & { visits: number }> {
  const { rows } = await db.execute<OpenItemCounts & { visits: number } & Record<string, unknown>>(sql`
    select (select count(*)::int from appointments where service_id = ${serviceId}
        and local_start > ${localNow(clock)}::timestamp and status in (${statusList(openStatuses)})) as visits,
      (select count(*)::int from offers where service_id = ${serviceId} and ${isOfferHolding(sql`offers`)}) as offers,
      (select count(*)::int from wishes w
        where w.service_id = ${serviceId} and ${isWishOpen(sql`w`, localNow(clock))}) as wishes`);
  return rows[0] ?? { visits: 0, offers: 0, wishes: 0 };
}
