import { and, eq, gt, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { offers } from '#server/db/schema/offers.ts';
import { localNow } from '#server/features/appointments/calendar/day-queries.ts';
import { holdsTime } from '#server/features/appointments/queries.ts';
import { dayClock, later } from '#shared/domain/clinic-time.ts';

/** She has a visit at that very time and branch. */
export const hasVisit = (offer: SQL): SQL => sql`exists (select from appointments h
  where h.patient_id = ${offer}.patient_id and h.location_id = ${offer}.location_id
    and h.local_start = ${offer}.local_start and h.${holdsTime})`;

/** Her answer was that somebody shall call; of a displaced visit the list of those says so. */
export const askedForCall = and(eq(offers.state, 'call'), ne(offers.reason, 'displaced'));

const week = 7 * 24 * 3_600_000;

/** Nobody has called her yet: until its time is over, a week at least. */
export const waitsForCall = (now: Date): SQL | undefined =>
  and(
    askedForCall,
    isNull(offers.calledAt),
    or(gt(offers.localStart, localNow(dayClock(now))), gt(offers.answeredAt, later(now, -week))),
    not(hasVisit(sql`${offers}`)),
  );
