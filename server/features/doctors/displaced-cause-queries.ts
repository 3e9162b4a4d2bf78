import { type SQL, sql } from 'drizzle-orm';
import type { DisplacedCause } from '#shared/domain/displaced-state.ts';
import { doctorUnavailabilityLevel } from './absent-doctor-queries.ts';

/*
 * Why a displaced appointment cannot take place. `row`: of `displaced`; `list`: its disruption; `visit`: the
 * appointment.
 */

/** SQL: the causes of a row. */
export const causesOf = (row: SQL, list: SQL) =>
  sql<DisplacedCause[]>`(case when ${row}.causes = '{}' then array[${list}.cause] else ${row}.causes end)`;

/** SQL: the row has one of these causes. */
export const hasCause = (row: SQL, list: SQL, ...causes: DisplacedCause[]): SQL =>
  sql`${causesOf(row, list)} && ${sql.param(causes)}::text[]`;

/**
 * SQL: the doctor of the appointment has left the clinic, whatever displaced it; or has left the branch or the
 * duty, if `byDeparture` displaced it.
 */
export const hasDoctorLeft = (visit: SQL, byDeparture: SQL): SQL =>
  sql`${visit}.doctor_id is not null and ${doctorUnavailabilityLevel(sql`${visit}.doctor_id`, {
    locationId: sql`${visit}.location_id`,
    localStart: sql`${visit}.local_start`,
  })} >= case when ${byDeparture} then 1 else 3 end`;

/** SQL: the room of the appointment is gone. */
export const isBeyondRooms = (visit: SQL) =>
  sql<boolean>`coalesce(${visit}.room > (select l.rooms from locations l where l.id = ${visit}.location_id), false)`;
