import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { keyWithoutChannel } from '#server/engine/delivery/lease-queries.ts';
import {
  changeDedupeKey,
  findChannels,
  freeSkippedKeys,
  hasMessageAbout,
  insertMessages,
  insertNew,
  type MessageParams,
  type NewMessage,
  type Recipient,
} from '#server/engine/delivery/queries.ts';
import { UndeliverableError } from '#server/engine/delivery/transports/transport.ts';
import { type KnownMessage, noChannelLeft } from '#server/engine/delivery/worker.ts';
import { hashToken, randomLinkToken } from '#server/engine/secrets/tokens.ts';
import { findMessageReader, type PatientMessageRecipient } from '#server/features/families/family-queries.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { splitLocal } from '#shared/domain/clinic-time.ts';
import { type Lang, localPath } from '#shared/domain/languages.ts';
import {
  displacedOfferKinds,
  type MessageChannel,
  messageKindRow,
  type PersonalKind,
  visitFactKinds,
} from '#shared/domain/message-kinds.ts';
import {
  addressForChannel,
  listContactWays,
  needsAddress,
} from '#shared/domain/messages/contact-channels.ts';
import { firstName } from '#shared/domain/people/family.ts';
import {
  findStartTimes,
  formatAppointmentTarget,
  insertLinks,
  type LinkKind,
  type NewLink,
} from './link-queries.ts';

export type PersonalMessage = Omit<NewMessage<PersonalKind>, 'channel' | 'address' | 'locale' | 'userId'> & {
  readonly userId: number;
  /** Target of an offer's link; on a phone, with everything offered to that phone (`telling`). */
  readonly offerId?: number;
  /** The time of each of several appointments, as the message says. */
  readonly visitStarts?: ReadonlyMap<number, string>;
};

/** Placeholder of the link to one of several appointments. */
export const appointmentSecretPrefix = 'visit_';
export const appointmentSecretName = (id: number): string => `${appointmentSecretPrefix}${id}`;

/** Channels that the holder of the phone reads. */
type PhoneChannel = 'sms' | 'whatsapp';
export type NonPhoneChannel = Exclude<MessageChannel, PhoneChannel>;
export const isPhoneChannel = (channel: MessageChannel): channel is PhoneChannel =>
  channel === 'sms' || channel === 'whatsapp';

/** Whether a text is for every patient with its phone: one about displaced appointments. */
export const isTextToPhone = ({ channel, template }: KnownMessage): boolean =>
  isPhoneChannel(channel) && displacedOfferKinds.includes(template);

/** Adds to a text's link everything else that was offered to that phone. */
const formatPhoneTarget = (offerId: number): string => `${offerId} phone`;
export const parseOfferTarget = (target: string): { offerId: number; byPhone: boolean } => {
  const [offerId] = target.split(' ');
  return { offerId: Number(offerId), byPhone: target === formatPhoneTarget(Number(offerId)) };
};

/** The messages to one person: in the app first, then by each chosen channel. */
export interface MessagesWithLinks {
  readonly messages: readonly NewMessage<PersonalKind>[];
  /** The links in them. */
  readonly links: readonly NewLink[];
}

/** In the recipient's language, not the browser's. */
function addLink(links: NewLink[], kind: LinkKind, { id, locale }: Recipient, target: string): string {
  const token = randomLinkToken();
  links.push({ kind, hash: hashToken(token), userId: id, target });
  return localPath(`/l/${token}`, locale);
}

/**
 * Links of a message about an appointment: one to confirm, cancel or move it, or to answer an offer, and one
 * to stop messages on this channel.
 */
function createMessageLinks(
  links: NewLink[],
  { template, appointmentId, offerId, visitIds, visitStarts, params = {} }: PersonalMessage,
  person: Recipient,
  channel: MessageChannel,
): Record<string, string> {
  const kind = messageKindRow(template);
  if (!needsAddress.has(channel) || kind.links === 'none') return {};
  // A reply stops text messages.
  const stop: Record<string, string> = isPhoneChannel(channel)
    ? {}
    : { stop: addLink(links, 'stop', person, channel) };
  if (offerId) {
    const target = isPhoneChannel(channel) ? formatPhoneTarget(offerId) : String(offerId);
    return { offer: addLink(links, 'offer', person, target), ...stop };
  }
  if (kind.links !== 'visit and stop' || !appointmentId) return stop;
  const toVisit = (id: number, target = formatAppointmentTarget(id)) =>
    addLink(links, 'visit', person, target);
  if (visitIds) {
    const startOf = (id: number) => visitStarts?.get(id);
    const targetOf = (id: number, start = startOf(id)) =>
      formatAppointmentTarget(id, start ? splitLocal(start) : undefined);
    const toEach = visitIds.map((id) => [appointmentSecretName(id), toVisit(id, targetOf(id))]);
    return { ...Object.fromEntries(toEach), ...stop };
  }
  const id = Number(appointmentId);
  const { date, time } = params;
  const told = typeof date === 'string' && typeof time === 'string' ? { date, time } : undefined;
  return { visit: toVisit(id, formatAppointmentTarget(id, told)), ...stop };
}

