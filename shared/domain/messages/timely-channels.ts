import { dayClock, localDateTime, splitLocal, storedTimeToInstant } from '../clinic-time.ts';
import { ringingChannels } from '../message-kinds.ts';
import { type Contact, listReachableChannels } from './contact-channels.ts';
import { findRingTime, type PhoneReach, type QuietHours } from './quiet-hours.ts';

/** The earliest of these starts ('YYYY-MM-DD HH:MM:SS') that is still to come; null if none is. */
export function findNextStart(now: Date, starts: readonly (string | null)[]): string | null {
  const { date, time } = dayClock(now);
  const localNow = localDateTime(date, time);
  return starts.flatMap((start) => (start !== null && start > localNow ? [start] : [])).toSorted()[0] ?? null;
}

/** Instant of a start. */
export function startToInstant(start: string): Date {
  const { date, time } = splitLocal(start);
  return storedTimeToInstant(date, time);
}

/**
 * Parameters of a message for a start that the patient still expects: the message is urgent if that is near.
 */
export function oldStartParams(start: string): { oldDate: string; oldTime: string } {
  const { date, time } = splitLocal(start);
  return { oldDate: date, oldTime: time };
}

interface Timing {
  readonly now: Date;
  /** Start of the next appointment that the message is about; null: none. */
  readonly start: string | null;
  /** From here on the message is useless; default: `start`. */
  readonly by?: Date;
}

/** A recipient with only the channels that reach her in time: without her phone if it may not ring before. */
export function withTimelyChannels<R extends Contact & { readonly reach: PhoneReach | null }>(
  recipient: R,
  sender: { readonly quietHours: QuietHours },
  { now, start, by }: Timing,
): R {
  const begins = start === null ? null : startToInstant(start);
  const rings = findRingTime(sender, now, begins, recipient.reach);
  const until = by ?? begins;
  if (rings === null || until === null || rings < until) return recipient;
  return { ...recipient, channels: recipient.channels.filter((channel) => !ringingChannels.has(channel)) };
}

/** Channels that reach a recipient in time; none without a recipient. */
export const listTimelyChannels = (
  recipient: Parameters<typeof withTimelyChannels>[0] | undefined,
  sender: { readonly quietHours: QuietHours },
  timing: Timing,
): ReturnType<typeof listReachableChannels> =>
  recipient ? listReachableChannels(withTimelyChannels(recipient, sender, timing)) : [];
