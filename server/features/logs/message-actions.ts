import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Letterhead } from '#server/engine/delivery/render.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { SentMessage } from '#shared/contract/logs.ts';
import { senderIn } from '#shared/domain/clinic-settings.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { messagesTo } from './message-queries.ts';
import { presentMessage } from './messages.ts';

export async function letterhead(deps: Deps, lang: Lang): Promise<Letterhead> {
  const { PUBLIC_URL, GATEWAY_SECRET } = deps.config;
  return {
    sender: senderIn(lang, await currentSettings(deps)),
    publicUrl: PUBLIC_URL,
    takesReplies: GATEWAY_SECRET !== undefined,
  };
}

/** Messages to a person, with their stored text; codes and links are hidden. */
export async function sentTo(db: Db, head: Letterhead, userId: number): Promise<SentMessage[]> {
  const rows = await messagesTo(db, userId);
  return rows.map((row) => presentMessage(row, new Map(), head, true));
}
