import { writtenInstant } from '#shared/domain/clinic-time.ts';
import { messageKindRow, ringing } from '#shared/domain/message-kinds.ts';
import { type QuietHours, type Reach, ringsFrom } from '#shared/domain/messages/quiet-hours.ts';
import type { KnownMessage } from './worker.ts';

/**
 * Time until which a message waits because its reader may be asleep, or because others share her phone; null
 * if it may be sent now.
 */
export function quietFor(
  { channel, template, params }: KnownMessage,
  sender: { readonly quietHours: QuietHours },
  reach: Reach | null,
  now: Date,
): Date | null {
  if (!ringing.has(channel) || messageKindRow(template).awaited) return null;
  const { date, time } = params;
  const isOfVisit = typeof date === 'string' && typeof time === 'string';
  return ringsFrom(sender, now, isOfVisit ? writtenInstant(date, time) : null, reach);
}
