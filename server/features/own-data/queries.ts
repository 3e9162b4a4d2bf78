import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { appointments } from '#server/db/schema/appointments.ts';
import { locations } from '#server/db/schema/locations.ts';
import { dataCopies } from '#server/db/schema/tasks.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { clinicDaySql, localNow } from '#server/engine/db/day-queries.ts';
import { statusList } from '#server/features/held-times/held-time-queries.ts';
import type { ClinicClock } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';

/** Everything but the archive itself. */
const columns = {
  userId: dataCopies.userId,
  locale: dataCopies.locale,
  attempts: dataCopies.attempts,
  askedAt: dataCopies.askedAt,
  readyAt: dataCopies.readyAt,
};
export type CopyRow = Omit<typeof dataCopies.$inferSelect, 'archive'>;

export async function findCopy(db: Db, userId: number): Promise<CopyRow | undefined> {
  const [row] = await db.select(columns).from(dataCopies).where(eq(dataCopies.userId, userId));
  return row;
}

/** Requests a new copy; deletes an existing one. */
export async function insertCopy(
  db: Db,
  { userId, locale, askedAt }: { userId: number; locale: Lang; askedAt: Date },
): Promise<void> {
  const asked = { locale, askedAt, attempts: 0, readyAt: null, archive: null };
  await db
    .insert(dataCopies)
    .values({ userId, ...asked })
    .onConflictDoUpdate({ target: dataCopies.userId, set: asked });
}

/** Takes the oldest request and counts the attempt; after a crash another process takes it. */
export async function claimCopyRequest(db: Db, most: number): Promise<CopyRow | undefined> {
  const [row] = await db
    .update(dataCopies)
    .set({ attempts: sql`${dataCopies.attempts} + 1` })
    .where(
      sql`${dataCopies.userId} = (select user_id from data_copies
        where archive is null and attempts < ${most} order by attempts, asked_at limit 1)`,
    )
    .returning(columns);
  return row;
}

/** False if it was requested again meanwhile, or another process has made it. */
export async function saveArchive(db: Db, made: CopyRow, archive: Buffer, readyAt: Date): Promise<boolean> {
  const saved = await db
    .update(dataCopies)
    .set({ archive, readyAt })
    .where(
      and(
        eq(dataCopies.userId, made.userId),
        eq(dataCopies.askedAt, made.askedAt),
        isNull(dataCopies.archive),
      ),
    )
    .returning({ userId: dataCopies.userId });
  return saved.length > 0;
}

export async function findCopyArchive(db: Db, userId: number, madeSince: Date): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ archive: dataCopies.archive })
    .from(dataCopies)
    .where(
      and(
        eq(dataCopies.userId, userId),
        sql`${dataCopies.readyAt} > ${madeSince.toISOString()}::timestamptz`,
      ),
    );
  return row?.archive ?? undefined;
}

/** Deletes older copies, finished or not. */
export async function removeCopies(db: Db, before: Date): Promise<void> {
  const since = sql`coalesce(${dataCopies.readyAt}, ${dataCopies.askedAt})`;
  await db.delete(dataCopies).where(sql`${since} <= ${before.toISOString()}::timestamptz`);
}

interface RetainedRecords extends Record<string, unknown> {
  visits: number;
  last: string | null;
}

/** What stays after a deletion: past appointments; the day of the last one, or of the last signed note. */
export async function findRetainedRecords(
  db: Db,
  userId: number,
  clock: ClinicClock,
): Promise<RetainedRecords> {
  const comes = sql`a.local_start > ${localNow(clock)}::timestamp and a.status in (${statusList(openStatuses)})`;
  const { rows } = await db.execute<RetainedRecords>(sql`
    select count(*)::int as visits,
      greatest(max(${clinicDaySql(sql`a.local_start`)}),
        (select max(${clinicDaySql(sql`(n.at at time zone 'Africa/Cairo')`)}) from clinical_notes n
          where n.patient_id = ${userId}))::text as last
    from appointments a where a.patient_id = ${userId} and not (${comes})`);
  return rows[0] ?? { visits: 0, last: null };
}

/** Upcoming appointments of these people, the next first. */
export async function listUpcomingVisitsOf(db: Db, people: readonly number[], clock: ClinicClock) {
  return db
    .select({
      id: appointments.id,
      patientId: appointments.patientId,
      name: users.name,
      localStart: appointments.localStart,
      locationName: locations.name,
      locationNameAr: locations.nameAr,
    })
    .from(appointments)
    .innerJoin(users, eq(users.id, appointments.patientId))
    .innerJoin(locations, eq(locations.id, appointments.locationId))
    .where(
      and(
        inArray(appointments.patientId, [...people]),
        inArray(appointments.status, [...openStatuses]),
        sql`${appointments.localStart} > ${localNow(clock)}::timestamp`,
      ),
    )
    .orderBy(appointments.localStart, appointments.id);
}
