import { eq, sql } from 'drizzle-orm';
import { contentVersions } from '#server/db/schema/homepage.ts';
import { pushSubscriptions } from '#server/db/schema/messages.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';

export async function subscriptionsOf(db: Db, userId: number) {
  return db
    .select({ endpoint: pushSubscriptions.endpoint, keys: pushSubscriptions.keys })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
}

export async function deleteSubscription(db: Db, endpoint: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint));
}

export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}
const pushKeysLock = 7_402_320;

/**
 * The keys that browsers know this clinic by: made once, by whichever process comes first, and kept in the
 * database.
 */
export async function keepPushKeys(db: Db, make: () => PushKeys): Promise<PushKeys> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${pushKeysLock})`);
    const [row] = await tx
      .select({ body: contentVersions.body })
      .from(contentVersions)
      .where(eq(contentVersions.key, 'push-keys'))
      .limit(1);
    if (row) return row.body as PushKeys;
    const keys = make();
    await tx.insert(contentVersions).values({ key: 'push-keys', body: keys });
    return keys;
  });
}
