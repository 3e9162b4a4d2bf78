import type { Deps } from '#server/deps.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { addMilliseconds, localDateTime, storedTimeToInstant } from '#shared/domain/clinic-time.ts';
import { formatPhoneInSentence } from '#shared/domain/people/phone-text.ts';
import { canPatientChange } from '#shared/domain/visits/booking-rules.ts';

/** Time that a message may stay unread. */
const maxUnreadMs = 30 * 60_000;

interface LinkedAppointment {
  /** Name of the message's link in its secrets. */
  readonly link: string;
  readonly localStart: string;
  readonly locationId: number;
}

/** The appointment of a message. */
const linkedAppointmentOf = ({ date, time, locationId }: KnownMessage['params']): LinkedAppointment[] =>
  typeof date === 'string' && typeof time === 'string'
    ? [{ link: 'visit', localStart: localDateTime(date, time), locationId: Number(locationId) }]
    : [];

/**
 * A message offers only what is possible when it is read: after the cut-off, the branch's phone number
 * replaces the link to cancel or move.
 */
export async function removeLinksAfterCutoff(
  deps: Deps,
  message: KnownMessage,
  visits: readonly LinkedAppointment[] = linkedAppointmentOf(message.params),
): Promise<KnownMessage> {
  const { params, secrets, locale } = message;
  const { cutoffHours } = await currentSettings(deps);
  const now = addMilliseconds(deps.now(), maxUnreadMs);
  const late = visits.filter(
    ({ link, localStart }) => secrets?.[link] && !canPatientChange({ start: localStart, now, cutoffHours }),
  );
  if (late.length === 0) return message;
  const phones = new Set<string>();
  for (const { locationId } of late) {
    const phone = (await findOpenLocation(deps, locationId))?.phone;
    if (phone) phones.add(formatPhoneInSentence(locale, phone));
  }
  const isLate = (name: string) => late.some(({ link }) => link === name);
  return {
    ...message,
    secrets: Object.fromEntries(Object.entries(secrets ?? {}).filter(([name]) => !isLate(name))),
    params: phones.size > 0 ? { ...params, callBranch: [...phones].join(' / ') } : params,
  };
}

/** Removes the promised confirmation time if the message leaves after that time. */
export function removePastPromise(message: KnownMessage, now: Date): KnownMessage {
  const { byDate, byTime, ...params } = message.params;
  const isPast =
    typeof byDate === 'string' && typeof byTime === 'string' && storedTimeToInstant(byDate, byTime) <= now;
  return isPast ? { ...message, params } : message;
}
