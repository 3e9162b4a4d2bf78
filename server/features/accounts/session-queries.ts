import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { sessions } from '#server/db/schema/accounts.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';

/** Public id of a session: the first half of its token's hash, which opens nothing. */
const publicId = sql<string>`left(encode(${sessions.tokenHash}, 'hex'), 32)`;

/** Maximum length of the list; ending all sessions also ends those beyond it. */
const maxShownSessions = 30;

/** The viewer's active sessions, most recently used first. */
export async function listOwnSessions(db: Db, viewer: Viewer, now: Date) {
  return db
    .select({
      id: publicId,
      current: sql<boolean>`${sessions.tokenHash} = ${viewer.tokenHash}`,
      userAgent: sessions.userAgent,
      ip: sessions.ip,
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, viewer.id),
        gt(sessions.expiresAt, now),
        sql`${sessions.seenAt} + ${sessions.idle} > ${now.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(desc(sessions.seenAt))
    .limit(maxShownSessions);
}

export async function deleteOwnSession(db: Db, viewer: Viewer, id: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, viewer.id), eq(publicId, id)))
    .returning({ id: publicId });
  return ended.length > 0;
}

export async function deleteOtherSessions(db: Db, viewer: Viewer): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, viewer.id), ne(sessions.tokenHash, viewer.tokenHash)));
}
