import { and, eq, gte } from 'drizzle-orm';
import { credentials, visitLocks } from '#server/db/schema/accounts.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import { temporaryPasswordDays } from '#shared/domain/people/password-rules.ts';

/**
 * Saves a password, or a handed-over one, which must be replaced within a time. Handing over happens at the
 * desk, so an earlier reset by mail no longer matters.
 */
export async function savePassword(
  db: Db,
  userId: number,
  passwordHash: string,
  mustChange: boolean,
  now: Date,
): Promise<void> {
  const expiresAt = mustChange ? addMilliseconds(now, temporaryPasswordDays * 24 * 3600 * 1000) : null;
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

/** Removes the account's password. */
export async function deletePassword(db: Db, userId: number): Promise<void> {
  await db.delete(credentials).where(eq(credentials.userId, userId));
}

/** The hash of a person's password; undefined if none was ever set. */
export async function findPasswordHash(db: Db, userId: number): Promise<string | null> {
  const [row] = await db
    .select({ hash: credentials.passwordHash })
    .from(credentials)
    .where(eq(credentials.userId, userId));
  return row?.hash ?? null;
}

/** Whether the password was set by a mailed link; later passwords keep the mark. */
export async function recordPasswordReset(db: Db, userId: number, resetAt: Date): Promise<void> {
  await db.update(credentials).set({ resetAt }).where(eq(credentials.userId, userId));
}

/** Whether the password was set by a mailed link after the appointments were locked. */
export async function wasResetSinceLock(db: Db, userId: number): Promise<boolean> {
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

/** Updates the hash of the same password; false if the hash has changed meanwhile. */
export async function replacePasswordHash(
  db: Db,
  userId: number,
  was: string,
  passwordHash: string,
): Promise<boolean> {
  const renewed = await db
    .update(credentials)
    .set({ passwordHash })
    .where(and(eq(credentials.userId, userId), eq(credentials.passwordHash, was)))
    .returning({ userId: credentials.userId });
  return renewed.length > 0;
}

/** Ends the lock of the appointments; false if there is none. */
export async function deleteLock(db: Db, userId: number): Promise<boolean> {
  const gone = await db
    .delete(visitLocks)
    .where(eq(visitLocks.userId, userId))
    .returning({ userId: visitLocks.userId });
  return gone.length > 0;
}
