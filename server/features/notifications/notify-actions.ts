import type { Db } from '#server/engine/db/connect.ts';
import {
  insertMessages,
  insertNew,
  type NewMessage,
  type Recipient,
} from '#server/engine/delivery/queries.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { hashToken, randomLinkToken } from '#server/engine/secrets/tokens.ts';
import { type Reader, readerOf } from '#server/features/families/family-queries.ts';
import { splitLocal } from '#shared/domain/clinic-time.ts';
import { localPath } from '#shared/domain/languages.ts';
import {
  type MessageChannel,
  type MessageKind,
  messageKindRow,
  type PersonalKind,
} from '#shared/domain/message-kinds.ts';
import { contactWays, needsAddress } from '#shared/domain/messages/contact-channels.ts';
import { firstName } from '#shared/domain/people/family.ts';
import { insertLinks, type LinkKind, type NewLink, visitTarget } from './link-queries.ts';

export type PersonalMessage = Omit<NewMessage<PersonalKind>, 'channel' | 'address' | 'locale' | 'userId'> & {
  readonly userId: number;
  /** Target of an offer's link; on a phone, with everything offered to that phone (`telling`). */
  readonly offerId?: number;
  /** The time of each of several appointments, as the message says. */
  readonly visitStarts?: ReadonlyMap<number, string>;
};

/** Placeholder of the link to one of several appointments. */
export const visitSecretStart = 'visit_';
export const visitSecret = (id: number): string => `${visitSecretStart}${id}`;

/** Channels that the holder of the phone reads. */
export const byPhone = (channel: MessageChannel): boolean => channel === 'sms' || channel === 'whatsapp';

/** Adds to a text's link everything else that was offered to that phone. */
const phoneTarget = (offerId: number): string => `${offerId} phone`;
export const offerTarget = (target: string): { offerId: number; byPhone: boolean } => {
  const [offerId] = target.split(' ');
  return { offerId: Number(offerId), byPhone: target === phoneTarget(Number(offerId)) };
};

/** The messages to one person: in the app first, then by each chosen channel. */
export interface PersonMessages {
  readonly messages: readonly NewMessage<PersonalKind>[];
  /** The links in them. */
  readonly links: readonly NewLink[];
}

/** In the recipient's language, not the browser's. */
function linkTo(links: NewLink[], kind: LinkKind, { id, locale }: Recipient, target: string): string {
  const token = randomLinkToken();
  links.push({ kind, hash: hashToken(token), userId: id, target });
  return localPath(`/l/${token}`, locale);
}

/**
 * Links of a message about an appointment: one to confirm, cancel or move it, or to answer an offer, and one
 * to stop messages on this channel.
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
  // A reply stops text messages.
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
 * Messages to a person or her guardian: in the app and, in the recipient's language, by every chosen channel
 * with a known address. The channel completes `dedupeKey`.
 */
export function personalMessages(
  person: Reader,
  message: PersonalMessage,
  by: (channel: MessageChannel) => boolean = () => true,
): PersonMessages {
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

/** Messages to the phone, one per channel of the phone. */
export function messagesToPhone(person: Reader, message: PersonalMessage): PersonMessages {
  const { messages, links } = personalMessages(person, message, byPhone);
  // One key per phone, whichever channel comes first.
  const texts = messages.slice(1).map((letter, i) => ({
    ...letter,
    dedupeKey: `${message.dedupeKey}:${i}`,
  }));
  return { messages: texts, links };
}

/** Messages to the person, by every other channel. */
export const messagesBesidePhone = (person: Reader, message: PersonalMessage): PersonMessages =>
  personalMessages(person, message, (channel) => !byPhone(channel));

/**
 * Sends each person her messages, unless the first was already sent; then none. Returns the number of people.
 */
export async function notifyOnce(db: Db, letters: readonly PersonMessages[]): Promise<number> {
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

/** Sends a message to a person unless it was already sent. Returns whether it is new. */
export async function notify(db: Db, message: PersonalMessage): Promise<boolean> {
  const person = await readerOf(db, message.userId);
  return person !== undefined && (await notifyOnce(db, [personalMessages(person, message)])) > 0;
}

/**
 * Queues a message whose channel its recipient no longer has for the channels that she has now, unless it was queued
 * for them too. Its links stay; an e-mail gets its own link that stops e-mails.
 */
export async function sendElsewhere(db: Db, message: KnownMessage, person: Recipient): Promise<void> {
  const { dedupeKey, channel: old, secrets, says, visitIds, ...stated } = message;
  if (!dedupeKey.endsWith(`:${old}`)) return;
  const { stop: _stop, ...kept } = secrets ?? {};
  const links: NewLink[] = [];
  const secretsOn = (channel: MessageChannel): Record<string, string> => {
    if (!needsAddress.has(channel)) return {};
    const stops = !byPhone(channel) && messageKindRow(stated.template).links !== 'none';
    return stops ? { ...kept, stop: linkTo(links, 'stop', person, channel) } : kept;
  };
  const copies = contactWays(person).map(({ channel, address }) => ({
    ...stated,
    ...(says === null ? {} : { says }),
    ...(visitIds === null ? {} : { visitIds }),
    channel,
    address,
    locale: person.locale,
    dedupeKey: `${dedupeKey.slice(0, -old.length)}${channel}`,
    secrets: secretsOn(channel),
  }));
  await insertMessages(db, copies as readonly NewMessage<MessageKind>[]);
  await insertLinks(db, links);
}
