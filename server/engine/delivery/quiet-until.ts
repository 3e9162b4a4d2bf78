import { storedTimeToInstant } from '#shared/domain/clinic-time.ts';
import { messageKindRow, ringingChannels } from '#shared/domain/message-kinds.ts';
import { findRingTime, type PhoneReach, type QuietHours } from '#shared/domain/messages/quiet-hours.ts';
import type { KnownMessage } from './worker.ts';

/**
 * Time until which a message waits because its reader may be asleep, or because others share her phone; null
 * if it may be sent now.
 */
export function findQuietUntil(
  { channel, template, params }: KnownMessage,
  sender: { readonly quietHours: QuietHours },
  reach: PhoneReach | null,
  now: Date,
): Date | null {
  if (!ringingChannels.has(channel) || messageKindRow(template).awaited) return null;
  const { date, time } = params;
  const isOfVisit = typeof date === 'string' && typeof time === 'string';
  return findRingTime(sender, now, isOfVisit ? storedTimeToInstant(date, time) : null, reach);
}
