import { type Letterhead, render } from '#server/engine/delivery/render.ts';
import type { SentMessage } from '#shared/contract/logs.ts';
import { messageKindOf } from '#shared/domain/message-kinds.ts';
import type { MessageParams } from '#shared/messages/catalogue.ts';
import { canSendAgain, type SentMessageRow } from './message-queries.ts';

const statesWithText = new Set<SentMessage['state']>(['queued', 'failed', 'kept', 'dead']);

/**
 * A message as an admin reads it, while its text is stored. Codes and links open accounts, so they are shown
 * only on loopback, where the clinic is tried without a mail server.
 */
export function presentMessage(
  row: SentMessageRow,
  names: ReadonlyMap<number, string>,
  letterhead: Letterhead,
  masked: boolean,
): SentMessage {
  const { id, cursor: _, ageSeconds: __, locale, params, secrets, createdAt, doneAt, ...rest } = row;
  const template = messageKindOf(row.template);
  const letter = { locale, params: params as MessageParams, secrets };
  const words = template ? render({ ...letter, template }, letterhead, { masked }) : null;
  const isText = row.channel === 'sms' || row.channel === 'whatsapp';
  const shown = row.channel === 'app' || statesWithText.has(row.state);
  return {
    ...rest,
    id: String(id),
    recipient: row.userId === null ? null : (names.get(row.userId) ?? null),
    subject: words?.subject ?? null,
    body: words && shown ? (row.channel === 'email' ? words.text : isText ? words.sms : words.short) : null,
    canSendAgain: canSendAgain(row),
    createdAt: createdAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  };
}
