import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { tokens } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';

export type TokenPurpose =
  | 'reset-password'
  | 'confirm-email'
  | 'confirm-phone'
  | 'agree-visits'
  | 'agree-notes'
  | 'sign-in-code'
  | 'sign-in-link'
  | 'passkey';

export interface NewToken {
  readonly purpose: TokenPurpose;
  readonly hash: Buffer;
  readonly userId?: number | null;
  readonly target: string;
  readonly expiresAt: Date;
}

const day = 24 * 3600 * 1000;

/** What the message of a code is known by. */
export const codeMessageKey = (id: number): string => `code:${id}`;

export async function insertToken(db: Db, token: NewToken, now: Date): Promise<number> {
  await db.delete(tokens).where(lt(tokens.expiresAt, addMilliseconds(now, -day)));
  const [row] = await db
    .insert(tokens)
    .values({ ...token, userId: token.userId ?? null })
    .returning({ id: tokens.id });
  return row?.id ?? 0;
}

export async function deleteTokensOf(db: Db, purpose: TokenPurpose, userId: number): Promise<void> {
  await db.delete(tokens).where(and(eq(tokens.purpose, purpose), eq(tokens.userId, userId)));
}

export async function deleteToken(db: Db, id: number): Promise<void> {
  await db.delete(tokens).where(eq(tokens.id, id));
}

/**
 * A row without a valid code or account, so that the answer looks the same: remaining tries and waiting time.
 * False if there is a used or expired one.
 */
export async function replaceByDeadCode(db: Db, id: number, hash: Buffer): Promise<boolean> {
  const emptied = await db
    .update(tokens)
    .set({ userId: null, hash })
    .where(and(eq(tokens.id, id), isNull(tokens.usedAt)))
    .returning({ id: tokens.id });
  return emptied.length > 0;
}

/** The link with this hash, unless it is used or expired. */
const isUsableLink = (purpose: TokenPurpose, hash: Buffer, now: Date) =>
  and(eq(tokens.purpose, purpose), eq(tokens.hash, hash), isNull(tokens.usedAt), gt(tokens.expiresAt, now));

/** The link of a token, while it can be used. */
export async function findUsableLink(db: Db, purpose: TokenPurpose, hash: Buffer, now: Date) {
  const [row] = await db
    .select({ userId: tokens.userId, target: tokens.target })
    .from(tokens)
    .where(isUsableLink(purpose, hash, now));
  return row;
}

/** Uses up a link and returns its row; undefined if it is unknown, used or expired. */
export async function spendLink(db: Db, purpose: TokenPurpose, hash: Buffer, now: Date) {
  const [row] = await db
    .update(tokens)
    .set({ usedAt: now })
    .where(isUsableLink(purpose, hash, now))
    .returning({ userId: tokens.userId, target: tokens.target });
  return row;
}

/** Serializes two requests for one address's code until the transaction ends. */
export async function lockCodeTarget(db: Db, address: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`code ${address}`}))`);
}

/**
 * The codes sent to a phone or e-mail that can still be used, newest first. `target` begins with the address.
 */
export async function listUsableCodes(db: Db, purpose: TokenPurpose, address: string, now: Date) {
  return db
    .select({
      id: tokens.id,
      target: tokens.target,
      userId: tokens.userId,
      tries: tokens.tries,
      expiresAt: tokens.expiresAt,
    })
    .from(tokens)
    .where(
      and(
        eq(tokens.purpose, purpose),
        sql`split_part(${tokens.target}, ' ', 1) = ${address}`,
        isNull(tokens.usedAt),
        gt(tokens.expiresAt, now),
      ),
    )
    .orderBy(sql`${tokens.id} desc`);
}

/** Counts a try of a code before comparing it; undefined if none is left. */
export async function countCodeTry(db: Db, id: number, allowed: number) {
  const [row] = await db
    .update(tokens)
    .set({ tries: sql`${tokens.tries} + 1` })
    .where(and(eq(tokens.id, id), isNull(tokens.usedAt), lt(tokens.tries, allowed)))
    .returning({ hash: tokens.hash, tries: tokens.tries });
  return row;
}

/** Confirms the address if it is still the account's. */
export async function confirmEmail(db: Db, userId: number, email: string, now: Date): Promise<boolean> {
  const confirmed = await db
    .update(users)
    .set({ emailConfirmedAt: now, version: sql`${users.version} + 1` })
    .where(
      and(eq(users.id, userId), sql`handle(${users.email}) = handle(${email})`, isNull(users.deactivatedAt)),
    )
    .returning({ id: users.id });
  return confirmed.length > 0;
}

/** Phones are compared in their stored form; an e-mail by its handle. */
export async function confirmPhone(db: Db, userId: number, phone: string, now: Date): Promise<boolean> {
  const confirmed = await db
    .update(users)
    .set({ phoneConfirmedAt: now, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, userId), eq(users.phone, phone)))
    .returning({ id: users.id });
  return confirmed.length > 0;
}
