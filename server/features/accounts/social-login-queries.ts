import { and, eq, sql } from 'drizzle-orm';
import { credentials, identities } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Identity, ProviderName } from '#server/engine/identity/provider.ts';

type IdentityKey = Pick<Identity, 'provider' | 'subject'>;

/** Lock that serializes sign-ins of one identity until the transaction ends. */
export async function lockIdentity(db: Db, { provider, subject }: IdentityKey): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`identity ${provider} ${subject}`}))`);
}

/** The account of an identity, if any. */
export async function findAccountByIdentity(db: Db, { provider, subject }: IdentityKey) {
  const [row] = await db
    .select({ id: users.id, role: users.role, deactivatedAt: users.deactivatedAt })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.provider, provider), eq(identities.subject, subject)));
  return row;
}

/** A person has one identity per provider: a new one replaces the old one. */
export async function saveIdentity(
  db: Db,
  { provider, subject }: IdentityKey,
  userId: number,
): Promise<void> {
  await deleteIdentity(db, userId, provider);
  await db.insert(identities).values({ provider, subject, userId });
}

export async function listIdentities(db: Db, userId: number): Promise<{ provider: string }[]> {
  return db
    .select({ provider: identities.provider })
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(identities.provider);
}

export async function deleteIdentity(db: Db, userId: number, provider: ProviderName): Promise<boolean> {
  const deleted = await db
    .delete(identities)
    .where(and(eq(identities.userId, userId), eq(identities.provider, provider)))
    .returning({ provider: identities.provider });
  return deleted.length > 0;
}

/** Unlinks every provider of the account. */
export async function deleteIdentitiesOf(db: Db, userId: number): Promise<void> {
  await db.delete(identities).where(eq(identities.userId, userId));
}

/** Whether the account has a way to sign in: a password, a confirmed contact or a provider. */
export async function hasSignInMethod(db: Db, userId: number): Promise<boolean> {
  const { rows } = await db.execute<{ another: boolean }>(sql`select
    exists (select 1 from ${credentials} where user_id = ${userId})
    or exists (select 1 from ${identities} where user_id = ${userId})
    or exists (select 1 from ${users} where id = ${userId} and (email_confirmed_at is not null
      or phone_confirmed_at is not null)) as another`);
  return rows[0]?.another === true;
}
