import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isPhoneKnown } from '#server/features/recipients/queries.ts';
import { hasPhone, isNotOwner } from '#server/features/users/queries.ts';
import { patientRoles } from '#shared/domain/people/roles.ts';

/** Whether the patient has this name, in any spelling, and this mobile number, or none. */
export async function isPatientNamed(
  db: Db,
  id: number,
  name: string,
  phone: string | null,
): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, id),
        sql`fold(${users.name}) = fold(${name})`,
        phone ? hasPhone(phone) : isNull(users.phone),
      ),
    );
  return found.length > 0;
}

/** The patient with this name and known mobile number; the oldest of duplicates. */
export async function findPatientByNameAndPhone(
  db: Db,
  viewer: Viewer,
  name: string,
  phone: string,
): Promise<number | undefined> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        hasPhone(phone),
        isPhoneKnown,
        sql`fold(${users.name}) = fold(${name})`,
        inArray(users.role, [...patientRoles]),
        isNull(users.erasedAt),
        isNull(users.deactivatedAt),
        isNotOwner(viewer),
      ),
    )
    .orderBy(users.id)
    .limit(1);
  return row?.id;
}
