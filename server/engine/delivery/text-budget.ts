import type { Db } from '#server/engine/db/connect.ts';
import { addDays, addMilliseconds, clinicClock, startOfDay } from '#shared/domain/clinic-time.ts';
import { incrementTextCount, readTextCount } from './queries.ts';

/**
 * Limit of text messages (SMS, WhatsApp) per day. Texts about accounts have a separate limit, so that
 * messages about appointments never prevent anybody from signing in.
 */
const visitTextsPerDay = 5000;
const accountTextsPerDay = 5000;
const dayMs = 86_400_000;
const accountTextsKey = (now: Date): string => `account-texts:${clinicClock(now).date}`;

/** Takes one of the day's texts about appointments; false if none is left. */
export const consumeVisitText = (db: Db, now: Date): Promise<boolean> =>
  incrementTextCount(db, `texts:${clinicClock(now).date}`, visitTextsPerDay, addMilliseconds(now, 2 * dayMs));

/** Takes one of the day's texts about accounts; false if none is left. */
export const consumeAccountText = (db: Db, now: Date): Promise<boolean> =>
  incrementTextCount(db, accountTextsKey(now), accountTextsPerDay, addMilliseconds(now, 2 * dayMs));

/** Number of texts sent today if the limit is reached; else 0. */
export async function countTextsIfExhausted(db: Db, now: Date): Promise<number> {
  const taken = await readTextCount(db, accountTextsKey(now));
  return taken >= accountTextsPerDay ? taken : 0;
}

/** Seconds until the limit is reset: the clinic's midnight. */
export const secondsToNextTexts = (now: Date): number =>
  (startOfDay(addDays(clinicClock(now).date, 1)).getTime() - now.getTime()) / 1000;
