import type { Db } from '#server/engine/db/connect.ts';
import { addDays, clinicClock, later, startOfDay } from '#shared/domain/clinic-time.ts';
import { countedTexts, countText } from './queries.ts';

/**
 * Text messages (SMS, WhatsApp) per day. Those about accounts have a limit of their own, so that messages about visits
 * keep nobody from signing in.
 */
const visitTextsPerDay = 5000;
const accountTextsPerDay = 5000;
const dayMs = 86_400_000;
const keyOf = (now: Date): string => `account-texts:${clinicClock(now).date}`;

/** Takes one of the day's texts about visits; false when they are spent. */
export const takeVisitText = (db: Db, now: Date): Promise<boolean> =>
  countText(db, `texts:${clinicClock(now).date}`, visitTextsPerDay, later(now, 2 * dayMs));

/** Takes one of the day's texts about accounts; false when they are spent. */
export const takeAccountText = (db: Db, now: Date): Promise<boolean> =>
  countText(db, keyOf(now), accountTextsPerDay, later(now, 2 * dayMs));

/** How many were taken today, when that is all there are; else 0. */
export async function accountTextsSpent(db: Db, now: Date): Promise<number> {
  const taken = await countedTexts(db, keyOf(now));
  return taken >= accountTextsPerDay ? taken : 0;
}

/** Seconds until there are texts again: the clinic's midnight. */
export const secondsToNextTexts = (now: Date): number =>
  (startOfDay(addDays(clinicClock(now).date, 1)).getTime() - now.getTime()) / 1000;
