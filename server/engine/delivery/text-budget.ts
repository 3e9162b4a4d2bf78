import type { Db } from '#server/engine/db/connect.ts';
import { addDays, clinicClock, later, startOfDay } from '#shared/domain/clinic-time.ts';
import { countedTexts, countText } from './queries.ts';

/**
 * Limit of text messages (SMS, WhatsApp) per day. Texts about accounts have a separate limit, so that
 * messages about appointments never prevent anybody from signing in.
 */
const visitTextsPerDay = 5000;
const accountTextsPerDay = 5000;
const dayMs = 86_400_000;
const keyOf = (now: Date): string => `account-texts:${clinicClock(now).date}`;

/** Takes one of the day's texts about appointments; false if none is left. */
export const takeVisitText = (db: Db, now: Date): Promise<boolean> =>
  countText(db, `texts:${clinicClock(now).date}`, visitTextsPerDay, later(now, 2 * dayMs));

/** Takes one of the day's texts about accounts; false if none is left. */
export const takeAccountText = (db: Db, now: Date): Promise<boolean> =>
  countText(db, keyOf(now), accountTextsPerDay, later(now, 2 * dayMs));

/** Number of texts sent today if the limit is reached; else 0. */
export async function accountTextsSpent(db: Db, now: Date): Promise<number> {
  const taken = await countedTexts(db, keyOf(now));
  return taken >= accountTextsPerDay ? taken : 0;
}

/** Seconds until the limit is reset: the clinic's midnight. */
export const secondsToNextTexts = (now: Date): number =>
  (startOfDay(addDays(clinicClock(now).date, 1)).getTime() - now.getTime()) / 1000;
