import { type QuietHours, ringsFrom } from '#shared/domain/clinic-settings.ts';
import { wallToInstant } from '#shared/domain/clinic-time.ts';
import { type MessageChannel, messageKindRow } from '#shared/domain/message-kinds.ts';
import type { KnownMessage } from './worker.ts';

/** Ways that make a phone ring: bound by the clinic's quiet hours, but for a visit that is soon. */
const ringing: ReadonlySet<MessageChannel> = new Set(['sms', 'whatsapp', 'push']);

/** Until when a message waits because its reader may be asleep; null when it may leave now. */
export function quietFor(
  { channel, template, params }: KnownMessage,
  sender: { readonly quietHours: QuietHours },
  now: Date,
): Date | null {
  if (!ringing.has(channel) || messageKindRow(template).awaited) return null;
  const { date, time } = params;
  const isOfVisit = typeof date === 'string' && typeof time === 'string';
  return ringsFrom(sender, now, isOfVisit ? wallToInstant(date, time) : null);
}
