import { and, eq, notExists, sql } from 'drizzle-orm';
import webPush from 'web-push';
import { contentVersions } from '#server/db/schema/homepage.ts';
import { pushSubscriptions } from '#server/db/schema/messages.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import type { PushKeys, PushStore } from '#server/engine/delivery/push-store.ts';
import type { Cache } from '#server/engine/live/cache.ts';

export async function subscriptionsOf(db: Db, userId: number) {
  return db
    .select({ endpoint: pushSubscriptions.endpoint, keys: pushSubscriptions.keys })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
}

/** A person who stopped messages by a channel, also in a record that was merged into hers. */
const hasStopped = sql`exists (select from events where action = 'stopped' and patient_id in (
  select users.id union all select merged.id from users merged where merged.merged_into = users.id))`;

/**
 * Without any browser, push is no longer a channel of the person until she turns it on again. If it was her
 * only channel, she has the default channels, unless she ever stopped messages.
 */
export async function removePushIfUnsubscribed(db: Db, userId: number): Promise<void> {
  const hers = db
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
  const others = sql`array_remove(${users.channels}, 'push')`;
  await db
    .update(users)
    .set({
      channels: sql`case when ${hasStopped} then ${others} else nullif(${others}, '{}') end`,
      version: sql`${users.version} + 1`,
    })
    .where(and(eq(users.id, userId), sql`'push' = any(${users.channels})`, notExists(hers)));
}

/** Deletes a subscription that its push service no longer knows. */
export async function deleteSubscription(db: Db, endpoint: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [gone] = await tx
      .delete(pushSubscriptions)
      .where(eq(pushSubscriptions.endpoint, endpoint))
      .returning({ userId: pushSubscriptions.userId });
    if (gone) await removePushIfUnsubscribed(tx, gone.userId);
  });
}

/**
 * Deletes all push subscriptions of a person. A subscription does not name its session, so ending a session
 * on another device ends all of them.
 */
export async function deleteAllSubscriptions(db: Db, userId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
    await removePushIfUnsubscribed(tx, userId);
  });
}

const pushKeysLock = 7_402_320;

/** The VAPID keys of this clinic: made once, by whichever process is first, and stored in the database. */
async function ensurePushKeys(db: Db, make: () => PushKeys): Promise<PushKeys> {
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

/** The clinic's keys for Web Push, made at the first start. Call it outside a transaction. */
export const loadPushKeys = (deps: { cache: Cache; db: Db }): Promise<PushKeys> =>
  deps.cache.get('push-keys', 'current', () => ensurePushKeys(deps.db, () => webPush.generateVAPIDKeys()));

export const pushStore: PushStore = {
  keys: loadPushKeys,
  subscriptionsOf,
  deleteSubscription,
  removePushIfUnsubscribed,
};
