import type { Db } from '#server/db/connect.ts';
import { enqueue } from './outbox.ts';
import { type MessageChannel, type NewMessage, type Recipient, recipientOf } from './queries.ts';

export type PersonalMessage = Omit<NewMessage, 'channel' | 'address' | 'locale' | 'userId'> & {
  readonly userId: number;
  /** The like of `secrets`, made anew for each channel (a link to stop this channel). */
  readonly secretsFor?: (channel: MessageChannel) => Promise<Readonly<Record<string, string>>>;
};

function addressOn(channel: MessageChannel, person: Recipient): string | null {
  if (channel === 'email') return person.email;
  return channel === 'sms' || channel === 'whatsapp' ? person.phone : null;
}

const needsAddress = new Set<MessageChannel>(['email', 'sms', 'whatsapp']);

/**
 * Tells a person something by every channel she chose, in her language, and in the app. `dedupeKey` is completed by the channel.
 * Says whether it is new.
 */
export async function notify(db: Db, { userId, secretsFor, runAt, ...message }: PersonalMessage): Promise<boolean> {
  const person = await recipientOf(db, userId);
  if (!person) return false;
  const common = { ...message, userId, locale: person.locale };
  const fresh = await enqueue(db, { ...common, channel: 'app', dedupeKey: `${message.dedupeKey}:app` });
  if (!fresh) return false;
  for (const channel of person.channels as MessageChannel[]) {
    const address = addressOn(channel, person);
    if (needsAddress.has(channel) && !address) continue;
    const secrets = { ...message.secrets, ...(secretsFor ? await secretsFor(channel) : {}) };
    await enqueue(db, { ...common, channel, address, secrets, dedupeKey: `${message.dedupeKey}:${channel}`, ...(runAt ? { runAt } : {}) });
  }
  return true;
}
