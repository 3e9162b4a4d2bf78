import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { credentials, sessions } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';

/** The person behind a session's token, while the session is neither idle too long nor over. */
export async function sessionOwner(db: Db, tokenHash: Buffer, now: Date) {
  const [row] = await db
    .select({
      id: users.id,
      role: users.role,
      name: users.name,
      username: users.username,
      locale: users.locale,
      isSuperAdmin: users.isSuperAdmin,
      mustChange: credentials.mustChange,
      branches: sql<number[] | null>`case when ${users.role} = 'receptionist' then
        (select array_agg(s.location_id) from staff_locations s where s.user_id = ${users.id}) end`,
      startedAt: sessions.createdAt,
      seenAt: sessions.seenAt,
      expiresAt: sessions.expiresAt,
      idleSeconds: sql<number>`extract(epoch from ${sessions.idle})`.mapWith(Number),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        gt(sessions.expiresAt, now),
        sql`${sessions.seenAt} + ${sessions.idle} > ${now.toISOString()}::timestamptz`,
        isNull(users.deactivatedAt),
        isNull(users.erasedAt),
      ),
    );
  return row;
}

export async function touchSession(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db.update(sessions).set({ seenAt: now }).where(eq(sessions.tokenHash, tokenHash));
}

export interface NewSession {
  readonly tokenHash: Buffer;
  readonly userId: number;
  readonly idleSeconds: number;
  readonly expiresAt: Date;
  readonly now: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
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
  });
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

export async function deleteSessionsOf(db: Db, userId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

/**
 * For the metrics: what waits and what was given up, by channel; how late the periodic jobs are, in seconds.
 */
export async function queueFigures(db: Db, now: Date) {
  const at = now.toISOString();
  const channels = await db.execute<{ channel: string; due: number; dead: number }>(sql`
    select channel, count(*) filter (where state = 'queued')::int as due,
      count(*) filter (where state = 'dead')::int as dead
    from messages where (state = 'queued' and run_at <= ${at}::timestamptz) or state = 'dead'
      group by channel order by channel`);
  const tasks = await db.execute<{ name: string; late: number }>(sql`
    select name, greatest(0, extract(epoch from ${at}::timestamptz - due_at))::float8 as late
      from tasks order by name`);
  return { channels: channels.rows, tasks: tasks.rows };
}

/** What nobody can use any more: sessions, links and codes, throttles. */
export async function purgeExpired(db: Db, now: Date, linksUntil: Date): Promise<void> {
  const at = now.toISOString();
  await db.execute(
    sql`delete from sessions where expires_at < ${at}::timestamptz or seen_at + idle < ${at}::timestamptz`,
  );
  await db.execute(sql`delete from tokens where expires_at < ${linksUntil.toISOString()}::timestamptz`);
  await db.execute(sql`delete from throttles where expire < ${now.getTime()}`);
}
