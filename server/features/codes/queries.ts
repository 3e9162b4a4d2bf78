import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { tokens } from '#server/db/schema/accounts.ts';

export type Purpose = 'reset-password' | 'confirm-email' | 'confirm-phone' | 'sign-in-code';

export interface NewToken {
  readonly purpose: Purpose;
  readonly hash: Buffer;
  readonly userId?: number | null;
  readonly target: string;
  readonly expiresAt: Date;
}

const day = 24 * 3600 * 1000;

export async function insertToken(db: Db, token: NewToken, now: Date): Promise<number> {
  await db.delete(tokens).where(lt(tokens.expiresAt, new Date(now.getTime() - day)));
  const [row] = await db
    .insert(tokens)
    .values({ ...token, userId: token.userId ?? null })
    .returning({ id: tokens.id });
  return row?.id ?? 0;
}

export async function deleteTokensOf(db: Db, purpose: Purpose, userId: number): Promise<void> {
  await db.delete(tokens).where(and(eq(tokens.purpose, purpose), eq(tokens.userId, userId)));
}

export async function deleteToken(db: Db, id: number): Promise<void> {
  await db.delete(tokens).where(eq(tokens.id, id));
}

/** Spends a link: the row it stood for, once; nothing when it is unknown, used or too old. */
export async function spendLink(db: Db, purpose: Purpose, hash: Buffer, now: Date) {
  const [row] = await db
    .update(tokens)
    .set({ usedAt: now })
    .where(and(eq(tokens.purpose, purpose), eq(tokens.hash, hash), isNull(tokens.usedAt), gt(tokens.expiresAt, now)))
    .returning({ userId: tokens.userId, target: tokens.target });
  return row;
}

/** The codes sent to a phone that can still be used, newest first. `target` begins with the phone. */
export async function liveCodes(db: Db, purpose: Purpose, phone: string, now: Date) {
  return db
    .select({ id: tokens.id, target: tokens.target, userId: tokens.userId, tries: tokens.tries, expiresAt: tokens.expiresAt })
    .from(tokens)
    .where(
      and(
        eq(tokens.purpose, purpose),
        sql`split_part(${tokens.target}, ' ', 1) = ${phone}`,
        isNull(tokens.usedAt),
        gt(tokens.expiresAt, now),
      ),
    )
    .orderBy(sql`${tokens.id} desc`);
}

/** Counts a try of a code before anything is compared; nothing when it has none left. */
export async function countTry(db: Db, id: number, allowed: number) {
  const [row] = await db
    .update(tokens)
    .set({ tries: sql`${tokens.tries} + 1` })
    .where(and(eq(tokens.id, id), isNull(tokens.usedAt), lt(tokens.tries, allowed)))
    .returning({ hash: tokens.hash, tries: tokens.tries });
  return row;
}

/** Spends a code that was right: false when somebody was quicker. */
export async function spendCode(db: Db, id: number, now: Date): Promise<boolean> {
  const spent = await db
    .update(tokens)
    .set({ usedAt: now })
    .where(and(eq(tokens.id, id), isNull(tokens.usedAt)))
    .returning({ id: tokens.id });
  return spent.length > 0;
}
