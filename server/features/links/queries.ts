import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { tokens } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Role } from '#shared/domain/people/roles.ts';
import type { Lang } from '#shared/messages/catalogue.ts';

export type LinkKind = 'visit' | 'stop';
const purposes: Record<LinkKind, string> = { visit: 'visit-link', stop: 'stop-link' };

/**
 * Keeps the hash of a link: a visit's id or a channel's name, and whose. Good for as long as anything can be
 * booked ahead.
 */
export async function insertLink(
  db: Db,
  link: { kind: LinkKind; hash: Buffer; userId: number; target: string },
): Promise<void> {
  const { kind, hash, userId, target } = link;
  await db
    .insert(tokens)
    .values({ purpose: purposes[kind], hash, userId, target, expiresAt: sql`now() + interval '400 days'` });
}

/** What a link stands for, while its person is there. */
export async function findLink(db: Db, hash: Buffer) {
  const [row] = await db
    .select({
      id: tokens.id,
      purpose: tokens.purpose,
      target: tokens.target,
      usedAt: tokens.usedAt,
      user: { id: users.id, name: users.name, username: users.username, locale: users.locale },
    })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(
      and(
        eq(tokens.hash, hash),
        or(eq(tokens.purpose, purposes.visit), eq(tokens.purpose, purposes.stop)),
        sql`${tokens.expiresAt} > now()`,
        isNull(users.deactivatedAt),
        isNull(users.erasedAt),
      ),
    );
  if (!row) return undefined;
  const kind: LinkKind = row.purpose === purposes.visit ? 'visit' : 'stop';
  return { id: row.id, kind, target: row.target ?? '', used: row.usedAt !== null, user: row.user };
}
export type FoundLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** Gives a link back whose action was refused. */
export async function giveBackLink(db: Db, id: number): Promise<void> {
  await db.update(tokens).set({ usedAt: null }).where(eq(tokens.id, id));
}

export interface PhoneOwner {
  readonly id: number;
  readonly role: Role;
  readonly locale: Lang;
}

/** Everyone whom texts to this number reach: a family shares a phone. */
export async function ownersOfPhone(db: Db, phone: string): Promise<PhoneOwner[]> {
  return db
    .select({ id: users.id, role: users.role, locale: users.locale })
    .from(users)
    .where(and(eq(users.phone, phone), sql`${users.search} like ${`%|${phone}|%`}`, isNull(users.erasedAt)))
    .limit(50);
}
