import { createHash } from 'node:crypto';
import type { LeasedMessage } from './lease-queries.ts';
import type { Outgoing } from './transports/transport.ts';

type WithDedupeKey = Pick<LeasedMessage, 'dedupeKey'>;

const shortHash = ({ dedupeKey }: WithDedupeKey): string =>
  createHash('sha256').update(dedupeKey).digest('hex').slice(0, 32);

/** The same for every attempt; contains nothing about the content. */
export const messageIdOf = (message: WithDedupeKey, publicUrl: string): string =>
  `${shortHash(message)}@${new URL(publicUrl).hostname}`;

/** A webhook's payload is stored as it is, and signed when it is sent. */
export const toWebhookOutgoing = (message: LeasedMessage): Outgoing => ({
  messageId: `msg_${shortHash(message)}`,
  userId: null,
  sender: '',
  to: message.address ?? '',
  subject: '',
  text: String(message.params.body),
  html: '',
  stop: null,
  href: '',
});
