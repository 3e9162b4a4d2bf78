import { and, eq, sql } from 'drizzle-orm';
import { appointments, noShows } from '#server/db/schema/appointments.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { missed, type NoShowRow, wasMissed } from '#server/features/appointments/no-show-queries.ts';
import { visibleTo } from '#server/features/appointments/queries.ts';
import { appointmentsOf } from '#server/features/users/erase-queries.ts';
import type { PersonalData } from '#server/registries.ts';
import type { AppointmentStatus } from '#shared/domain/visits/appointment-status.ts';

/** Missed appointments of a patient that the viewer may see, by appointment id. */
export async function visibleNoShows(db: Db, viewer: Viewer, patientId: number): Promise<Set<number>> {
  const rows = await db
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(eq(appointments.patientId, patientId), wasMissed, visibleTo(viewer)));
  return new Set(rows.map(({ id }) => id));
}

export async function noShowWithId(db: Db, viewer: Viewer, id: number): Promise<NoShowRow | undefined> {
  const [row] = await missed(db).where(and(eq(appointments.id, id), wasMissed, visibleTo(viewer)));
  return row;
}

/** Marks a no-show now; an earlier explanation stays, an earlier excuse does not. */
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

/** Saves an excuse of staff or an explanation of the patient. */
export async function saveExplanation(db: Db, appointmentId: number, said: Said): Promise<void> {
  await db
    .insert(noShows)
    .values({ appointmentId, ...said })
    .onConflictDoUpdate({ target: noShows.appointmentId, set: said });
}

/** Deletes explanations of erased people. */
export const noShowData: PersonalData = {
  async forget(db, ids) {
    await db
      .update(noShows)
      .set({ said: null, saidAt: null, excuse: null, excusedAt: null })
      .where(sql`${noShows.appointmentId} in ${appointmentsOf(ids)}`);
  },
};
