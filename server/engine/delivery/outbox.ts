import type { Db } from '#server/engine/db/connect.ts';
import type { MessageKind } from '#shared/domain/message-kinds.ts';
import { insertMessages, type NewMessage } from './queries.ts';

/**
 * Puts a message in the outbox, in the transaction of the change it tells of: no change without its message,
 * no message without its change. Says whether it is new: a key that is already there is left alone. In-app
 * messages are there at once.
 */
export async function enqueue<K extends MessageKind>(db: Db, message: NewMessage<K>): Promise<boolean> {
  return (await insertMessages(db, [message])) > 0;
}
