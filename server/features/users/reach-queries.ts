import { sql } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import type { PhoneReach } from '#shared/domain/messages/quiet-hours.ts';

/** The patient's phone, else her guardian's. */
export const reachablePhone = sql<string | null>`coalesce(${users.phone}, (select c.phone from guardians g
  join users c on c.id = g.guardian_id where g.patient_id = ${users.id} and g.until is null))`;

/** Hours in which that phone may ring. */
export const phoneHours = sql<PhoneReach | null>`case when ${users.phone} is not null then ${users.reach}
  else (select c.reach from guardians g join users c on c.id = g.guardian_id
    where g.patient_id = ${users.id} and g.until is null) end`;
