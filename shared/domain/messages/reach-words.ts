import type { Lang } from '../languages.ts';
import { formatTime } from '../time-words.ts';
import { mayCall, type Reach } from './quiet-hours.ts';

type ReachKey = `staff.reach.${'never' | 'hours' | 'notNow'}`;

/**
 * What a patient said of calling her, as staff read it; null where she said nothing of it. Of what is read at
 * another hour, a list on paper or in a file, `now` is null.
 */
export function wordsOfReach(
  lang: Lang,
  reach: Reach | null,
  now: Date | null,
  say: (key: ReachKey, params?: Readonly<Record<'from' | 'to', string>>) => string,
): string | null {
  if (reach === null) return null;
  if (!reach.calls) return say('staff.reach.never');
  if (!reach.hours) return null;
  const [from, to] = [formatTime(lang, reach.hours.from), formatTime(lang, reach.hours.to)];
  return say(now === null || mayCall(reach, now) ? 'staff.reach.hours' : 'staff.reach.notNow', { from, to });
}
