import { and, inArray, isNull, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { hasPhone, isNotOwner } from '#server/features/users/queries.ts';
import { patientRoles } from '#shared/domain/people/roles.ts';

/** The patient with this name and mobile number; the oldest of duplicates. */
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
