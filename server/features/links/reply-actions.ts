import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/engine/delivery/outbox.ts';
import { systemActor } from '#server/engine/events/queries.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { normalisePhone } from '#shared/domain/people/phone.ts';
import { fold } from '#shared/domain/people/search.ts';
import { stopChannel } from './actions.ts';
import { ownersOfPhone } from './queries.ts';

const stopWords = new Set(
  ['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'ايقاف', 'وقف', 'الغاء', 'توقف'].map(fold),
);

/** A reply to a text. STOP, in either language, ends texts to everyone who has this number. */
export async function takeReply(
  deps: Deps,
  reply: { from: string; text: string; channel?: 'sms' | 'whatsapp' | undefined },
): Promise<void> {
  if (!stopWords.has(fold(reply.text).replace(/[.!]+$/, ''))) return;
  const phone = normalisePhone(reply.from);
  if (phone === null) return;
  const channels = reply.channel ? [reply.channel] : (['sms', 'whatsapp'] as const);
  const day = clinicClock(deps.now()).date;
  for (const owner of await ownersOfPhone(deps.db, phone)) {
    for (const channel of channels) await stopChannel(deps, systemActor, owner.id, channel);
    await enqueue(deps.db, {
      dedupeKey: `stopped:${owner.id}:${day}`,
      channel: 'app',
      userId: owner.id,
      locale: owner.locale,
      template: 'stopped',
    });
  }
}
