import { and, asc, eq, gt, gte, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import { series } from '#server/db/schema/series.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { dayStart } from '#server/engine/db/day-queries.ts';
import { occupiesTime } from '#server/features/held-times/held-time-queries.ts';
import { addDays } from '#shared/domain/clinic-time.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';

type NewSeries = typeof series.$inferInsert;
export type SeriesRow = typeof series.$inferSelect;

/** Undefined if the same person already made one with this key; waits for a concurrent one. */
export async function insertSeries(db: Db, row: NewSeries): Promise<number | undefined> {
  const [made] = await db.insert(series).values(row).onConflictDoNothing().returning({ id: series.id });
  return made?.id;
}

export async function seriesWithKey(db: Db, createdBy: number, key: string): Promise<SeriesRow | undefined> {
  const [row] = await db
    .select()
    .from(series)
    .where(and(eq(series.createdBy, createdBy), eq(series.idempotencyKey, key)));
  return row;
}

export async function saveRefused(db: Db, id: number, refused: SeriesRow['refused']): Promise<void> {
  await db.update(series).set({ refused }).where(eq(series.id, id));
}

/** The appointments of a series, by time. */
export async function listSeriesVisits(db: Db, seriesId: number): Promise<number[]> {
  const rows = await db
    .select({ id: appointments.id })
    .from(appointments)
    .where(eq(appointments.seriesId, seriesId))
    .orderBy(asc(appointments.localStart), asc(appointments.id));
  return rows.map(({ id }) => id);
}

/** The upcoming ones after one of the series, by time. */
export async function listLaterOpenVisits(
  db: Db,
  seriesId: number,
  { id, localStart }: { id: number; localStart: string },
): Promise<number[]> {
  const rows = await db
    .select({ id: appointments.id })
    .from(appointments)
    .where(
      and(
        eq(appointments.seriesId, seriesId),
        inArray(appointments.status, [...openStatuses]),
        sql`${appointments.id} <> ${id}`,
        gt(appointments.localStart, localStart),
      ),
    )
    .orderBy(asc(appointments.localStart), asc(appointments.id));
  return rows.map((row) => row.id);
}

/** Names of doctors; null: no doctor. */
interface PatientAndDoctor {
  patientId: number;
  doctorId: number | null;
}

/** Other appointments of the patient or the doctor in a range of days. */
export const listBusyTimes = (db: Db, { patientId, doctorId }: PatientAndDoctor, from: string, to: string) =>
  db
    .select({
      from: appointments.localStart,
      to: appointments.localEnd,
      patientId: appointments.patientId,
    })
    .from(appointments)
    .where(
      and(
        or(
          eq(appointments.patientId, patientId),
          doctorId === null
            ? undefined
            : and(eq(appointments.doctorId, doctorId), isNotNull(appointments.room)),
        ),
        occupiesTime,
        gte(appointments.localStart, dayStart(from)),
        lt(appointments.localStart, dayStart(addDays(to, 1))),
      ),
    );
