import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import { dayStart, minuteOf } from '#server/engine/db/day-queries.ts';
import { addDays } from '#shared/domain/clinic-time.ts';

/** Each with the name of its table: `offers` has columns that are called the same. */
interface Wanted {
  patientId: SQL;
  locationId: SQL;
  room: SQL;
  /** Null where no doctor is named. */
  doctorId: SQL;
  from: SQL;
  to: SQL;
  now: Date;
}

/**
 * The room, or the doctor, is kept for another patient at that time. True to the end of a transaction only
 * where the branch is locked, or its `hours_version` is compared: who keeps a time raises it.
 */
export const keptForAnother = ({ patientId, locationId, room, doctorId, from, to, now }: Wanted): SQL => sql`
  exists (select from offers o where o.holds and o.held_until > ${now.toISOString()}::timestamptz
    and o.patient_id <> ${patientId} and tsrange(o.local_start, o.local_end) && tsrange(${from}, ${to})
    and ((o.location_id = ${locationId} and o.room = ${room}) or o.doctor_id = ${doctorId}))`;

/** The room of a branch is kept for somebody from one time until before another: rows like a visit's. */
export const keptBetween = (locationId: number, from: SQL, before: SQL): SQL => sql`
  select local_start, local_end, room from offers
  where holds and location_id = ${locationId} and local_start >= ${from}
    and local_start < ${before}`;

interface KeptTime extends Record<string, unknown> {
  from: number;
  to: number;
  room: number | null;
  doctorId: number | null;
}

/** What is kept at a branch on a day, in minutes of it. */
export async function keptOn(db: Db, locationId: number, date: string): Promise<KeptTime[]> {
  const { rows } = await db.execute<KeptTime>(sql`
    select ${minuteOf(sql`local_start`)} as from, room, doctor_id as "doctorId",
      ${minuteOf(sql`local_start`)} + extract(epoch from local_end - local_start)::int / 60 as to
    from offers
    where holds and location_id = ${locationId} and local_start >= ${dayStart(date)}
      and local_start < ${dayStart(addDays(date, 1))}
    order by local_start, id`);
  return rows;
}
