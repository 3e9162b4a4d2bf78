import { eq } from 'drizzle-orm';
import { pushSubscriptions } from '#server/db/schema/messages.ts';
import type { Db } from '#server/engine/db/connect.ts';

export async function subscriptionsOf(db: Db, userId: number) {
  return db
    .select({ endpoint: pushSubscriptions.endpoint, keys: pushSubscriptions.keys })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
}

export async function deleteSubscription(db: Db, endpoint: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint));
}
