import type { MessageChannel } from '#shared/domain/message-kinds.ts';
import type { Recipient } from './queries.ts';

/** Channels that write to an address or number, instead of to a browser or the app. */
export const needsAddress: ReadonlySet<MessageChannel> = new Set(['email', 'sms', 'whatsapp']);

/**
 * Where a person is written to by a channel: only at an address or number that she confirmed or that staff
 * entered. What anybody typed may be a stranger's, who must not be flooded; a link or code to confirm it goes
 * there, nothing else.
 */
export function addressOn(channel: MessageChannel, person: Recipient): string | null {
  if (channel === 'email') return person.emailKnown ? person.email : null;
  return (channel === 'sms' || channel === 'whatsapp') && person.phoneKnown ? person.phone : null;
}

/** The first way of hers, outside the app, by which a message reaches her; null: none does. */
export const wayTo = (person: Recipient): MessageChannel | null =>
  person.channels.find(
    (way) => way !== 'app' && (!needsAddress.has(way) || addressOn(way, person) !== null),
  ) ?? null;

/** Whether a message outside the app reaches somebody by a way she chose. */
export const isReached = (person: Recipient | undefined): boolean =>
  person !== undefined && wayTo(person) !== null;

const sameCase = /\.(?:[a-z]{2,}|[A-Z]{2,})(?![A-Za-z])/;
const looksLikeLink = (word: string): boolean => /:\/\/|^www\.|[/@\\]/i.test(word) || sameCase.test(word);

/**
 * A name as a letter greets it: without addresses, and with no dot that a mail program could make a link of.
 */
export function greetingName(name: string): string {
  const words = name.split(/\s+/).filter((word) => !looksLikeLink(word));
  return words
    .join(' ')
    .replace(/\.(?=\S)/g, '. ')
    .trim()
    .slice(0, 80);
}
