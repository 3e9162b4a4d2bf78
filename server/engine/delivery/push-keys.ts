import webPush from 'web-push';
import type { Deps } from '#server/deps.ts';
import { keepPushKeys, type PushKeys } from './push-queries.ts';

/** This clinic's keys for Web Push, made at the first start. Ask outside a transaction. */
export const pushKeys = (deps: Pick<Deps, 'cache' | 'db'>): Promise<PushKeys> =>
  deps.cache.get('push-keys', 'current', () => keepPushKeys(deps.db, () => webPush.generateVAPIDKeys()));
