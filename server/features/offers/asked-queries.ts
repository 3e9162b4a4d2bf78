import { and, eq, gt, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { offers } from '#server/db/schema/offers.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import { holdsTime, listed } from '#server/features/held-times/held-time-queries.ts';
import { dayClock, later } from '#shared/domain/clinic-time.ts';
import { lookedAfter } from '#shared/domain/people/roles.ts';

/** She has a visit at that very time and branch. */
export const hasVisit = (offer: SQL): SQL => sql`exists (select ${visitThere(offer)})`;
const visitThere = (offer: SQL): SQL => sql`from appointments h
  where h.patient_id = ${offer}.patient_id and h.location_id = ${offer}.location_id
    and h.local_start = ${offer}.local_start and h.${holdsTime}`;

/**
 * How she came by the visit that she has at that very time, as the trail has it: `taken` where she, or who
 * acts for her, put it there, `given` where the clinic did. Null: she has none.
 */
export const comeBy = (offer: SQL): SQL => sql`(select case when (
    select e.actor_role from events e where e.subject = 'appointments' and e.subject_id = h.id
      and (e.before is null or ${placeIn(sql`e.before`)} is distinct from ${placeIn(sql`e.after`)})
    order by e.id desc limit 1) in (${listed(['visitor', ...lookedAfter])}) then 'taken' else 'given' end
  ${visitThere(offer)} limit 1)`;
const placeIn = (image: SQL): SQL =>
  sql`(${image} ->> 'appointmentDate', ${image} ->> 'appointmentTime', ${image} ->> 'locationId')`;

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
