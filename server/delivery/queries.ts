import type { Db } from '#server/db/connect.ts';
import { type MessageChannel, messages } from '#server/db/schema/messages.ts';
import type { Lang } from '#shared/messages/catalogue.ts';

export interface NewMessage {
  /** Two messages of one key are one message, however often a crash or a retry asks for it. */
  readonly dedupeKey: string;
  readonly channel: MessageChannel;
  readonly userId?: number | null;
  /** E-mail address or E.164 number; push and app need none. */
  readonly address?: string | null;
  readonly locale: Lang;
  readonly template: string;
  readonly params?: Readonly<Record<string, string | number>>;
  /** Codes and links: erased once the message is sent or has expired. */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly appointmentId?: number | null;
  /** Not before this instant; at once unless given. */
  readonly runAt?: Date;
}

/** At once, by whichever clock: the database's and a server's may differ. */
const atOnce = new Date(0);

export async function insertMessage(db: Db, message: NewMessage): Promise<boolean> {
  const inTheApp = message.channel === 'app';
  const inserted = await db
    .insert(messages)
    .values({
      dedupeKey: message.dedupeKey,
      channel: message.channel,
      userId: message.userId ?? null,
      address: message.address ?? null,
      locale: message.locale,
      template: message.template,
      params: { ...message.params },
      secrets: message.secrets ? { ...message.secrets } : null,
      appointmentId: message.appointmentId ?? null,
      runAt: message.runAt ?? atOnce,
      ...(inTheApp ? { state: 'sent' as const, doneAt: new Date() } : {}),
    })
    .onConflictDoNothing({ target: messages.dedupeKey })
    .returning({ id: messages.id });
  return inserted.length > 0;
}
