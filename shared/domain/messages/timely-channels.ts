import {
  addDays,
  clinicClock,
  dayClock,
  localDateTime,
  splitLocal,
  startOfDay,
  storedTimeToInstant,
} from '../clinic-time.ts';
import type { MessageChannel } from '../message-kinds.ts';
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

interface TimelyRecipient extends Contact {
  readonly reach: PhoneReach | null;
  readonly textsSpentOn: string | null;
}

/** Until when a message to a recipient waits, by channel; null or missing: it is sent at once. */
function findWaits(
  { reach, textsSpentOn }: TimelyRecipient,
  sender: { readonly quietHours: QuietHours },
  { now, start }: Timing,
): ReadonlyMap<MessageChannel, Date | null> {
  const begins = start === null ? null : startToInstant(start);
  const today = clinicClock(now).date;
  const nextDay = textsSpentOn === today ? startOfDay(addDays(today, 1)) : null;
  const rings = (from: Date) => findRingTime(sender, from, begins, reach);
  const texts = nextDay ? (rings(nextDay) ?? nextDay) : rings(now);
  return new Map([
    ['push', rings(now)],
    ['sms', texts],
    ['whatsapp', texts],
  ]);
}

/**
 * A recipient with only the channels that reach her in time: without those that may not ring before, and
 * without texts if the clinic's limit of the day is reached and the next day is too late.
 */
export function withTimelyChannels<R extends TimelyRecipient>(
  recipient: R,
  sender: { readonly quietHours: QuietHours },
  timing: Timing,
): R {
  const until = timing.by ?? (timing.start === null ? null : startToInstant(timing.start));
  if (until === null) return recipient;
  const waits = findWaits(recipient, sender, timing);
  const isLate = (channel: MessageChannel) => (waits.get(channel)?.getTime() ?? 0) >= until.getTime();
  return { ...recipient, channels: recipient.channels.filter((channel) => !isLate(channel)) };
}

type TimelyChannel = ReturnType<typeof listReachableChannels>[number] & { waitsUntil?: string };

/** Channels that reach a recipient in time, and until when the message waits; none without a recipient. */
export function listTimelyChannels(
  recipient: TimelyRecipient | undefined,
  sender: { readonly quietHours: QuietHours },
  timing: Timing,
): TimelyChannel[] {
  if (!recipient) return [];
  const waits = findWaits(recipient, sender, timing);
  return listReachableChannels(withTimelyChannels(recipient, sender, timing)).map((way) => {
    const until = waits.get(way.channel);
    return until ? { ...way, waitsUntil: until.toISOString() } : way;
  });
}
