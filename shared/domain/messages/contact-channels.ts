import type { Lang } from '../languages.ts';
import type { MessageChannel } from '../message-kinds.ts';
import { formatPhone } from '../people/phone-text.ts';

/** Channels that write to an address or number, instead of to a browser or the app. */
export const needsAddress: ReadonlySet<MessageChannel> = new Set(['email', 'sms', 'whatsapp']);

/** What decides how the clinic can write to a person. */
export interface Contact {
  readonly email: string | null;
  readonly phone: string | null;
  /** The address is confirmed, or staff entered it. Anything else may belong to a stranger. */
  readonly emailKnown: boolean;
  readonly phoneKnown: boolean;
  /** The chosen channels, or the default (`defaultChannels`) where nobody has chosen. */
  readonly channels: readonly MessageChannel[];
  /** Channels for which the clinic has no gateway. */
  readonly missingGateways: readonly MessageChannel[];
}

/**
 * The channels of a person for whom nobody has chosen: the phone by SMS (by WhatsApp where the clinic has no
 * SMS gateway), and e-mail.
 */
export function defaultChannels({
  email,
  phone,
  missingGateways,
}: Pick<Contact, 'email' | 'phone' | 'missingGateways'>): MessageChannel[] {
  const byWhatsApp = missingGateways.includes('sms') && !missingGateways.includes('whatsapp');
  return [
    ...(phone ? [byWhatsApp ? 'whatsapp' : 'sms'] : []),
    ...(email ? ['email'] : []),
  ] as MessageChannel[];
}

/** Where the clinic may write to a person by a channel; null: nowhere. */
export function addressOn(
  channel: MessageChannel,
  { email, phone, emailKnown, phoneKnown }: Omit<Contact, 'channels' | 'missingGateways'>,
): string | null {
  if (channel === 'email') return emailKnown ? email : null;
  return (channel === 'sms' || channel === 'whatsapp') && phoneKnown ? phone : null;
}

/** One way to write to a person. */
interface ContactWay {
  readonly channel: MessageChannel;
  /** Null for push, which needs none. */
  readonly address: string | null;
  /** False where the clinic has no gateway for it: the message is kept and nobody reads it. */
  readonly delivers: boolean;
}

/**
 * Every way by which a message is written to a person, outside the app. Sending, the state "unreachable",
 * counts, lists, call lists and the confirmation at the desk all use this function; `isReachedIn` in
 * `server/features/recipients/queries.ts` says the same in SQL.
 */
export const contactWays = (contact: Contact): ContactWay[] =>
  contact.channels.flatMap((channel) => {
    if (channel === 'app') return [];
    const address = addressOn(channel, contact);
    if (needsAddress.has(channel) && !address) return [];
    return [{ channel, address, delivers: !contact.missingGateways.includes(channel) }];
  });

/** The ways by which a message reaches a person, with addresses that only somebody who knows them recognises. */
export const shownWays = (contact: Contact) =>
  contactWays(contact).flatMap(({ channel, address, delivers }) =>
    delivers && channel !== 'app' ? [{ channel, to: address && maskAddress(address) }] : [],
  );

/** `0100 123 4567` as `0100 ••• 4567`, `mona@example.org` as `m•••@example.org`. */
function maskAddress(address: string): string {
  const [local = '', domain] = address.split('@');
  if (domain !== undefined) return `${local.slice(0, 1)}•••@${domain}`;
  const [first = '', ...rest] = formatPhone(address).split(' ');
  const last = rest.at(-1);
  return last === undefined ? '•••' : `${first} ••• ${last}`;
}

/** The first channel by which a message reaches a person; null: none does. */
export const firstChannel = (contact: Contact): MessageChannel | null =>
  contactWays(contact).find(({ delivers }) => delivers)?.channel ?? null;

/** Whether a message outside the app reaches a person. */
export const isReached = (contact: Contact | undefined): boolean =>
  contact !== undefined && firstChannel(contact) !== null;

/** The language of messages to a person: that of the script of the name, unless it is in both or neither. */
export function languageOfName(name: string, otherwise: Lang): Lang {
  const isArabic = /\p{Script=Arabic}/u.test(name);
  const isLatin = /\p{Script=Latin}/u.test(name);
  if (isArabic === isLatin) return otherwise;
  return isArabic ? 'ar' : 'en';
}
