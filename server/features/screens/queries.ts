import { and, desc, eq, isNull } from 'drizzle-orm';
import { screens } from '#server/db/schema/screens.ts';
import { users } from '#server/db/schema/users.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isAtViewerBranch } from '#server/features/users/branch-queries.ts';
import { isNotOwner } from '#server/features/users/queries.ts';
import type { Screen } from '#shared/contract/screens.ts';

/** The valid links of a branch. */
export async function listScreensOfBranch(db: Db, viewer: Viewer, locationId: number): Promise<Screen[]> {
  const rows = await db
    .select({
      id: screens.id,
      locationId: screens.locationId,
      kind: screens.kind,
      createdAt: screens.createdAt,
      createdBy: users.name,
      seenAt: screens.seenAt,
    })
    .from(screens)
    .leftJoin(users, and(eq(users.id, screens.createdBy), isNotOwner(viewer)))
    .where(and(eq(screens.locationId, locationId), isNull(screens.revokedAt)))
    .orderBy(desc(screens.id));
  return rows.map((row) => ({
    ...row,
    createdBy: row.createdBy ?? '',
    createdAt: row.createdAt.toISOString(),
    seenAt: row.seenAt?.toISOString() ?? null,
  }));
}

export async function insertScreen(
  db: Db,
  screen: { locationId: number; kind: Screen['kind']; tokenHash: Buffer; createdBy: number; createdAt: Date },
): Promise<number> {
  const [row] = await db.insert(screens).values(screen).returning({ id: screens.id });
  if (!row) throw new Error('a screen was not inserted');
  return row.id;
}

/** Ends a link of a branch of the viewer; returns the branch, if there is such a link. */
export async function endScreen(
  db: Db,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<{ locationId: number } | undefined> {
  const [row] = await db
    .update(screens)
    .set({ revokedAt: now })
    .where(and(eq(screens.id, id), isNull(screens.revokedAt), isAtViewerBranch(viewer, screens.locationId)))
    .returning({ locationId: screens.locationId });
  return row;
}

export async function findScreenByToken(db: Db, kind: Screen['kind'], tokenHash: Buffer) {
  const [row] = await db
    .select({ id: screens.id, locationId: screens.locationId, seenAt: screens.seenAt })
    .from(screens)
    .where(and(eq(screens.tokenHash, tokenHash), eq(screens.kind, kind), isNull(screens.revokedAt)));
  return row;
}

const lastUseIntervalMs = 60_000;

/** Updates the time of the last use, at most once a minute. */
export async function recordScreenUse(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, seenAt }: { id: number; seenAt: Date | null },
): Promise<void> {
  const at = now();
  if (seenAt && at.getTime() - seenAt.getTime() <= lastUseIntervalMs) return;
  await db.update(screens).set({ seenAt: at }).where(eq(screens.id, id));
}
