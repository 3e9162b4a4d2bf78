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

/**
 * A recipient with only the channels that reach her in time: without those that may not ring before, and
 * without texts if the clinic's limit of the day is reached and the next day is too late.
 */
export function withTimelyChannels<R extends TimelyRecipient>(
  recipient: R,
  sender: { readonly quietHours: QuietHours },
  { now, start, by }: Timing,
): R {
  const begins = start === null ? null : startToInstant(start);
  const until = by ?? begins;
  if (until === null) return recipient;
  const today = clinicClock(now).date;
  const nextDay = recipient.textsSpentOn === today ? startOfDay(addDays(today, 1)) : null;
  const rings = (from: Date) => findRingTime(sender, from, begins, recipient.reach);
  const texts = nextDay ? (rings(nextDay) ?? nextDay) : rings(now);
  const waits = new Map<MessageChannel, Date | null>([
    ['push', rings(now)],
    ['sms', texts],
    ['whatsapp', texts],
  ]);
  const isLate = (channel: MessageChannel) => (waits.get(channel)?.getTime() ?? 0) >= until.getTime();
  return { ...recipient, channels: recipient.channels.filter((channel) => !isLate(channel)) };
}

/** Channels that reach a recipient in time; none without a recipient. */
export const listTimelyChannels = (
  recipient: TimelyRecipient | undefined,
  sender: { readonly quietHours: QuietHours },
  timing: Timing,
): ReturnType<typeof listReachableChannels> =>
  recipient ? listReachableChannels(withTimelyChannels(recipient, sender, timing)) : [];
