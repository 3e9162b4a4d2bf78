import { and, count, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { oneTimeSecrets, passkeys, recoveryCodes } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';

export async function listPasskeys(db: Db, userId: number) {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.createdAt);
}

export async function insertPasskey(db: Db, row: typeof passkeys.$inferInsert): Promise<boolean> {
  const kept = await db.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id });
  return kept.length > 0;
}

export async function deletePasskey(db: Db, userId: number, id: Buffer): Promise<boolean> {
  const gone = await db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id });
  return gone.length > 0;
}

/** A passkey and its owner, while the account is active. */
export async function findPasskey(db: Db, id: Buffer) {
  const [row] = await db
    .select({ passkey: passkeys, role: users.role })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(and(eq(passkeys.id, id), isNull(users.deactivatedAt), isNull(users.erasedAt)));
  return row;
}

/** Saves the authenticator's counter; false if a concurrent use saved a higher one. */
export async function savePasskeyCounter(
  db: Db,
  { id, counter: before }: { id: Buffer; counter: number },
  counter: number,
  now: Date,
): Promise<boolean> {
  const used = await db
    .update(passkeys)
    .set({ counter, usedAt: now })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, before)))
    .returning({ id: passkeys.id });
  return used.length > 0;
}

/** Saves an unconfirmed secret; a confirmed one stays until it is removed. */
export async function saveUnconfirmedSecret(db: Db, userId: number, secret: Buffer): Promise<boolean> {
  const saved = await db
    .insert(oneTimeSecrets)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: oneTimeSecrets.userId,
      set: { secret, lastStep: 0 },
      setWhere: isNull(oneTimeSecrets.confirmedAt),
    })
    .returning({ userId: oneTimeSecrets.userId });
  return saved.length > 0;
}

export async function findOneTimeSecret(db: Db, userId: number) {
  const [row] = await db.select().from(oneTimeSecrets).where(eq(oneTimeSecrets.userId, userId));
  return row;
}

/** Uses the code of a half minute, once; the first one confirms the secret. */
export async function consumeTimeStep(db: Db, userId: number, step: number, now: Date): Promise<boolean> {
  const taken = await db
    .update(oneTimeSecrets)
    .set({ lastStep: step, confirmedAt: sql`coalesce(${oneTimeSecrets.confirmedAt}, ${now.toISOString()})` })
    .where(and(eq(oneTimeSecrets.userId, userId), lt(oneTimeSecrets.lastStep, step)))
    .returning({ userId: oneTimeSecrets.userId });
  return taken.length > 0;
}

export async function deleteSecret(db: Db, userId: number): Promise<boolean> {
  const gone = await db
    .delete(oneTimeSecrets)
    .where(and(eq(oneTimeSecrets.userId, userId), isNotNull(oneTimeSecrets.confirmedAt)))
    .returning({ userId: oneTimeSecrets.userId });
  return gone.length > 0;
}

export async function replaceRecoveryCodes(db: Db, userId: number, hashes: Buffer[]): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  if (hashes.length > 0) await db.insert(recoveryCodes).values(hashes.map((hash) => ({ hash, userId })));
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.n ?? 0;
}

/** Uses up a recovery code; false if it is unknown, another person's or used. */
export async function spendRecoveryCode(db: Db, userId: number, hash: Buffer, now: Date): Promise<boolean> {
  const spent = await db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hash), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId });
  return spent.length > 0;
}

/** Whether the person has a second step. Recovery codes alone do not count. */
export async function hasSecondStep(db: Db, userId: number): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`
    select exists (select from passkeys where user_id = ${userId})
      or exists (select from one_time_secrets where user_id = ${userId} and confirmed_at is not null)
      as has`);
  return rows[0]?.has === true;
}

export async function deleteAllSecondSteps(db: Db, userId: number): Promise<void> {
  await db.delete(passkeys).where(eq(passkeys.userId, userId));
  await db.delete(oneTimeSecrets).where(eq(oneTimeSecrets.userId, userId));
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}
