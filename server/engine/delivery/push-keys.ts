import webPush from 'web-push';
import type { Db } from '#server/engine/db/connect.ts';
import type { Cache } from '#server/engine/live/cache.ts';
import { keepPushKeys, type PushKeys } from './push-queries.ts';

/** This clinic's keys for Web Push, made at the first start. Ask outside a transaction. */
export const pushKeys = (deps: { cache: Cache; db: Db }): Promise<PushKeys> =>
  deps.cache.get('push-keys', 'current', () => keepPushKeys(deps.db, () => webPush.generateVAPIDKeys()));
