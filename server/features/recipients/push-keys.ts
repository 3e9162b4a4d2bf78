import webPush from 'web-push';
import type { Db } from '#server/engine/db/connect.ts';
import type { PushKeys, PushStore } from '#server/engine/delivery/push-store.ts';
import type { Cache } from '#server/engine/live/cache.ts';
import { deleteSubscription, keepPushKeys, subscriptionsOf } from './push-queries.ts';

/** This clinic's keys for Web Push, made at the first start. Ask outside a transaction. */
export const pushKeys = (deps: { cache: Cache; db: Db }): Promise<PushKeys> =>
  deps.cache.get('push-keys', 'current', () => keepPushKeys(deps.db, () => webPush.generateVAPIDKeys()));

export const pushStore: PushStore = { keys: pushKeys, subscriptionsOf, deleteSubscription };
