import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { absences } from '#server/db/schema/absences.ts';
import { appointments } from '#server/db/schema/appointments.ts';
import { staff } from '#server/db/schema/staff.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import { toReply } from '#server/engine/db/fields.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isVisibleTo } from '#server/features/appointments/queries.ts';
import type { LocalRange } from '#server/features/doctors/absent-doctor-queries.ts';
import { isOfferHolding } from '#server/features/held-times/held-time-queries.ts';
import { isNotOwner } from '#server/features/users/queries.ts';
import { type Absence, absenceSchema } from '#shared/contract/schedules.ts';
import { addDays, type ClinicClock, dayEdge, splitLocal, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';

const columns = {
  id: absences.id,
  userId: absences.userId,
  reason: absences.reason,
  disruptionId: sql<number | null>`(select max(x.id) from disruptions x where x.absence_id = ${absences.id})`,
  from: sql<string>`lower(${absences.during})::text`,
  to: sql<string>`upper(${absences.during})::text`,
};
type AbsenceRow = LocalRange &
  Pick<typeof absences.$inferSelect, 'id' | 'userId' | 'reason'> & { disruptionId: number | null };

const dayEdgeTime = timeOfMinutes(dayEdge);

/**
 * Whole days begin and end with the clinic's day: an absence that ends as a day begins has the day before as
 * its last.
 */
export function presentAbsence(row: AbsenceRow): Absence {
  const [start, end] = [splitLocal(row.from), splitLocal(row.to)];
  const wholeEnd = end.time === dayEdgeTime;
  return toReply(absenceSchema, row, {
    startDate: start.date,
    startTime: start.time === dayEdgeTime ? null : start.time,
    endDate: wholeEnd ? addDays(end.date, -1) : end.date,
    endTime: wholeEnd ? null : end.time,
  });
}

/** An admin sees everybody's absences but the hidden owner's, a doctor her own. */
const visibleAbsences = (viewer: Viewer): SQL | undefined =>
  viewer.role === 'admin' ? isNotOwner(viewer, absences.userId) : eq(absences.userId, viewer.id);

/** Absences that have not ended, by time. */
export const listCurrentAbsences = (
  db: Db,
  viewer: Viewer,
  clock: ClinicClock,
  userId: number | undefined,
): Promise<AbsenceRow[]> =>
  db
    .select(columns)
    .from(absences)
    .where(
      and(
        visibleAbsences(viewer),
        userId === undefined ? undefined : eq(absences.userId, userId),
        sql`upper(${absences.during}) > ${localNow(clock)}::timestamp`,
      ),
    )
    .orderBy(asc(absences.during), asc(absences.id));

export async function absenceWithId(db: Db, viewer: Viewer, id: number): Promise<AbsenceRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(absences)
    .where(and(eq(absences.id, id), visibleAbsences(viewer)));
  return row;
}

export async function insertAbsence(
  db: Db,
  { userId, from, to, ...rest }: LocalRange & { userId: number; reason: string; createdBy: number },
): Promise<AbsenceRow> {
  await db.insert(staff).values({ userId }).onConflictDoNothing();
  const [row] = await db
    .insert(absences)
    .values({ userId, during: `[${from},${to})`, ...rest })
    .returning(columns);
  if (!row) throw new Error('an absence was not inserted');
  return row;
}

export async function deleteAbsence(db: Db, id: number): Promise<void> {
  await db.delete(absences).where(eq(absences.id, id));
}

const isOpenInAbsence = ({ userId, from, to }: LocalRange & { userId: number }, clock: ClinicClock) =>
  and(
    eq(appointments.doctorId, userId),
    inArray(appointments.status, [...openStatuses]),
    sql`${appointments.localStart} > ${localNow(clock)}::timestamp`,
    sql`${appointments.localStart} < ${to}::timestamp and ${appointments.localEnd} > ${from}::timestamp`,
  );

/** Upcoming appointments of a doctor that overlap a range, by time; without a viewer, all of them. */
export async function listVisitsInAbsence(
  db: Db,
  stretch: LocalRange & { userId: number },
  clock: ClinicClock,
  viewer?: Viewer,
): Promise<number[]> {
  const rows = await db
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(isOpenInAbsence(stretch, clock), viewer && isVisibleTo(viewer)))
    .orderBy(asc(appointments.localStart), asc(appointments.id));
  return rows.map(({ id }) => id);
}

/** Offers that hold a time of the doctor in a range. */
export async function listOffersInAbsence(
  db: Db,
  { userId, from, to }: LocalRange & { userId: number },
): Promise<number[]> {
  const { rows } = await db.execute<{
    id: number;
  }>(sql`select o.id from offers o where ${isOfferHolding(sql`o`)}
    and o.doctor_id = ${userId} and tsrange(o.local_start, o.local_end) && tsrange(${from}::timestamp, ${to}::timestamp)
    order by o.id`);
  return rows.map(({ id }) => id);
}