/**
 * Messages to a person or her guardian: in the app and, in the recipient's language, by every chosen channel
 * with a known address. The channel completes `dedupeKey`.
 */
export function createPersonalMessages(
  person: PatientMessageRecipient,
  message: PersonalMessage,
  by: (channel: MessageChannel) => boolean = () => true,
): MessagesWithLinks {
  const params =
    person.about === null ? (message.params ?? {}) : { ...message.params, who: firstName(person.about) };
  const common = { ...message, params, userId: person.id, locale: person.locale };
  const links: NewLink[] = [];
  const keyOn = (channel: MessageChannel) => `${message.dedupeKey}:${channel}`;
  const outside = listContactWays(person).flatMap(({ channel, address }) => {
    if (!by(channel)) return [];
    const secrets = { ...message.secrets, ...createMessageLinks(links, message, person, channel) };
    return [{ ...common, channel, address, secrets, dedupeKey: keyOn(channel) }];
  });
  return { messages: [{ ...common, channel: 'app', dedupeKey: keyOn('app') }, ...outside], links };
}

/** The phone number that messages to this recipient go to; null if no text message reaches the recipient. */
export const findMessagePhone = (reader: Recipient | undefined): string | null => {
  const way = reader?.channels.find(
    (channel) => isPhoneChannel(channel) && addressForChannel(channel, reader) !== null,
  );
  return reader && way ? addressForChannel(way, reader) : null;
};

/** A short form without a number. */
export const hashToShortKey = (words: string): string =>
  createHash('sha256').update(words).digest('hex').slice(0, 16);

/** The recipient in the key of a text about displaced appointments: every patient with this phone. */
export const phoneKey = (phone: string): string => `phone:${hashToShortKey(phone)}`;

/**
 * Key of what is left of a message after a part of it was queued for another reader. The other channels of
 * the first reader had the whole message before.
 */
export const createRestKey = (key: string, hash: string): string => `${key}:rest ${hash}`;
const keyOfWhole = (key: string): string => key.replaceAll(/:rest [\da-f]{16}/g, '');

/** Key of one of the texts to a phone, whichever channel comes first. */
const phoneTextKey = (key: string, index: number): string => `${key}:${index}`;

/** Messages to the phone, one per channel of the phone. */
export function createPhoneMessages(
  person: PatientMessageRecipient,
  message: PersonalMessage,
): MessagesWithLinks {
  const { messages, links } = createPersonalMessages(person, message, isPhoneChannel);
  const texts = messages.slice(1).map((letter, i) => ({
    ...letter,
    dedupeKey: phoneTextKey(message.dedupeKey, i),
  }));
  return { messages: texts, links };
}

/** Messages to the person, by every other channel. */
export const createNonPhoneMessages = (
  person: PatientMessageRecipient,
  message: PersonalMessage,
): MessagesWithLinks => createPersonalMessages(person, message, (channel) => !isPhoneChannel(channel));

/** The message to the person by this channel only. */
export const createChannelMessage =
  (channel: MessageChannel) =>
  (person: PatientMessageRecipient, message: PersonalMessage): MessagesWithLinks => {
    const { messages, links } = createPersonalMessages(person, message, (one) => one === channel);
    return { messages: messages.filter((one) => one.channel === channel), links };
  };

/**
 * Sends each person her messages, unless the first was already sent; then none. Returns the number of people.
 */
