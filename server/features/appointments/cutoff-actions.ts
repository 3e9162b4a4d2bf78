import type { Deps } from '#server/deps.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { later, localDateTime } from '#shared/domain/clinic-time.ts';
import { phoneWithin } from '#shared/domain/people/phone-text.ts';
import { mayChange } from '#shared/domain/visits/booking-rules.ts';

/** A message may lie unread for so long. */
const readWithin = 30 * 60_000;

/**
 * A message offers only what is granted when it is read: once a visit can no longer be cancelled or moved by a
 * link, the number of the branch takes the place of the links.
 */
export async function withinCutoff(deps: Deps, message: KnownMessage): Promise<KnownMessage> {
  const { params, secrets, locale } = message;
  const { date, time, locationId } = params;
  if (!secrets?.visit || typeof date !== 'string' || typeof time !== 'string') return message;
  const { cutoffHours } = await currentSettings(deps);
  const start = localDateTime(date, time);
  if (mayChange({ start, now: later(deps.now(), readWithin), cutoffHours })) return message;
  const phone = (await locationWithId(deps, Number(locationId)))?.phone;
  if (!phone) return message;
  const { visit: _visit, ...others } = secrets;
  return { ...message, secrets: others, params: { ...params, callBranch: phoneWithin(locale, phone) } };
}
