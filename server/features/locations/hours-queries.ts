import { and, asc, eq, gte, inArray, notInArray, sql } from 'drizzle-orm';
import { locations } from '#server/db/schema/locations.ts';
import { locationExceptions, locationHours } from '#server/db/schema/schedules.ts';
import { duties, staff, staffLocations } from '#server/db/schema/staff.ts';
import { users } from '#server/db/schema/users.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { dayStart } from '#server/engine/db/day-queries.ts';
import { columnValues, ignoreField } from '#server/engine/db/fields.ts';
import { prepared } from '#server/engine/db/prepared-statements.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isNotOwner } from '#server/features/users/queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { putExceptions } from '#shared/contract/schedules.ts';
import { dayClock, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { staffRoles } from '#shared/domain/people/roles.ts';
import type { DoctorAbsence, Duty, Roster } from '#shared/domain/visits/doctor-times.ts';
import type { WeekShift } from '#shared/domain/visits/open-hours.ts';
import {
  type BranchHours,
  type HoursException,
  hoursOfDay,
  type Shift,
  windowsOfDay,
} from '#shared/domain/visits/slots.ts';

/** A day without hours is closed. */
export type ExceptionRow = Omit<typeof locationExceptions.$inferSelect, 'id' | 'locationId' | 'batch'>;
export type DutyRow = Omit<typeof duties.$inferSelect, 'id' | 'locationId' | 'valid'>;

/** The columns of an exception; the caller computes its hours. */
export const exceptionValues = (
  body: Body<typeof putExceptions>[number],
  hours: Pick<ExceptionRow, 'opens' | 'closes'>,
) => ({
  reason: null,
  reasonAr: null,
  ...columnValues(locationExceptions, body, {
    date: (day) => ({ day }),
    isClosed: ignoreField,
    startTime: ignoreField,
    endTime: ignoreField,
  }),
  day: body.date,
  ...hours,
});

/** Hours and doctors, with the version that a booking must name: it is rejected if they changed meanwhile. */
export interface VersionedHours extends BranchHours, Roster {
  version: number;
}

export const groupShiftsByWeekday = (shifts: readonly WeekShift[]): Shift[][] =>
  Array.from({ length: 7 }, (_, weekday) => shifts.filter((shift) => shift.weekday === weekday));

export function exceptionsByDay(
  rows: readonly Pick<ExceptionRow, 'day' | 'opens' | 'closes'>[],
): Map<string, HoursException[]> {
  const byDay = new Map<string, HoursException[]>();
  for (const { day, opens, closes } of rows) {
    byDay.set(day, [...(byDay.get(day) ?? []), { isClosed: opens === null, opens, closes }]);
  }
  return byDay;
}

/** Opening hours of a branch on a day. */
export const listOpenWindows = (hours: BranchHours, date: string) =>
  windowsOfDay(hoursOfDay(hours, date), '00:00').map(({ from, to }) => ({
    startTime: timeOfMinutes(from),
    endTime: timeOfMinutes(to),
  }));

const wallFormat = 'YYYY-MM-DD HH24:MI:SS';

interface HoursRow extends Record<string, unknown> {
  version: number;
  closedFrom: string | null;
  shifts: WeekShift[];
  exceptions: Pick<ExceptionRow, 'day' | 'opens' | 'closes'>[];
  duties: Duty[];
  away: DoctorAbsence[];
}

/**
 * A branch's week, its exceptions from a day on, its duties, and absences from that day on; undefined if
 * there is no such branch.
 */
async function readHours(db: Db, locationId: number, from: string): Promise<VersionedHours | undefined> {
  const { rows } = await db.execute<HoursRow>(sql`${prepared}
    select l.hours_version as version, l.closed_from::text as "closedFrom",
      coalesce((select json_agg(json_build_object('weekday', h.weekday, 'opens', h.opens, 'closes',
        h.closes) order by h.weekday, h.opens)
        from location_hours h where h.location_id = l.id), '[]') as shifts,
      coalesce((select json_agg(json_build_object('day', e.day, 'opens', e.opens, 'closes',
        e.closes) order by e.day, e.opens)
        from location_exceptions e where e.location_id = l.id and e.day >= ${from}::date), '[]')
        as exceptions,
      coalesce((select json_agg(json_build_object('doctorId', d.user_id, 'weekday', d.weekday,
        'starts', d.starts, 'ends', d.ends, 'from', lower(d.valid), 'before', upper(d.valid))
        order by d.id)
        from duties d where d.location_id = l.id), '[]') as duties,
      coalesce((select json_agg(json_build_object('doctorId', a.user_id,
        'from', to_char(lower(a.during), ${wallFormat}),
        'to', to_char(upper(a.during), ${wallFormat})))
        from absences a where upper(a.during) > ${dayStart(from)}), '[]') as away
    from locations l where l.id = ${locationId} and l.archived_at is null`);
  const [row] = rows;
  return (
    row && {
      version: row.version,
      closedFrom: row.closedFrom,
      week: groupShiftsByWeekday(row.shifts),
      exceptions: exceptionsByDay(row.exceptions),
      duties: row.duties,
      away: row.away,
    }
  );
}

/**
 * The hours in force from today on; cached until they change or the day ends. Ask only for existing branches,
 * and before a transaction.
 */
export function currentHours(
  deps: Pick<Deps, 'cache' | 'db' | 'now'>,
  locationId: number,
): Promise<VersionedHours | undefined> {
  const { date } = dayClock(deps.now());
  const read = () => readHours(deps.db, locationId, date);
  return deps.cache.get('schedules', `hours ${locationId} ${date}`, read);
}

export async function findClosingDay(db: Db, locationId: number): Promise<string | null> {
  const { closedFrom } = locations;
  const [row] = await db.select({ closedFrom }).from(locations).where(eq(locations.id, locationId));
  return row?.closedFrom ?? null;
}

export const listWeekShifts = (db: Db, locationId: number): Promise<WeekShift[]> =>
  db
    .select({ weekday: locationHours.weekday, opens: locationHours.opens, closes: locationHours.closes })
    .from(locationHours)
    .where(eq(locationHours.locationId, locationId))
    .orderBy(asc(locationHours.weekday), asc(locationHours.opens));

export async function replaceShifts(db: Db, locationId: number, shifts: readonly WeekShift[]): Promise<void> {
  await db.delete(locationHours).where(eq(locationHours.locationId, locationId));
  if (shifts.length > 0)
    await db.insert(locationHours).values(shifts.map((shift) => ({ ...shift, locationId })));
}

const isUpcomingException = (locationId: number, from: string) =>
  and(eq(locationExceptions.locationId, locationId), gte(locationExceptions.day, from));

export const listExceptionsFrom = (db: Db, locationId: number, from: string): Promise<ExceptionRow[]> =>
  db
    .select()
    .from(locationExceptions)
    .where(isUpcomingException(locationId, from))
    .orderBy(asc(locationExceptions.day), asc(locationExceptions.opens));

export async function replaceExceptions(
  db: Db,
  locationId: number,
  from: string,
  rows: readonly ExceptionRow[],
): Promise<void> {
  await db.delete(locationExceptions).where(isUpcomingException(locationId, from));
  if (rows.length > 0)
    await db.insert(locationExceptions).values(rows.map((row) => ({ ...row, locationId })));
}

export const listDutiesAt = (db: Db, viewer: Viewer, locationId: number): Promise<DutyRow[]> =>
  db
    .select({ userId: duties.userId, weekday: duties.weekday, starts: duties.starts, ends: duties.ends })
    .from(duties)
    .where(and(eq(duties.locationId, locationId), isNotOwner(viewer, duties.userId)))
    .orderBy(asc(duties.weekday), asc(duties.starts), asc(duties.userId));

/** Replaces the duties at a branch; false if a named doctor is not active. */
export async function replaceDuties(
  db: Db,
  viewer: Viewer,
  locationId: number,
  rows: readonly DutyRow[],
): Promise<boolean> {
  const ids = [...new Set(rows.map((row) => row.userId))];
  const working =
    ids.length === 0
      ? []
      : await db
          .select({ id: users.id })
          .from(users)
          .where(and(isActiveStaff(ids), isNotOwner(viewer)));
  if (working.length !== ids.length) return false;
  await db.delete(duties).where(and(eq(duties.locationId, locationId), isNotOwner(viewer, duties.userId)));
  if (rows.length === 0) return true;
  await db
    .insert(staff)
    .values(ids.map((userId) => ({ userId })))
    .onConflictDoNothing();
  await db.insert(duties).values(rows.map((row) => ({ ...row, locationId })));
  return true;
}

const isActiveStaff = (ids: number[]) =>
  and(
    inArray(users.id, ids),
    inArray(users.role, [...staffRoles]),
    sql`${users.deactivatedAt} is null and ${users.erasedAt} is null`,
  );

/**
 * Deletes the hours, holidays and duties of an archived branch. Its receptionists stay assigned to it: a
 * receptionist without any branch would see every one.
 */
export async function removeSchedules(db: Db, locationId: number): Promise<void> {
  await db.delete(locationHours).where(eq(locationHours.locationId, locationId));
  await db.delete(locationExceptions).where(eq(locationExceptions.locationId, locationId));
  await db.delete(duties).where(eq(duties.locationId, locationId));
  const desk = db.select({ id: users.id }).from(users).where(eq(users.role, 'receptionist'));
  await db
    .delete(staffLocations)
    .where(and(eq(staffLocations.locationId, locationId), notInArray(staffLocations.userId, desk)));
}
