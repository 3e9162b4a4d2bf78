import { formatTime } from '../format-time.ts';
import type { Lang } from '../languages.ts';
import { canCallNow, type PhoneReach } from './quiet-hours.ts';

type ReachKey = `staff.reach.${'never' | 'hours' | 'notNow'}`;

/**
 * The patient's answer about phone calls, as text for staff; null if she gave none. `now` is null for texts
 * that are read later: printed lists and files.
 */
export function formatReach(
  lang: Lang,
  reach: PhoneReach | null,
  now: Date | null,
  say: (key: ReachKey, params?: Readonly<Record<'from' | 'to', string>>) => string,
): string | null {
  if (reach === null) return null;
  if (!reach.calls) return say('staff.reach.never');
  if (!reach.hours) return null;
  const [from, to] = [formatTime(lang, reach.hours.from), formatTime(lang, reach.hours.to)];
  return say(now === null || canCallNow(reach, now) ? 'staff.reach.hours' : 'staff.reach.notNow', {
    from,
    to,
  });
}
