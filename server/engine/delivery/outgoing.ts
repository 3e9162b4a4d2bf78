import { createHash } from 'node:crypto';
import type { LeasedMessage } from './lease-queries.ts';
import type { Outgoing } from './transports/transport.ts';

type Keyed = Pick<LeasedMessage, 'dedupeKey'>;

const short = ({ dedupeKey }: Keyed): string =>
  createHash('sha256').update(dedupeKey).digest('hex').slice(0, 32);

/** The same at every attempt; says nothing about what the message is about. */
export const messageIdOf = (message: Keyed, publicUrl: string): string =>
  `${short(message)}@${new URL(publicUrl).hostname}`;

/** What another program is told has its words already, and is signed as it leaves. */
export const outgoingToProgram = (message: LeasedMessage): Outgoing => ({
  messageId: `msg_${short(message)}`,
  userId: null,
  sender: '',
  to: message.address ?? '',
  subject: '',
  text: String(message.params.body),
  html: '',
  stop: null,
  href: '',
});