export async function notifyOnce(db: Db, letters: readonly MessagesWithLinks[]): Promise<number> {
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
export async function notifyPerson(db: Db, message: PersonalMessage): Promise<boolean> {
  const person = await findMessageReader(db, message.userId);
  return person !== undefined && (await notifyOnce(db, [createPersonalMessages(person, message)])) > 0;
}

/** A message of the outbox as it was queued, without its links. */
async function restoreQueuedMessage(
  db: Db,
  message: KnownMessage,
  dedupeKey: string,
): Promise<PersonalMessage> {
  const { template, params, appointmentId, visitIds, says } = message;
  return {
    userId: Number(message.userId),
    dedupeKey,
    template: template as PersonalKind,
    params,
    appointmentId,
    ...(says === null ? {} : { says }),
    ...(visitIds === null ? {} : { visitIds, visitStarts: await findStartTimes(db, visitIds) }),
    ...(messageKindRow(template).links === 'offer and stop' ? { offerId: Number(params.offer) } : {}),
  };
}

/** Queues a message, with new links, for each of these channels for which it was not queued before. */
async function queueOnChannels(
  db: Db,
  reader: PatientMessageRecipient,
  message: PersonalMessage,
  channels: readonly MessageChannel[],
): Promise<void> {
  await notifyOnce(
    db,
    channels.map((channel) => createChannelMessage(channel)(reader, message)),
  );
}

const listContactChannels = (person: Recipient): MessageChannel[] =>
  listContactWays(person).map(({ channel }) => channel);

/**
 * Frees the key of a message that is not sent: a recipient who returns to its channel before the message was
 * sent by another one gets it there.
 */
const freeKey = (db: Db, { id, dedupeKey }: KnownMessage): Promise<boolean> =>
  changeDedupeKey(db, id, `${dedupeKey}:unsent ${id}`);

/** Whether a text to a person's phone says the same about displaced appointments as a message to her. */
async function isQueuedAsText(
  tx: Db,
  { template, visitIds }: KnownMessage,
  person: Recipient,
  key: string,
): Promise<boolean> {
  const phone = findMessagePhone(person);
  if (!displacedOfferKinds.includes(template) || phone === null || visitIds === null) return false;
  const texts = key.replace(/\d+$/, phoneKey(phone));
  const keys = [phoneTextKey(texts, 0), phoneTextKey(texts, 1), `${texts}:sms`, `${texts}:whatsapp`];
  return hasMessageAbout(tx, keys, visitIds);
}

/**
 * Queues a message, in its language, for the other channels that its recipient has now, because its channel
 * does not reach her. Skips channels for which it was queued before, unless it was skipped there because the
 * channel had said the same: that is decided again. A text about displaced appointments stays a text: the
 * patients with that phone got their other messages separately. Returns whether she has another channel.
 */
export async function requeueOnOtherChannels(
  { db }: Deps,
  message: KnownMessage,
  person: Recipient,
): Promise<boolean> {
  const isPhoneText = isTextToPhone(message);
  const own = keyWithoutChannel(message) ?? (isPhoneText ? message.dedupeKey.replace(/:\d$/, '') : null);
  const key = own && keyOfWhole(own);
  const others = listContactChannels(person).filter((channel) => channel !== message.channel);
  if (key === null || others.length === 0) return false;
  const queued = await restoreQueuedMessage(db, message, key);
  const channels = others.filter((channel) => !isPhoneText || isPhoneChannel(channel));
  await inTransaction(db, async (tx) => {
    await freeKey(tx, message);
    const earlier = isPhoneText ? await findChannels(tx, [phoneTextKey(key, 0), phoneTextKey(key, 1)]) : [];
    const isText = !isPhoneText && (await isQueuedAsText(tx, message, person, key));
    const missing = channels.filter(
      (channel) => !earlier.includes(channel) && !(isText && isPhoneChannel(channel)),
    );
    await freeSkippedKeys(
      tx,
      missing.map((channel) => `${key}:${channel}`),
    );
    await queueOnChannels(tx, { ...person, locale: message.locale, about: null }, queued, missing);
  });
  return true;
}

/** Deduplication key, without the channel, of a message that was redirected to another recipient. */
export const createRedirectedKey = (key: string, readerId: number): string => `${key}:to ${readerId}`;

/** Whether the message was redirected from a former recipient. */
export const isRedirected = ({ dedupeKey }: Pick<KnownMessage, 'dedupeKey'>): boolean =>
  /:to \d+:\w+$/.test(dedupeKey);

/** The branch of a message in a language. */
async function localizeBranch(deps: Deps, lang: Lang, params: MessageParams): Promise<MessageParams> {
  const place = await findOpenLocation(deps, Number(params.locationId));
  if (!place) return {};
  const location = (lang === 'ar' && place.nameAr) || place.name;
  const address = (lang === 'ar' && place.addressAr) || place.address;
  return { location, ...(params.address === undefined ? {} : { address }) };
}

/**
 * If the recipient of a message no longer reads the messages of its patient, queues it once for whoever reads
 * them now. Returns whether the recipient has changed: this message is then not sent.
 *
 * @throws UndeliverableError if it states a fact about an appointment and no channel reaches that person
 */
export async function requeueForCurrentReader(
  deps: Deps,
  message: KnownMessage,
  patientId: number,
): Promise<boolean> {
  const reader = await findMessageReader(deps.db, patientId);
  if (reader !== undefined && reader.id === message.userId) return false;
  const key = keyWithoutChannel(message);
  const isPersonal = messageKindRow(message.template).channels.includes('app');
  if (!reader || message.userId === null || key === null || !isPersonal) return true;
  const { who: _formerName, ...params } = message.params;
  const firstKey = key.replace(/:to \d+$/, '');
  // The words of a notice exist in one language.
  const locale = params.words === undefined ? reader.locale : message.locale;
  const queued = await restoreQueuedMessage(deps.db, message, createRedirectedKey(firstKey, reader.id));
  const stated = { ...queued, params: { ...params, ...(await localizeBranch(deps, locale, params)) } };
  const contacts = listContactChannels(reader);
  const channels: MessageChannel[] = ['app', ...contacts];
  const isLost = contacts.length === 0 && visitFactKinds.has(message.template);
  await inTransaction(deps.db, async (tx) => {
    // Staff may send a lost message again, which needs its key.
    if (!isLost) await freeKey(tx, message);
    // If she was its first reader and a merge was undone, her other channels still have the first message.
    const firstKeys = channels.map((channel) => `${firstKey}:${channel}`);
    const told = await findChannels(tx, firstKeys, reader.id);
    const missing = channels.filter((channel) => !told.includes(channel));
    await queueOnChannels(tx, { ...reader, locale }, stated, missing);
  });
  if (isLost) throw new UndeliverableError(noChannelLeft);
  return true;
}
