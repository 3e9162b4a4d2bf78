import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Letterhead } from '#server/engine/delivery/render.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { SentMessage } from '#shared/contract/logs.ts';
import { senderNameIn } from '#shared/domain/clinic-settings.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { selectMessagesTo } from './message-queries.ts';
import { presentMessage } from './messages.ts';

export async function loadLetterhead(deps: Deps, lang: Lang): Promise<Letterhead> {
  const { PUBLIC_URL, GATEWAY_SECRET } = deps.config;
  return {
    sender: senderNameIn(lang, await currentSettings(deps)),
    publicUrl: PUBLIC_URL,
    takesReplies: GATEWAY_SECRET !== undefined,
  };
}

/** Messages to a person, with their stored text; codes and links are hidden. */
export async function listMessagesSentTo(db: Db, head: Letterhead, userId: number): Promise<SentMessage[]> {
  const rows = await selectMessagesTo(db, userId);
  return rows.map((row) => presentMessage(row, new Map(), head, true));
}
