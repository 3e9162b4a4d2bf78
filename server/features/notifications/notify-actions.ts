import type { Db } from '#server/engine/db/connect.ts';
import { addressOn, needsAddress } from '#server/engine/delivery/address.ts';
import { enqueue } from '#server/engine/delivery/outbox.ts';
import { type NewMessage, recipientOf } from '#server/engine/delivery/queries.ts';
import { hashToken, randomToken } from '#server/engine/secrets/tokens.ts';
import { insertLink, type LinkKind } from '#server/features/links/queries.ts';
import { type MessageChannel, messageKindRow, type PersonalKind } from '#shared/domain/message-kinds.ts';
import type { Lang } from '#shared/messages/catalogue.ts';

export type PersonalMessage = Omit<NewMessage<PersonalKind>, 'channel' | 'address' | 'locale' | 'userId'> & {
  readonly userId: number;
};

/** In the reader's language, whatever her browser would choose. */
async function link(db: Db, kind: LinkKind, userId: number, locale: Lang, target: string): Promise<string> {
  const token = randomToken();
  await insertLink(db, { kind, hash: hashToken(token), userId, target });
  return `${locale === 'ar' ? '/ar' : ''}/l/${token}`;
}

/**
 * What a message about a visit carries: one touch to confirm, cancel or move it, and one to hear no more this
 * way.
 */
async function links(
  db: Db,
  { userId, template, appointmentId }: PersonalMessage,
  locale: Lang,
  channel: MessageChannel,
): Promise<Record<string, string>> {
  const kind = messageKindRow(template);
  if (!needsAddress.has(channel) || !appointmentId || kind.links === 'none') return {};
  const stop = await link(db, 'stop', userId, locale, channel);
  return kind.links === 'visit and stop'
    ? { visit: await link(db, 'visit', userId, locale, String(appointmentId)), stop }
    : { stop };
}

/**
 * Tells a person something in the app and, in her language, by every channel she chose where her address is
 * known to be hers. `dedupeKey` is completed by the channel. Says whether it is new.
 */
export async function notify(db: Db, message: PersonalMessage): Promise<boolean> {
  const person = await recipientOf(db, message.userId);
  if (!person) return false;
  const common = { ...message, locale: person.locale };
  const fresh = await enqueue(db, { ...common, channel: 'app', dedupeKey: `${message.dedupeKey}:app` });
  if (!fresh) return false;
  for (const channel of person.channels as MessageChannel[]) {
    const address = addressOn(channel, person);
    if (needsAddress.has(channel) && !address) continue;
    const secrets = { ...message.secrets, ...(await links(db, message, person.locale, channel)) };
    await enqueue(db, {
      ...common,
      channel,
      address,
      secrets,
      dedupeKey: `${message.dedupeKey}:${channel}`,
    });
  }
  return true;
}
