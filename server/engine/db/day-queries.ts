import { type SQL, sql } from 'drizzle-orm';
import { type ClinicClock, dayEdge, localDateTime } from '#shared/domain/clinic-time.ts';

/** A clock as the database compares visits with it: a timestamp of the calendar. */
export const localNow = ({ date, time }: Pick<ClinicClock, 'date' | 'time'>): string =>
  localDateTime(date, time);

const toTheEdge = sql.raw(`interval '${dayEdge / 60} hours'`);

/** The clinic's day of a visit's start: after midnight the day before. */
export const dayOf = (start: SQL): SQL => sql`(${start} - ${toTheEdge})::date`;

/** A start's minute of that day, which counts on after midnight. */
export const minuteOf = (start: SQL): SQL => sql`(extract(epoch from ${start} - ${dayOf(start)}) / 60)::int`;

/** When a day begins, and the one before it ends. */
export const dayStart = (date: SQL | string): SQL => sql`(${date}::date + ${toTheEdge})`;
