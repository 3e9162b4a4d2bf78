import type { Db } from '#server/engine/db/connect.ts';
import type { Letterhead } from '#server/engine/delivery/render.ts';
import type { SentMessage } from '#shared/contract/logs.ts';
import { selectMessagesTo } from './message-queries.ts';
import { presentMessage } from './messages.ts';

/** Messages to a person, with their stored text; codes and links are hidden. */
export async function listMessagesSentTo(db: Db, head: Letterhead, userId: number): Promise<SentMessage[]> {
  const rows = await selectMessagesTo(db, userId);
  return rows.map((row) => presentMessage(row, new Map(), head, true));
}
