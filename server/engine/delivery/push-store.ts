import type { Db } from '#server/engine/db/connect.ts';
import type { Cache } from '#server/engine/live/cache.ts';

export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}
/** Reads and writes the keys of Web Push and the subscriptions of browsers. */
export interface PushStore {
  keys(deps: { cache: Cache; db: Db }): Promise<PushKeys>;
  subscriptionsOf(db: Db, userId: number): Promise<readonly PushSubscription[]>;
  /** Removes a subscription that its push service no longer knows. */
  deleteSubscription(db: Db, endpoint: string): Promise<void>;
  /** Removes push from the channels of a person who has no subscription left. */
  removePushIfUnsubscribed(db: Db, userId: number): Promise<void>;
}
