import { and, eq, isNull, sql } from 'drizzle-orm';
import { personColumnList } from '#server/db/person-columns.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import { occupiesTime } from '#server/features/held-times/held-time-queries.ts';
import { linkPurposes } from '#server/features/notifications/link-queries.ts';
import { hasPhone } from '#server/features/users/queries.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { reminderKinds } from '#shared/domain/message-kinds.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';

export const isVisitorWithPhone = (phone: string) =>
  and(
    hasPhone(phone),
    eq(users.authProvider, 'visitor'),
    isNull(users.phoneConfirmedAt),
    isNull(users.emailConfirmedAt),
    isNull(users.deactivatedAt),
    isNull(users.erasedAt),
  );

/** Only people who have no other way to sign in. */
export const isPhoneOnlyPatient = (phone: string) =>
  and(isVisitorWithPhone(phone), isNull(users.username), eq(users.role, 'patient'));

/** All records that were booked with this number alone. */
export async function findPhoneOnlyPatients(db: Db, phone: string): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(isPhoneOnlyPatient(phone))
    .orderBy(users.id);
}

/**
 * Moves open upcoming appointments and their links to another patient; returns them. A reminder that was
 * already created is not repeated for the new patient.
 */
export async function moveUpcomingAppointments(
  db: Db,
  { id, visitor, visit }: { id: number; visitor: number; visit?: number | undefined },
  now: Date,
): Promise<{ id: number; locationId: number }[]> {
  const { rows } = await db.execute<{ id: number; locationId: number }>(sql`
    with joined as (
      update appointments a set patient_id = ${id}, version = version + 1, updated_at = ${now.toISOString()},
        stated_at = case when exists (select from messages m where m.user_id = ${visitor}
            and m.template = any(${sql.param([...reminderKinds])}::text[])
            and a.id = any(coalesce(m.visit_ids, array[m.appointment_id])))
          then ${now.toISOString()}::timestamptz else a.stated_at end
      where a.patient_id = ${visitor} and (${visit ?? null}::int is null or a.id = ${visit ?? null}::int)
        and a.status in ${[...openStatuses]}
        and a.local_start > ${localNow(dayClock(now))}::timestamp
        and not exists (
          select 1 from appointments hers
          where hers.patient_id = ${id} and hers.${occupiesTime}
            and tsrange(hers.local_start, hers.local_end) && tsrange(a.local_start, a.local_end))
      returning a.id, a.location_id
    ), links as (
      update tokens set user_id = ${id} from joined
      where purpose = ${linkPurposes.keep} and user_id = ${visitor} and target = joined.id::text
    )
    select id, location_id as "locationId" from joined order by id`);
  return rows;
}

/** Whether the record still has an appointment or an entry in its file. */
export async function hasRemainingData(db: Db, id: number): Promise<boolean> {
  const { rows } = await db.execute<{ kept: boolean }>(sql`select
    exists (select 1 from appointments where patient_id = ${id})
    or exists (select 1 from clinical_notes where patient_id = ${id})
    or exists (select 1 from note_drafts where patient_id = ${id})
    or exists (select 1 from patient_alerts where patient_id = ${id})
    or exists (select 1 from patient_files where patient_id = ${id})
    or exists (select 1 from wishes where patient_id = ${id}) as kept`);
  return rows[0]?.kept === true;
}

/** Moves data that belongs to appointments along with them. */
export async function moveAppointmentData(
  db: Db,
  from: number,
  to: number,
  visitIds: readonly number[],
): Promise<void> {
  for (const { table, column, merge } of personColumnList) {
    if (!('withVisit' in merge)) continue;
    const patient = sql.identifier(column);
    await db.execute(sql`update ${sql.identifier(table)} set ${patient} = ${to}
      where ${patient} = ${from} and appointment_id = any(${sql.param([...visitIds])}::int[])`);
  }
}
