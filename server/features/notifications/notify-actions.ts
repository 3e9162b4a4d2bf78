import type { Db } from '#server/engine/db/connect.ts';
import {
  insertMessages,
  insertNew,
  type NewMessage,
  type Recipient,
} from '#server/engine/delivery/queries.ts';
import { hashToken, randomLinkToken } from '#server/engine/secrets/tokens.ts';
import { type Reader, readerOf } from '#server/features/families/family-queries.ts';
import { splitLocal } from '#shared/domain/clinic-time.ts';
import { localPath } from '#shared/domain/languages.ts';
import { type MessageChannel, messageKindRow, type PersonalKind } from '#shared/domain/message-kinds.ts';
import { contactWays, needsAddress } from '#shared/domain/messages/contact-channels.ts';
import { firstName } from '#shared/domain/people/family.ts';
import { insertLinks, type LinkKind, type NewLink, visitTarget } from './link-queries.ts';

export type PersonalMessage = Omit<NewMessage<PersonalKind>, 'channel' | 'address' | 'locale' | 'userId'> & {
  readonly userId: number;
  /** What an offer's link leads to; by a phone, also to what was told to that phone (`telling`). */
  readonly offerId?: number;
  /** When each of several visits is, as the message says. */
  readonly visitStarts?: ReadonlyMap<number, string>;
};

/** The placeholder of the link to one of several visits. */
export const visitSecretStart = 'visit_';
export const visitSecret = (id: number): string => `${visitSecretStart}${id}`;

/** Ways that whoever holds the phone reads. */
export const byPhone = (channel: MessageChannel): boolean => channel === 'sms' || channel === 'whatsapp';

/** What the link of an offer leads to, of a text: with it, whatever else that phone was told. */
const phoneTarget = (offerId: number): string => `${offerId} phone`;
export const offerTarget = (target: string): { offerId: number; byPhone: boolean } => {
  const [offerId] = target.split(' ');
  return { offerId: Number(offerId), byPhone: target === phoneTarget(Number(offerId)) };
};

/** What one message to a person comes to: in the app first, then by every way she chose. */
export interface Letters {
  readonly messages: readonly NewMessage<PersonalKind>[];
  /** The links that stand in them. */
  readonly links: readonly NewLink[];
}

/** In the reader's language, whatever her browser would choose. */
function linkTo(links: NewLink[], kind: LinkKind, { id, locale }: Recipient, target: string): string {
  const token = randomLinkToken();
  links.push({ kind, hash: hashToken(token), userId: id, target });
  return localPath(`/l/${token}`, locale);
}

/**
 * What a message about a visit carries: one touch to confirm, cancel or move it, or to answer an offer, and
 * one to hear no more this way.
 */
function linksIn(
  links: NewLink[],
  { template, appointmentId, offerId, visitIds, visitStarts, params = {} }: PersonalMessage,
  person: Recipient,
  channel: MessageChannel,
): Record<string, string> {
  const kind = messageKindRow(template);
  if (!needsAddress.has(channel) || kind.links === 'none') return {};
  if (!appointmentId && !offerId) return {};
  // Texts are stopped by a reply.
  const stop: Record<string, string> = byPhone(channel)
    ? {}
    : { stop: linkTo(links, 'stop', person, channel) };
  if (offerId) {
    const target = byPhone(channel) ? phoneTarget(offerId) : String(offerId);
    return { offer: linkTo(links, 'offer', person, target), ...stop };
  }
  if (kind.links !== 'visit and stop') return stop;
  const toVisit = (id: number, target = visitTarget(id)) => linkTo(links, 'visit', person, target);
  if (visitIds) {
    const startOf = (id: number) => visitStarts?.get(id);
    const targetOf = (id: number, start = startOf(id)) =>
      visitTarget(id, start ? splitLocal(start) : undefined);
    const toEach = visitIds.map((id) => [visitSecret(id), toVisit(id, targetOf(id))]);
    return { ...Object.fromEntries(toEach), ...stop };
  }
  const id = Number(appointmentId);
  const { date, time } = params;
  const told = typeof date === 'string' && typeof time === 'string' ? { date, time } : undefined;
  return { visit: toVisit(id, visitTarget(id, told)), ...stop };
}

/**
 * Something told to a person, or to who reads in her place, in the app and, in her language, by every channel
 * she chose where her address is known to be hers. `dedupeKey` is completed by the channel.
 */
export function lettersTo(
  person: Reader,
  message: PersonalMessage,
  by: (channel: MessageChannel) => boolean = () => true,
): Letters {
  const params =
    person.about === null ? (message.params ?? {}) : { ...message.params, who: firstName(person.about) };
  const common = { ...message, params, userId: person.id, locale: person.locale };
  const links: NewLink[] = [];
  const keyOn = (channel: MessageChannel) => `${message.dedupeKey}:${channel}`;
  const outside = contactWays(person).flatMap(({ channel, address }) => {
    if (!by(channel)) return [];
    const secrets = { ...message.secrets, ...linksIn(links, message, person, channel) };
    return [{ ...common, channel, address, secrets, dedupeKey: keyOn(channel) }];
  });
  return { messages: [{ ...common, channel: 'app', dedupeKey: keyOn('app') }, ...outside], links };
}

/** For whoever holds her phone, by each way of hers that it has. */
export function lettersToPhone(person: Reader, message: PersonalMessage): Letters {
  const { messages, links } = lettersTo(person, message, byPhone);
  // One key a phone, whichever way comes first there.
  const texts = messages.slice(1).map((letter, i) => ({
    ...letter,
    dedupeKey: `${message.dedupeKey}:${i}`,
  }));
  return { messages: texts, links };
}

/** For a person, by every other way. */
export const lettersBeside = (person: Reader, message: PersonalMessage): Letters =>
  lettersTo(person, message, (channel) => !byPhone(channel));

/**
 * Tells each what her letters say, unless the first of them was told before, and then none. Says how many
 * are told.
 */
export async function tellOnce(db: Db, letters: readonly Letters[]): Promise<number> {
  const firsts = letters.flatMap(({ messages: [first] }) => first ?? []);
  const isNew = new Set(await insertNew(db, firsts));
  const told = letters.filter(({ messages: [first] }) => first && isNew.has(first));
  await insertMessages(
    db,
    told.flatMap(({ messages }) => messages.slice(1)),
  );
  await insertLinks(
    db,
    told.flatMap(({ links }) => links),
  );
  return told.length;
}

/** Tells a person something, unless it was told before. Says whether it is new. */
export async function notify(db: Db, message: PersonalMessage): Promise<boolean> {
  const person = await readerOf(db, message.userId);
  return person !== undefined && (await tellOnce(db, [lettersTo(person, message)])) > 0;
}
