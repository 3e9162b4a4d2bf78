import type { Db } from '#server/engine/db/connect.ts';
import type { MessageKind } from '#shared/domain/message-kinds.ts';
import { insertMessages, type NewMessage } from './queries.ts';

/**
 * Inserts a message into the outbox, in the transaction of the change: neither exists without the other.
 * Returns whether it is new; an existing key is left unchanged. Messages in the app are visible at once.
 */
export async function enqueue<K extends MessageKind>(db: Db, message: NewMessage<K>): Promise<boolean> {
  return (await insertMessages(db, [message])) > 0;
}
