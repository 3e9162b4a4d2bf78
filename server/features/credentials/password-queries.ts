import { and, eq, gte } from 'drizzle-orm';
import { credentials, visitLocks } from '#server/db/schema/accounts.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { later } from '#shared/domain/clinic-time.ts';
import { handedOverPasswordDays } from '#shared/domain/people/password-rules.ts';

/**
 * A password of one's own, or one to be handed over: that one must be replaced, and while it is good. Who was
 * handed one stood at the desk, so that a reset before it says nothing of her any more.
 */
export async function savePassword(
  db: Db,
  userId: number,
  passwordHash: string,
  mustChange: boolean,
  now: Date,
): Promise<void> {
  const expiresAt = mustChange ? later(now, handedOverPasswordDays * 24 * 3600 * 1000) : null;
  const row = {
    passwordHash,
    mustChange,
    changedAt: now,
    expiresAt,
    ...(mustChange ? { resetAt: null } : {}),
  };
  await db
    .insert(credentials)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: credentials.userId, set: row });
}

/** The account has no password any more. */
export async function deletePassword(db: Db, userId: number): Promise<void> {
  await db.delete(credentials).where(eq(credentials.userId, userId));
}

/** The hash of somebody's password; none for who never chose one. */
export async function passwordHashOf(db: Db, userId: number): Promise<string | null> {
  const [row] = await db
    .select({ hash: credentials.passwordHash })
    .from(credentials)
    .where(eq(credentials.userId, userId));
  return row?.hash ?? null;
}

/** It was set by the link of a mail, and stays so of what is chosen after it. */
export async function noteReset(db: Db, userId: number, resetAt: Date): Promise<void> {
  await db.update(credentials).set({ resetAt }).where(eq(credentials.userId, userId));
}

/** Was her password set by the link of a mail since she locked her visits? */
export async function resetSinceLocked(db: Db, userId: number): Promise<boolean> {
  const rows = await db
    .select({ userId: credentials.userId })
    .from(credentials)
    .innerJoin(visitLocks, eq(visitLocks.userId, credentials.userId))
    .where(and(eq(credentials.userId, userId), gte(credentials.resetAt, visitLocks.setAt)));
  return rows.length > 0;
}

export async function requireNewPassword(db: Db, userId: number): Promise<void> {
  await db.update(credentials).set({ mustChange: true }).where(eq(credentials.userId, userId));
}

/** The same password in today's hash; false where the hash is another by now. */
export async function renewHash(db: Db, userId: number, was: string, passwordHash: string): Promise<boolean> {
  const renewed = await db
    .update(credentials)
    .set({ passwordHash })
    .where(and(eq(credentials.userId, userId), eq(credentials.passwordHash, was)))
    .returning({ userId: credentials.userId });
  return renewed.length > 0;
}
