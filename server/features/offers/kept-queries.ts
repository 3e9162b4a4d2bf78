import { type SQL, sql } from 'drizzle-orm';

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
