import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { appointments, noShows } from '#server/db/schema/appointments.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { visibleTo } from '#server/features/appointments/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { countNoShows, waitsForCall } from '#shared/domain/people/no-shows.ts';
import { type AppointmentStatus, statusesOf } from '#shared/domain/visits/appointment-status.ts';

const isMissed = inArray(appointments.status, [...statusesOf('missed')]);

/** Visits that were missed, the newest first; of what was brought in nobody knows when that was said. */
const missed = (db: Db) =>
  db
    .select({
      id: appointments.id,
      patientId: appointments.patientId,
      locationId: appointments.locationId,
      localStart: appointments.localStart,
      localEnd: appointments.localEnd,
      markedAt: noShows.markedAt,
      was: noShows.was,
      excused: sql<boolean>`${noShows.excusedAt} is not null`,
      excuse: noShows.excuse,
      said: noShows.said,
      saidAt: noShows.saidAt,
    })
    .from(appointments)
    .leftJoin(noShows, eq(noShows.appointmentId, appointments.id));
export type NoShowRow = Awaited<ReturnType<typeof missed>>[number];

/** At every branch: how many there are says nothing of why. */
export const noShowsOf = (db: Db, patientId: number): Promise<NoShowRow[]> =>
  missed(db)
    .where(and(eq(appointments.patientId, patientId), isMissed))
    .orderBy(desc(appointments.localStart), desc(appointments.id));

/** Those of a patient that the viewer may see, by their visits' ids. */
export async function visibleNoShows(db: Db, viewer: Viewer, patientId: number): Promise<Set<number>> {
  const rows = await db
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(eq(appointments.patientId, patientId), isMissed, visibleTo(viewer)));
  return new Set(rows.map(({ id }) => id));
}

export async function noShowWithId(db: Db, viewer: Viewer, id: number): Promise<NoShowRow | undefined> {
  const [row] = await missed(db).where(and(eq(appointments.id, id), isMissed, visibleTo(viewer)));
  return row;
}

/** Does what she books online wait for a call? Nothing is asked where a clinic wants none. */
export async function isCalledFirst(deps: Deps, patientId: number): Promise<boolean> {
  const { noShowsBeforeCall } = await currentSettings(deps);
  if (noShowsBeforeCall === null) return false;
  const counted = countNoShows(await noShowsOf(deps.db, patientId), dayClock(deps.now()).date);
  return waitsForCall(counted, noShowsBeforeCall);
}

/** Marked now; what she said of it before stays, an excuse was for the other time. */
export async function markNoShow(
  db: Db,
  { id, was, now }: { id: number; was: AppointmentStatus; now: Date },
): Promise<void> {
  const mark = { markedAt: now, was, excusedAt: null, excusedBy: null, excuse: null };
  await db
    .insert(noShows)
    .values({ appointmentId: id, ...mark })
    .onConflictDoUpdate({ target: noShows.appointmentId, set: mark });
}

type Said = Partial<
  Pick<typeof noShows.$inferInsert, 'excusedAt' | 'excusedBy' | 'excuse' | 'said' | 'saidAt'>
>;

/** What staff say of it, or she does. */
export async function keepSaid(db: Db, appointmentId: number, said: Said): Promise<void> {
  await db
    .insert(noShows)
    .values({ appointmentId, ...said })
    .onConflictDoUpdate({ target: noShows.appointmentId, set: said });
}
