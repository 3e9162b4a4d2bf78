import type { Lang } from '../languages.ts';
import type { MessageChannel } from '../message-kinds.ts';
import { canReceiveTexts, formatPhone } from '../people/phone-text.ts';

/** Channels that write to an address or number, instead of to a browser or the app. */
export const needsAddress: ReadonlySet<MessageChannel> = new Set(['email', 'sms', 'whatsapp']);

/** Facts that decide how the clinic can write to a person. */
export interface Contact {
  readonly email: string | null;
  readonly phone: string | null;
  /** The address is confirmed, or staff entered it. Any other address may belong to a stranger. */
  readonly emailKnown: boolean;
  readonly phoneKnown: boolean;
  /** The chosen channels, or `defaultChannels` if none were chosen. */
  readonly channels: readonly MessageChannel[];
  /** Channels for which the clinic has no gateway. */
  readonly missingGateways: readonly MessageChannel[];
}

/**
 * Channels of a person who chose none: SMS to the phone unless it is a landline (WhatsApp if the clinic has
 * no SMS gateway), and e-mail.
 */
export function defaultChannels({
  email,
  phone,
  missingGateways,
}: Pick<Contact, 'email' | 'phone' | 'missingGateways'>): MessageChannel[] {
  const byWhatsApp = missingGateways.includes('sms') && !missingGateways.includes('whatsapp');
  return [
    ...(phone && canReceiveTexts(phone) ? [byWhatsApp ? 'whatsapp' : 'sms'] : []),
    ...(email ? ['email'] : []),
  ] as MessageChannel[];
}

/** Address of a person for a channel; null: the clinic may not use the channel. */
export function addressForChannel(
  channel: MessageChannel,
  { email, phone, emailKnown, phoneKnown }: Omit<Contact, 'channels' | 'missingGateways'>,
): string | null {
  if (channel === 'email') return emailKnown ? email : null;
  if (channel !== 'sms' && channel !== 'whatsapp') return null;
  return phone && phoneKnown && canReceiveTexts(phone) ? phone : null;
}

/** One way to write to a person. */
interface ContactWay {
  readonly channel: MessageChannel;
  /** Null for push, which needs no address. */
  readonly address: string | null;
  /** False if the clinic has no gateway for the channel: the message is stored but not delivered. */
  readonly delivers: boolean;
}

/**
 * Every channel on which messages are written to a person, outside the app. Sending, the state "unreachable",
 * counts, lists, call lists and the confirmation at the desk all use this function. `isRowReached` in
 * `server/features/recipients/queries.ts` is the same rule in SQL.
 */
export const listContactWays = (contact: Contact): ContactWay[] =>
  contact.channels.flatMap((channel) => {
    if (channel === 'app') return [];
    const address = addressForChannel(channel, contact);
    if (needsAddress.has(channel) && !address) return [];
    return [{ channel, address, delivers: !contact.missingGateways.includes(channel) }];
  });

/** Channels that reach a person, with masked addresses that only somebody who knows them recognizes. */
export const listReachableChannels = (contact: Contact) =>
  listContactWays(contact).flatMap(({ channel, address, delivers }) =>
    delivers && channel !== 'app' ? [{ channel, to: address && maskAddress(address) }] : [],
  );

/** Masks `0100 123 4567` as `0100 ••• 4567`, and `mona@example.org` as `m•••@example.org`. */
function maskAddress(address: string): string {
  const [local = '', domain] = address.split('@');
  if (domain !== undefined) return `${local.slice(0, 1)}•••@${domain}`;
  const [first = '', ...rest] = formatPhone(address).split(' ');
  const last = rest.at(-1);
  return last === undefined ? '•••' : `${first} ••• ${last}`;
}

/** The first channel that reaches a person; null: none. */
export const firstChannel = (contact: Contact): MessageChannel | null =>
  listContactWays(contact).find(({ delivers }) => delivers)?.channel ?? null;

/** Whether any message outside the app reaches a person. */
export const isReachable = (contact: Contact | undefined): boolean =>
  contact !== undefined && firstChannel(contact) !== null;

/**
 * Language of messages to a person: that of the script of the name; `otherwise` if it has both scripts or
 * neither.
 */
export function languageOfName(name: string, otherwise: Lang): Lang {
  const isArabic = /\p{Script=Arabic}/u.test(name);
  const isLatin = /\p{Script=Latin}/u.test(name);
  if (isArabic === isLatin) return otherwise;
  return isArabic ? 'ar' : 'en';
}
