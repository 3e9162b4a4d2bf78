import type { Db } from '#server/engine/db/connect.ts';
import { addressOn, needsAddress } from '#server/engine/delivery/address.ts';
import { insertMessages, type NewMessage, type Recipient } from '#server/engine/delivery/queries.ts';
import { hashToken, randomToken } from '#server/engine/secrets/tokens.ts';
import { insertLinks, type LinkKind, type NewLink } from '#server/features/links/queries.ts';
import { type Reader, readerOf } from '#server/features/patients/family-queries.ts';
import { type MessageChannel, messageKindRow, type PersonalKind } from '#shared/domain/message-kinds.ts';
import { firstName } from '#shared/domain/people/family.ts';

export type PersonalMessage = Omit<NewMessage<PersonalKind>, 'channel' | 'address' | 'locale' | 'userId'> & {
  readonly userId: number;
  /** What an offer's link leads to. */
  readonly offerId?: number;
  /** Several visits of one message: each has its own link, `visit_<id>`. */
  readonly visitIds?: readonly number[];
};

/** The placeholder of the link to one of several visits. */
export const visitSecretStart = 'visit_';
export const visitSecret = (id: number): string => `${visitSecretStart}${id}`;

/** What one message to a person comes to: in the app first, then by every way she chose. */
export interface Letters {
  readonly messages: readonly NewMessage<PersonalKind>[];
  /** The links that stand in them. */
  readonly links: readonly NewLink[];
}

/** In the reader's language, whatever her browser would choose. */
function linkTo(links: NewLink[], kind: LinkKind, { id, locale }: Recipient, target: string): string {
  const token = randomToken();
  links.push({ kind, hash: hashToken(token), userId: id, target });
  return `${locale === 'ar' ? '/ar' : ''}/l/${token}`;
}

/**
 * What a message about a visit carries: one touch to confirm, cancel or move it, or to answer an offer, and
 * one to hear no more this way.
 */
function linksIn(
  links: NewLink[],
  { template, appointmentId, offerId, visitIds }: PersonalMessage,
  person: Recipient,
  channel: MessageChannel,
): Record<string, string> {
  const kind = messageKindRow(template);
  if (!needsAddress.has(channel) || kind.links === 'none') return {};
  if (!appointmentId && !offerId) return {};
  const stop = linkTo(links, 'stop', person, channel);
  if (offerId) return { offer: linkTo(links, 'offer', person, String(offerId)), stop };
  if (kind.links !== 'visit and stop') return { stop };
  const toVisit = (id: number) => linkTo(links, 'visit', person, String(id));
  if (visitIds) return { ...Object.fromEntries(visitIds.map((id) => [visitSecret(id), toVisit(id)])), stop };
  return { visit: toVisit(Number(appointmentId)), stop };
}

/**
 * Something told to a person, or to who reads in her place, in the app and, in her language, by every channel
 * she chose where her address is known to be hers. `dedupeKey` is completed by the channel.
 */
export function lettersTo(person: Reader, message: PersonalMessage): Letters {
  const params =
    person.about === null ? (message.params ?? {}) : { ...message.params, who: firstName(person.about) };
  const common = { ...message, params, userId: person.id, locale: person.locale };
  const links: NewLink[] = [];
  const keyOn = (channel: MessageChannel) => `${message.dedupeKey}:${channel}`;
  const outside = person.channels.flatMap((channel) => {
    const address = addressOn(channel, person);
    if (needsAddress.has(channel) && !address) return [];
    const secrets = { ...message.secrets, ...linksIn(links, message, person, channel) };
    return [{ ...common, channel, address, secrets, dedupeKey: keyOn(channel) }];
  });
  return { messages: [{ ...common, channel: 'app', dedupeKey: keyOn('app') }, ...outside], links };
}

/** Tells a person something, unless it was told before. Says whether it is new. */
export async function notify(db: Db, message: PersonalMessage): Promise<boolean> {
  const person = await readerOf(db, message.userId);
  if (!person) return false;
  const { messages, links } = lettersTo(person, message);
  if ((await insertMessages(db, messages.slice(0, 1))) === 0) return false;
  await insertMessages(db, messages.slice(1));
  await insertLinks(db, links);
  return true;
}
