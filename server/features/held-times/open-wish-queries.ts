import { type SQL, sql } from 'drizzle-orm';
import { clinicDaySql, dayStart } from '#server/engine/db/day-queries.ts';
import { guardianJoin, readerIdColumn } from '#server/features/families/family-queries.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';
import { statusList } from './held-time-queries.ts';

/**
 * SQL: a waiting-list entry is open: its appointment, or one of its days, is still to come, the patient has
 * not got such an appointment since, and the recipient of her messages has an account. The column `state`
 * alone does not say so: the task `offers` ends the other entries seconds later. Use this condition instead
 * of the column, except in statements that end entries or where a comment gives the reason. `now`: the
 * clinic's clock.
 */
export function isWishOpen(wish: SQL, now: string): SQL {
  const hasOpenStatus = sql`status in (${statusList(openStatuses)})`;
  const hasBookedSince = sql`exists (select from appointments v where v.patient_id = ${wish}.patient_id
    and v.service_id = ${wish}.service_id and v.${hasOpenStatus} and v.created_at > ${wish}.created_at
    and v.local_start >= ${dayStart(sql`${wish}.from_date`)}
    and v.local_start < ${dayStart(sql`(${wish}.to_date + 1)`)})`;
  return sql`(${wish}.state = 'waiting' and case when ${wish}.appointment_id is not null
      then exists (select from appointments v where v.id = ${wish}.appointment_id and v.${hasOpenStatus}
        and v.local_start > ${now}::timestamp)
      else ${wish}.to_date >= ${clinicDaySql(sql`${now}::timestamp`)}
        and exists (select from services v where v.id = ${wish}.service_id and v.archived_at is null)
        and not ${hasBookedSince} end
    and exists (select from users p ${guardianJoin} join users reader on reader.id = ${readerIdColumn}
      where p.id = ${wish}.patient_id and reader.erased_at is null and reader.deactivated_at is null))`;
}
