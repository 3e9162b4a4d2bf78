import { and, eq, ne, sql } from 'drizzle-orm';
import { sessions } from '#server/db/schema/accounts.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import { pinUnlockMs } from '#shared/domain/people/password-rules.ts';
import type { SessionAwaits } from './viewers.ts';

/** Extends the session after activity. */
export async function touchSession(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  const open = sql<Date>`case when ${sessions.unlockedUntil} > ${now.toISOString()}::timestamptz
    then ${addMilliseconds(now, pinUnlockMs).toISOString()}::timestamptz end`;
  await db
    .update(sessions)
    .set({ seenAt: now, unlockedUntil: open })
    .where(eq(sessions.tokenHash, tokenHash));
}

export interface NewSession {
  readonly tokenHash: Buffer;
  readonly userId: number;
  readonly idleSeconds: number;
  readonly expiresAt: Date;
  readonly now: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly awaits: SessionAwaits;
  readonly provedAt: Date;
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db.insert(sessions).values({
    tokenHash: session.tokenHash,
    userId: session.userId,
    idle: `${session.idleSeconds} seconds`,
    expiresAt: session.expiresAt,
    createdAt: session.now,
    seenAt: session.now,
    ip: session.ip,
    userAgent: session.userAgent?.slice(0, 400) ?? null,
    awaits: session.awaits,
    provedAt: session.provedAt,
  });
}

/** Replaces the token of a session; false if the session has ended or already has another token. */
export async function renewToken(
  db: Db,
  tokenHash: Buffer,
  { next, ...proved }: { next: Buffer; provedAt?: Date },
): Promise<boolean> {
  const renewed = await db
    .update(sessions)
    .set({ tokenHash: next, ...proved })
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ userId: sessions.userId });
  return renewed.length > 0;
}

/**
 * Opens the session in which the user set up a required second step. Ends her other sessions that waited for
 * it, because they only have a password.
 */
export async function endSetUp(db: Db, userId: number, tokenHash: Buffer): Promise<void> {
  const waiting = and(eq(sessions.userId, userId), eq(sessions.awaits, 'second-step-setup'));
  await db.delete(sessions).where(and(waiting, ne(sessions.tokenHash, tokenHash)));
  await db.update(sessions).set({ awaits: null }).where(waiting);
}

/** Ends a session and returns its user; null if it had already ended. */
export async function deleteSession(db: Db, tokenHash: Buffer): Promise<number | null> {
  const [ended] = await db
    .delete(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ userId: sessions.userId });
  return ended?.userId ?? null;
}

/** For the metrics: messages queued and given up, by channel; how late the periodic tasks are, in seconds. */
export async function queueFigures(db: Db, now: Date) {
  const at = now.toISOString();
  const channels = await db.execute<{ channel: string; due: number; dead: number }>(sql`
    select channel, count(*) filter (where state = 'queued')::int as due,
      count(*) filter (where state = 'dead')::int as dead
    from messages where (state = 'queued' and run_at <= ${at}::timestamptz) or state = 'dead'
      group by channel order by channel`);
  const tasks = await db.execute<{ name: string; late: number; okAge: number | null }>(sql`
    select name, greatest(0, extract(epoch from ${at}::timestamptz - due_at))::float8 as late,
      extract(epoch from ${at}::timestamptz - last_ok_at)::float8 as "okAge"
      from tasks order by name`);
  return { channels: channels.rows, tasks: tasks.rows };
}

/** Deletes expired sessions, links, codes and rate limits. */
export async function purgeExpired(db: Db, now: Date, linksUntil: Date): Promise<void> {
  const at = now.toISOString();
  await db.execute(
    sql`delete from sessions where expires_at < ${at}::timestamptz or seen_at + idle < ${at}::timestamptz`,
  );
  await db.execute(sql`delete from tokens where expires_at < ${linksUntil.toISOString()}::timestamptz`);
  await db.execute(sql`delete from throttles where expire < ${now.getTime()}`);
}
