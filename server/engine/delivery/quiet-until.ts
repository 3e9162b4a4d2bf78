import { localDateTime } from '#shared/domain/clinic-time.ts';
import { messageKindRow, ringingChannels } from '#shared/domain/message-kinds.ts';
import { findRingTime, type PhoneReach, type QuietHours } from '#shared/domain/messages/quiet-hours.ts';
import { findNextStart, startToInstant } from '#shared/domain/messages/timely-channels.ts';
import type { KnownMessage } from './worker.ts';

const startOf = (date: unknown, time: unknown): string | null =>
  typeof date === 'string' && typeof time === 'string' ? localDateTime(date, time) : null;

/**
 * Time until which a message waits because its reader may be asleep, or because others share her phone; null
 * if it may be sent now. A message about a change is urgent if the old or the new time is near.
 */
export function findQuietUntil(
  { channel, template, params }: KnownMessage,
  settings: { readonly quietHours: QuietHours },
  reach: PhoneReach | null,
  now: Date,
): Date | null {
  if (!ringingChannels.has(channel) || messageKindRow(template).awaited) return null;
  const { date, time, oldDate, oldTime } = params;
  const next = findNextStart(now, [startOf(date, time), startOf(oldDate, oldTime)]);
  return findRingTime(settings, now, next === null ? null : startToInstant(next), reach);
}
