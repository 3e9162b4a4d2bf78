import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { apiKeys } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isNotOwner } from '#server/features/users/queries.ts';
import type { ApiKey } from '#shared/contract/connections/api-keys.ts';

/** API keys that were not revoked, of every admin; without the owner's name. */
export async function listActiveApiKeys(db: Db, viewer: Viewer, now: Date): Promise<ApiKey[]> {
  const named = isNotOwner(viewer) ?? sql`true`;
  const rows = await db
    .select({ key: apiKeys, maker: users, named: sql<boolean>`${named}` })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.createdBy))
    .where(isNull(apiKeys.revokedAt))
    .orderBy(desc(apiKeys.id));
  return rows.map(({ key, maker, named: isNamed }) => ({
    ...key,
    createdAt: key.createdAt.toISOString(),
    createdBy: isNamed ? maker.name : '',
    expiresAt: key.expiresAt?.toISOString() ?? null,
    usedAt: key.usedAt?.toISOString() ?? null,
    state: computeKeyState(key, maker, now),
  }));
}

function computeKeyState(
  { expiresAt }: typeof apiKeys.$inferSelect,
  { role, deactivatedAt, erasedAt }: typeof users.$inferSelect,
  now: Date,
): ApiKey['state'] {
  if (role !== 'admin' || deactivatedAt !== null || erasedAt !== null) return 'orphaned';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'good';
}

export async function insertKey(db: Db, key: typeof apiKeys.$inferInsert): Promise<number> {
  const [row] = await db.insert(apiKeys).values(key).returning({ id: apiKeys.id });
  if (!row) throw new Error('a key was not inserted');
  return row.id;
}

/** Revokes an active key; returns its name. */
export async function markKeyRevoked(db: Db, id: number, now: Date): Promise<string | undefined> {
  const [row] = await db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning({ name: apiKeys.name });
  return row?.name;
}
