import type { Db } from '#server/engine/db/connect.ts';
import { addDays, addMilliseconds, clinicClock, startOfDay } from '#shared/domain/clinic-time.ts';
import { incrementTextCount, lastDayOverLimit, readTextCount } from './queries.ts';

/**
 * Limit of text messages (SMS, WhatsApp) per day. Texts about accounts have a separate limit, so that
 * messages about appointments never prevent anybody from signing in.
 */
const visitTextsPerDay = 5000;
const accountTextsPerDay = 5000;
const dayMs = 86_400_000;
const visitTextsKey = (now: Date): string => `texts:${clinicClock(now).date}`;
const accountTextsKey = (now: Date): string => `account-texts:${clinicClock(now).date}`;

/** SQL: the last day on which all texts about appointments were used; null if there is none. */
export const lastSpentTextDay = lastDayOverLimit('texts', visitTextsPerDay);

/** Takes one of the day's texts about appointments; false if none is left. */
export const consumeVisitText = (db: Db, now: Date): Promise<boolean> =>
  incrementTextCount(db, visitTextsKey(now), visitTextsPerDay, addMilliseconds(now, 2 * dayMs));

/** Takes one of the day's texts about accounts; false if none is left. */
export const consumeAccountText = (db: Db, now: Date): Promise<boolean> =>
  incrementTextCount(db, accountTextsKey(now), accountTextsPerDay, addMilliseconds(now, 2 * dayMs));

/** Number of today's texts of each limit that is reached. */
export async function countTextsIfExhausted(
  db: Db,
  now: Date,
): Promise<{ visits: number; accounts: number }> {
  const visits = await readTextCount(db, visitTextsKey(now));
  const accounts = await readTextCount(db, accountTextsKey(now));
  return {
    visits: visits >= visitTextsPerDay ? visits : 0,
    accounts: accounts >= accountTextsPerDay ? accounts : 0,
  };
}

/** When the limits are reset: the clinic's midnight. */
export const findNextTextDay = (now: Date): Date => startOfDay(addDays(clinicClock(now).date, 1));

export const secondsToNextTexts = (now: Date): number =>
  (findNextTextDay(now).getTime() - now.getTime()) / 1000;
