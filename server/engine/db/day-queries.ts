import { type SQL, sql } from 'drizzle-orm';
import { type ClinicClock, dayEdge, localDateTime } from '#shared/domain/clinic-time.ts';

/** A clock value as the database compares it with appointments: a timestamp without time zone. */
export const localNow = ({ date, time }: Pick<ClinicClock, 'date' | 'time'>): string =>
  localDateTime(date, time);

const dayEdgeInterval = sql.raw(`interval '${dayEdge / 60} hours'`);

/** The clinic's day of a start: a start after midnight belongs to the day before. */
export const clinicDaySql = (start: SQL): SQL => sql`(${start} - ${dayEdgeInterval})::date`;

/** The minute of that day; minutes after midnight count on. */
export const clinicMinuteSql = (start: SQL): SQL =>
  sql`(extract(epoch from ${start} - ${clinicDaySql(start)}) / 60)::int`;

/** The start of a day, which is the end of the day before. */
export const dayStart = (date: SQL | string): SQL => sql`(${date}::date + ${dayEdgeInterval})`;
