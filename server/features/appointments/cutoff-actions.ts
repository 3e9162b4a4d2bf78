import type { Deps } from '#server/deps.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { later, localDateTime, writtenInstant } from '#shared/domain/clinic-time.ts';
import { phoneWithin } from '#shared/domain/people/phone-text.ts';
import { mayChange } from '#shared/domain/visits/booking-rules.ts';

/** Time that a message may stay unread. */
const readWithin = 30 * 60_000;

interface LinkedVisit {
  /** Name of the message's link in its secrets. */
  readonly link: string;
  readonly localStart: string;
  readonly locationId: number;
}

/** The appointment of a message. */
const onlyVisit = ({ date, time, locationId }: KnownMessage['params']): LinkedVisit[] =>
  typeof date === 'string' && typeof time === 'string'
    ? [{ link: 'visit', localStart: localDateTime(date, time), locationId: Number(locationId) }]
    : [];

/**
 * A message offers only what is possible when it is read: after the cut-off, the branch's phone number
 * replaces the link to cancel or move.
 */
export async function withinCutoff(
  deps: Deps,
  message: KnownMessage,
  visits: readonly LinkedVisit[] = onlyVisit(message.params),
): Promise<KnownMessage> {
  const { params, secrets, locale } = message;
  const { cutoffHours } = await currentSettings(deps);
  const now = later(deps.now(), readWithin);
  const late = visits.filter(
    ({ link, localStart }) => secrets?.[link] && !mayChange({ start: localStart, now, cutoffHours }),
  );
  if (late.length === 0) return message;
  const phones = new Set<string>();
  for (const { locationId } of late) {
    const phone = (await locationWithId(deps, locationId))?.phone;
    if (phone) phones.add(phoneWithin(locale, phone));
  }
  const isLate = (name: string) => late.some(({ link }) => link === name);
  return {
    ...message,
    secrets: Object.fromEntries(Object.entries(secrets ?? {}).filter(([name]) => !isLate(name))),
    params: phones.size > 0 ? { ...params, callBranch: [...phones].join(' / ') } : params,
  };
}

/** Removes the promised confirmation time if the message leaves after that time. */
export function withoutPastPromise(message: KnownMessage, now: Date): KnownMessage {
  const { byDate, byTime, ...params } = message.params;
  const isPast =
    typeof byDate === 'string' && typeof byTime === 'string' && writtenInstant(byDate, byTime) <= now;
  return isPast ? { ...message, params } : message;
}
