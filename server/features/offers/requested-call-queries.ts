import { and, eq, gt, isNull, ne, or, type SQL } from 'drizzle-orm';
import { offers } from '#server/db/schema/offers.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import { addMilliseconds, dayClock } from '#shared/domain/clinic-time.ts';

/**
 * The patient asked for a call. For a displaced appointment, the list of displaced ones shows that instead.
 */
export const hasRequestedCall = and(eq(offers.state, 'call'), ne(offers.reason, 'displaced'));

const week = 7 * 24 * 3_600_000;

/** Nobody has called her yet: until the offered time is over, a week at least. */
export const isCallPending = (now: Date): SQL | undefined =>
  and(
    hasRequestedCall,
    isNull(offers.calledAt),
    or(gt(offers.localStart, localNow(dayClock(now))), gt(offers.answeredAt, addMilliseconds(now, -week))),
  );
