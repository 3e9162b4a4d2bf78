import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { lookedAfter } from '#shared/domain/people/roles.ts';
import { likePattern } from '#shared/domain/people/search.ts';
import { soundAlike } from '#shared/domain/people/search-words.ts';
import { notTheOwner } from './queries.ts';

/** A family shares a phone: so many of one phone are looked at. */
const most = 50;

/** A patient of the same phone whose name could be the same; the phone is as it is kept. */
export async function doubleOf(
  db: Db,
  viewer: Viewer,
  { name, phone }: { name: string; phone: string },
): Promise<number | undefined> {
  const found = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(
      and(
        // The index answers this; which field it was is asked again.
        sql`${users.search} like ${likePattern('exact', phone)}`,
        or(eq(users.phone, phone), eq(users.secondaryPhone, phone)),
        inArray(users.role, [...lookedAfter]),
        isNull(users.erasedAt),
        notTheOwner(viewer),
      ),
    )
    .orderBy(users.id)
    .limit(most);
  return found.find((person) => soundAlike(person.name, name))?.id;
}
